"""What a table is, and how it is made.

The words, as every module here and in ``app`` uses them:

cell         a place on the board, numbered row by row from 0
tile         a numbered piece, 1 to ``tiles``; ``blank`` is the place with none, written X or 0
symbol       what a cell holds: a tile's number, or 0 for the blank
arrangement  the symbols of one board, cell by cell: ``cells`` bytes, or a row of uint8
order        an arrangement with the blank left out: the tiles as read row by row
move         the direction the *blank* goes, as a letter of ``dlru`` or its place there, 0 to 3
root         the board with its tiles in order and the blank in cell k: root k, pass k, row k
state        a board reachable from a root, as its dense index (see ``ranking``)
length       the number of moves of a shortest path
canonical    of the shortest paths, the alphabetically smallest
code         a path as one number: the base-4 numeral 1 m1 m2 ... of its moves (see ``paths``)

Imports run one way: board <- ranking <- manifest <- tables <- build, verify.
"""
