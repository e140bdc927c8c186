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

/** The maximum number of queued spans. Further ones are dropped, so that no call waits for a collector. */
const queueMax = 2048;
const batchMax = 512;
/** The maximum wait for the last spans at shutdown. */
const closeMsMax = 2000;

/** The known request methods. Others are not recorded, because callers can make them up. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Traces calls with OpenTelemetry. Loaded only if there is a collector. Spans never contain a caller's
 * path, query, key or IP address, only the route, the account id and the outcome.
 */
export class Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: ReturnType<TracerProvider["getTracer"]>;
  /** The trace context of the current call, across awaits. */
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
      // If the caller sends a trace context, its sampling decision applies to the whole trace.
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: new LoggingExporter(exporter, { url, log }),
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
   * Wraps a handler so that each response has a span. Requests that the hub makes to itself belong to the
   * call that they are made for. The span of a stream ends when sending starts.
   */
  around(fetch: Fetch, { isOwn = false }: { isOwn?: boolean } = {}): Fetch {
    return (request) => {
      const method = methods.has(request.method) ? request.method : "_OTHER";
      const call = isOwn ? this.#current.getStore() : undefined;
      const parent = call ?? parseParent(request.headers.get("traceparent"));
      const attributes = { "http.request.method": method };
      const kind = isOwn ? SpanKind.INTERNAL : SpanKind.SERVER;
      const span = this.#tracer.startSpan(method, { kind, attributes }, parent);
      const end = (response: Response) => {
        recordStatus(span, response.status, 500);
        span.setAttribute("hub.request_id", response.headers.get("x-request-id") ?? "");
        span.end();
        return response;
      };
      const fail = (error: unknown): never => {
        recordFailure(span, error);
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

  /** Adds the route and the account to the span of the current call. */
  annotateSpan(
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

  /** Wraps outbound requests: each request to a host of a manifest gets a span and a `traceparent` header. */
  reach(reach: Reach): Reach {
    return async (url, init, hosts) => {
      const parent = this.#current.getStore();
      // Requests to URLs of users are not traced: their owners must not learn which requests belong
      // together.
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
        const headers = { traceparent: formatTraceParent(span), ...init.headers };
        const response = await reach(url, { ...init, headers }, hosts);
        recordStatus(span, response.status, 400);
        return response;
      } catch (error) {
        recordFailure(span, error);
        throw error;
      } finally {
        span.end();
      }
    };
  }

  /**
   * Wraps job processes: adds a span for the wait, and one for the work that includes its outbound
   * requests.
   */
  jobs(runInJob: RunInJob): RunInJob {
    return async (target, values, call) => {
      const parent = this.#current.getStore();
      // Scheduled work belongs to no call, not even to the one that its process was started for.
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
        recordFailure(span, error);
        throw error;
      } finally {
        span.end();
      }
    };
  }

  /**
   * Traces work that runs after its call, in a trace of its own. It must not belong to another call that happens
   * to be in progress when it starts.
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
      recordFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  /** Sends the remaining spans, within a time limit. */
  async close(): Promise<void> {
    const sent = this.#provider.shutdown().catch(() => {});
    await Promise.race([sent, Bun.sleep(closeMsMax)]);
  }
}

/** Continues a caller's trace if the header is valid (W3C Trace Context). */
function parseParent(header: string | null): Context {
  const parent = header === null ? null : parseTraceParent(header);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}

function formatTraceParent(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? "01" : "00"}`;
}

/**
 * Records a response status. For the hub's own responses only 5xx are errors. For outbound requests 4xx
 * are, too.
 */
function recordStatus(span: Span, status: number, errorsFrom: number): void {
  span.setAttribute("http.response.status_code", status);
  if (status < errorsFrom) return;
  span.setAttribute("error.type", String(status));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Records a failure by its code or name only, because its message may contain user data. */
function recordFailure(span: Span, error: unknown): void {
  const type = error instanceof HubError ? error.code : (error as Error | undefined)?.name;
  span.setAttribute("error.type", type ?? "_OTHER");
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Logs when sending spans starts to fail, and when it works again. */
class LoggingExporter implements SpanExporter {
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
      this.#logChange(result);
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  #logChange({ code, error }: ExportResult): void {
    const isFailing = code === ExportResultCode.FAILED;
    if (isFailing && !this.#isFailing)
      this.#log.warn(`Cannot send traces to "${this.#url}"`, { cause: error });
    if (!isFailing && this.#isFailing) this.#log.info(`Traces are sent to "${this.#url}" again`);
    this.#isFailing = isFailing;
  }
}
