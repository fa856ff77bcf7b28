"""`python -m bench [SECTION...]`: each section in a process of its own, all by default."""

import subprocess
import sys

SECTIONS = ["tables", "answers", "formats", "batches", "client", "service"]

for unknown in set(sys.argv[1:]) - set(SECTIONS):
    sys.exit(f"bench: expected sections among {', '.join(SECTIONS)}, found {unknown!r}")
for name in sys.argv[1:] or SECTIONS:
    subprocess.run([sys.executable, "-m", f"bench.{name}"], check=True)
