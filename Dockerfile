# Builds the executable, then copies that one file into a small base.
#
#   docker build -t livery .
#   docker run -p 3000:3000 -v livery:/data -e PUBLIC_URL=https://rides.example.com livery

FROM node:24-trixie-slim AS build
WORKDIR /livery
# What decides the packages comes first: an edit elsewhere finds them in the cache.
COPY package.json bun.lock bunfig.toml ./
RUN npx -y bun@1.4.5 install --frozen-lockfile
COPY . .
RUN npx -y bun@1.4.5 run build && dist/livery --version

FROM debian:trixie-slim
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin livery \
  && install -d -o livery -g livery -m 0700 /data
COPY --from=build /livery/dist/livery /usr/local/bin/livery
USER livery
WORKDIR /data
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=3000
VOLUME /data
EXPOSE 3000
# No curl in this base, and none needed: bash opens the connection.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /backend/healthz HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && read -r -t 4 line <&3 && [[ $line == *' 200 '* ]]"]
ENTRYPOINT ["livery"]
CMD ["serve"]
