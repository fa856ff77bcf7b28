// Every string of the page in English.

const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;
const moves = (n) => count(n, 'move', 'moves');
const paths = (n) => count(n, 'shortest path', 'shortest paths');
const onPaths = ({ through, n }) => `on ${through} of ${count(n, 'path', 'paths')}`;
const WAYS = { d: 'down', l: 'left', r: 'right', u: 'up' };

export default {
  title: 'Eight: every shortest path of the 8-puzzle',
  tagline: 'Every shortest path of the 8-puzzle, between any two boards',
  skip: 'Skip to the answer',
  nav: 'Page',
  api: 'API',
  keys: 'Keys',
  theme: 'Theme',
  themeAuto: 'Auto',
  themeLight: 'Light',
  themeDark: 'Dark',
  otherLanguage: '中文',
  close: 'Close',

  pair: 'The two boards',
  start: 'Start',
  goal: 'Goal',
  startText: 'Start board as text',
  goalText: 'Goal board as text',
  swap: 'Swap start and goal',
  editHelp: 'Drag a tile onto another to exchange them, or press one and then the other.'
    + ' Type or paste a board in any spelling.',
  usualGoals: 'Goals',
  random: 'Random',
  randomStart: 'Start',
  randomPair: 'Both',
  ofLength: 'of length',
  anyLength: 'any',
  examples: 'Examples',
  hardestPair: '31 moves',
  mostPaths: '86 shortest paths',
  copy: 'Copy',
  copyPath: 'Path',
  copyJudge: 'Judge text',
  copyJson: 'JSON',
  copyCurl: 'curl',
  copyLink: 'Link',
  copied: ({ what }) => `Copied: ${what}`,
  copyByHand: 'Copy this text',

  cell: ({ side, row, column, symbol }) => `${side}, row ${row}, column ${column}: `
    + (symbol === 'X' ? 'blank' : `tile ${symbol}`),
  lifted: ({ symbol }) => `${symbol === 'X' ? 'Blank' : `Tile ${symbol}`} lifted.`
    + ' Choose the cell to exchange it with.',
  complaint: () => '', // the service's own words are English
  severalBoards: ({ n }) => `The text holds ${n} boards`,
  pickPair: 'Take a pair',
  pickBoard: ({ side }) => `Or take one board as the ${side.toLowerCase()}`,
  caseNumber: ({ n }) => `Case ${n}`,
  andMore: ({ n }) => `and ${n} more`,

  answer: 'The answer',
  movesWord: ({ n }) => (n === 1 ? 'move' : 'moves'),
  pathsWord: ({ n }) => (n === 1 ? 'shortest path' : 'shortest paths'),
  solved: (answer) => `${moves(answer.length)}, ${paths(answer.paths)}.`,
  same: 'Start and goal are the same board.',
  unsolvable: 'Not solvable',
  reason: 'Leave the blank out and read the tiles in order: the start is an odd number of exchanges'
    + ' away from the goal. Slides only ever make an even number.',
  mend: ({ a, b }) => `Exchange ${a} and ${b} on the start`,
  mendNote: 'Then there is a path. Any other two tiles would do as well.',

  views: 'Ways to see the answer',
  watch: 'Watch',
  play: 'Play yourself',
  paths: 'All shortest paths',
  path: 'Path, move by move',
  first: 'First',
  back: 'Back',
  run: 'Play',
  pause: 'Pause',
  step: 'Step',
  last: 'Last',
  speed: 'Speed',
  speedValue: ({ n }) => `${moves(n)} a second`,
  left: 'left',
  stepOf: ({ step, length }) => `Step ${step} of ${length}`,
  letter: ({ step, move, tile }) => `Step ${step}: blank ${WAYS[move]}, tile ${tile}`,
  letterStart: 'Start, before the first move',
  boardPicture: ({ board }) => `Board: ${[...board].join(' ').replace('X', 'blank')}`,
  watched: ({ move, tile, left }) => `Blank ${WAYS[move]}, tile ${tile}. ${left} left.`,
  atStart: ({ left }) => `At the start. ${left} left.`,
  whichCanonical: ({ paths }) => (paths === 1 ? 'This is the only shortest path.'
    : `The canonical path: of ${paths} shortest paths, the alphabetically first.`),
  whichOther: 'One of the other shortest paths.',
  backToCanonical: 'Watch the canonical path',

  blank: 'Blank',
  made: 'made',
  wrong: 'wrong turns',
  shortest: 'shortest',
  hint: 'Hint',
  undo: 'Undo',
  restart: 'Start over',
  leftToGo: ({ left }) => `${moves(left)} to go`,
  arrived: ({ made, wrong }) => (wrong ? `There in ${moves(made)}, ${2 * wrong} over the shortest`
    : `There in ${moves(made)}: as short as can be`),
  hintText: ({ tile, move, left }) => `Slide tile ${tile}: the blank goes ${WAYS[move]}.`
    + ` Then ${left} left.`,
  movesFromHere: 'Moves from here',
  showNext: 'Show where moves lead',
  nearer: 'nearer',
  farther: 'farther',
  canonical: 'canonical',
  leadsTo: ({ left }) => `${left} left`,
  tileMove: ({ tile, move }) => `Tile ${tile}, blank ${WAYS[move]}`,
  played: ({ tile, move, left, nearer }) => `Tile ${tile}, blank ${WAYS[move]}:`
    + ` ${nearer ? 'nearer' : 'farther'}, ${left} left.`,
  undone: ({ left }) => `Undone. ${left} left.`,
  playCell: ({ symbol, leads }) => `Tile ${symbol}${leads ? `: ${leads}` : ''}`,

  graphHelp: 'Every board on a shortest path: the start at the left, the goal at the right, and'
    + ' boards shared where paths meet.',
  graph: ({ n, boards }) => `${paths(n)} over ${count(boards, 'board', 'boards')}`,
  graphNode: (node) => `Step ${node.step}, ${node.left} left, ${onPaths(node)}: ${node.board}`,
  onPaths,
  watchFrom: 'Watch from here',
  pathList: 'All shortest paths, alphabetically',

  world: 'The world of this goal',
  worldText: ({ boards, longest, mean, single }) => `${boards} boards lead here, the farthest in`
    + ` ${longest} moves, the average in ${mean}. ${single} of them have a single shortest path.`,
  chart: 'Boards by length',
  bar: ({ length, boards }) => `${moves(length)}: ${boards} boards. Take one at random.`,
  barHere: ({ boards }) => `this pair, one of ${boards}`,
  axis: 'moves from the goal; press a bar for a random start of that length',
  hardestLinks: 'Hardest starts for this goal',
  footer: 'Moves are named by the way the blank goes: d down, l left, r right, u up.',

  gone: 'The service does not answer. Trying again until it does.',
  backAgain: 'The service answers again.',

  keyList: [
    ['Start and goal', [
      ['← → ↑ ↓', 'go from cell to cell'],
      ['1 … 8, X', 'put that tile, or the blank, into the cell'],
      ['Enter', 'lift a tile; on another cell, exchange the two'],
      ['Esc', 'put it back'],
      ['Ctrl V', 'paste a board, or a judge file']]],
    ['Watch', [
      ['← →', 'back and on, a move at a time'],
      ['Home, End', 'first and last'],
      ['P', 'play and pause']]],
    ['Play yourself', [
      ['← → ↑ ↓', 'slide a tile that way'],
      ['D L R U', 'send the blank down, left, right, up'],
      ['H', 'hint'],
      ['Backspace', 'undo']]],
  ],
};
