import type { Access } from "../../accounts/access.ts";
import { Call } from "../../accounts/call.ts";
import { HubError } from "../../contract/errors.ts";
import { bareType } from "../../contract/schema.ts";
import type { PluginDoors } from "../../host/doors/grant.ts";
import { callFacts } from "../../host/handler/call-facts.ts";
import { createShapeFinder } from "../../host/handler/error-shape.ts";
import type { RunInJob } from "../../host/jobs/run-in-job.ts";
import type { LoadedPlugin, LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import type { Log } from "../../platform/log/log.ts";
import { readUpTo } from "../../server/async/read-up-to.ts";
import { Endpoint } from "../../server/http/endpoint.ts";
import { refuse, respond } from "../../server/http/respond.ts";
import { buildSampleCall } from "./sample-call.ts";

/** The response of an endpoint to its own example. */
export interface CapturedAnswer {
  status: number;
  /** Its media type, without parameters. */
  type: string;
  /** Undefined if the response is too large to store. */
  bytes: Uint8Array<ArrayBuffer> | undefined;
  /** The target of a redirect. */
  location: string | undefined;
  /** A hash of the bytes. */
  version: string;
  /** The time from which a failure is retried, in milliseconds since 1970. */
  until: number;
  /** The first page of a PDF, if this hub has the service that renders it. */
  picture?: { type: string; bytes: Uint8Array<ArrayBuffer> } | undefined;
}

export interface CapturedAnswersOptions {
  /** The plugins that are served at the moment, and the hub's own routes. */
  plugins: () => readonly LoadedPlugin[];
  /** Returns the doors for a plugin's handlers. They must not give access to the hub's own records. */
  getDoors: (plugin: LoadedPlugin) => PluginDoors;
  runInJob: RunInJob;
  /** The base URL for links in responses. */
  baseUrl: string;
  now: () => number;
  log: Log;
  /** Waits between two captures. */
  rest?: (ms: number) => Promise<unknown>;
  /** Timeout of a capture, including its wait for a job process. Default: 45,000. */
  timeoutMs?: number;
}

/** Largest response that is stored. */
const answerBytesMax = 4_194_304;
/** Largest total size of the stored responses. Later ones are stored without their bytes. */
const totalBytesMax = 33_554_432;
/** Lifetime of a stored failure. After it, the endpoint is called again. */
const failureMs = 300_000;
/** The longest pause after a capture. */
const restMsMax = 500;

/**
 * The responses of endpoints to their own examples, for the documentation. An endpoint runs when a reader
 * first opens its example, and only once. Captures run one at a time. The pause after each is as long as
 * the capture was, up to `restMsMax`. They use no key and aren't counted.
 */
export class CapturedAnswers {
  /** Number of captured responses. Pages rendered at an earlier revision may be out of date. */
  revision = 0;
  readonly #options: CapturedAnswersOptions;
  readonly #stored = new Map<LoadedRoute, CapturedAnswer & { plugin: LoadedPlugin }>();
  readonly #running = new Map<LoadedRoute, Promise<CapturedAnswer>>();
  readonly #timeoutMs: number;
  /** The captures that wait. The newest runs first, since its reader waits for one answer and not for a whole gallery. */
  readonly #waiting: (() => Promise<unknown>)[] = [];
  #isBusy = false;

  constructor(options: CapturedAnswersOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? 45_000;
  }

  /** Returns the stored response of an endpoint. Undefined if there is none or it has expired. */
  find(loaded: LoadedRoute): CapturedAnswer | undefined {
    const stored = this.#stored.get(loaded);
    return stored && stored.until > this.#options.now() ? stored : undefined;
  }

  /** Returns the response of an endpoint to its example. Calls the endpoint if none is stored. */
  async capture(plugin: LoadedPlugin, loaded: LoadedRoute): Promise<CapturedAnswer> {
    const known = this.find(loaded) ?? this.#running.get(loaded);
    if (known) return known;
    const { promise, resolve } = Promise.withResolvers<CapturedAnswer>();
    this.#running.set(loaded, promise);
    this.#waiting.push(() => {
      resolve(this.#run(plugin, loaded));
      return promise.catch(() => {});
    });
    if (!this.#isBusy) void this.#runWaiting();
    return promise;
  }

  async #runWaiting(): Promise<void> {
    const { rest = Bun.sleep } = this.#options;
    this.#isBusy = true;
    for (let run = this.#waiting.pop(); run; run = this.#waiting.pop()) {
      const startedAt = performance.now();
      await run();
      await rest(Math.min(performance.now() - startedAt, restMsMax));
    }
    this.#isBusy = false;
  }

  async #run(plugin: LoadedPlugin, loaded: LoadedRoute): Promise<CapturedAnswer> {
    try {
      const example = { base: this.#options.baseUrl, timeoutMs: this.#timeoutMs };
      const answer = await this.#callEndpoint(plugin, loaded, buildExampleRequest(loaded, example));
      const picture = answer.type === "application/pdf" ? await this.#renderPdf(answer) : undefined;
      this.#stored.delete(loaded);
      const captured = { ...answer, picture, plugin };
      const fits = this.#measureStored() + measureAnswer(captured) <= totalBytesMax;
      const stored = fits ? captured : { ...captured, bytes: undefined, picture: undefined };
      this.#stored.set(loaded, stored);
      this.revision++;
      return captured;
    } finally {
      this.#running.delete(loaded);
    }
  }

  /** Drops the responses of plugins that are no longer served. Returns the total size of the others. */
  #measureStored(): number {
    const served = new Set(this.#options.plugins());
    let sum = 0;
    for (const [loaded, answer] of this.#stored) {
      if (served.has(answer.plugin)) sum += measureAnswer(answer);
      else this.#stored.delete(loaded);
    }
    return sum;
  }

  /** Handles a request like any call, from input validation to the response headers. */
  async #callEndpoint(
    plugin: LoadedPlugin,
    loaded: LoadedRoute,
    { request, params }: { request: Request; params: Record<string, string> },
  ): Promise<CapturedAnswer> {
    const { log, plugins, now } = this.#options;
    const findShape = createShapeFinder(plugins());
    const call = new Call(request, null);
    const answer = async () => {
      const reply = await this.#createEndpoint(plugin, loaded).answer(call, params);
      return readAnswer(await respond(call, loaded, reply));
    };
    const { status, headers, bytes } = await withTimeout(answer(), this.#timeoutMs).catch((error) =>
      readAnswer(refuse(call, error, { log, findShape })),
    );
    return {
      status,
      type: bareType(headers.get("content-type") ?? "").toLowerCase(),
      bytes,
      location: headers.get("location") ?? undefined,
      version: Bun.hash(bytes ?? "").toString(36),
      until: status < 400 ? Number.POSITIVE_INFINITY : now() + failureMs,
    };
  }

  #createEndpoint(plugin: LoadedPlugin, loaded: LoadedRoute): Endpoint {
    const { baseUrl, getDoors, runInJob } = this.#options;
    const doors = getDoors(plugin);
    return new Endpoint(plugin, loaded, {
      doors,
      // Handlers in a job process get the same doors.
      runInJob: (target, values, call) => runInJob(target, values, { ...call, doors }),
      repeats: false,
      ...callFacts(reader, baseUrl),
    });
  }

  /** Renders the first page of a PDF. Returns undefined if the hub has no service for it, or it fails. */
  async #renderPdf({ bytes }: CapturedAnswer): Promise<CapturedAnswer["picture"]> {
    const [plugin, loaded] = findPdfRenderer(this.#options.plugins()) ?? [];
    if (!plugin || !loaded || !bytes) return undefined;
    const request = new Request(this.#options.baseUrl + loaded.path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ file_base64: bytes.toBase64(), pages: "1", dpi: 72 }),
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    const drawn = await this.#callEndpoint(plugin, loaded, { request, params: {} });
    const isPicture = drawn.status === 200 && drawn.type.startsWith("image/");
    return isPicture && drawn.bytes ? { type: drawn.type, bytes: drawn.bytes } : undefined;
  }
}

function measureAnswer({ bytes, picture }: CapturedAnswer): number {
  return (bytes?.byteLength ?? 0) + (picture?.bytes.byteLength ?? 0);
}

/** Admits every call and counts none. Its address is from a range reserved for documentation. */
const reader: Access = {
  admitFromMemory: () => undefined,
  gateByKey: async () => undefined,
  gateByAddress: () => undefined,
  gateUnknown: async () => undefined,
  gateBody: async () => undefined,
  identify: () => ({ id: "documentation", address: "192.0.2.1" }),
  charge: () => undefined,
  // A valid signature would let every reader use it.
  sign: (_, __, path) => `${path}&hub_signature=of_your_account`,
  async refundInFull() {},
  refund() {},
  getStoredAdmission: () => undefined,
  async readmit() {},
  recheck: () => undefined,
  watch: ({ request }) => request.signal,
  unwatch() {},
  settle() {},
};

/** Finds the endpoint that renders the pages of a PDF. */
function findPdfRenderer(
  plugins: readonly LoadedPlugin[],
): [LoadedPlugin, LoadedRoute] | undefined {
  for (const plugin of plugins) {
    const loaded = plugin.routes.find(({ path }) => path === "/api/pdf/to-images");
    if (loaded) return [plugin, loaded];
  }
  return undefined;
}

/** Builds the request of a route's example, and the path parameters that the router would parse. */
function buildExampleRequest(
  loaded: LoadedRoute,
  { base, timeoutMs }: { base: string; timeoutMs: number },
) {
  const { method, url, json, texts, files } = buildSampleCall(loaded, { base, keyed: false });
  const form = new FormData();
  for (const [name, value] of [...texts, ...files]) form.append(name, value);
  const isForm = files.length > 0;
  const body = isForm ? form : json === undefined ? null : JSON.stringify(json);
  const request = new Request(url, {
    method,
    body,
    headers: body === null || isForm ? {} : { "content-type": "application/json" },
    signal: AbortSignal.timeout(timeoutMs),
  });
  const values = Object.entries(loaded.route.example.params ?? {});
  return {
    request,
    params: Object.fromEntries(values.map(([name, value]) => [name, String(value)])),
  };
}

/** Reads a response up to `answerBytesMax`, because a stream may never end. */
async function readAnswer({ status, headers, body }: Response) {
  const bytes = body ? await readUpTo(body, answerBytesMax) : new Uint8Array(0);
  return { status, headers, bytes };
}

async function withTimeout<Value>(value: Promise<Value>, ms: number): Promise<Value> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    timeout.reject(
      new HubError("job_timeout", "The endpoint did not answer its own example in time"),
    );
  }, ms);
  return Promise.race([value, timeout.promise]).finally(() => clearTimeout(timer));
}
