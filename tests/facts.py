"""Published facts, with where they are published."""

# How many boards are 0, 1, 2, ... moves from a goal, by where the goal's blank is. Each row sums
# to 9!/2. Reinefeld, "Complete solution of the eight-puzzle" (IJCAI 1993), prints 749 for the 748
# of the corner, a misprint by the note in the On-Line Encyclopedia of Integer Sequences.
CORNER = """1 2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 16993 17110
    23952 20224 24047 15578 14560 6274 3910 760 221 2"""  # OEIS A089473
SIDE = """1 3 5 10 14 28 42 80 108 202 278 524 726 1348 1804 3283 4193 7322 8596 13930 14713 21721
    19827 25132 18197 18978 9929 7359 2081 878 126 2"""  # OEIS A089483
CENTRE = """1 4 8 8 16 32 60 72 136 200 376 512 964 1296 2368 3084 5482 6736 11132 12208 18612 18444
    24968 19632 22289 13600 11842 4340 2398 472 148"""  # OEIS A089474
KINDS = [CORNER, SIDE, CORNER, SIDE, CENTRE, SIDE, CORNER, SIDE, CORNER]
LENGTHS = [[int(number) for number in kind.split()] for kind in KINDS]

# OEIS A090034, from a corner of the 2x3 board: 360 = 6!/2 boards.
LENGTHS_2X3 = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]
LONGEST_2X4 = 36  # from a corner, with 8!/2 = 20,160 boards (OEIS A151944)
STATES = {(2, 2): 12, (2, 3): 360, (3, 2): 360, (2, 4): 20_160, (3, 3): 181_440}  # cells! / 2

# The most shortest paths of any board, and the percentage of boards with a single one.
MOST_PATHS = [{CORNER: 64, SIDE: 86, CENTRE: 82}[kind] for kind in KINDS]
SINGLE_PERCENT = [{CORNER: 43.0, SIDE: 41.9, CENTRE: 41.4}[kind] for kind in KINDS]
