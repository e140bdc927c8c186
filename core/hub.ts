import { Elysia } from "elysia";
import type { Access } from "./access/access.ts";
import { Call } from "./call.ts";
import type { Permissions } from "./doors/doors.ts";
import { grant, type Outside } from "./doors/grant.ts";
import { type Elsewhere, Endpoint } from "./endpoint.ts";
import { FAILURES, HubError } from "./errors.ts";
import type { LoadedPlugin } from "./load.ts";
import type { Reply } from "./plugin.ts";
import { commonHeaders, refuse, respond } from "./respond.ts";
import { Trial } from "./trial.ts";

export interface HubOptions {
  plugins: readonly LoadedPlugin[];
  access: Access;
  outside: Outside;
  elsewhere: Elsewhere;
  /** What the operator denies, by plugin. */
  denied?: Readonly<Record<string, readonly (keyof Permissions)[]>>;
  /** Doors that only the hub's own routes get. */
  own?: { plugin: LoadedPlugin; doors: object };
}

type Context = { request: Request; path: string; params: Record<string, string>; call?: Call };

/** Builds the app: the hub's own routes at the root, services under `/api`, samples under `/try`. */
export function createHub({ plugins, access, outside, elsewhere, denied = {}, own }: HubOptions) {
  const app = new Elysia();
  const failures = Object.assign(
    {},
    FAILURES,
    ...plugins.map(({ plugin }) => plugin.manifest.errors),
  );

  app.onRequest((context) => {
    const call = new Call(context.request, context.server);
    (context as unknown as Context).call = call;
    const refusal = access.gate(call);
    if (refusal) {
      const response = refuse(call, refusal, failures);
      return response;
    }
  });
  app.onError(({ request, error, code, ...context }) => {
    const call = (context as unknown as Context).call ?? new Call(request, null);
    if (code === "NOT_FOUND") return unknown(call);
    return refuse(call, error, failures);
  });

  for (const loaded of [...(own ? [own.plugin] : []), ...plugins]) {
    const { manifest } = loaded.plugin;
    const doors = {
      ...grant(loaded, {
        permissions: manifest.permissions ?? {},
        denied: denied[loaded.name] ?? [],
        outside,
      }),
      ...(loaded === own?.plugin && own.doors),
    };
    const endpoints = new Map(
      loaded.routes.map((route) => [route.file, new Endpoint(loaded, route, { doors, elsewhere })]),
    );
    for (const endpoint of endpoints.values()) {
      const { method, path } = endpoint.loaded;
      app.route(method, path, serve(endpoint, loaded !== own?.plugin));
    }
    for (const [path, file] of Object.entries(manifest.try ?? {}))
      app.get(`/try${path}`, serveTrial(new Trial(endpoints.get(`${file}.ts`)!)));
    for (const [path, file] of Object.entries(manifest.public ?? {}))
      app.get(path, serve(endpoints.get(`${file}.ts`)!, false));
  }

  function serve(endpoint: Endpoint, guarded: boolean) {
    return (context: unknown) => {
      const { request, call, params } = context as Context;
      // The second lock: whatever path the gate saw, no service answers without an account.
      if (guarded && !call?.admission)
        return refuse(call ?? new Call(request, null), access.challenge(), failures);
      return attempt(call!, endpoint, () =>
        endpoint.answer(request, params ?? {}, search(request)),
      );
    };
  }

  function serveTrial(trial: Trial) {
    return (context: unknown) => {
      const { request, call, params } = context as Context;
      return attempt(call!, trial.endpoint, () => trial.answer(params ?? {}, search(request)));
    };
  }

  function attempt(call: Call, { plugin, loaded }: Endpoint, work: () => Reply | Promise<Reply>) {
    const fail = (error: unknown): Response => {
      const response = refuse(call, error, failures);
      access.settle(call, { plugin: plugin.name, route: loaded, status: response.status });
      return response;
    };
    const finish = (reply: Reply): Response => {
      const response = respond(call, loaded, reply);
      access.settle(call, { plugin: plugin.name, route: loaded, status: response.status });
      return response;
    };
    try {
      const reply = work();
      return reply instanceof Promise ? reply.then(finish).catch(fail) : finish(reply);
    } catch (error) {
      return fail(error);
    }
  }

  /** A path without a route: a preflight, a method the path does not have, or nothing at all. */
  function unknown(call: Call): Response {
    const methods = app.router.http
      ? ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) =>
          app.router.http.find(method, call.pathname),
        )
      : [];
    const allow = [...(methods.includes("GET") ? ["HEAD"] : []), ...methods, "OPTIONS"].join(", ");
    if (call.request.method === "OPTIONS")
      return new Response(null, {
        status: 204,
        headers: {
          ...commonHeaders(call),
          allow,
          "access-control-allow-methods": allow,
          "access-control-allow-headers": "X-API-Key, Content-Type, If-None-Match",
          "access-control-max-age": "86400",
        },
      });
    if (methods.length === 0)
      return refuse(
        call,
        new HubError("not_found", `There is nothing at ${JSON.stringify(call.pathname)}`),
      );
    return refuse(
      call,
      new HubError(
        "method_not_allowed",
        `${call.pathname} answers to ${allow}, not to ${call.request.method}`,
        {
          headers: { allow },
        },
      ),
    );
  }

  return app;
}

function search(request: Request): string {
  const { url } = request;
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start + 1);
}
