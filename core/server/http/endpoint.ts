import { Type } from "@sinclair/typebox";
import type { Call } from "../../accounts/call.ts";
import { HubError } from "../../contract/errors.ts";
import type { Route } from "../../contract/plugin.ts";
import { isRedirect } from "../../contract/redirect.ts";
import { none, Reply } from "../../contract/reply.ts";
import { bareType, listMediaTypes } from "../../contract/schema.ts";
import { StoredUpload } from "../../contract/upload.ts";
import type { PluginDoors } from "../../host/doors/grant.ts";
import { computeUnits } from "../../host/handler/complete-values.ts";
import {
  type CallFacts,
  getBodyBounds,
  type HandlerInput,
  handlerInput,
  keylessBytesMax,
  resolveTimeoutMs,
  type Values,
  type WorkFacts,
} from "../../host/handler/handler-input.ts";
import { createCheck, Input, queryPairs, type SchemaCheck } from "../../host/handler/input.ts";
import type { RemoteCall, RunInJob } from "../../host/jobs/run-in-job.ts";
import type { LoadedPlugin, LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import type { RequestAddress } from "../../platform/http/address.ts";
import { explain } from "../../platform/http/complaints.ts";
import type { Target } from "../../platform/metrics/answers.ts";
import { Answers, type Outcome } from "../../platform/metrics/answers.ts";
import { Histogram } from "../../platform/metrics/histogram.ts";
import { fieldBytesMax, hasStreamedFile, isForm, rawField, readBody } from "./body.ts";
import { bufferReply } from "./buffer-reply.ts";
import { HeaderScreen } from "./header-screen.ts";

const parts = ["params", "query", "body"] as const;

type Admit = NonNullable<RemoteCall["admit"]>;

/** Path parameters from the router. */
type Params = Record<string, string>;

const entriesMax = 1000;

/** The maximum size of a cached response. Larger ones are rarely requested twice within a moment. */
const lengthMax = 32_768;

export interface EndpointOptions extends CallFacts {
  doors: PluginDoors;
  runInJob: RunInJob;
  /** Whether responses are cached for as long as their routes allow. */
  repeats: boolean;
  /** Counts the responses. Default: a counter of its own. */
  answers?: Answers | undefined;
  /** The folder for large uploads and responses. */
  spoolDir?: string | undefined;
  /**
   * Whether the route is one of the hub itself, which can set any header and can't run in a job process.
   */
  isHubs?: boolean;
  /** Whether it accepts calls without a key, whose bodies must be small. */
  isKeyless?: boolean;
}

/** The query schema of routes without a query. */
const emptyQuery = Type.Object({}, { additionalProperties: false });
const noQuery = new Input(emptyQuery, "query");

/** Runs a route: validates the request, calls the handler and checks the response. */
export class Endpoint {
  readonly plugin: LoadedPlugin;
  readonly loaded: LoadedRoute;
  readonly target: Target;
  /** The number of responses since the hub started, by status class. */
  readonly answers: Uint32Array;
  /** The results of its latest calls. */
  readonly outcome: Outcome;
  /** The response times, shared with similar endpoints. */
  readonly times: Histogram;
  /** Whether any of its requests run in a job process. */
  readonly mayBeHeavy: boolean;
  readonly #runInJob: RunInJob;
  readonly #isRepeating: boolean;
  readonly #facts: Pick<CallFacts, "charge" | "recheck" | "watch">;
  readonly #input: HandlerInput;
  /** Whether it is under `/api`, so that its JSON objects get a `success` field. */
  readonly #isService: boolean;
  readonly #spoolDir: string | undefined;
  /** The headers that its plugin can set. Undefined for the hub's own routes, which can set any. */
  readonly #headerDoors: Pick<PluginDoors, "headers" | "log"> | undefined;
  readonly #isHubs: boolean;
  readonly #isKeyless: boolean;
  #prepared: PreparedRoute | undefined;

  constructor(
    plugin: LoadedPlugin,
    loaded: LoadedRoute,
    {
      doors,
      runInJob,
      repeats,
      answers,
      spoolDir,
      isHubs = false,
      isKeyless = false,
      ...facts
    }: EndpointOptions,
  ) {
    this.plugin = plugin;
    this.loaded = loaded;
    this.target = { service: plugin.name, route: `${loaded.method} ${loaded.path}` };
    const counted = (answers ?? new Answers()).getCounted(this.target);
    this.answers = counted.counts;
    this.outcome = counted.outcome;
    this.times = answers?.getTimes(this.target) ?? new Histogram();
    this.mayBeHeavy = plugin.isolated || (loaded.route.heavy ?? false) !== false;
    this.#runInJob = runInJob;
    this.#isRepeating = repeats;
    this.#facts = facts;
    this.#spoolDir = spoolDir;
    this.#isHubs = isHubs;
    this.#isKeyless = isKeyless;
    const timeoutMs = (values: Values) => resolveTimeoutMs(plugin, loaded, values);
    const gets = plugin.open.filter(({ method }) => method === "GET");
    const owner = { service: plugin.name, openPaths: gets.map(({ path }) => path) };
    const getSignal = (call: Call) => facts.watch(call, this.target);
    this.#input = handlerInput(doors, { owner, timeoutMs, getSignal, ...facts });
    this.#isService = loaded.path.startsWith("/api/");
    this.#headerDoors = isHubs ? undefined : doors;
  }

  /** The prepared declarations of its route. The first access may load the route's file. */
  get #ready(): PreparedRoute {
    this.#prepared ??= prepareRoute(this.plugin, this.loaded, {
      repeats: this.#isRepeating,
      headerDoors: this.#headerDoors,
    });
    return this.#prepared;
  }

  /** Returns the maximum size of the body of a call. */
  #getBytesMax(call: Call): number {
    const { bytesMax } = this.#ready.bodyBounds;
    return this.#isKeyless && !call.isKeyed ? Math.min(bytesMax, keylessBytesMax) : bytesMax;
  }

  /** Returns the maximum size of a body that is read into memory: streamed files may be larger. */
  getHeldBytesMax(call: Call): number {
    const max = this.#getBytesMax(call);
    return this.#ready.takesUploads ? Math.min(max, fieldBytesMax) : max;
  }

  /** The endpoint itself, for the same interface as a `Trial`. */
  get endpoint(): Endpoint {
    return this;
  }

  /** Handles a routed request. Synchronous if nothing has to be awaited. */
  answer(call: Call, params: Params): Reply | Promise<Reply> {
    const { repeats, body } = this.#prepared ?? this.#ready;
    const cached = repeats?.find(call.address);
    if (cached) return cached;
    const reply = body
      ? this.#answerBody(call, params)
      : this.work(this.#readValues(params, queryPairs(call.address.search)), call);
    if (!repeats) return reply;
    return reply instanceof Promise
      ? reply.then((reply) => repeats.storeReply(call.address, reply))
      : repeats.storeReply(call.address, reply);
  }

  async #answerBody(call: Call, params: Params): Promise<Reply> {
    const values = await this.read(call, params);
    try {
      return await this.work(values, call);
    } catch (error) {
      closeUploads(values);
      throw error;
    }
  }

  /** Returns the validated values of a request. Throws if its key has ended while its body arrived. */
  async read(call: Call, params: Params): Promise<Values> {
    const values = await this.#read(call, params);
    const refusal = await this.#facts.recheck(call, this.target);
    if (refusal) closeUploads(values);
    throwRefusal(refusal);
    return values;
  }

  async #read(call: Call, params: Params): Promise<Values> {
    const { route, body } = this.#ready;
    if (route.refusedHeaders) refuseHeaders(call.request, route.refusedHeaders);
    const pairs = queryPairs(call.address.search);
    const field = route.raw && rawField(call.request, route);
    if (field !== undefined) {
      const { own, options } = this.#splitQuery(pairs);
      return this.#readBody(call, this.#readValues(params, own), { field, options });
    }
    if (!body) return this.#readValues(params, pairs);
    if (route.raw && isForm(call.request)) {
      const { own, options } = this.#splitQuery(pairs);
      return this.#readBody(call, this.#readValues(params, own), { options });
    }
    return this.#readBody(call, this.#readBesideBody(params, pairs), {});
  }

  /** Reads path and query of a request with a body. An error explains fields of the body in the query. */
  #readBesideBody(params: Params, pairs: [string, string][]): Values {
    try {
      return this.#readValues(params, pairs);
    } catch (error) {
      const { route } = this.#ready;
      const fields = route.body?.properties ?? {};
      const own = route.query?.properties ?? {};
      const name = pairs.find(
        ([name]) => Object.hasOwn(fields, name) && !Object.hasOwn(own, name),
      )?.[0];
      if (name === undefined || !(error instanceof HubError)) throw error;
      const types = Object.keys(route.raw ?? {});
      const unless = types.length > 0 ? `, except for Content-Type: ${types.join(" or ")}` : "";
      const { code, message, errors } = error;
      throw new HubError(code, `${message}; ${name} belongs in the body${unless}`, { errors });
    }
  }

  /** Checks whether a request runs in a job process. */
  isHeavy(values: Values): boolean {
    const { isHeavy } = this.#ready;
    if (values.unparsed) return isHeavy === true || values.facts?.isHeavy === true;
    return typeof isHeavy === "function" ? isHeavy(values) : isHeavy;
  }

  /** Checks whether a job may store a request: not if it has a secret, or if that isn't known yet. */
  isStorable({ body, unparsed }: Values): boolean {
    const { route } = this.loaded;
    const secrets = Object.entries(route.body?.properties ?? {}).filter(
      ([, { format, items }]) => format === "password" || items?.format === "password",
    );
    if (route.background === false || (unparsed && secrets.length > 0)) return false;
    return secrets.every(([name]) => body?.[name] === undefined);
  }

  /** Splits the query into its own fields and those that belong to an unparsed body or a form. */
  #splitQuery(pairs: [string, string][]): Record<"own" | "options", [string, string][]> {
    const names = this.#ready.route.query?.properties ?? {};
    const { own = [], options = [] } = Object.groupBy(pairs, ([name]) =>
      Object.hasOwn(names, name) ? "own" : "options",
    );
    return { own, options };
  }

  async #readBody(
    call: Call,
    values: Values,
    raw: { field?: string; options?: [string, string][] },
  ): Promise<Values> {
    const { route, body: input, bodyBounds } = this.#ready;
    const body = await readBody(call.request, {
      route,
      // Safe: this is only called if the route accepts a body.
      input: input!,
      bytesMax: this.#getBytesMax(call),
      isKeyless: this.#isKeyless && !call.isKeyed,
      valuesMax: bodyBounds.valuesMax,
      spoolDir: this.#spoolDir,
      isOwn: this.#isHubs,
      headerFields: route.headerFields && readHeaderFields(call.request, route.headerFields),
      ...raw,
    });
    return { ...values, ...body };
  }

  #readValues(params: Params, pairs: [string, string][]): Values {
    const { params: named, query } = this.#prepared ?? this.#ready;
    if (!query && pairs.length > 0) noQuery.validate(noQuery.read(pairs));
    // Validates the query first, so that its error is reported first.
    const queryValues = query?.validate(query.read(pairs));
    return { params: named?.validate(named.readPath(params)), query: queryValues };
  }

  /** Validates values that don't come from a request to this route: those of a sample. */
  check({ params, query, body }: { [Part in keyof Values]: Record<string, unknown> }): Values {
    const ready = this.#ready;
    return {
      params: ready.params?.validate(params),
      query: ready.query?.validate(query),
      body: ready.body?.validate(body),
    };
  }

  /** Charges the cost of validated values, and runs the handler. */
  work(values: Values, call: Call): Reply | Promise<Reply> {
    if (values.unparsed) return this.#workUnparsed(values, call);
    const { computeCost } = this.#prepared ?? this.#ready;
    const units = computeCost ? this.#computeCost(computeCost, values) : 1;
    const charging = units === 1 ? undefined : this.#chargeUnits(units, call);
    return charging ? charging.then(() => this.run(values, call)) : this.run(values, call);
  }

  #computeCost(compute: (values: Values) => number, values: Values): number {
    try {
      return compute(values);
    } catch (error) {
      return this.#rethrow(error);
    }
  }

  /** Runs the handler on a large body, whose cost only the job process may know. */
  async #workUnparsed(values: Values, call: Call): Promise<Reply> {
    if (!values.facts)
      return this.run(values, call, async ({ units }) => {
        await this.#chargeUnits(units, call);
        return true;
      });
    await this.charge(values, call);
    return this.run(values, call);
  }

  /** Reads a request, and has a job process validate its body if it is large. */
  async readAndCheck(call: Call, params: Params): Promise<Values> {
    const values = await this.read(call, params);
    if (!values.unparsed) return values;
    try {
      let facts: WorkFacts | undefined;
      await this.#callJob(values, call, async (found) => {
        facts = found;
        return false;
      });
      return { ...values, facts };
    } catch (error) {
      closeUploads(values);
      return this.#rethrow(error);
    }
  }

  /** Charges the units for these values. Throws `quota_exceeded`. */
  async charge(values: Values, call: Call): Promise<void> {
    const { computeCost } = this.#ready;
    const compute = values.facts ? () => values.facts?.units ?? 1 : computeCost;
    await this.#chargeUnits(compute ? this.#computeCost(compute, values) : 1, call);
  }

  /** Runs the handler on values that are already charged. A large body is admitted when it is parsed. */
  run(values: Values, call: Call, admit = admitAlways): Reply | Promise<Reply> {
    const { takesUploads } = this.#prepared ?? this.#ready;
    return takesUploads || values.unparsed
      ? this.#runAndClose(values, call, admit)
      : this.#run(values, call, admit);
  }

  /** Runs the handler, and then frees its uploads. A stream that isn't buffered may still read them. */
  async #runAndClose(values: Values, call: Call, admit: Admit): Promise<Reply> {
    let isReading = false;
    try {
      const reply = await this.#run(values, call, admit);
      isReading = reply.body instanceof ReadableStream && !reply.buffered;
      return reply;
    } finally {
      if (!isReading) closeUploads(values);
    }
  }

  #run(values: Values, call: Call, admit: Admit): Reply | Promise<Reply> {
    const { isHeavy, route } = this.#prepared ?? this.#ready;
    try {
      const answer =
        values.unparsed || (isHeavy !== false && this.isHeavy(values))
          ? this.#callJob(values, call, admit)
          : route.handler(new this.#input(values, call));
      return answer instanceof Promise
        ? answer.then((value) => this.#complete(value, call), this.#rethrow)
        : this.#complete(answer, call);
    } catch (error) {
      return this.#rethrow(error);
    }
  }

  /** Throws an error of the plugin again, without the headers that it may not set. */
  readonly #rethrow = (error: unknown): never => {
    this.#ready.screen?.screenError(error);
    throw error;
  };

  /** Runs the handler in a job process, and returns its unchecked reply. */
  #callJob(values: Values, call: Call, admit: Admit): Promise<Reply> {
    const target = { plugin: this.plugin, route: this.loaded };
    const { caller, origin, publicAddress, progress } = new this.#input(values, call);
    // Doesn't use the input's signal: a job's time limit starts after its wait in the queue.
    const signal = this.#facts.watch(call, this.target);
    const accept = call.request.headers.get("accept");
    const doors = { signal, caller, origin, publicAddress, progress };
    return call.keepOpenDuring(this.#runInJob(target, values, { ...doors, accept, admit }));
  }

  /** Checks a response, and waits for its end if it is buffered. */
  #complete(value: unknown, call: Call): Reply | Promise<Reply> {
    const reply = this.#finish(value);
    if (!reply.buffered) return reply;
    const accept = call.request.headers.get("accept");
    const buffered = bufferReply(reply, { accept, dir: this.#spoolDir }).catch(this.#rethrow);
    return call.keepOpenDuring(buffered);
  }

  #chargeUnits(units: number, call: Call): void | Promise<void> {
    if (!Number.isSafeInteger(units) || units < 0)
      throw new Error(
        `The cost of ${this.loaded.method} ${this.loaded.path} must be a whole number of units: it is ${units}`,
      );
    if (units <= 1) return;
    const refusal = this.#facts.charge(call, units);
    if (refusal instanceof Promise) return refusal.then(throwRefusal);
    throwRefusal(refusal);
  }

  /** Sets the media type of a response and checks it against the schema. */
  #finish(value: unknown): Reply {
    const ready = this.#prepared ?? this.#ready;
    const given = this.#isService ? toServiceReply(value) : toReply(value);
    const reply = given.headers === none ? given : (ready.screen?.screenReply(given) ?? given);
    const { body, status } = reply;
    if (status !== 200 && this.#isService && !this.#allowsAnyResponse)
      throw new Error(
        `${this.loaded.method} ${this.loaded.path} answered ${status}: a success is 200, and a failure is thrown`,
      );
    if (reply.type !== undefined || reply.alternatives) this.#checkTypes(reply);
    if (body instanceof ReadableStream || (body === undefined && isRedirect(reply))) return reply;
    ready.check ??= createCheck(ready.route.response, this.plugin);
    if (!ready.check.Check(body)) {
      const [fault] = explain(ready.check.Errors(body), "response");
      throw new Error(
        `${this.loaded.method} ${this.loaded.path} answered outside the schema of ${this.loaded.folder}/${this.loaded.file}: ${fault?.message}`,
      );
    }
    if (reply.type !== undefined || !(typeof body === "string" || body instanceof Uint8Array))
      return reply;
    return ready.mediaTypes.length === 1
      ? new Reply(body, { ...reply, type: ready.mediaTypes[0] })
      : reply;
  }

  /** Whether it relays responses of any type and status. */
  get #allowsAnyResponse(): boolean {
    return this.#ready.documented.has("*/*");
  }

  #checkTypes({ type, alternatives = {} }: Reply): void {
    if (this.#allowsAnyResponse) return;
    for (const one of [...(type === undefined ? [] : [type]), ...Object.keys(alternatives)])
      if (!this.#ready.documented.has(bareType(one)))
        throw new Error(
          `${this.loaded.method} ${this.loaded.path} answered as "${one}", which its response does not name`,
        );
  }
}

/** Admits a call that is already charged. */
const admitAlways: Admit = async () => true;

/** Frees the temporary files of a request. */
function closeUploads({ body, unparsed }: Values): void {
  const files = Object.values(unparsed?.files ?? {});
  for (const value of [...Object.values(body ?? {}), ...files, unparsed?.content])
    if (value instanceof StoredUpload) value.close();
}

/** Throws `invalid_input` if a request has a header of another API that the route doesn't support. */
function refuseHeaders({ headers }: Request, refused: Readonly<Record<string, string>>): void {
  for (const [name, reason] of Object.entries(refused))
    if (headers.has(name))
      throw new HubError("invalid_input", `header.${name} must be omitted: ${reason}`, {
        at: `header.${name}`,
      });
}

/** Reads the fields of a body that are headers. Undefined if there are none. */
function readHeaderFields({ headers }: Request, fields: Readonly<Record<string, string>>) {
  const found = Object.entries(fields).filter(([header]) => headers.has(header));
  if (found.length === 0) return undefined;
  return Object.fromEntries(
    // Clients send UTF-8, which arrives as one character for each byte.
    found.map(([header, name]) => [
      name,
      Buffer.from(headers.get(header) ?? "", "latin1").toString(),
    ]),
  );
}

function throwRefusal(refusal: HubError | undefined): void {
  if (refusal) throw refusal;
}

function toReply(value: unknown): Reply {
  return value instanceof Reply ? value : new Reply(value);
}

/** Returns the reply of an endpoint under `/api`. Adds the `success` field to JSON objects. */
function toServiceReply(value: unknown): Reply {
  const given = value instanceof Reply ? value : undefined;
  const body = given ? given.body : value;
  const isObject =
    given?.type === undefined &&
    typeof body === "object" &&
    body !== null &&
    !(Array.isArray(body) || body instanceof Uint8Array || body instanceof ReadableStream);
  return isObject ? new Reply({ success: true, ...body }, given) : toReply(value);
}

/** The declarations of a route, prepared for calls. */
interface PreparedRoute {
  readonly route: Route;
  readonly bodyBounds: ReturnType<typeof getBodyBounds>;
  readonly repeats: RepeatCache | undefined;
  readonly computeCost: ((values: Values) => number) | undefined;
  readonly isHeavy: boolean | ((values: Values) => boolean);
  readonly params: Input | undefined;
  readonly query: Input | undefined;
  readonly body: Input | undefined;
  readonly mediaTypes: readonly string[];
  /** The media types that the API document lists, without parameters. */
  readonly documented: ReadonlySet<string>;
  /** Whether the hub may leave files of the body on disk. */
  readonly takesUploads: boolean;
  readonly screen: HeaderScreen | undefined;
  /** Compiled on the first response. */
  check: SchemaCheck | undefined;
}

function prepareRoute(
  plugin: LoadedPlugin,
  loaded: LoadedRoute,
  {
    repeats,
    headerDoors,
  }: { repeats: boolean; headerDoors: Pick<PluginDoors, "headers" | "log"> | undefined },
): PreparedRoute {
  const { route } = loaded;
  const mediaTypes = listMediaTypes(route.response);
  const plain = route.plain === undefined ? [] : ["text/plain"];
  return {
    route,
    bodyBounds: getBodyBounds(plugin, route),
    repeats:
      repeats && route.sameForMs !== undefined ? new RepeatCache(route.sameForMs) : undefined,
    computeCost: createCostFunction(route),
    isHeavy: plugin.isolated || (route.heavy ?? false),
    params: route.params && new Input(route.params, "path", plugin),
    query: prepareQuery(plugin, route),
    body: route.body && new Input(route.body, "body", plugin),
    mediaTypes,
    documented: new Set(["application/json", ...mediaTypes.map(bareType), ...plain]),
    takesUploads: hasStreamedFile(route),
    screen: headerDoors && new HeaderScreen(loaded, headerDoors),
    check: undefined,
  };
}

function prepareQuery(
  { isOutside }: LoadedPlugin,
  { query, keyParameter }: Route,
): Input | undefined {
  if (!query && keyParameter === undefined) return undefined;
  return new Input(query ?? emptyQuery, "query", { isOutside, keyParameter });
}

/** Returns the units of a call. Undefined if every call costs one unit. */
function createCostFunction(route: Route): ((values: Values) => number) | undefined {
  return route.cost === undefined ? undefined : (values) => computeUnits(route, values);
}

/** A short-lived cache of a route's responses to identical requests. */
export class RepeatCache {
  readonly #forMs: number;
  readonly #entries = new Map<string, { reply: Reply; until: number }>();

  constructor(forMs: number) {
    this.#forMs = forMs;
  }

  find(address: RequestAddress): Reply | undefined {
    const entry = this.#entries.get(getCacheKey(address));
    return entry && entry.until > performance.now() ? entry.reply : undefined;
  }

  storeReply(address: RequestAddress, reply: Reply): Reply {
    if (reply.status !== 200 || reply.body instanceof ReadableStream) return reply;
    // API keys must not stay in memory after their call.
    if (address.search.includes("api_key")) return reply;
    if (reply.type === undefined) reply.text = JSON.stringify(reply.body);
    reply.isKept = true;
    const bytes = reply.text ?? (reply.body as string | Uint8Array);
    if (bytes.length > lengthMax) return reply;
    // Clears everything instead of the oldest entry, because entries are short-lived.
    if (this.#entries.size >= entriesMax) this.#entries.clear();
    this.#entries.set(getCacheKey(address), { reply, until: performance.now() + this.#forMs });
    return reply;
  }
}

function getCacheKey({ pathname, search }: RequestAddress): string {
  return search === "" ? pathname : `${pathname}?${search}`;
}

/** A keyless sample of an endpoint: the example of the route with the caller's values filled in. */
export class Trial {
  readonly endpoint: Endpoint;

  constructor(endpoint: Endpoint) {
    this.endpoint = endpoint;
  }

  /** Runs the example with the values of the path and the query filled in. */
  answer(call: Call, params: Record<string, string>): Reply | Promise<Reply> {
    const { route } = this.endpoint.loaded;
    const given = [...new URLSearchParams(call.address.search), ...Object.entries(params)];
    const values = Object.fromEntries(parts.map((part) => [part, { ...route.example[part] }])) as {
      [Part in keyof Values]: Record<string, unknown>;
    };
    for (const [name, value] of given) {
      const part = parts.find((part) => route[part] && name in route[part].properties);
      const schema = part && route[part];
      if (!part || !schema)
        throw new HubError(
          "invalid_input",
          `query.${name} is unknown: this sample accepts ${listFields(this)}`,
          {
            at: `query.${name}`,
          },
        );
      Object.assign(values[part] ?? {}, new Input(schema, "query").read([[name, value]]));
    }
    return this.endpoint.work(this.endpoint.check(values), call);
  }
}

function listFields({ endpoint: { loaded } }: Trial): string {
  return parts.flatMap((part) => Object.keys(loaded.route[part]?.properties ?? {})).join(", ");
}
