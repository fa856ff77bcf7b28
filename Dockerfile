# The image of the service: locked dependencies, proven tables, a plain user, nothing to write to.

FROM python:3.11-slim-bookworm AS base

# The tools and the wheels, which the last stage leaves behind. What the lock's digests do not name
# is not downloaded, nothing is compiled, and what runs is installed from the wheels alone.
FROM base AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /build
COPY requirements.txt ./
RUN python -m pip download --require-hashes --only-binary :all: --dest wheels -r requirements.txt \
 && python -m venv --without-pip tools \
 && python -m pip --python tools/bin/python install --no-index --find-links wheels hatchling
COPY pyproject.toml README.md ./
COPY tablegen tablegen
COPY app app
RUN python -m pip --python tools/bin/python wheel \
        --no-deps --no-build-isolation --wheel-dir wheels . \
 && python -m venv --without-pip /opt/eight \
 && python -m pip --python /opt/eight/bin/python install \
        --no-index --find-links wheels eight-tablebase
COPY data/manifest.json committed.json
RUN /opt/eight/bin/eight tables build /opt/tables \
 && /opt/eight/bin/eight tables verify /opt/tables \
 && cmp committed.json /opt/tables/manifest.json \
 && chmod -R u=rwX,go=rX /opt/eight /opt/tables

FROM base
COPY --from=build /opt/eight /opt/eight
COPY --from=build /opt/tables /opt/tables
ENV PATH=/opt/eight/bin:$PATH \
    EIGHT_TABLES=/opt/tables \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 10001:10001
WORKDIR /
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 CMD ["python", "-c", \
    "import http.client; \
     service = http.client.HTTPConnection('127.0.0.1', 8000, timeout=2); \
     service.request('GET', '/readyz'); \
     raise SystemExit(service.getresponse().status != 200)"]
CMD ["eight", "serve", "--host", "0.0.0.0"]
