import { isLoopback } from "../../platform/mail/mail-settings.ts";

/** The destination of traces, from OpenTelemetry's environment variables. */
export interface TraceSettings {
  /** The URL that spans are posted to. */
  readonly url: string;
  /** Additional headers, as `name=value,…`. They may be secret. */
  readonly headers: string;
  readonly serviceName: string;
  /** The share of calls that are traced if their callers don't decide it. */
  readonly ratio: number;
  /** The delay for batching spans. */
  readonly delayMs: number;
  /** The time limit for sending a batch, including retries. */
  readonly timeoutMs: number;
}

/**
 * Parses the trace settings. Returns nothing if tracing is off. Throws an error if they are invalid. An
 * offline hub may only use a collector on its own machine.
 */
export function readTraceSettings(
  env: Readonly<Record<string, string | undefined>>,
  { offline }: { offline: boolean },
): TraceSettings | undefined {
  const given = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!given) return undefined;
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new Error(
      `OTEL_EXPORTER_OTLP_ENDPOINT must be a base URL such as http://127.0.0.1:4318: it is "${given}"`,
    );
  if (url.username || url.password)
    throw new Error(
      "OTEL_EXPORTER_OTLP_ENDPOINT must not contain a user or a password: set OTEL_EXPORTER_OTLP_HEADERS instead",
    );
  if (offline && !isLoopback(url.hostname))
    throw new Error(
      `OTEL_EXPORTER_OTLP_ENDPOINT must be on localhost if HUB_OFFLINE is set: it is on "${url.hostname}"`,
    );
  const protocol = env.OTEL_EXPORTER_OTLP_PROTOCOL || "http/json";
  if (protocol !== "http/json")
    throw new Error(
      `OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, which collectors accept at the port of http/protobuf: it is "${protocol}"`,
    );
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  if (!(ratio >= 0 && ratio <= 1))
    throw new Error(
      `OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1: it is "${env.OTEL_TRACES_SAMPLER_ARG}"`,
    );
  return {
    url: `${url.href.replace(/\/$/, "")}/v1/traces`,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? "",
    serviceName: env.OTEL_SERVICE_NAME || "utilhub",
    ratio,
    delayMs: parseMs(env, "OTEL_BSP_SCHEDULE_DELAY", 2000),
    timeoutMs: parseMs(env, "OTEL_EXPORTER_OTLP_TIMEOUT", 5000),
  };
}

function parseMs(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  fallback: number,
): number {
  const ms = Number(env[name] || fallback);
  if (Number.isInteger(ms) && ms >= 1 && ms <= 60_000) return ms;
  throw new Error(`${name} must be a whole number from 1 to 60000: it is "${env[name]}"`);
}
