# The first stage installs the bot with its libraries, the second has what runs and nothing to build with.
# Of one full version, both: whoever can ask a registry adds its digest (docker buildx imagetools inspect).
FROM python:3.13.15-slim-trixie AS build
WORKDIR /src
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
ENV PIP_REQUIRE_HASHES=1 PIP_ONLY_BINARY=:all:
RUN python -m venv --without-pip /opt/koikoi
# The libraries change seldom: a layer of their own. Each file of them is the one that .ci/lock has seen.
COPY .ci/image.txt .ci/build.txt ./
RUN pip --python /opt/koikoi/bin/python install --requirement image.txt && pip install --requirement build.txt
COPY pyproject.toml ./
COPY README.md LICENSE NOTICE ./
COPY engine engine
COPY images images
COPY bot bot
COPY cogs cogs
RUN PIP_REQUIRE_HASHES=0 pip wheel --no-deps --no-build-isolation --wheel-dir built . \
 && PIP_REQUIRE_HASHES=0 pip --python /opt/koikoi/bin/python install --no-deps --no-index built/*.whl

FROM python:3.13.15-slim-trixie
# Pillow loads it to write from right to left, and to shape Indic scripts.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends libfribidi0 \
 && rm -rf /var/lib/apt/lists/*
# A fixed number, so that a folder of the host can be given to it: chown 10001:10001.
RUN groupadd --gid 10001 koikoi \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin koikoi \
 && install --directory --owner=koikoi --group=koikoi --mode=0700 /data
COPY --from=build /opt/koikoi /opt/koikoi
ENV PATH=/opt/koikoi/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 KOIKOI_DATA=/data
# Where the database is written anew: in /tmp, which is memory, a large one would find no room.
ENV SQLITE_TMPDIR=/data
USER 10001:10001
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=90s --retries=3 CMD ["koikoi", "health"]
ENTRYPOINT ["koikoi"]
CMD ["run"]
