# A small image: Node.js, which runs the TypeScript sources, and the production packages.
# Data is stored in /data: mount a volume there, or set DATABASE_URL to a PostgreSQL database.

FROM node:26-slim AS sources
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY README.md ./
COPY docs ./docs
COPY src ./src
COPY scripts/client.ts ./scripts/client.ts
COPY scripts/client ./scripts/client
# The client of the commands, which is generated.
RUN node scripts/client.ts && rm -r scripts

FROM node:26-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8583 \
    DATABASE_URL=sqlite:/data/sandcard.db
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=sources /app ./
# `docker exec` runs the commands of the documentation.
RUN chmod +x src/main.ts && ln -s /app/src/main.ts /usr/local/bin/sandcard
USER node
VOLUME /data
EXPOSE 8583
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
