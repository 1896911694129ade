# syntax=docker/dockerfile:1
# acap gate, for any origin: docker build -t acap-gate . ; how to run it: docs/deploy.md, "In a container".
ARG BUILD=node:24-bookworm-slim
ARG RUN=node:24-bookworm-slim

FROM ${BUILD} AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run -s build:cli && npm run -s build:gate

FROM ${RUN}
ENV NODE_ENV=production
WORKDIR /
COPY --from=build /build/package.json /build/LICENSE /acap/
COPY --from=build /build/dist/acap.js /acap/dist/
COPY --from=build /build/dist/gate /acap/dist/gate
USER 65532:65532
VOLUME /policies
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=2s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9090/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/acap/dist/acap.js", "gate", "/policies", "--listen", "0.0.0.0:8000", "--admin", "9090"]
