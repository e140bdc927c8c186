import { cron } from "@elysiajs/cron";
import { Elysia } from "elysia";
import type { Caller } from "../contract/caller.ts";
import { HubError } from "../contract/errors.ts";
import type { Reply } from "../contract/reply.ts";
import type { Access, Pace, Target } from "./access/access.ts";
import type { PluginDoors } from "./doors/grant.ts";
import { Call } from "./http/call.ts";
import { Endpoint, type RunInJob, Trial } from "./http/endpoint.ts";
import { errorShapesOf } from "./http/error-shape.ts";
import { refuse, respond, withoutRoute } from "./http/respond.ts";
import type { LoadedPlugin } from "./load/loaded-plugin.ts";
import type { AccessLog } from "./log/access-log.ts";
import type { Log } from "./log/log.ts";
import type { Answers } from "./metrics/answers.ts";
import type { HubView } from "./own-routes.ts";

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
  /** The address that callers use, where the operator has said it. */
  baseUrl?: string | undefined;
  /** Doors that only the hub's own routes get. */
  own?: { plugin: LoadedPlugin; doors: { hub: HubView } };
  /** Where the answers of each endpoint are counted. */
  answers?: Answers;
  /** Whether answers are given again for as long as their routes allow. Default: never. */
  repeats?: boolean;
  /** What is done when, by cron patterns in UTC. */
  timetable?: Readonly<Record<string, { pattern: string; run: () => void }>>;
}

/** What a handler is handed: the gate has put the call there. */
type Context = { request: Request; path: string; params?: Record<string, string>; call: Call };

/** Builds the app: the hub's own routes at the root, services under `/api`, samples under `/try`. */
export function createHub({
  plugins,
  access,
  doorsOf,
  runInJob,
  log,
  accessLog,
  baseUrl,
  own,
  answers,
  repeats = false,
  timetable = {},
}: HubOptions) {
  const refusing = { log, shapeOf: errorShapesOf(plugins) };
  // Else the router looks for the path from the twelfth character on, and misses that of "http://hub/".
  const app = new Elysia({ handler: { standardHostname: false } });
  // By an offset: the name of a time zone would load the tables of all of them.
  for (const [name, entry] of Object.entries(timetable))
    app.use(cron({ name, utcOffset: 0, ...entry }));
  app.onRequest((context) => {
    const call = new Call(context.request, context.server);
    // Assigned to the context itself: Elysia reads this source, and would parse body, cookies and
    // headers of every request if the context were passed on.
    (context as unknown as Context).call = call;
    const refusal =
      call.address.fault ?? faultOfRouting(call, (context as unknown as Context).path);
    let response: Response | undefined;
    if (refusal) response = refuse(call, refusal, refusing);
    return response;
  });
  app.onError((context) => {
    // Named one by one: of a spread context Elysia would parse body, cookies and headers first.
    const {
      request,
      error,
      code,
      call = new Call(request, null),
    } = context as typeof context & Partial<Context>;
    let response: Response;
    if (code === "NOT_FOUND") response = unknown(call);
    else response = refuse(call, error, refusing);
    return response;
  });

  for (const loaded of [...(own ? [own.plugin] : []), ...plugins]) {
    const { manifest } = loaded.plugin;
    const isOwn = loaded === own?.plugin;
    const doors = {
      ...doorsOf(loaded),
      ...(isOwn && own.doors),
    };
    const facts = { doors, runInJob, repeats, callerOf, originOf };
    const endpoints = new Map(
      loaded.routes.map((route) => [route.file, new Endpoint(loaded, route, facts)]),
    );
    for (const endpoint of endpoints.values()) answers?.add(endpoint.target, endpoint.answers);
    for (const endpoint of endpoints.values())
      app.route(
        endpoint.loaded.method,
        endpoint.loaded.path,
        serve(endpoint, { path: endpoint.loaded.path, guard: isOwn ? "open" : "key" }),
      );
    for (const [path, file] of Object.entries(manifest.try ?? {}))
      app.get(
        `/try${path}`,
        serve(new Trial(endpoints.get(`${file}.ts`)!), { path: `/try${path}`, guard: "trial" }),
      );
    for (const route of loaded.open) {
      const endpoint = new Endpoint(loaded, route, facts);
      const isOpen = route.route.publicPerMinute === "unlimited";
      const guard = route.folder === "aliases" ? "alias" : isOpen ? "open" : "address";
      app.route(route.method, route.path, serve(endpoint, { path: route.path, guard }));
    }
  }

  function callerOf(call: Call): Caller {
    const { headers } = call.request;
    const { id, address } = access.identify(call);
    const userAgent = headers.get("user-agent") ?? "";
    const referrer = headers.get("referer") ?? "";
    const caller = { id, address, userAgent, referrer };
    if (call.request.method === "HEAD") return { ...caller, looksAhead: "head" };
    // Chrome and Firefox say so by `Sec-Purpose`, and older browsers by the other two.
    const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? headers.get("x-moz");
    const isAhead = purpose?.trim().toLowerCase().startsWith("prefetch");
    return isAhead ? { ...caller, looksAhead: "prefetch" } : caller;
  }

  function originOf({ request }: Call): string {
    return baseUrl ?? new URL(request.url).origin;
  }

  /*
   * Elysia reads the source of hooks and handlers, and awaits one that returns the value of a call,
   * which costs a third of the throughput. Bun writes a call where a constant is returned that
   * stands for it. So these have a variable for their answer.
   */

  function serve(
    work: Endpoint | Trial,
    { path, guard }: { path: string; guard: "key" | "alias" | "address" | "trial" | "open" },
  ) {
    return (context: unknown) => {
      const { call, params = {} } = context as Context;
      // Here and not by the text of the path: what the router found is what is guarded.
      const refusal =
        guard === "key"
          ? access.gateByKey(call)
          : guard === "alias"
            ? access.gateByKey(call, { bearer: true })
            : guard === "trial"
              ? access.gateByAddress(call)
              : guard === "address"
                ? access.gateByAddress(call, paceOf(work.endpoint))
                : undefined;
      accessLog?.note(call.id, { route: path, account: access.identify(call).id });
      let response: Response | Promise<Response>;
      if (refusal) response = refuse(call, refusal, refusing);
      else response = attempt(call, params, work);
      return response;
    };
  }

  function attempt(call: Call, params: Record<string, string>, work: Endpoint | Trial) {
    const { endpoint } = work;
    try {
      const reply = work.answer(call, params);
      return reply instanceof Promise
        ? reply.then(
            (reply) => answer(call, endpoint, reply),
            (error) => fail(call, endpoint, error),
          )
        : answer(call, endpoint, reply);
    } catch (error) {
      return fail(call, endpoint, error);
    }
  }

  function answer(call: Call, endpoint: Endpoint, reply: Reply): Response | Promise<Response> {
    const response = respond(call, endpoint.loaded, reply);
    if (response instanceof Promise)
      return response.then((response) => settle(call, endpoint, response));
    return settle(call, endpoint, response);
  }

  function fail(call: Call, endpoint: Endpoint, error: unknown): Response {
    return settle(call, endpoint, refuse(call, error, { ...refusing, target: endpoint.target }));
  }

  function settle(call: Call, { answers, target }: Endpoint, response: Response): Response {
    answers[(response.status / 100) | 0]!++;
    access.settle(call, target, response.status);
    accessLog?.noteAnswer(call, response);
    return response;
  }

  /** A path, or a method of it, that is none: to say which methods it has costs nobody a call. */
  function unknown(call: Call): Response {
    const methods = methodsAt(call.pathname);
    const isFree = methods.length > 0 || call.request.method === "OPTIONS";
    const refusal = isFree ? undefined : access.gateUnknown(call);
    if (refusal) return refuse(call, refusal, refusing);
    const response = withoutRoute(call, methods, refusing);
    access.settle(call, nowhere, response.status);
    return response;
  }

  /** What the router answers at a path, where it keeps the plain ones and where those with parameters. */
  function methodsAt(path: string): string[] {
    const { static: plain, http } = app.router;
    const named = plain[path] ?? plain[path.endsWith("/") ? path.slice(0, -1) : `${path}/`];
    const found = METHODS.filter(
      (method) => (named && method in named) || http.find(method, path) !== null,
    );
    // Elysia answers HEAD where it has a GET.
    return found.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  }

  return app;
}

/** How often an address may call an endpoint, where it says so itself. */
function paceOf({ loaded: { route }, target }: Endpoint): Pace | undefined {
  const { publicPerMinute: perMinute } = route;
  return typeof perMinute === "number" ? { policy: target.route, perMinute } : undefined;
}

/** The router must see the path that the hub sees: one of them would be guarded, the other answered. */
function faultOfRouting({ pathname }: Call, routed: string): HubError | undefined {
  return routed === pathname
    ? undefined
    : new HubError("invalid_request", "The target of a request must be a path, without a fragment");
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** What a call to a path without a route is accounted to. */
const nowhere: Target = { service: "hub", route: "unknown" };
