import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import {
  type ExportResult,
  ExportResultCode,
  parseKeyPairsIntoRecord,
  parseTraceParent,
} from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { HubError } from "../../contract/errors.ts";
import type { Reach } from "../../host/doors/grant.ts";
import type { RunInJob } from "../../host/jobs/run-in-job.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Target } from "../../platform/metrics/answers.ts";
import type { TraceSettings } from "./trace-settings.ts";

type Fetch = (request: Request) => Response | Promise<Response>;

/** Spans that wait to be sent: further ones are dropped, and no call waits for a collector. */
const queueMax = 2048;
const batchMax = 512;
/** How long the end of the hub waits for the last spans. */
const closeMsMax = 2000;

/** What a request's method may be called: anybody could make up others. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Traces of calls, as OpenTelemetry has them. Loaded only where there is a collector. No path, query,
 * key or address of a caller is among what is told: only the route, the account's id and how it went.
 */
export class Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: ReturnType<TracerProvider["getTracer"]>;
  /** What the code of a call is running within, wherever it awaits. */
  readonly #current = new AsyncLocalStorage<Context>();

  constructor(
    { url, headers, serviceName, ratio, delayMs, timeoutMs }: TraceSettings,
    { version, log }: { version: string; log: Log },
  ) {
    const exporter = new OTLPTraceExporter({
      url,
      headers: parseKeyPairsIntoRecord(headers),
      timeoutMillis: timeoutMs,
    });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({
        "service.name": serviceName,
        "service.version": version,
        "service.instance.id": crypto.randomUUID(),
      }),
      // Whoever calls within a trace of his own has decided for all of it.
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: new ToldExporter(exporter, { url, log }),
          maxQueueSize: queueMax,
          maxExportBatchSize: batchMax,
          scheduledDelayMillis: delayMs,
          exportTimeoutMillis: timeoutMs,
        }),
      ],
    });
    this.#tracer = this.#provider.getTracer("utilhub", version);
  }

  /**
   * The same answers, each within a span: that of a request which the hub makes of itself is part of the
   * call that it is made for. A stream's ends when it begins to be sent.
   */
  around(fetch: Fetch, { isOwn = false }: { isOwn?: boolean } = {}): Fetch {
    return (request) => {
      const method = methods.has(request.method) ? request.method : "_OTHER";
      const call = isOwn ? this.#current.getStore() : undefined;
      const parent = call ?? parentOf(request.headers.get("traceparent"));
      const attributes = { "http.request.method": method };
      const kind = isOwn ? SpanKind.INTERNAL : SpanKind.SERVER;
      const span = this.#tracer.startSpan(method, { kind, attributes }, parent);
      const end = (response: Response) => {
        noteStatus(span, response.status, 500);
        span.setAttribute("hub.request_id", response.headers.get("x-request-id") ?? "");
        span.end();
        return response;
      };
      const fail = (error: unknown): never => {
        noteFailure(span, error);
        span.end();
        throw error;
      };
      try {
        const answer = this.#current.run(trace.setSpan(ROOT_CONTEXT, span), () => fetch(request));
        return answer instanceof Promise ? answer.then(end, fail) : end(answer);
      } catch (error) {
        return fail(error);
      }
    };
  }

  /** Says of the call that is being answered which route it has, and whose it is. */
  note(
    { service }: Target,
    { path, account }: { path: string; account: string | undefined },
  ): void {
    const context = this.#current.getStore();
    const span = context && trace.getSpan(context);
    if (!span?.isRecording()) return;
    const { name } = span as Span & { name: string };
    span.updateName(`${name} ${path}`);
    span.setAttribute("http.route", path);
    span.setAttribute("hub.service", service);
    if (account !== undefined) span.setAttribute("hub.account", account);
  }

  /** The same way out, where each request for a host of a manifest is a span and carries the trace on. */
  reach(reach: Reach): Reach {
    return async (url, init, hosts) => {
      const parent = this.#current.getStore();
      // Whoever owns an address that a user names learns nothing of who else belongs to the call.
      if (!parent || hosts === "public") return reach(url, init, hosts);
      const method = init.method ?? "GET";
      const span = this.#tracer.startSpan(
        `${method} ${url.host}`,
        {
          kind: SpanKind.CLIENT,
          attributes: { "http.request.method": method, "server.address": url.hostname },
        },
        parent,
      );
      try {
        const headers = { traceparent: traceParentOf(span), ...init.headers };
        const response = await reach(url, { ...init, headers }, hosts);
        noteStatus(span, response.status, 400);
        return response;
      } catch (error) {
        noteFailure(span, error);
        throw error;
      } finally {
        span.end();
      }
    };
  }

  /** The same job processes: a span for the wait, and one for the work with what it asks the hub for. */
  jobs(runInJob: RunInJob): RunInJob {
    return async (target, values, call) => {
      const parent = this.#current.getStore();
      // What plugins do by the clock is nobody's call: nor that which its process was started for.
      if (!parent) {
        const within = <Result>(work: () => Result) => this.#current.exit(work);
        return runInJob(target, values, { ...call, within });
      }
      const { method, path } = target.route;
      let context = parent;
      let span = this.#tracer.startSpan("wait for a process", {}, parent);
      const onStart = () => {
        span.end();
        span = this.#tracer.startSpan(`job ${method} ${path}`, {}, parent);
        context = trace.setSpan(parent, span);
      };
      const within = <Result>(work: () => Result) => this.#current.run(context, work);
      try {
        return await runInJob(target, values, { ...call, onStart, within });
      } catch (error) {
        noteFailure(span, error);
        throw error;
      } finally {
        span.end();
      }
    };
  }

  /**
   * Traces work that is done later than its call, for which nobody waits: by itself, and not as part of
   * whichever call happened to be under way when it was begun.
   */
  async later<Result>(
    { service, route }: Target,
    account: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const span = this.#tracer.startSpan(
      `later ${route}`,
      { attributes: { "hub.service": service, "hub.account": account } },
      ROOT_CONTEXT,
    );
    try {
      return await this.#current.run(trace.setSpan(ROOT_CONTEXT, span), work);
    } catch (error) {
      noteFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  /** Sends what is left, if that is quick. */
  async close(): Promise<void> {
    const sent = this.#provider.shutdown().catch(() => {});
    await Promise.race([sent, Bun.sleep(closeMsMax)]);
  }
}

/** Goes on a caller's trace, where the header is sound (W3C Trace Context). */
function parentOf(header: string | null): Context {
  const parent = header === null ? null : parseTraceParent(header);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}

function traceParentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? "01" : "00"}`;
}

/** A server's own failures are errors of its span; of what a client asks for its refusals, too. */
function noteStatus(span: Span, status: number, errorsFrom: number): void {
  span.setAttribute("http.response.status_code", status);
  if (status < errorsFrom) return;
  span.setAttribute("error.type", String(status));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** By its code or name alone: what it says may be somebody's text. */
function noteFailure(span: Span, error: unknown): void {
  const type = error instanceof HubError ? error.code : (error as Error | undefined)?.name;
  span.setAttribute("error.type", type ?? "_OTHER");
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Tells the log when spans begin to be lost, and when they no longer are. */
class ToldExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Log;
  readonly #url: string;
  #isFailing = false;

  constructor(exporter: SpanExporter, { url, log }: { url: string; log: Log }) {
    this.#exporter = exporter;
    this.#url = url;
    this.#log = log;
  }

  export(spans: Parameters<SpanExporter["export"]>[0], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      this.#note(result);
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  #note({ code, error }: ExportResult): void {
    const isFailing = code === ExportResultCode.FAILED;
    if (isFailing && !this.#isFailing)
      this.#log.warn(`Cannot send traces to "${this.#url}"`, { cause: error });
    if (!isFailing && this.#isFailing) this.#log.info(`Traces are sent to "${this.#url}" again`);
    this.#isFailing = isFailing;
  }
}
