import packageJson from "../../package.json" with { type: "json" };
import { AccessLog } from "../platform/log/access-log.ts";
import type { Log, LogFormat, LogOutput } from "../platform/log/log.ts";
import { Answers } from "../platform/metrics/answers.ts";
import type { TraceSettings } from "./tracing/trace-settings.ts";
import type { Tracing } from "./tracing/tracing.ts";

/** The settings of the access log and traces. */
interface TelemetrySettings {
  /** Whether each response is logged. */
  accessLog: boolean;
  log: LogFormat;
  /** The trace collector, if there is one. */
  traces: TraceSettings | undefined;
}

/** The counters, access log and traces of calls. */
export interface Telemetry {
  answers: Answers;
  accessLog: AccessLog | undefined;
  tracing: Tracing | undefined;
}

/** Opens the counters, and the access log and traces if they are enabled. */
export async function openTelemetry(
  settings: TelemetrySettings,
  { log, output }: { log: Log; output?: LogOutput | undefined },
): Promise<Telemetry> {
  return {
    answers: new Answers(),
    accessLog: settings.accessLog && output ? new AccessLog(output, settings.log) : undefined,
    tracing: settings.traces && (await openTracing(settings.traces, log)),
  };
}

/** Loads the tracing library only if there is a collector, because it takes some megabytes. */
async function openTracing(settings: TraceSettings, log: Log): Promise<Tracing> {
  const { Tracing } = await import("./tracing/tracing.ts");
  return new Tracing(settings, { version: packageJson.version, log });
}
