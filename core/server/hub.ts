import { Elysia, NotFoundError } from "elysia";
import { Memoirist } from "memoirist";
import type { Access, Pace } from "../accounts/access.ts";
import { Call } from "../accounts/call.ts";
import { isKeyedPath, readApiKey, readBodyKey } from "../accounts/credentials.ts";
import type { ErrorShape } from "../contract/error-shape.ts";
import { HubError } from "../contract/errors.ts";
import type { PluginDoors } from "../host/doors/grant.ts";
import { callFacts } from "../host/handler/call-facts.ts";
import { createOwnerFinder, createShapeFinder } from "../host/handler/error-shape.ts";
import type { RunInJob } from "../host/jobs/run-in-job.ts";
import type { LoadedPlugin } from "../host/plugin/loaded-plugin.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";
import { parseBasePath } from "../platform/http/base-path.ts";
import type { AccessLog } from "../platform/log/access-log.ts";
import type { Log } from "../platform/log/log.ts";
import type { Answers, Target } from "../platform/metrics/answers.ts";
import type { LongWork } from "./async/long-work.ts";
import { Endpoint, Trial } from "./http/endpoint.ts";
import { type KnownPaths, listKnownPaths, matchesRoute } from "./http/nearest-path.ts";
import { type RefusalOptions, refuse, withoutRoute } from "./http/respond.ts";
import type { RightCallWriter } from "./http/teach.ts";
import { Pipeline, type RequestObserver, type Stop } from "./pipeline.ts";
import type { Tracing } from "./tracing/tracing.ts";

export interface HubOptions {
  plugins: readonly LoadedPlugin[];
  access: Access;
  /** Builds the arguments of a plugin's handlers. */
  getDoors: (plugin: LoadedPlugin) => PluginDoors;
  /** Runs heavy handlers. */
  runInJob: RunInJob;
  /** Logger for internal errors. */
  log: Log;
  /** Writes a right call for the error of a wrong one. Optional. */
  writeRightCall?: RightCallWriter | undefined;
  /** Logs each response. Optional. */
  accessLog?: Pick<AccessLog, "recordCall" | "recordResponse"> | undefined;
  /** Receives failed and slow requests. Optional. */
  observer?: RequestObserver | undefined;
  /** Traces each call. Optional. */
  tracing?: Pick<Tracing, "annotateSpan"> | undefined;
  /** The configured base URL of the hub, if any. */
  baseUrl?: string | undefined;
  /** The hub's own routes, with the interfaces that only they receive. */
  own?: { plugin: LoadedPlugin; doors: object };
  /** The operator's endpoints, with their access check and the interfaces that only they receive. */
  operator?: Operator | undefined;
  /** Admits visitors of the tool pages to all endpoints without a key. */
  tools?: { check(call: Call): HubError | undefined } | undefined;
  /** Counts the responses of each endpoint. */
  answers?: Answers | undefined;
  /** Handles `Idempotency-Key` and `Prefer: respond-async`. Both headers are ignored by default. */
  longWork?: LongWork;
  /** The folder for large uploads and responses. Default: the system's folder for temporary files. */
  spoolDir?: string | undefined;
  /** Whether responses are cached for as long as their routes allow. Default: false. */
  repeats?: boolean;
}

/** The operator's endpoints and their access check. */
interface Operator {
  plugin: LoadedPlugin;
  admit(call: Call, target: Target): MaybePromise<HubError | undefined>;
  doors: object;
}

/**
 * Builds the app: the hub's own routes at the root, services under `/api`, samples under `/try` and the
 * operator's endpoints under `/admin`.
 */
export function createHub(options: HubOptions) {
  const { plugins, own, operator, log, answers } = options;
  const refusals = answers?.refusals;
  const basePath = parseBasePath(options.baseUrl);
  refusals?.addCodes(plugins.flatMap(({ plugin }) => Object.keys(plugin.manifest.errors ?? {})));
  const findShape = createShapeFinder(plugins, basePath);
  const { baseUrl, writeRightCall } = options;
  const refusing: RefusalOptions = { log, findShape, refusals, baseUrl, writeRightCall };
  // Without this option the router searches for the path from the twelfth character, which is too late for
  // "http://hub/".
  const app = new Elysia({ handler: { standardHostname: false } });
  const router: Router = new Memoirist({ onParam: decodeParam });
  const known = listKnownPaths([...(own ? [own.plugin] : []), ...plugins]);
  const checkAddress = createAddressCheck({
    access: options.access,
    refusing,
    known,
    isPublicPath: createPublicPathMatcher(plugins),
  });
  answerKnownPaths(app, { router, refusing, checkAddress });
  admitCalls(app, checkAddress);
  const findOwner = createOwnerFinder(plugins);
  answerUnknownPaths(app, {
    access: options.access,
    refusing,
    known,
    listMethods: (pathname) => {
      const owner = findOwner(pathname);
      return owner ? listAliasMethods(plugins, owner, pathname) : listMethods(app, pathname);
    },
  });
  const { access, accessLog, observer, tracing, longWork } = options;
  const pipeline = new Pipeline({
    access,
    accessLog,
    observer,
    tracing,
    longWork,
    refusing,
    basePath,
  });
  const heavy = new Map<string, Endpoint>();
  const ours = [own, operator].flatMap((one) => (one ? [one.plugin] : []));
  for (const plugin of [...ours, ...plugins])
    addRoutes(app, plugin, { ...options, router, pipeline, heavy, findOwner });
  longWork?.serve(heavy, pipeline);
  return app;
}

/** The context of a request, which contains the call. */
type Context = { request: Request; params?: Params; call: Call };

type Params = Record<string, string>;

/** The routes with their handlers, by method and path. */
type Router = Memoirist<RouteHandler>;

type RouteHandler = (call: Call, params: Params) => MaybePromise<Response>;

/** Decodes a path parameter, whose encoding is already checked. */
function decodeParam(text: string): string {
  return text.includes("%") ? decodeURIComponent(text) : text;
}

/**
 * Answers requests whose path matches a route exactly. Doesn't create Elysia's context, which takes longer than the
 * router. Elysia answers the others: HEAD, a slash at the end, and unknown paths.
 */
function answerKnownPaths(
  app: Elysia,
  {
    router,
    refusing,
    checkAddress,
  }: { router: Router; refusing: RefusalOptions; checkAddress: AddressCheck },
): void {
  let answerRest: (request: Request) => MaybePromise<Response>;
  const answer = (request: Request): MaybePromise<Response> => {
    const call = new Call(request, app.server);
    const refused = checkAddress(call);
    if (refused) return refused;
    const found = router.find(request.method, call.pathname);
    if (!found) return answerRest(request);
    try {
      return found.store(call, found.params);
    } catch (error) {
      if (error instanceof NotFoundError) return answerRest(request);
      return refuse(call, error, refusing);
    }
  };
  app.wrap((rest) => {
    answerRest = (request) => rest(request) as unknown as MaybePromise<Response>;
    return answer;
  });
}

/*
 * Elysia reads the source of hooks and handlers. If one returns the result of a call, even in a nested function,
 * Elysia awaits it, which costs every request a promise. Bun inlines a constant that is returned. So these
 * functions assign their response to a variable, and contain no nested functions.
 */

/** Creates the `Call` of each request. Rejects requests that no route may see. */
function admitCalls(app: Elysia, checkAddress: AddressCheck): void {
  app.onRequest((context) => {
    // Uses the app's server. If it were read from the context, Elysia would add it to every context.
    const call = new Call(context.request, app.server);
    // Assigned to the context itself: Elysia reads this source, and would parse the body, cookies and
    // headers of every request if the context were passed on.
    (context as unknown as Context).call = call;
    // biome-ignore lint/style/useConst: Bun would inline the call if a constant were returned
    let response: Response | undefined;
    response = checkAddress(call);
    return response;
  });
}

/** Handles requests without a route, and errors before routing. */
function answerUnknownPaths(
  app: Elysia,
  {
    access,
    refusing,
    known,
    listMethods,
  }: Pick<HubOptions, "access"> & {
    refusing: RefusalOptions;
    /** The endpoints that an unknown path may mean. */
    known: KnownPaths;
    listMethods: (pathname: string) => string[];
  },
): void {
  app.onError((context) => {
    // Destructured explicitly: if the context were spread, Elysia would parse the body, cookies and headers
    // first.
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

  /** Handles unknown paths and unsupported methods. Reporting the allowed methods isn't metered. */
  async function unknown(call: Call): Promise<Response> {
    try {
      const methods = listMethods(call.pathname);
      const isFree = methods.length > 0 || call.request.method === "OPTIONS";
      const refusal = isFree ? undefined : await access.gateUnknown(call);
      if (refusal) return refuse(call, refusal, refusing);
      const response = withoutRoute(call, methods, { ...refusing, known });
      access.settle(call, unknownTarget, response.status);
      return response;
    } catch (error) {
      return refuse(call, error, refusing);
    }
  }
}

/** The access rule of a path: public, by key, by rate limit per IP address, operator only, or the hub's own. */
type Guard = "open" | "own" | "key" | "address" | "trial" | "operator" | "tool";

/** Options of the hub, and the parts that all paths share. */
interface RouteOptions extends HubOptions {
  router: Router;
  pipeline: Pipeline;
  /** Receives the endpoints that can run in the background, by method and path. */
  heavy: Map<string, Endpoint>;
  /** Returns the error format of the clients that alone use a path, if there are any. */
  findOwner: (pathname: string) => ErrorShape | undefined;
}

/** Registers all paths of a plugin with the router. */
function addRoutes(app: Elysia, loaded: LoadedPlugin, options: RouteOptions): void {
  const { own, operator, access, getDoors, runInJob, repeats = false, baseUrl, answers } = options;
  const { spoolDir } = options;
  const isOwn = loaded === own?.plugin;
  const isOperators = loaded === operator?.plugin;
  const facts = {
    doors: {
      ...getDoors(loaded),
      ...(isOwn && own.doors),
      ...(isOperators && operator.doors),
    },
    runInJob,
    repeats,
    ...callFacts(access, baseUrl),
    answers,
    spoolDir,
    isHubs: isOwn || isOperators,
    isKeyless: isOwn,
  };
  const endpoints = new Map(
    loaded.routes.map((route) => [route.file, new Endpoint(loaded, route, facts)]),
  );
  for (const endpoint of endpoints.values()) {
    const { method, path } = endpoint.loaded;
    const guard = isOperators ? getOperatorGuard(path) : isOwn ? "own" : "key";
    addRoute(app, { method, work: endpoint, path, guard }, options);
    if (options.tools && guard === "key") {
      const place = { path: `${toolPrefix}${path.slice("/api".length)}`, guard: "tool" } as const;
      addRoute(app, { method, work: endpoint, ...place }, options);
    }
  }
  for (const [samplePath, file] of Object.entries(loaded.plugin.manifest.try ?? {})) {
    const endpoint = endpoints.get(`${file}.ts`);
    if (!endpoint) continue;
    const place = { path: `/try${samplePath}`, guard: "trial" } as const;
    addRoute(app, { method: "GET", work: new Trial(endpoint), ...place }, options);
  }
  for (const route of loaded.open) {
    const { method, path, folder } = route;
    const isOpen = route.route.publicPerMinute === "unlimited";
    const guard = folder === "aliases" ? "key" : isOpen ? "open" : "address";
    const mayMatchOthers = folder === "aliases" && path.includes(":");
    const work = new Endpoint(loaded, route, { ...facts, isKeyless: guard !== "key" });
    addRoute(app, { method, work, path, guard, mayMatchOthers }, options);
  }
}

/** Registers one path with the router. */
function addRoute(
  app: Elysia,
  { method, work, path, guard, mayMatchOthers = false }: RoutePlace,
  { router, access, operator, tools, longWork, pipeline, heavy, findOwner }: RouteOptions,
): void {
  const { endpoint } = work;
  const sender = guard === "key" || guard === "operator" ? guard : "any";
  const headers =
    guard === "trial" || guard === "tool"
      ? []
      : (longWork?.listSupportedHeaders(endpoint, sender) ?? []);
  if (headers.length > 0 && endpoint.mayBeHeavy && guard === "key")
    heavy.set(endpoint.target.route, endpoint);
  const stop: Stop = {
    path,
    work,
    endpoint,
    admit: createAdmission(endpoint, { access, operator, tools, path, guard }),
    longWork: headers.length > 0 ? { sender, headers } : undefined,
  };
  const isForeign = (pathname: string) => {
    const owner = findOwner(pathname);
    return owner !== undefined && !hasShape(endpoint.plugin, owner);
  };
  const handle = createHandler(pipeline, stop, mayMatchOthers ? isForeign : undefined);
  router.add(method, path, handle);
  app.route(method, path, (context: unknown) => {
    const { call, params = {} } = context as Context;
    // biome-ignore lint/style/useConst: Bun would inline the call if a constant were returned
    let response: MaybePromise<Response>;
    response = handle(call, params);
    return response;
  });
}

/** A path in the router and its access rule. */
interface RoutePlace {
  method: string;
  work: Endpoint | Trial;
  path: string;
  guard: Guard;
  /** Whether the path has parameters that match paths of other services' clients. */
  mayMatchOthers?: boolean;
}

/** Creates the handler for the router. Access checks use the matched route, not the text of the path. */
function createHandler(
  pipeline: Pipeline,
  stop: Stop,
  isForeign: ((pathname: string) => boolean) | undefined,
): RouteHandler {
  return (call, params) => {
    if (isForeign?.(call.pathname)) throw new NotFoundError();
    return pipeline.answer(call, params, stop);
  };
}

/** Returns the access check of a path, or undefined if it is public. */
function createAdmission(
  endpoint: Endpoint,
  {
    access,
    operator,
    tools,
    path,
    guard,
  }: Pick<HubOptions, "access" | "operator" | "tools"> & Pick<RoutePlace, "path" | "guard">,
): Stop["admit"] {
  switch (guard) {
    case "open":
      return undefined;
    case "own":
      // A GET has no body. Its endpoint checks the key itself.
      if (endpoint.loaded.method === "GET") return undefined;
      return (call) => access.gateBody(call, isKeyedPath(endpoint.loaded));
    case "key":
      return (call) => {
        const { keyParameter, keyHeaders, keyless } = endpoint.loaded.route;
        call.keyParameter = keyParameter;
        call.keyHeaders = keyHeaders;
        const admit = () => {
          const refusal = access.admitFromMemory(call, endpoint.target);
          if (refusal !== "not in memory") return refusal;
          const gated = access.gateByKey(call, endpoint.target);
          return keyless
            ? gated.then((error) =>
                error?.code === "missing_api_key" ? access.gateByAddress(call, keyless) : error,
              )
            : gated;
        };
        const mayHaveBodyKey = call.keyParameter !== undefined && call.request.body !== null;
        return mayHaveBodyKey && readApiKey(call) === undefined
          ? readBodyKey(call).then(admit)
          : admit();
      };
    case "trial":
      return (call) => access.gateByAddress(call, getTrialPace(endpoint, path), endpoint.target);
    case "address":
      return (call) => access.gateByAddress(call, getPace(endpoint), endpoint.target);
    case "operator":
      return (call) => operator?.admit(call, endpoint.target);
    case "tool":
      return (call) => tools?.check(call) ?? access.gateByAddress(call, toolPace, endpoint.target);
  }
}

/** The paths of endpoints for visitors of the tool pages: `/tools/run/pdf/merge` for `/api/pdf/merge`. */
const toolPrefix = "/tools/run";

/** The calls of an address to all tools without a key in 60 seconds. Forms with a live result call while a person types. */
const toolPace: Pace = { policy: "tools", perMinute: 90 };

/**
 * Returns the access rule of an operator's path. The page itself is public, because it does nothing without
 * a token.
 */
function getOperatorGuard(path: string): Guard {
  return path.startsWith("/admin/api/") ? "operator" : "open";
}

/** Returns whether a plugin serves the clients of an error format. */
function hasShape({ plugin: { manifest } }: LoadedPlugin, { name }: ErrorShape): boolean {
  return Object.values(manifest.errorShapes ?? {}).some((shape) => shape.name === name);
}

/** Lists the methods at a path that only clients of one error format use. */
function listAliasMethods(
  plugins: readonly LoadedPlugin[],
  owner: ErrorShape,
  pathname: string,
): string[] {
  const methods = plugins
    .filter((plugin) => hasShape(plugin, owner))
    .flatMap(({ open }) => open)
    .filter(({ path }) => matchesRoute(path, pathname))
    .map(({ method }) => method);
  return methods.flatMap(addHead);
}

/** Lists the methods that the router has at a path, with and without parameters. */
function listMethods({ router }: Elysia, path: string): string[] {
  const { static: plain, http } = router;
  const named = plain[path] ?? plain[path.endsWith("/") ? path.slice(0, -1) : `${path}/`];
  const found = METHODS.filter(
    (method) => (named && method in named) || http.find(method, path) !== null,
  );
  return found.flatMap(addHead);
}

/** Elysia handles HEAD for every GET. */
function addHead(method: string): string[] {
  return method === "GET" ? ["GET", "HEAD"] : [method];
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Returns the rate limit per IP address that an endpoint declares. */
function getPace({ loaded: { route }, target }: Endpoint): Pace | undefined {
  const { publicPerMinute: perMinute } = route;
  return typeof perMinute === "number" ? { policy: target.route, perMinute } : undefined;
}

/** Returns the rate limit per IP address that an endpoint declares for its sample. */
function getTrialPace({ loaded: { route } }: Endpoint, path: string): Pace | undefined {
  const { tryPerMinute: perMinute } = route;
  return perMinute === undefined ? undefined : { policy: `GET ${path}`, perMinute };
}

/** Refuses a call from a blocked network, or to a faulty address. */
type AddressCheck = (call: Call) => Response | undefined;

/** Creates the check of addresses. Visitors of public paths can't correct a query, so it is repaired. */
function createAddressCheck({
  access,
  refusing,
  known,
  isPublicPath,
}: {
  access: Access;
  refusing: RefusalOptions;
  known: KnownPaths;
  isPublicPath: (pathname: string) => boolean;
}): AddressCheck {
  const refuseAddress = (call: Call, fault: HubError) => {
    const meant = known.find(({ loaded }) => matchesRoute(loaded.path, call.pathname));
    return refuse(call, fault, { ...refusing, ...meant });
  };
  return (call) => {
    const blocked = access.refuseBlocked?.(call);
    if (blocked) return refuse(call, blocked, refusing);
    const { fault, hasFragment } = call.address;
    if (hasFragment)
      return refuseAddress(
        call,
        new HubError("invalid_request", "The request target must be a path without a fragment"),
      );
    if (!fault) return undefined;
    if (fault.errors[0]?.location !== "query" || !isPublicPath(call.pathname))
      return refuseAddress(call, fault);
    call.repairQuery();
    return undefined;
  };
}

/** Returns a function that matches the public paths of plugins. */
function createPublicPathMatcher(plugins: readonly LoadedPlugin[]): (pathname: string) => boolean {
  const patterns = plugins.flatMap(({ open }) =>
    open
      .filter(({ folder }) => folder === "public")
      .map(({ path }) => new URLPattern({ pathname: path })),
  );
  return (pathname) => patterns.some((pattern) => pattern.test({ pathname }));
}

/** The target that calls without a route are counted for. */
const unknownTarget: Target = { service: "hub", route: "unknown" };
