import { isLoopback } from "../../lib/ip-address.ts";

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
  get: <Value = string | undefined>(name: string) => Value,
  { offline }: { offline: boolean },
): TraceSettings | undefined {
  const given = get("OTEL_EXPORTER_OTLP_ENDPOINT");
  if (!given) return undefined;
  const url = new URL(given);
  if (offline && !isLoopback(url.hostname))
    throw new Error(
      `OTEL_EXPORTER_OTLP_ENDPOINT must be on localhost if HUB_OFFLINE is set: it is on "${url.hostname}"`,
    );
  return {
    url: `${url.href.replace(/\/$/, "")}/v1/traces`,
    headers: get("OTEL_EXPORTER_OTLP_HEADERS") ?? "",
    serviceName: get<string>("OTEL_SERVICE_NAME"),
    ratio: get<number>("OTEL_TRACES_SAMPLER_ARG"),
    delayMs: get<number>("OTEL_BSP_SCHEDULE_DELAY"),
    timeoutMs: get<number>("OTEL_EXPORTER_OTLP_TIMEOUT"),
  };
}
