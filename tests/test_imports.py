"""What imports what: one way, and no more than a job needs."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]
# Each may import those before it.
ORDER = ["board", "ranking", "errors", "manifest", "tables", "build", "verify"]


def imported(file: Path) -> set[str]:
    """Return the modules that a file imports anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, file
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def modules(package: str) -> list[Path]:
    found = sorted((CHECKOUT / package).rglob("*.py"))
    assert found
    return found


def loaded(statement: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after ``statement``."""
    code = f"import sys\n{statement}\nprint(*sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=CHECKOUT
    )
    return set(told.stdout.split())


def test_what_makes_tables_knows_nothing_of_what_answers_from_them() -> None:
    for file in modules("tablegen"):
        assert not {name for name in imported(file) if name.split(".")[0] in ("app", "tests")}


def test_what_answers_knows_nothing_of_tests_and_measurements() -> None:
    for file in [*modules("app"), *modules("tablegen")]:
        assert not {n for n in imported(file) if n.split(".")[0] in ("tests", "bench", "fuzz")}


@pytest.mark.parametrize("name", ORDER)
def test_the_core_of_the_tables_imports_one_way(name: str) -> None:
    allowed = {"tablegen", "tablegen.paths", *(f"tablegen.{n}" for n in ORDER[: ORDER.index(name)])}
    ours = {
        ".".join(module.split(".")[:2])
        for module in imported(CHECKOUT / "tablegen" / f"{name}.py")
        if module.split(".")[0] == "tablegen"
    }
    known = {f"tablegen.{file.stem}" for file in modules("tablegen")}
    assert ours & known <= allowed


@pytest.mark.parametrize("name", ["build", "verify"])
def test_builder_and_proof_do_not_know_each_other(name: str) -> None:
    other = {"build": "tablegen.verify", "verify": "tablegen.build"}[name]
    assert other not in imported(CHECKOUT / "tablegen" / f"{name}.py")


def test_searches_know_nothing_of_the_tables() -> None:
    for name in ("puzzle", "estimates", "uninformed", "informed"):
        file = CHECKOUT / "app" / "searches" / f"{name}.py"
        ours = {n for n in imported(file) if n.split(".")[0] in ("app", "tablegen")}
        assert all(n.startswith("app.searches") for n in ours), ours


def test_importing_the_application_loads_no_builder_and_no_tables() -> None:
    found = loaded("import app.main")
    assert "tablegen.build" not in found
    assert "tablegen.verify" not in found
    opened = "import builtins, io, os\nopened = []\nsys.addaudithook(lambda event, arguments:"
    opened += " opened.append(str(arguments[0])) if event == 'open' else None)\nimport app.main\n"
    opened += "assert not [name for name in opened if name.endswith('.npy')], opened"
    loaded(opened)


@pytest.mark.parametrize("job", ["solve", "batch", "tables"])
def test_a_small_job_loads_only_what_it_needs(job: str) -> None:
    found = loaded(f"import app.cli\nimport app.commands.{job}")
    needless = {"fastapi", "starlette", "uvicorn", "httpx", "tqdm", "asyncio", "prometheus_client"}
    assert not found & needless
    assert not {"tablegen.build", "tablegen.verify", "concurrent.futures"} & found
