"""Is a contestant's output right? Said in one line, as judging systems want it.

    verdicts   accepted, wrong, unreadable, or the jury's own fault; the styles of exit status
    text       an output as it comes, by lines and by words
    claims     text -> what an output claims of a case; the inverse of ``judges.writing``
    judging    whether a claim is right, and if not, the first thing wrong
    blocks     thousands of cases at once: accepts them or abstains
    checker    the files together

``claims`` and ``judging`` are slow and obvious: they decide, and word what is wrong. ``blocks`` is
fast and only ever accepts; what it abstains from is read by the slow ones.
"""
