# syntax=docker/dockerfile:1

# Two images of a hub: "hub" (the last stage, so the default) contains every engine; "slim" omits Chromium, Apertium, OCR
# and offline voices: what needs them fails with 501 or 503.

FROM docker.io/oven/bun:1.4.5-slim AS bun

FROM docker.io/library/debian:trixie-slim AS system
# The user ID is unlikely to exist on a host. tini forwards signals and reaps zombie processes.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates tini \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 utilhub \
  && useradd --uid 10001 --gid utilhub --home-dir /data --no-create-home --shell /usr/sbin/nologin utilhub \
  && install -d -o utilhub -g utilhub -m 700 /data
COPY --from=bun /usr/local/bin/bun /usr/local/bin/bun

FROM system AS packages
WORKDIR /srv/utilhub
COPY . .
# The bundled Chromium is removed: "hub" installs Debian's, which gets security updates, and "slim" has none.
# The lists of autonomous systems are removed after they are packed into one file.
RUN bun install --frozen-lockfile --production \
  && bun scripts/prune.ts \
  && HUB_DATA=/tmp/data bun scripts/data.ts make ip-geo/systems \
  && rm -r node_modules/.bun/@sparticuz+chromium@*/node_modules/@sparticuz/chromium/bin \
    node_modules/.bun/@ip-location-db+asn@*/node_modules/@ip-location-db/asn/*.csv \
  && bun core/capture-examples.ts \
  && HUB_DATA=/tmp/data bun scripts/data.ts bundle \
  && bun scripts/sbom.ts > sbom.cdx.json

# The engines that "slim" omits: OCR and offline voices.
FROM packages AS trimmed
RUN rm -r node_modules/.bun/@echogarden+* node_modules/.bun/tesseract.js-core@* node_modules/.bun/@tesseract.js-data+* \
  node_modules/.bun/lindera-wasm-nodejs-ipadic@*

FROM system AS base
ARG COMMIT=""
ENV HUB_DATA=/data HUB_COMMIT=$COMMIT
# Memory settings of the runtime: docs/ARCHITECTURE.md, "Speed".
ENV MIMALLOC_PURGE_DELAY=10000 BUN_JSC_gcMaxHeapSize=8388608
WORKDIR /srv/utilhub
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["bun", "-e", "const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`); process.exit(ok ? 0 : 1)"]
ENTRYPOINT ["tini", "--", "bun", "--max-http-header-size=1048576"]
CMD ["core/main.ts"]

FROM base AS slim
COPY --from=trimmed /srv/utilhub /srv/utilhub

FROM base AS hub
COPY --from=packages /srv/utilhub /srv/utilhub
USER root
# Fonts for web pages. The hub contains fonts for other scripts and for its own images. Chromium draws without a GPU by its
# own libraries, so Mesa's drivers and the compiler that they need are removed.
RUN bun scripts/install-apertium.ts \
  && apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation \
  && rm -rf /var/lib/apt/lists/* /usr/lib/*/libLLVM* /usr/lib/*/libgallium* /usr/lib/*/libz3*
USER 10001:10001
