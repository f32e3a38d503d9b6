# Production dependencies are built with the compiler image and copied into the slim one, with the bundle that the program
# starts from. The tag is the version of Node.js in package.json.
FROM docker.io/library/node:26.10.0-bookworm AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# There is nothing to bundle yet.
RUN npm pkg delete scripts.prepare && npm ci
COPY package.json ./
COPY src src
COPY commands commands
COPY build build
RUN node build/make-bundle.ts && npm prune --omit=dev --ignore-scripts

FROM docker.io/library/node:26.10.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
# DATA_DIR, unless it is set: `data`, relative to the working directory. A new volume gets this folder's owner and mode.
RUN install --directory --owner=node --group=node --mode=700 data
COPY --from=dependencies /app/node_modules node_modules
COPY LICENSE package.json ./
COPY src src
COPY commands commands
RUN install --directory --owner=node --group=node node_modules/.cache/mynah
# The user `node`. Kubernetes can tell from a number alone that it isn't root.
USER 1000:1000
# Compiled once, here: the root is read-only later. Node.js reads only what the same user compiled.
ENV NODE_COMPILE_CACHE=/app/node_modules/.cache/mynah
RUN ["node", "--input-type=module", "--eval", "await import('./node_modules/.cache/mynah/bundle/bot-process.mjs'); await import('./node_modules/.cache/mynah/bundle/voice-thread.mjs')"]
VOLUME /app/data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HTTP_PORT || 8080}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Arguments of `docker run` are Mynah's own, such as --check.
ENTRYPOINT ["node", "src/main.ts"]
