# Production dependencies are built with the compiler image and copied into the slim one, with the bundle that the program
# starts from. The tag is the version of Node.js in build/pinned-node; the digest is what is pulled.
FROM docker.io/library/node:26.10.0-bookworm@sha256:2aaae6d91f99fee84cfc92da9b52c22a185752d247746052bbc3f961e44478c6 AS dependencies
RUN install --directory --owner=node --group=node /app
USER node
WORKDIR /app
COPY --chown=node package.json package-lock.json ./
COPY --chown=node build/pinned-node build/pinned-node
COPY --chown=node build/opus-binding build/opus-binding
COPY --chown=node packages/opus packages/opus
COPY --chown=node packages/pcm packages/pcm
COPY --chown=node packages/speech-wire packages/speech-wire
COPY --chown=node packages/local-discord/package.json packages/local-discord/package.json
COPY --chown=node packages/local-speech/package.json packages/local-speech/package.json
COPY --chown=node packages/loopback/package.json packages/loopback/package.json
# No script of a package runs.
RUN npm ci --ignore-scripts
COPY --chown=node src src
COPY --chown=node commands commands
COPY --chown=node locales locales
COPY --chown=node build build
# The image is not made without the native codec.
RUN npm run prepare && npm prune --omit=dev --ignore-scripts && node --eval "require('@discordjs/opus')"

FROM docker.io/library/node:26.10.0-bookworm-slim@sha256:662933cf47f013bc8e4beb31a6116448427a82057ba7c42c97e4c5ba766504c2
ENV NODE_ENV=production NODE_COMPILE_CACHE=/var/cache/mynah
WORKDIR /app
# DATA_DIR, unless it is set: `data`, relative to the working directory. A new volume gets this folder's owner and mode.
RUN install --directory --owner=node --group=node --mode=700 data
COPY --from=dependencies --chown=root:root /app/node_modules node_modules
COPY build/opus-binding build/opus-binding
COPY LICENSE package.json ./
COPY src src
COPY commands commands
COPY locales locales
COPY packages/opus packages/opus
COPY packages/pcm packages/pcm
COPY packages/speech-wire packages/speech-wire
# Compiled once, here, as the user who runs it: Node.js reads only what the same user compiled. Afterwards it is root's, so
# that the user `node` can change no code that the next start loads.
RUN install --directory --owner=node --group=node /var/cache/mynah \
  && setpriv --reuid=node --regid=node --clear-groups node --input-type=module --eval "await import('./node_modules/.cache/mynah/bundle/bot-process.mjs'); await import('./node_modules/.cache/mynah/bundle/voice-thread.mjs')" \
  && chown --recursive root:root /var/cache/mynah && chmod --recursive go=rX /var/cache/mynah
# The user `node`. Kubernetes can tell from a number alone that it isn't root.
USER 1000:1000
VOLUME /app/data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT || process.env.HTTP_PORT || 8080}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Arguments of `docker run` are Mynah's own, such as --check.
ENTRYPOINT ["node", "src/main.js"]
