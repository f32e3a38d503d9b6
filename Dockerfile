# Production dependencies are built with the compiler image and copied into the slim one.
FROM node:26-bookworm AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev

FROM node:26-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
RUN mkdir data && chown node:node data
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY src src
COPY commands commands
USER node
# DATA_DIR, unless it is set: `data`, relative to the working directory.
VOLUME /app/data
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HTTP_PORT || 8080}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
