# syntax=docker/dockerfile:1
# acap gate, for any origin: docker build -t acap-gate . ; how to run it: docs/deploy.md, "In a container".
ARG BUILD=node:24-bookworm-slim
ARG RUN=node:24-bookworm-slim

FROM ${BUILD} AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run -s build:cli && npm pack --ignore-scripts --silent \
  && npm install --prefix /acap --ignore-scripts --no-audit --no-fund ./acap-edge-*.tgz \
    "@redis/client@$(node -p "require('./package.json').devDependencies['@redis/client']")"

FROM ${RUN}
ENV NODE_ENV=production
WORKDIR /
COPY --from=build /acap /acap
USER 65532:65532
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=2s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9090/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/acap/node_modules/acap-edge/dist/acap.js", "gate", "/policies", "--listen", "0.0.0.0:8000", "--admin", "0.0.0.0:9090"]
