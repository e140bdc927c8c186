import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { Type as t } from "@sinclair/typebox";
import { Accounts } from "../accounts/accounts.ts";
import { callerAddress } from "../accounts/caller-address.ts";
import { Gate } from "../accounts/gate.ts";
import type { LimitSpelling } from "../accounts/limit-headers.ts";
import type { Limiter } from "../accounts/limiter.ts";
import { OwnKeys } from "../accounts/own-keys.ts";
import { type SignUpMode, SignUps } from "../accounts/sign-ups.ts";
import { loadTiers, type Tier } from "../accounts/tiers.ts";
import { definePlugin, type Plugin } from "../contract/plugin.ts";
import type { LoadedPlugin, LoadedRoute } from "../host/plugin/loaded-plugin.ts";
import { Meter } from "../lib/rolling-window/meter.ts";
import { quietLog } from "../platform/log/log.ts";
import type { Mailer } from "../platform/mail/mailer.ts";
import { openSqlite } from "../platform/store/sqlite.ts";
import { createHub } from "../server/hub.ts";

export const start = Date.UTC(2026, 0, 2, 12);

/** Creates a hub behind its real gate, with a clock that the test sets. For the tests of this folder. */
export async function gateHub({
  tiers = loadTiers({}),
  signup = "open",
  trustedProxies = [],
  mailer,
  limiterOf,
  limitHeaders,
}: {
  tiers?: Tier[];
  signup?: SignUpMode;
  trustedProxies?: string[];
  mailer?: Mailer;
  /** Creates the limiter to use instead of the meter. */
  limiterOf?: (meter: Meter) => Limiter;
  limitHeaders?: LimitSpelling;
} = {}) {
  const dir = mkdtempSync(`${tmpdir()}/utilhub-gate-`);
  const records = openSqlite(":memory:");
  const clock = { now: start };
  const meter = new Meter(dir, { clock: { now: () => clock.now } });
  const accounts = new Accounts({ records, meter, tiers, pepper: new Uint8Array(32) });
  const gate = new Gate({
    accounts,
    meter,
    limiter: limiterOf?.(meter),
    limitHeaders,
    records,
    now: () => clock.now,
    signUps: new SignUps({ accounts, now: () => clock.now, mode: signup, mailer }),
    getCallerAddress: callerAddress(trustedProxies),
  });
  const keys = new OwnKeys({
    gate,
    accounts,
    eraser: { erase: ({ id }) => records.eraseAccount(id, clock.now).then(() => {}) },
    records,
    canMail: mailer !== undefined,
    now: () => clock.now,
  });
  const sendRequest = (path: string, headers: Record<string, string> = {}) =>
    app.fetch(new Request(`http://localhost${path}`, { headers }));
  let peer = "192.0.2.1";
  const app = createHub({
    plugins: [sample],
    access: gate,
    getDoors: () => ({}) as never,
    runInJob: () => Promise.reject(new Error("Nothing here is heavy")),
    log: quietLog,
  });
  app.server = { requestIP: () => ({ address: peer }) } as never;
  return {
    accounts,
    clock,
    gate,
    keys,
    meter,
    records,
    setPeer(address: string) {
      peer = address;
    },
    async key(email: string, options: { tier?: string; expiresAt?: number } = {}) {
      return (await accounts.issue(email, { now: clock.now, ...options })).key;
    },
    /** Calls the app like the server does. Returns synchronously if nothing has to be awaited. */
    ask: sendRequest,
    get: async (...args: Parameters<typeof sendRequest>): Promise<Response> => sendRequest(...args),
    close: () => rmSync(dir, { recursive: true, force: true }),
  };
}

const plugin = definePlugin({
  title: "Sample",
  summary: "Answers as it is told.",
  try: { "/work": "work.get", "/drawn": "drawn.get" },
});
const definition = {
  summary: "Answer",
  query: t.Object({
    fail: t.Optional(t.Boolean()),
    refuse: t.Optional(t.Boolean()),
    units: t.Optional(t.Number()),
  }),
  response: t.Object({ ok: t.Boolean() }),
  cost: ({ query }: { query: { units?: number } }) => query.units ?? 1,
  example: { query: {} },
  handler({ query }: { query: { fail?: boolean; refuse?: boolean } }) {
    if (query.fail) throw plugin.error("internal_error", "It was told to fail");
    if (query.refuse) throw plugin.error("invalid_input", "It was told to refuse");
    return { ok: true };
  },
};
const loaded: LoadedRoute = {
  folder: "routes",
  file: "work.get.ts",
  method: "GET",
  path: "/api/sample/work",
  route: plugin.route(definition),
};

/** Defines a public route with an optional rate limit. */
function definePublicRoute(path: string, publicPerMinute?: number | "unlimited"): LoadedRoute {
  const { cost: _, ...free } = definition;
  const route = plugin.route({ ...free, ...(publicPerMinute && { publicPerMinute }) });
  return { folder: "public", file: `${path.slice(1)}.get.ts`, method: "GET", path, route };
}

const sample: LoadedPlugin = {
  name: "sample",
  dir: import.meta.dir,
  plugin: plugin as unknown as Plugin,
  routes: [
    loaded,
    {
      ...loaded,
      file: "drawn.get.ts",
      path: "/api/sample/drawn",
      route: plugin.route({ ...definition, tryPerMinute: 8 }),
    },
  ],
  open: [
    definePublicRoute("/plain"),
    definePublicRoute("/paced", 7),
    definePublicRoute("/free", "unlimited"),
    { ...definePublicRoute("/v1/work"), folder: "aliases" },
  ],
  datasets: {},
  isolated: false,
};
