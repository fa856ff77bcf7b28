"""What is given to run the service with: compose.yaml, the systemd unit, the manifests."""

import copy
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from app.service.settings import Settings
from tests.conftest import CHECKOUT, EIGHT

DEPLOY = CHECKOUT / "deploy"
UNIT = DEPLOY / "eight.service"
GRACE = Settings().grace
USER = 10001


class Strict(yaml.SafeLoader):
    """Reads YAML as its readers do, and refuses a key that stands twice."""

    def construct_mapping(self, node, deep=False):
        keys = [key.value for key, _ in node.value]
        assert "<<" in keys or len(set(keys)) == len(keys), f"a key stands twice: {keys}"
        return super().construct_mapping(node, deep)


def read(path: Path) -> list[dict]:
    with open(path) as stream:
        return list(yaml.load_all(stream, Strict))


@pytest.fixture(scope="module")
def compose() -> dict:
    (document,) = read(CHECKOUT / "compose.yaml")
    return document


def test_every_container_of_compose_is_confined(compose):
    assert set(compose["services"]) == {"eight-a", "eight-b", "nginx"}
    for service in compose["services"].values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"] and "cap_add" not in service
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["restart"] == "unless-stopped"
        assert not {"privileged", "devices", "network_mode", "pid"} & service.keys()
        assert re.fullmatch(r"\d+m", service["mem_limit"]) and service["pids_limit"] <= 128


def test_the_replicas_of_compose_are_the_image_and_are_reached_through_nginx_only(compose):
    replicas = dict(compose["services"])
    nginx = replicas.pop("nginx")
    for replica in replicas.values():
        assert replica["build"] == "." and replica["user"] == f"{USER}:{USER}"
        assert "ports" not in replica and replica["networks"] == ["inside"]
        assert int(replica["stop_grace_period"].rstrip("s")) > GRACE
    assert f"USER {USER}:{USER}" in (CHECKOUT / "Dockerfile").read_text()
    assert compose["networks"]["inside"] == {"internal": True}
    assert nginx["volumes"] == ["./deploy/nginx.conf:/etc/nginx/nginx.conf:ro"]
    assert nginx["depends_on"] == {name: {"condition": "service_healthy"} for name in replicas}
    assert all(port.startswith("127.0.0.1:") for port in nginx["ports"])
    assert nginx["healthcheck"]["test"][-1].endswith("/readyz")
    configured = (DEPLOY / "nginx.conf").read_text()
    assert set(re.findall(r"server (\S+):8000", configured)) == set(replicas)


@pytest.fixture(scope="module")
def manifests() -> dict[str, dict]:
    return {document["kind"]: document for document in read(DEPLOY / "kubernetes.yaml")}


def test_the_manifests_hold_to_their_schemas(manifests):
    import kubernetes_validate

    for document in manifests.values():
        kubernetes_validate.validate(document, "1.30", strict=True)
    wrong = copy.deepcopy(manifests["Service"])
    wrong["spec"]["selektor"] = {}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, "1.30", strict=True)


def test_the_pods_have_probes_limits_and_no_privilege(manifests):
    pod = manifests["Deployment"]["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert container["startupProbe"]["httpGet"]["path"] == "/readyz"
    assert container["livenessProbe"]["httpGet"]["path"] == "/healthz"
    assert container["securityContext"] == {
        "readOnlyRootFilesystem": True,
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
    }
    assert pod["securityContext"]["runAsNonRoot"] and pod["securityContext"]["runAsUser"] == USER
    assert pod["automountServiceAccountToken"] is False
    assert pod["enableServiceLinks"] is False  # EIGHT_PORT would be tcp://...
    assert not {"volumes", "hostNetwork", "hostPID", "hostIPC"} & pod.keys()
    slept = int(container["lifecycle"]["preStop"]["exec"]["command"][-1])
    assert pod["terminationGracePeriodSeconds"] > GRACE + slept
    for resource in ("cpu", "memory"):
        assert resource in container["resources"]["limits"]
        assert resource in container["resources"]["requests"]


def test_the_manifests_mean_the_same_pods(manifests):
    deployment = manifests["Deployment"]["spec"]
    labels = deployment["template"]["metadata"]["labels"]
    assert deployment["selector"]["matchLabels"] == labels
    assert manifests["Service"]["spec"]["selector"] == labels
    assert manifests["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    assert manifests["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"] == labels
    assert deployment["replicas"] > manifests["PodDisruptionBudget"]["spec"]["minAvailable"]
    version = re.search(r'^version = "(.+)"', (CHECKOUT / "pyproject.toml").read_text(), re.M)[1]
    image = deployment["template"]["spec"]["containers"][0]["image"]
    assert image == f"eight-tablebase:{version}"


@pytest.fixture
def unit(tmp_path) -> Path:
    """Return the unit with the command of this checkout in it, which is all that differs."""
    text = UNIT.read_text()
    assert text.count("/opt/eight/bin/eight") == 1
    path = tmp_path / UNIT.name
    path.write_text(text.replace("/opt/eight/bin/eight", EIGHT))
    return path


needs_systemd = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed"
)


@needs_systemd
def test_systemd_takes_every_line_of_the_unit(unit):
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    unit.write_text(unit.read_text().replace("NoNewPrivileges", "NoNewPrivilege"))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert "NoNewPrivilege" in done.stderr


@needs_systemd
def test_the_unit_is_exposed_to_next_to_nothing(unit):
    scored = ["systemd-analyze", "security", "--offline=true", "--threshold=15", unit]
    done = subprocess.run(scored, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-300:]  # 1.5 of 10


def test_the_unit_gives_more_time_than_the_service_takes():
    text = UNIT.read_text()
    assert int(re.search(r"TimeoutStopSec=(\d+)s", text)[1]) > GRACE
    assert "ExecReload=/bin/kill -HUP $MAINPID" in text
