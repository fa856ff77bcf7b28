// The peer that the benchmarks measure against: HDU 3567 "Eight II" as contestants write it.
//
// Nine breadth-first searches, one a blank cell of the start, moves tried d, l, r, u, states named
// by their Cantor index among 9! boards; then a relabelling and a walk back through the parents for
// each case. scanf in, printf out. With no argument it answers a judge file from standard input;
// with the argument `build` it only makes the tables. It shares no code with the project.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

const int STATES = 362880;
const int FACTORIAL[9] = {1, 1, 2, 6, 24, 120, 720, 5040, 40320};
const int ROW_STEP[4] = {1, 0, 0, -1};
const int COLUMN_STEP[4] = {0, -1, 1, 0};
const char LETTER[5] = "dlru";

struct Node {
    char cells[9];  // '0' is the blank
    int blank;
    int index;
};

int parent_of[9][STATES];
char move_of[9][STATES];
bool seen[9][STATES];
Node queue_[STATES];

int cantor(const char *cells) {
    int index = 0;
    for (int i = 0; i < 9; i++) {
        int smaller = 0;
        for (int j = i + 1; j < 9; j++)
            if (cells[j] < cells[i]) smaller++;
        index += smaller * FACTORIAL[8 - i];
    }
    return index;
}

void search(int blank) {
    Node root;
    for (int cell = 0, tile = 1; cell < 9; cell++) root.cells[cell] = cell == blank ? '0' : '0' + tile++;
    root.blank = blank;
    root.index = cantor(root.cells);
    seen[blank][root.index] = true;
    parent_of[blank][root.index] = -1;
    int head = 0, tail = 0;
    queue_[tail++] = root;
    while (head < tail) {
        const Node now = queue_[head++];
        int row = now.blank / 3, column = now.blank % 3;
        for (int m = 0; m < 4; m++) {
            int r = row + ROW_STEP[m], c = column + COLUMN_STEP[m];
            if (r < 0 || r > 2 || c < 0 || c > 2) continue;
            Node next = now;
            next.blank = r * 3 + c;
            std::swap(next.cells[now.blank], next.cells[next.blank]);
            next.index = cantor(next.cells);
            if (seen[blank][next.index]) continue;
            seen[blank][next.index] = true;
            parent_of[blank][next.index] = now.index;
            move_of[blank][next.index] = LETTER[m];
            queue_[tail++] = next;
        }
    }
}

int main(int argc, char **argv) {
    for (int blank = 0; blank < 9; blank++) search(blank);
    if (argc > 1 && !strcmp(argv[1], "build")) return 0;
    int cases;
    if (scanf("%d", &cases) != 1) return 1;
    for (int k = 1; k <= cases; k++) {
        char start[16], goal[16];
        if (scanf("%15s %15s", start, goal) != 2) return 1;
        char label[128];
        int blank = 0, tile = 1;
        for (int i = 0; i < 9; i++) {
            if (start[i] == 'X') blank = i, label[(int)'X'] = '0';
            else label[(int)start[i]] = '0' + tile++;
        }
        char cells[9];
        for (int i = 0; i < 9; i++) cells[i] = label[(int)goal[i]];
        int index = cantor(cells);
        if (!seen[blank][index]) {
            printf("Case %d: -1\n\n", k);
            continue;
        }
        std::string path;
        for (; parent_of[blank][index] >= 0; index = parent_of[blank][index]) path += move_of[blank][index];
        std::reverse(path.begin(), path.end());
        printf("Case %d: %d\n%s\n", k, (int)path.size(), path.c_str());
    }
    return 0;
}
