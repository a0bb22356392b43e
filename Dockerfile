# Builds the hub with Swift's runtime inside of it, and puts it alone into a small image.
FROM swift:6.2-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libssl-dev zlib1g-dev libsqlite3-dev libcurl4-openssl-dev libexpat1-dev libpq-dev libqrencode-dev pkg-config \
        fonts-inter fonts-vollkorn fonttools python3-brotli
COPY bin/fonts bin/flags bin/
RUN bin/fonts /fonts
WORKDIR /tablecast
# The dependencies change seldom: they are fetched before the sources are copied, in the versions that
# Package.swift pins, and the build takes these and no others.
COPY Package.swift ./
RUN swift package resolve
COPY Sources Sources
COPY Tests Tests
RUN swift build --configuration release $(/bin/flags release) --product tablecast --static-swift-stdlib --force-resolved-versions \
    && install --strip "$(swift build --configuration release --static-swift-stdlib --show-bin-path)/tablecast" /usr/local/bin/

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libssl3 zlib1g libsqlite3-0 libcurl4 libexpat1 libpq5 libqrencode4 ca-certificates tzdata curl libjs-leaflet \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /data tablecast \
    && install --directory --owner tablecast --mode 0700 /data /data/backups
COPY --from=build /usr/local/bin/tablecast /usr/local/bin/tablecast
COPY --from=build /fonts /usr/share/tablecast/fonts
COPY Public /usr/share/tablecast/Public
USER tablecast
# SQLite's temporary files go where alone may be written when the container is read-only.
ENV TABLECAST_DATA=/data TABLECAST_PUBLIC=/usr/share/tablecast/Public TABLECAST_FONTS=/usr/share/tablecast/fonts TABLECAST_PORT=8080 SQLITE_TMPDIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
    CMD curl --fail --silent --show-error "http://localhost:${TABLECAST_PORT}/readyz"
# Stopped with SIGTERM, it says goodbye to the screens and ends within ten seconds.
STOPSIGNAL SIGTERM
ENTRYPOINT ["tablecast"]
CMD ["serve"]
