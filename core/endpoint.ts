import { type TSchema, Type } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import type { Target } from "./access/access.ts";
import { rawField, readBody } from "./body.ts";
import type { Call } from "./call.ts";
import type { CallDoors } from "./doors/doors.ts";
import type { PluginDoors } from "./doors/grant.ts";
import { type CallFacts, type HandlerInput, handlerInput } from "./handler-input.ts";
import { Input } from "./input.ts";
import type { LoadedPlugin, LoadedRoute } from "./load.ts";
import { Reply, type Route } from "./plugin.ts";
import { queryPairs } from "./query.ts";
import { isRedirect } from "./redirect.ts";
import { mediaTypesOf } from "./schema.ts";

/** The checked values of a request, each absent where the route declares no schema for it. */
export interface Values {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: Record<string, unknown> | undefined;
}

/** Runs a route's handler somewhere else than here. */
export type Elsewhere = (
  target: { plugin: LoadedPlugin; route: LoadedRoute },
  values: Values,
  doors: CallDoors,
) => Promise<Reply>;

export interface EndpointOptions extends CallFacts {
  doors: PluginDoors;
  elsewhere: Elsewhere;
}

/** The query of a route that takes none. */
const nothing = Type.Object({}, { additionalProperties: false });

/** The largest body where neither route nor manifest says. */
export const bodyBytesDefault = 1_048_576;
/** How long a handler may take where neither its route nor its plugin says so. */
export const timeoutMsDefault = 30_000;

/** How long a route's handler may take for a request, in milliseconds. */
export function timeoutMsOf(
  { plugin }: LoadedPlugin,
  { route: { timeoutMs } }: LoadedRoute,
  values: Values,
): number {
  if (typeof timeoutMs === "function") return timeoutMs(values);
  return timeoutMs ?? plugin.manifest.limits?.timeoutMs ?? timeoutMsDefault;
}

/** One route at work: checks what comes in, runs the handler, checks what goes out. */
export class Endpoint {
  readonly plugin: LoadedPlugin;
  readonly loaded: LoadedRoute;
  readonly target: Target;
  readonly bodyBytesMax: number;
  readonly #route: Route;
  readonly #elsewhere: Elsewhere | undefined;
  readonly #params: Input | undefined;
  readonly #query: Input;
  readonly #body: Input | undefined;
  readonly #input: HandlerInput;
  readonly #mediaTypes: readonly string[];
  #check: TypeCheck<TSchema> | undefined;

  constructor(
    plugin: LoadedPlugin,
    loaded: LoadedRoute,
    { doors, elsewhere, ...facts }: EndpointOptions,
  ) {
    const { route } = loaded;
    const limits = plugin.plugin.manifest.limits ?? {};
    this.plugin = plugin;
    this.loaded = loaded;
    this.target = { service: plugin.name, route: `${loaded.method} ${loaded.path}` };
    this.bodyBytesMax = route.bodyBytesMax ?? limits.bodyBytesMax ?? bodyBytesDefault;
    this.#route = route;
    this.#elsewhere = route.heavy || plugin.isolated ? elsewhere : undefined;
    this.#params = route.params && new Input(route.params, "path");
    this.#query = new Input(route.query ?? nothing, "query");
    this.#body = route.body && new Input(route.body, "body");
    const timeoutMs = (values: Values) => timeoutMsOf(plugin, loaded, values);
    this.#input = handlerInput(doors, { timeoutMs, ...facts });
    this.#mediaTypes = mediaTypesOf(route.response);
  }

  /** Answers a request whose path parameters the router found. At once where the route is light. */
  answer(call: Call, params: Record<string, string>): Reply | Promise<Reply> {
    const { request, address } = call;
    const pairs = address.search === "" ? [] : queryPairs(address.search);
    const field = this.#route.raw && rawField(request, this.#route);
    // Of a body that is taken as it is, the other fields stand in the query.
    const isOption = ([name]: [string, string]) =>
      field !== undefined && !Object.hasOwn(this.#route.query?.properties ?? nothing, name);
    const own = field === undefined ? pairs : pairs.filter((pair) => !isOption(pair));
    const values: Values = {
      params: this.#params?.take(this.#params.read(Object.entries(params))),
      query: this.#takeQuery(own),
    };
    if (!this.#body) return this.work(values, call);
    return readBody(request, {
      route: this.#route,
      input: this.#body,
      bytesMax: this.bodyBytesMax,
      field,
      options: pairs.filter(isOption),
    }).then((body) => this.work({ ...values, body }, call));
  }

  /** Checks values that did not come as a request of this route's own: a trial's. */
  check({ params, query, body }: { [Part in keyof Values]: Record<string, unknown> }): Values {
    return {
      params: this.#params?.take(params),
      query: this.#route.query && this.#query.take(query),
      body: this.#body?.take(body),
    };
  }

  /** Runs the handler on values that were checked. */
  work(values: Values, call: Call): Reply | Promise<Reply> {
    const input = new this.#input(values, call);
    if (this.#elsewhere) {
      const target = { plugin: this.plugin, route: this.loaded };
      const { signal, caller, origin } = input;
      return this.#elsewhere(target, values, { signal, caller, origin }).then((reply) =>
        this.#finish(reply),
      );
    }
    const answer = this.#route.handler(input);
    return answer instanceof Promise
      ? answer.then((value) => this.#finish(value))
      : this.#finish(answer);
  }

  #takeQuery(pairs: [string, string][]): Record<string, unknown> | undefined {
    const query = this.#query.take(this.#query.read(pairs));
    return this.#route.query && query;
  }

  /** Gives an answer its media type, and holds the handler to its schema. */
  #finish(value: unknown): Reply {
    const reply = value instanceof Reply ? value : new Reply(value);
    const { body, status } = reply;
    if (status !== 200 && this.loaded.path.startsWith("/api/"))
      throw new Error(
        `${this.loaded.method} ${this.loaded.path} answered ${status}: a success is 200, and a failure is thrown`,
      );
    if (body instanceof ReadableStream || isRedirect(reply)) return reply;
    this.#check ??= TypeCompiler.Compile(this.#route.response);
    if (!this.#check.Check(body)) {
      const fault = this.#check.Errors(body).First();
      throw new Error(
        `${this.loaded.method} ${this.loaded.path} answered outside its schema: ${fault?.path} ${fault?.message}`,
      );
    }
    if (reply.type !== undefined || !(typeof body === "string" || body instanceof Uint8Array))
      return reply;
    return this.#mediaTypes.length === 1
      ? new Reply(body, { ...reply, type: this.#mediaTypes[0] })
      : reply;
  }
}
