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

/** What an endpoint answered to its own example. */
export interface CapturedAnswer {
  status: number;
  /** Its media type, without parameters. */
  type: string;
  /** Nothing where the answer is larger than what is kept. */
  bytes: Uint8Array<ArrayBuffer> | undefined;
  /** Where a redirect leads. */
  location: string | undefined;
  /** Changes with what it says. */
  version: string;
  /** From when on a failure is tried again, in milliseconds since 1970. */
  until: number;
  /** The first page of a PDF, where a service of this hub draws it. */
  picture?: { type: string; bytes: Uint8Array<ArrayBuffer> } | undefined;
}

export interface CapturedAnswersOptions {
  /** The plugins that are served at the moment, and the hub's own routes. */
  plugins: () => readonly LoadedPlugin[];
  /** What the handlers of a plugin are handed: none of it may lead to the hub's own records. */
  doorsOf: (plugin: LoadedPlugin) => PluginDoors;
  runInJob: RunInJob;
  /** The address that answers name. */
  baseUrl: string;
  now: () => number;
  log: Log;
  /** Waits between two captures. */
  rest?: (ms: number) => Promise<unknown>;
  /** How long a capture may take, its wait for a job process included. Default 45,000. */
  timeoutMs?: number;
}

/** Largest answer that is kept. */
const answerBytesMax = 2_097_152;
/** Most bytes that all of them have together: what comes later is told of without them. */
const totalBytesMax = 33_554_432;
/** How long a failure is shown before the endpoint is asked again. */
const failureMs = 300_000;
/** The longest rest after a capture. */
const restMsMax = 500;

/**
 * The answers of endpoints to their own examples, for the documentation. Nothing runs before a reader
 * asks for it; then each endpoint runs once, one at a time, with as long a rest after it as it took. They run
 * by no key, and are counted nowhere.
 */
export class CapturedAnswers {
  /** How many answers were taken: what is written of them before that may be out of date. */
  revision = 0;
  readonly #options: CapturedAnswersOptions;
  readonly #known = new Map<LoadedRoute, CapturedAnswer & { plugin: LoadedPlugin }>();
  readonly #running = new Map<LoadedRoute, Promise<CapturedAnswer>>();
  readonly #timeoutMs: number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: CapturedAnswersOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? 45_000;
  }

  /** What is known of an endpoint, which may be nothing. */
  find(loaded: LoadedRoute): CapturedAnswer | undefined {
    const known = this.#known.get(loaded);
    return known && known.until > this.#options.now() ? known : undefined;
  }

  /** What an endpoint answers, asked now where it is not known. */
  async capture(plugin: LoadedPlugin, loaded: LoadedRoute): Promise<CapturedAnswer> {
    const known = this.find(loaded) ?? this.#running.get(loaded);
    if (known) return known;
    const { rest = Bun.sleep } = this.#options;
    const { promise, resolve } = Promise.withResolvers<CapturedAnswer>();
    this.#running.set(loaded, promise);
    this.#last = this.#last.then(async () => {
      const begun = performance.now();
      resolve(this.#run(plugin, loaded));
      await promise.catch(() => {});
      await rest(Math.min(performance.now() - begun, restMsMax));
    });
    return promise;
  }

  async #run(plugin: LoadedPlugin, loaded: LoadedRoute): Promise<CapturedAnswer> {
    try {
      const example = { base: this.#options.baseUrl, timeoutMs: this.#timeoutMs };
      const answer = await this.#ask(plugin, loaded, buildExampleRequest(loaded, example));
      const picture = answer.type === "application/pdf" ? await this.#draw(answer) : undefined;
      this.#known.delete(loaded);
      const kept = { ...answer, picture, plugin };
      const fits = this.#bytesKept() + measureAnswer(kept) <= totalBytesMax;
      this.#known.set(loaded, fits ? kept : { ...kept, bytes: undefined, picture: undefined });
      this.revision++;
      return kept;
    } finally {
      this.#running.delete(loaded);
    }
  }

  /** How much room answers take, without those of plugins that are served no more. */
  #bytesKept(): number {
    const served = new Set(this.#options.plugins());
    let sum = 0;
    for (const [loaded, answer] of this.#known) {
      if (served.has(answer.plugin)) sum += measureAnswer(answer);
      else this.#known.delete(loaded);
    }
    return sum;
  }

  /** Sends a request the way of any call, from the check of its values to the headers of its answer. */
  async #ask(
    plugin: LoadedPlugin,
    loaded: LoadedRoute,
    { request, params }: { request: Request; params: Record<string, string> },
  ): Promise<CapturedAnswer> {
    const { log, plugins, now } = this.#options;
    const shapeOf = createShapeFinder(plugins());
    const call = new Call(request, null);
    const answer = async () => {
      const reply = await this.#createEndpoint(plugin, loaded).answer(call, params);
      return readAnswer(await respond(call, loaded, reply));
    };
    const { status, headers, bytes } = await inTime(answer(), this.#timeoutMs).catch((error) =>
      readAnswer(refuse(call, error, { log, shapeOf })),
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
    const { baseUrl, doorsOf, runInJob } = this.#options;
    const doors = doorsOf(plugin);
    return new Endpoint(plugin, loaded, {
      doors,
      // What runs in a job process is handed the same.
      runInJob: (target, values, call) => runInJob(target, values, { ...call, doors }),
      repeats: false,
      ...callFacts(reader, baseUrl),
    });
  }

  /** Draws the first page of a PDF by the service that does so, where the hub has it. */
  async #draw({ bytes }: CapturedAnswer): Promise<CapturedAnswer["picture"]> {
    const [plugin, loaded] = findPdfRenderer(this.#options.plugins()) ?? [];
    if (!plugin || !loaded || !bytes) return undefined;
    const request = new Request(this.#options.baseUrl + loaded.path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ file_base64: bytes.toBase64(), pages: "1", dpi: 72 }),
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    const drawn = await this.#ask(plugin, loaded, { request, params: {} });
    const isPicture = drawn.status === 200 && drawn.type.startsWith("image/");
    return isPicture && drawn.bytes ? { type: drawn.type, bytes: drawn.bytes } : undefined;
  }
}

function measureAnswer({ bytes, picture }: CapturedAnswer): number {
  return (bytes?.byteLength ?? 0) + (picture?.bytes.byteLength ?? 0);
}

/** Nobody: takes every call, and counts none. Its address is one of those that are kept for documentation. */
const reader: Access = {
  admitFromMemory: () => undefined,
  gateByKey: async () => undefined,
  gateByAddress: () => undefined,
  gateUnknown: async () => undefined,
  identify: () => ({ id: "documentation", address: "192.0.2.1" }),
  charge: () => undefined,
  // A signature that is true would be one for everybody.
  sign: (_, __, path) => `${path}&hub_signature=of_your_account`,
  async refundInFull() {},
  refund() {},
  getStoredAdmission: () => undefined,
  readmit: async () => false,
  settle() {},
};

/** The endpoint that draws the pages of a PDF. */
function findPdfRenderer(
  plugins: readonly LoadedPlugin[],
): [LoadedPlugin, LoadedRoute] | undefined {
  for (const plugin of plugins) {
    const loaded = plugin.routes.find(({ path }) => path === "/api/pdf/to-images");
    if (loaded) return [plugin, loaded];
  }
  return undefined;
}

/** The request that a route's example makes, and what the router would find in its path. */
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

/** An answer as far as it is kept: one that is a stream need never end. */
async function readAnswer({ status, headers, body }: Response) {
  const bytes = body ? await readUpTo(body, answerBytesMax) : new Uint8Array(0);
  return { status, headers, bytes };
}

async function inTime<Value>(value: Promise<Value>, ms: number): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new HubError("job_timeout", "The endpoint did not answer its own example in time"));
  }, ms);
  return Promise.race([value, late.promise]).finally(() => clearTimeout(timer));
}
