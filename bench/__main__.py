"""`python -m bench [SECTION...]`: each section in a process of its own, all by default."""

import subprocess
import sys

SECTIONS = ["tables", "answers", "formats", "batches", "client", "service"]

for name in sys.argv[1:] or SECTIONS:
    subprocess.run([sys.executable, "-m", f"bench.{name}"], check=True)
