# The first stage installs the bot with its libraries, the second has what runs and nothing to build with.
FROM python:3.13-slim AS build
WORKDIR /src
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
RUN python -m venv --without-pip /opt/koikoi
# The libraries change seldom: a layer of their own. `scripts` are fonts for the names of all the world's people.
COPY pyproject.toml ./
RUN python -c "import tomllib; it = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
print(*it['dependencies'], *it['optional-dependencies']['scripts'], sep='\n')" > libraries.txt \
 && pip --python /opt/koikoi/bin/python install --requirement libraries.txt
COPY README.md LICENSE ./
COPY engine engine
COPY images images
COPY bot bot
COPY cogs cogs
RUN pip --python /opt/koikoi/bin/python install --no-deps .

FROM python:3.13-slim
# A fixed number, so that a folder of the host can be given to it: chown 10001:10001.
RUN groupadd --gid 10001 koikoi \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin koikoi \
 && install --directory --owner=koikoi --group=koikoi --mode=0700 /data
COPY --from=build /opt/koikoi /opt/koikoi
ENV PATH=/opt/koikoi/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 KOIKOI_DATA=/data
USER 10001:10001
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=90s --retries=3 CMD ["koikoi", "health"]
ENTRYPOINT ["koikoi"]
CMD ["run"]
