import { expect, test } from "bun:test";
import { loadConfig } from "../../app/config.ts";

const endpoint = "http://collector.example:4318";
const read = (env: Record<string, string>, offline = false) =>
  loadConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    HUB_OFFLINE: offline ? "1" : "0",
    ...env,
  }).traces;

test("traces are on if a collector is set, with OpenTelemetry's own variables", () => {
  expect(loadConfig({}).traces).toBeUndefined();
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: "" })).toBeUndefined();
  expect(read({})).toEqual({
    url: `${endpoint}/v1/traces`,
    headers: "",
    serviceName: "utilhub",
    ratio: 1,
    delayMs: 2000,
    timeoutMs: 5000,
  });
  expect(
    read({
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.example/otlp/",
      OTEL_EXPORTER_OTLP_HEADERS: "a=b",
      OTEL_SERVICE_NAME: "mine",
      OTEL_TRACES_SAMPLER_ARG: "0.25",
      OTEL_BSP_SCHEDULE_DELAY: "500",
      OTEL_EXPORTER_OTLP_TIMEOUT: "300",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    }),
  ).toEqual({
    url: "https://c.example/otlp/v1/traces",
    headers: "a=b",
    serviceName: "mine",
    ratio: 0.25,
    delayMs: 500,
    timeoutMs: 300,
  });
});

test.each([
  ["ENDPOINT", { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }],
  ["ENDPOINT", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c.example/?key=1" }],
  ["ENDPOINT", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://ada:pass@c.example" }],
  ["PROTOCOL", { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }],
  ["SAMPLER_ARG", { OTEL_TRACES_SAMPLER_ARG: "2" }],
  ["SAMPLER_ARG", { OTEL_TRACES_SAMPLER_ARG: "half" }],
  ["DELAY", { OTEL_BSP_SCHEDULE_DELAY: "0" }],
  ["TIMEOUT", { OTEL_EXPORTER_OTLP_TIMEOUT: "1.5" }],
])("an error names its variable: %s", (name, env) => {
  expect(() => read(env)).toThrow(name);
  expect(() => read(env)).not.toThrow("pass@");
});

test("an offline hub requires a local collector", () => {
  expect(() => read({}, true)).toThrow("HUB_OFFLINE");
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }, true)?.ratio).toBe(1);
});
