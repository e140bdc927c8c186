import { Elysia, NotFoundError } from "elysia";
import type { Access, Pace } from "../accounts/access.ts";
import { Call } from "../accounts/call.ts";
import { HubError } from "../contract/errors.ts";
import type { Reply } from "../contract/reply.ts";
import type { PluginDoors } from "../host/doors/grant.ts";
import { callFacts } from "../host/handler/call-facts.ts";
import { createOwnerFinder, errorShapesOf } from "../host/handler/error-shape.ts";
import type { RunInJob } from "../host/jobs/run-in-job.ts";
import type { LoadedPlugin, LoadedRoute } from "../host/plugin/loaded-plugin.ts";
import { type MaybePromise, whenReady } from "../lib/maybe-promise.ts";
import { parseBasePath, prefixPage } from "../platform/http/base-path.ts";
import type { AccessLog } from "../platform/log/access-log.ts";
import type { Log } from "../platform/log/log.ts";
import type { Answers, Target } from "../platform/metrics/answers.ts";
import type { Answerer } from "./async/answerer.ts";
import type { LongWork } from "./async/long-work.ts";
import { Endpoint, Trial } from "./http/endpoint.ts";
import { allowCaches } from "./http/public-answer.ts";
import { type RefusalOptions, refuse, respond, withoutRoute } from "./http/respond.ts";
import type { Tracing } from "./tracing/tracing.ts";

export interface HubOptions {
  plugins: readonly LoadedPlugin[];
  access: Access;
  /** What a plugin's handlers are handed. */
  doorsOf: (plugin: LoadedPlugin) => PluginDoors;
  /** Where heavy handlers run. */
  runInJob: RunInJob;
  /** Where failures of the hub are told. */
  log: Log;
  /** Who tells each answer, where the operator wants that. */
  accessLog?: Pick<AccessLog, "note" | "noteAnswer"> | undefined;
  /** Who traces each call, where the operator wants that. */
  tracing?: Pick<Tracing, "note"> | undefined;
  /** The address that callers use, where the operator has said it. */
  baseUrl?: string | undefined;
  /** The hub's own routes, and the door that only they get. */
  own?: { plugin: LoadedPlugin; doors: object };
  /** The operator's endpoints, who lets him in, and the doors that only they get. */
  operator?: Operator | undefined;
  /** Where the answers of each endpoint are counted. */
  answers?: Answers | undefined;
  /** Who answers calls whose work is to be done once, or later. Default: such wishes are not heard. */
  longWork?: LongWork;
  /** Whether answers are given again for as long as their routes allow. Default: never. */
  repeats?: boolean;
}

/** Who steers the hub, and by which routes. */
interface Operator {
  plugin: LoadedPlugin;
  admit(call: Call): MaybePromise<HubError | undefined>;
  doors: object;
}

/**
 * Builds the app: the hub's own routes at the root, services under `/api`, samples under `/try`, and what
 * the operator steers it by under `/admin`.
 */
export function createHub(options: HubOptions) {
  const { plugins, own, operator, log, answers } = options;
  const refusals = answers?.refusals;
  refusals?.addCodes(plugins.flatMap(({ plugin }) => Object.keys(plugin.manifest.errors ?? {})));
  const shapeOf = errorShapesOf(plugins, parseBasePath(options.baseUrl));
  const refusing: RefusalOptions = { log, shapeOf, refusals };
  // Else the router looks for the path from the twelfth character on, and misses that of "http://hub/".
  const app = new Elysia({ handler: { standardHostname: false } });
  admitCalls(app, refusing);
  const findOwner = createOwnerFinder(plugins);
  const plain = new Set(plugins.flatMap(({ open }) => open.map(({ path }) => path)));
  const isForeign = (pathname: string) => findOwner(pathname) !== undefined && !plain.has(pathname);
  answerUnknownPaths(app, { access: options.access, refusing, isForeign });
  const answering = new Answering(options, refusing);
  const ours = [own, operator].flatMap((one) => (one ? [one.plugin] : []));
  for (const plugin of [...ours, ...plugins])
    addRoutes(app, plugin, { ...options, answering, isForeign });
  options.longWork?.serve(answering.heavy, answering);
  return app;
}

/** What a handler is handed: the gate has put the call there. */
type Context = { request: Request; path: string; params?: Params; call: Call };

type Params = Record<string, string>;

/*
 * Elysia reads the source of hooks and handlers, and awaits one that returns the value of a call, be it a
 * function within it that does, which costs each call a promise and more. Bun writes a call where a constant is
 * returned that stands for it. So these have a variable for their answer, and no function within them.
 */

/** Gives each request its `Call`, and refuses what no route may see. */
function admitCalls(app: Elysia, refusing: RefusalOptions): void {
  app.onRequest((context) => {
    // The app's own server: were the context asked for it, every context would be given one.
    const call = new Call(context.request, app.server);
    // Assigned to the context itself: Elysia reads this source, and would parse body, cookies and
    // headers of every request if the context were passed on.
    (context as unknown as Context).call = call;
    const refusal =
      call.address.fault ?? faultOfRouting(call, (context as unknown as Context).path);
    let response: Response | undefined;
    if (refusal) response = refuse(call, refusal, refusing);
    return response;
  });
}

/** Answers what the router has no route for, and what breaks before a route has it. */
function answerUnknownPaths(
  app: Elysia,
  {
    access,
    refusing,
    isForeign,
  }: Pick<HubOptions, "access"> & {
    refusing: RefusalOptions;
    isForeign: (pathname: string) => boolean;
  },
): void {
  app.onError((context) => {
    // Named one by one: of a spread context Elysia would parse body, cookies and headers first.
    const {
      request,
      error,
      code,
      call = new Call(request, null),
    } = context as typeof context & Partial<Context>;
    let response: MaybePromise<Response>;
    if (code === "NOT_FOUND") response = unknown(call);
    else response = refuse(call, error, refusing);
    return response;
  });

  /** A path, or a method of it, that is none: to say which methods it has costs nobody a call. */
  function unknown(call: Call): MaybePromise<Response> {
    const methods = isForeign(call.pathname) ? [] : methodsAt(app, call.pathname);
    const isFree = methods.length > 0 || call.request.method === "OPTIONS";
    const guarding = isFree ? undefined : access.gateUnknown(call);
    const answering = whenReady(guarding, (refusal) => {
      if (refusal) return refuse(call, refusal, refusing);
      const response = withoutRoute(call, methods, refusing);
      access.settle(call, nowhere, response.status);
      return response;
    });
    return answering instanceof Promise
      ? answering.catch((error) => refuse(call, error, refusing))
      : answering;
  }
}

/** Who may call a path: anybody, whoever has a key, each address so often, or the operator. */
type Guard = "open" | "key" | "address" | "trial" | "operator";

/** Puts all paths of one plugin into the router. */
function addRoutes(
  app: Elysia,
  loaded: LoadedPlugin,
  {
    own,
    operator,
    access,
    doorsOf,
    runInJob,
    repeats = false,
    baseUrl,
    answers,
    answering,
    isForeign,
  }: HubOptions & {
    answering: Answering;
    /** Whether a path belongs to clients of another service than the one that would take it. */
    isForeign: (pathname: string) => boolean;
  },
): void {
  const isOwn = loaded === own?.plugin;
  const isOperators = loaded === operator?.plugin;
  const facts = {
    doors: {
      ...doorsOf(loaded),
      ...(isOwn && own.doors),
      ...(isOperators && operator.doors),
    },
    runInJob,
    repeats,
    ...callFacts(access, baseUrl),
    answers,
  };
  const endpoints = new Map(
    loaded.routes.map((route) => [route.file, new Endpoint(loaded, route, facts)]),
  );

  for (const endpoint of endpoints.values()) {
    const { method, path } = endpoint.loaded;
    const guard = isOperators ? guardOfOperators(path) : isOwn ? "open" : "key";
    app.route(method, path, answering.handler(endpoint, { path, guard }));
  }
  for (const [place, file] of Object.entries(loaded.plugin.manifest.try ?? {})) {
    const endpoint = endpoints.get(`${file}.ts`);
    const path = `/try${place}`;
    if (endpoint) app.get(path, answering.handler(new Trial(endpoint), { path, guard: "trial" }));
  }
  for (const route of loaded.open) {
    const { method, path, folder } = route;
    const isOpen = route.route.publicPerMinute === "unlimited";
    const guard = folder === "aliases" ? "key" : isOpen ? "open" : "address";
    const mayTakeOthers = folder === "aliases" && path.includes(":");
    const place = { path, guard, ...(mayTakeOthers && { isForeign }) } as const;
    app.route(method, path, answering.handler(new Endpoint(loaded, route, facts), place));
  }
}

/** The page itself is for anybody, and can do nothing without a token. */
function guardOfOperators(path: string): Guard {
  return path.startsWith("/admin/api/") ? "operator" : "open";
}

/** Answers the calls that have a route: asks the gate, runs the handler, and accounts for what was sent. */
class Answering implements Answerer {
  /** The endpoints whose work may be done without its caller, by their methods and paths. */
  readonly heavy = new Map<string, Endpoint>();
  readonly #access: Access;
  readonly #accessLog: HubOptions["accessLog"];
  readonly #tracing: HubOptions["tracing"];
  readonly #longWork: LongWork | undefined;
  readonly #operator: Operator | undefined;
  readonly #refusing: RefusalOptions;
  readonly #basePath: string;

  constructor(
    { access, accessLog, tracing, longWork, operator, baseUrl }: HubOptions,
    refusing: RefusalOptions,
  ) {
    this.#basePath = parseBasePath(baseUrl);
    this.#operator = operator;
    this.#access = access;
    this.#accessLog = accessLog;
    this.#tracing = tracing;
    this.#longWork = longWork;
    this.#refusing = refusing;
  }

  /** The handler that the router calls. What the router found is guarded, and not the text of a path. */
  handler(
    work: Endpoint | Trial,
    {
      path,
      guard,
      isForeign,
    }: { path: string; guard: Guard; isForeign?: (pathname: string) => boolean },
  ) {
    const attempt = this.#attemptOf(work, guard);
    const goOn = (call: Call, params: Params, refusal: HubError | undefined) => {
      this.#accessLog?.note(call.id, { route: path, account: this.#access.identify(call).id });
      this.#tracing?.note(work.endpoint.target, { path, account: this.#access.identify(call).id });
      return refusal ? this.refuse(call, work.endpoint, refusal) : attempt(call, params);
    };
    const answer = (call: Call, params: Params): MaybePromise<Response> => {
      if (isForeign?.(call.pathname)) throw new NotFoundError();
      const refusal = this.#refusalOf(call, { guard, path }, work.endpoint);
      return refusal instanceof Promise
        ? refusal
            .then((refusal) => goOn(call, params, refusal))
            .catch((error) => this.refuse(call, work.endpoint, error))
        : goOn(call, params, refusal);
    };
    return (context: unknown) => {
      const { call, params = {} } = context as Context;
      // biome-ignore lint/style/useConst: Bun would write the call where a constant is returned
      let response: MaybePromise<Response>;
      response = answer(call, params);
      return response;
    };
  }

  /** How calls are worked on. Only where an endpoint heeds them is a header looked up. */
  #attemptOf(work: Endpoint | Trial, guard: Guard) {
    const plain = (call: Call, params: Params) => this.#attempt(call, params, work);
    const longWork = this.#longWork;
    const { endpoint } = work;
    const sender = guard === "key" || guard === "operator" ? guard : "any";
    const heeded = longWork && guard !== "trial" ? longWork.headersOf(endpoint, sender) : [];
    if (!longWork || heeded.length === 0) return plain;
    if (endpoint.mayBeHeavy && guard === "key") this.heavy.set(endpoint.target.route, endpoint);
    return (call: Call, params: Params) =>
      // By an address that everybody may see nobody could come back for the answer.
      call.publicSeconds === undefined && heeded.some((name) => call.request.headers.has(name))
        ? longWork.answer(call, { endpoint, params, sender }, this)
        : plain(call, params);
  }

  #refusalOf(
    call: Call,
    { guard, path }: { guard: Guard; path: string },
    endpoint: Endpoint,
  ): MaybePromise<HubError | undefined> {
    switch (guard) {
      case "open":
        return undefined;
      case "key":
        return this.#access.gateByKey(call, endpoint.target);
      case "trial":
        return this.#access.gateByAddress(call, paceOfTrial(endpoint, path));
      case "address":
        return this.#access.gateByAddress(call, paceOf(endpoint));
      case "operator":
        return this.#operator?.admit(call);
    }
  }

  #attempt(call: Call, params: Params, work: Endpoint | Trial) {
    const { endpoint } = work;
    try {
      const reply = work.answer(call, params);
      return reply instanceof Promise
        ? reply.then(
            (reply) => this.#send(call, endpoint, reply),
            (error) => this.#fail(call, endpoint, error),
          )
        : this.#send(call, endpoint, reply);
    } catch (error) {
      return this.#fail(call, endpoint, error);
    }
  }

  #send(call: Call, endpoint: Endpoint, reply: Reply): Response | Promise<Response> {
    const response = this.respond(call, endpoint, reply);
    return response instanceof Promise
      ? response.then((response) => this.settle(call, endpoint, allowCaches(call, response)))
      : this.settle(call, endpoint, allowCaches(call, response));
  }

  #fail(call: Call, endpoint: Endpoint, error: unknown): Response {
    return this.settle(call, endpoint, this.refuse(call, endpoint, error));
  }

  respond(call: Call, endpoint: Endpoint, reply: Reply): Response | Promise<Response> {
    const { loaded } = endpoint;
    const isBelow = this.#basePath !== "" && isOwnPage(loaded, reply);
    return respond(call, loaded, isBelow ? prefixPage(reply, this.#basePath) : reply);
  }

  refuse(call: Call, { target }: Endpoint, error: unknown): Response {
    this.#access.refund(call, error instanceof HubError ? error.status : 500);
    return refuse(call, error, { ...this.#refusing, target });
  }

  settle(call: Call, { answers, times, target }: Endpoint, response: Response): Response {
    const statusClass = (response.status / 100) | 0;
    answers[statusClass] = (answers[statusClass] ?? 0) + 1;
    times.observe(performance.now() - call.begunAt);
    this.#access.settle(call, target, response.status);
    this.#accessLog?.noteAnswer(call, response);
    return response;
  }
}

/** Whether a reply is a page of the hub itself, and not markup that a service has made for its caller. */
function isOwnPage({ folder, path }: LoadedRoute, { type = "" }: Reply): boolean {
  return folder === "routes" && !path.startsWith("/api/") && type.startsWith("text/html");
}

/** What the router answers at a path, where it keeps the plain ones and where those with parameters. */
function methodsAt({ router }: Elysia, path: string): string[] {
  const { static: plain, http } = router;
  const named = plain[path] ?? plain[path.endsWith("/") ? path.slice(0, -1) : `${path}/`];
  const found = METHODS.filter(
    (method) => (named && method in named) || http.find(method, path) !== null,
  );
  // Elysia answers HEAD where it has a GET.
  return found.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** How often an address may call an endpoint, where it says so itself. */
function paceOf({ loaded: { route }, target }: Endpoint): Pace | undefined {
  const { publicPerMinute: perMinute } = route;
  return typeof perMinute === "number" ? { policy: target.route, perMinute } : undefined;
}

/** How often an address may call the keyless sample of an endpoint, where that says so itself. */
function paceOfTrial({ loaded: { route } }: Endpoint, path: string): Pace | undefined {
  const { tryPerMinute: perMinute } = route;
  return perMinute === undefined ? undefined : { policy: `GET ${path}`, perMinute };
}

/** The router must see the path that the hub sees: one of them would be guarded, the other answered. */
function faultOfRouting({ pathname }: Call, routed: string): HubError | undefined {
  return routed === pathname
    ? undefined
    : new HubError("invalid_request", "The target of a request must be a path, without a fragment");
}

/** What a call to a path without a route is accounted to. */
const nowhere: Target = { service: "hub", route: "unknown" };
