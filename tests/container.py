"""A Dockerfile's steps, run as written, where there is no engine to run them.

A stage is an empty folder that a process sees as its root, in mount, process and network
namespaces of its own. Its base image is this machine's own system, read-only, with the Python that
runs the tests as /usr/local and without compilers. Only the root differs from what is written.
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from string import Template

MISSING = (
    "not root"
    if os.geteuid()
    else ", ".join(t for t in ("unshare", "nsenter", "setpriv", "chroot") if not shutil.which(t))
)
COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "rustc", "cargo")
PIP = ("PIP_CERT", "PIP_INDEX_URL", "PIP_DEFAULT_TIMEOUT", "SSL_CERT_FILE", "HTTPS_PROXY")

BASE = {
    "PATH": "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin",
    "LD_LIBRARY_PATH": "/usr/local/lib",  # for a Python whose library is found by its first place
}

# Arguments: the root, the Python, "ro" or "rw", the files to hide, "--", the command.
ENTER = r"""
root=$1 python=$2 mode=$3; shift 3
mount --make-rprivate /
mount --bind "$root" "$root"
for name in usr etc dev $(cd / && for d in bin sbin lib lib64; do [ -L $d ] || echo $d; done); do
    [ -d /$name ] && mkdir -p "$root/$name" && mount --bind /$name "$root/$name"
done
mkdir -p "$root/proc" "$root/tmp" && mount -t proc proc "$root/proc"
mount --bind "$python" "$root/usr/local"
while [ "$1" != -- ]; do mount --bind /dev/null "$root$1"; shift; done; shift
for name in usr etc usr/local; do mount -o remount,bind,ro "$root/$name"; done
if [ "$mode" = ro ]; then  # the network is its own, and its loopback is down
    mount -o remount,bind,ro "$root"
    "$python/bin/python3" -c 'import fcntl, socket, struct
fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh14x", b"lo", 1))'
fi
exec chroot "$root" "$@"
"""


def instructions(dockerfile: str) -> Iterator[tuple[str, str]]:
    """Yield each instruction and what follows it, comments left out and lines joined."""
    lines = (line for line in dockerfile.splitlines() if not re.match(r"\s*(#|$)", line))
    for line in "\n".join(lines).replace("\\\n", "").splitlines():
        keyword, _, rest = line.partition(" ")
        yield keyword, rest.strip()


@dataclass
class Stage:
    """A stage so far: its ``root``, and what its instructions say of what runs in it."""

    root: Path
    variables: dict[str, str] = field(default_factory=lambda: dict(BASE))
    folder: str = "/"
    user: str = "0:0"
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)

    def enter(self, command: list[str], mode: str, *namespaces: str) -> list[str]:
        """Return ``command`` as one that is run with this stage as its root."""
        hidden = {str(Path(path).resolve()) for c in COMPILERS if (path := shutil.which(c))}
        hidden = {path for path in hidden if path.startswith("/usr/bin/")}
        spaces = ["--mount", "--pid", "--ipc", "--fork", *namespaces]
        arguments = [str(self.root), sys.base_prefix, mode, *sorted(hidden), "--", *command]
        return ["unshare", *spaces, "sh", "-ec", ENTER, "enter", *arguments]

    def run(self, script: str) -> None:
        """Run a RUN instruction."""
        asked = {name: os.environ[name] for name in PIP if name in os.environ}
        step = self.enter(["sh", "-ec", f"cd {self.folder}\n{script}"], "rw")
        done = subprocess.run(
            step, env=asked | self.variables, capture_output=True, text=True, timeout=240
        )
        assert done.returncode == 0, f"RUN {script}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"

    def copy(self, sources: list[Path], target: str) -> None:
        """Run a COPY instruction, as the format's reference says what comes where."""
        there = self.root / os.path.join(self.folder, target).lstrip("/")
        for source in sources:
            if source.is_dir():
                shutil.copytree(source, there, symlinks=True, dirs_exist_ok=True)
            else:
                place = there / source.name if target.endswith("/") or len(sources) > 1 else there
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, place)

    def plain(self, command: list[str]) -> list[str]:
        """Return ``command`` as the stage's user runs it in a confined container."""
        user, _, group = self.user.partition(":")
        confined = ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
        return [
            "setpriv",
            f"--reuid={user}",
            f"--regid={group}",
            "--clear-groups",
            *confined,
            *command,
        ]

    @contextmanager
    def started(self, command: list[str], **options: object) -> Iterator["Running"]:
        """Run ``command`` with the tree read-only and no network but its own, till the end."""
        entered = self.enter(self.plain(command), "ro", "--net")
        with subprocess.Popen(entered, env=self.variables, cwd="/", **options) as outer:
            running = Running(self, outer)
            try:
                yield running
            finally:
                if outer.poll() is None:  # a change of user made it forget to end with ``outer``
                    os.kill(running.pid, signal.SIGKILL)


@dataclass
class Running:
    """A command that runs in a stage; ``outer`` waits for it and passes on how it ended."""

    stage: Stage
    outer: subprocess.Popen

    @property
    def pid(self) -> int:
        """Return the command's process id, as it is known outside."""
        children = Path(f"/proc/{self.outer.pid}/task/{self.outer.pid}/children")
        while not (pids := children.read_text().split()):
            assert self.outer.poll() is None, "the command ended"
            time.sleep(0.01)
        return int(pids[0])

    def run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        """Run another command in the same place, as an engine does for a health check."""
        inside = ["nsenter", f"--target={self.pid}", "--mount", "--pid", "--net", "--root", "--wd"]
        return subprocess.run(
            inside + self.stage.plain(command),
            env=self.stage.variables, capture_output=True, text=True, timeout=30,
        )  # fmt: skip


def build(dockerfile: str, context: Path, folder: Path) -> Stage:
    """Run all steps with stages in ``folder``; return the last stage."""
    stages: dict[str, Stage] = {}
    stage = Stage(folder)
    for keyword, rest in instructions(dockerfile):
        if keyword == "FROM":
            base, name = re.fullmatch(r"(\S+)(?: AS (\S+))?", rest).groups(f"stage-{len(stages)}")
            stage = stages[name] = Stage(folder / name)
            if base in stages:
                shutil.copytree(stages[base].root, stage.root, symlinks=True)
            else:
                make_root(stage.root)
        elif keyword == "RUN":
            stage.run(rest)
        elif keyword == "COPY":
            words = shlex.split(rest)
            options = [word for word in words if word.startswith("--")]
            *names, target = words[len(options) :]
            source = context
            for option in options:
                source = stages[option.removeprefix("--from=")].root
            stage.copy([source / name.lstrip("/") for name in names], target)
        elif keyword == "ENV":
            stage.variables |= dict(
                Template(word).substitute(stage.variables).split("=", 1)
                for word in shlex.split(rest)
            )
        elif keyword == "WORKDIR":
            stage.folder = rest
            (stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif keyword == "USER":
            stage.user = rest
        elif keyword == "CMD":
            stage.command = json.loads(rest)
        elif keyword == "HEALTHCHECK":
            stage.health = json.loads(rest.partition("CMD ")[2])
        else:
            assert keyword == "EXPOSE", f"{keyword}: an instruction that is not known here"
    return stage


def make_root(root: Path) -> None:
    """Make an empty root, with the links that a merged /usr has."""
    root.mkdir(mode=0o755)
    for link in ("bin", "sbin", "lib", "lib64"):
        if os.path.islink(f"/{link}"):
            (root / link).symlink_to(os.readlink(f"/{link}"))


def sent(checkout: Path, folder: Path) -> Path:
    """Copy to ``folder`` what .dockerignore lets through of the checkout, and return it."""
    rules = [r for r in (checkout / ".dockerignore").read_text().split("\n") if r and r[0] != "#"]
    assert rules[0] == "*", "only what is named goes in"
    ignored = shutil.ignore_patterns(*(r.removeprefix("**/") for r in rules if r[:3] == "**/"))
    for name in (rule[1:] for rule in rules if rule[0] == "!"):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (checkout / name).is_dir():
            shutil.copytree(checkout / name, target, ignore=ignored)
        else:
            shutil.copy2(checkout / name, target)
    return folder
