# A small image: Node.js, which runs the TypeScript sources, and the production packages.
# Data is stored in /data: mount a volume there, or set DATABASE_URL to a PostgreSQL database.

FROM node:26-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:26-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8583 \
    DATABASE_URL=sqlite:/data/sandcard.db
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY src ./src
COPY README.md ./
COPY docs ./docs
USER node
VOLUME /data
EXPOSE 8583
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
