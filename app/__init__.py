"""What is asked of the tables: answers for one pair, for arrays of pairs, for files, over HTTP.

Two words more than ``tablegen`` has:

pair     a start and a goal; solvable where some path leads from the one to the other
packed   a board as one uint64: in the 4 bits from 4 * s the cell where symbol s stands. The form in
         which boards travel in arrays; one board alone is an arrangement, ``bytes``.

One way for data to flow: text -> boards -> entries of the tables -> codes -> text.
"""
