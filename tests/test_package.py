"""The wheel, installed in an empty environment far from the checkout."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    command = [
        *pip,
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        folder,
        CHECKOUT,
    ]
    subprocess.run(command, check=True)
    (built,) = folder.glob("eight_tablebase-*.whl")
    return built


def test_holds_the_two_packages_and_what_they_serve(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == {"app", "tablegen"}
    tracked = subprocess.check_output(
        ["git", "ls-files", "app", "tablegen"], cwd=CHECKOUT, text=True
    )
    assert set(tracked.split()) <= set(names)


def test_works_alone_with_its_tables_in_the_user_s_cache(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "far"
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", wheel], check=True)
    # The locked dependencies, as they are installed already; not the checkout beside them.
    packages = next((home / "lib").glob("python*/site-packages"))
    (packages / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")

    kept = {name: value for name, value in os.environ.items() if not name.startswith("EIGHT_")}
    kept.pop("PYTHONPATH", None)
    cache = tmp_path / "cache"
    environment = kept | {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(cache)}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [home / "bin" / "eight", *arguments]
        return subprocess.run(
            command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=60
        )

    first = run("solve", "12X453786")
    assert (first.returncode, first.stdout) == (0, "2\tdd\n"), first.stderr
    assert first.stderr == f"eight: no tables in {cache}/eight-tablebase: building them\n"
    again = run("solve", "8672543X1")
    assert (again.stdout, again.stderr) == ("31\tlurdrulurdlldrrululddruulddrurd\n", "")
    assert run("tables", "verify").stdout.startswith("9 x 181,440 entries proven in ")
    assert run("--version").stdout.startswith("eight, version ")
    where = "import app, tablegen; print(app.__file__, tablegen.__file__)"
    found = subprocess.check_output([python, "-c", where], cwd=tmp_path, env=environment, text=True)
    assert all(place.startswith(str(home)) for place in found.split())
