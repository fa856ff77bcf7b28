"""Judge files <-> arrays of boards. No input or output is done here: bytes in, bytes out."""
