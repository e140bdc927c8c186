import { afterAll, expect, test } from "bun:test";
import { dirname } from "node:path";
import fc from "fast-check";
import { cases, isFullDepth } from "hub/testing";
import { pluginFolder, removePluginFolders } from "../core/testing/plugin-folder.ts";
import { runHub } from "../core/testing/running-hub.ts";

const sample = pluginFolder({
  "routes/greet.get.ts": "",
  "routes/work.post.ts": `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Work",
  body: t.Object({ text: t.String({ maxLength: 100 }) }),
  response: t.Object({ text: t.String() }),
  heavy: true,
  example: { body: { text: "a" } },
  handler: ({ body }) => ({ text: body.text }),
});`,
});
const hub = await runHub({
  HUB_TIERS: "free=100000/1000000",
  TRUSTED_PROXIES: "127.0.0.1",
  HUB_ALIASES: "frankfurter",
  HUB_PLUGINS: dirname(sample),
  HUB_TRUST: "sample",
});
afterAll(async () => {
  await hub.stop();
  removePluginFolders();
});

const own = { addresses: ["203.0.0.0/8"], routes: ["/api/dev/hash/{algo}"] };
const outside = "198.51.100.1";

let callers = 0;
/** Returns a new address for every request, so that no address limit hides an escape. */
function nextAddress(): string {
  const number = ++callers;
  return `203.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

interface Sent {
  method: string;
  path: string;
  key: string;
  body?: object | undefined;
  from?: string;
  headers?: Record<string, string>;
}

async function send({ method, path, key, body, from = nextAddress(), headers }: Sent) {
  const answer = await fetch(hub.url + path, {
    method,
    headers: {
      "x-forwarded-for": from,
      referer: "https://a.example/",
      ...(key && { "x-api-key": key }),
      ...(body && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json");
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape of the result
  return { status: answer.status, text, body: (isJson ? JSON.parse(text) : {}) as any };
}

async function must(sent: Sent) {
  const answer = await send(sent);
  expect(answer.status, `${sent.method} ${sent.path}: ${answer.text}`).toBe(200);
  return answer.body;
}

/** Restrictions of keys. Each is also tried with the right to manage keys. */
const restrictions: Record<string, object> = {
  services: { services: ["dev"] },
  routes: { routes: own.routes },
  methods: { methods: ["GET"] },
  addresses: { addresses: own.addresses },
  per_minute: { per_minute: 500 },
  per_day: { per_day: 500 },
  expires_in: { expires_in: 3600 },
  several: { ...own, methods: ["GET"], per_day: 500, expires_in: 3600 },
};
/** Restrictions of keys that cannot manage keys. */
const unmanaging: Record<string, object> = {
  may_manage_keys: { may_manage_keys: false },
  publishable: { kind: "publishable", routes: own.routes },
  referrers: { kind: "publishable", routes: own.routes, referrers: ["a.example"] },
};
const keys = [
  ...Object.entries({ ...restrictions, ...unmanaging }).map(([name, wish]) => ({ name, wish })),
  ...Object.entries(restrictions).map(([name, wish]) => ({
    name: `${name}, managing`,
    wish: { ...wish, may_manage_keys: true },
  })),
];

/** Each right, extended beyond every restriction. */
const lifts: Record<string, object> = {
  name: { name: "Mine" },
  services: { services: null },
  routes: { routes: null },
  methods: { methods: null },
  addresses: { addresses: null },
  networks: { addresses: ["0.0.0.0/0", "::/0"] },
  referrers: { referrers: null },
  per_minute: { per_minute: null },
  per_day: { per_day: null },
  more_a_day: { per_day: 1000 },
  expires_in: { expires_in: null },
  later: { expires_in: 86_400 },
  may_manage_keys: { may_manage_keys: true },
  suspended: { suspended: true },
};
const everything = {
  ...{ per_minute: 10_000, per_day: 100_000, expires_in: 86_400, addresses: ["0.0.0.0/0"] },
  ...{ services: ["dev", "qr"], methods: ["GET", "POST"], routes: ["/api/qr/generate"] },
};

/** The account, its other keys, and the key that tries an operation. */
interface Scene {
  email: string;
  key: string;
  keyId: string;
  /** The first key of the account, and another unrestricted one. */
  main: string;
  others: string[];
}

type Operation = (scene: Scene) => Omit<Sent, "key"> & { key?: string };

const operations: Record<string, Operation> = {
  ...Object.fromEntries(
    Object.entries(lifts).flatMap(([name, body]) => [
      [`PATCH itself: ${name}`, () => ({ method: "PATCH", path: "/api-key", body })],
      [
        `PATCH itself by its id: ${name}`,
        ({ keyId }: Scene) => ({ method: "PATCH", path: `/api-key/keys/${keyId}`, body }),
      ],
      [`POST keys: ${name}`, () => ({ method: "POST", path: "/api-key/keys", body: given(body) })],
    ]),
  ),
  ...Object.fromEntries(
    [{ name: "Mine" }, { per_day: 1 }, { suspended: true }].flatMap((body) =>
      [0, 1].map((other) => [
        `PATCH another key ${other}: ${Object.keys(body)}`,
        ({ others }: Scene) => ({ method: "PATCH", path: `/api-key/keys/${others[other]}`, body }),
      ]),
    ),
  ),
  "DELETE the main key": ({ others }) => ({ method: "DELETE", path: `/api-key/keys/${others[0]}` }),
  "DELETE another key": ({ others }) => ({ method: "DELETE", path: `/api-key/keys/${others[1]}` }),
  "DELETE itself": () => ({ method: "DELETE", path: "/api-key" }),
  "POST keys: nothing": () => ({ method: "POST", path: "/api-key/keys", body: {} }),
  "POST keys: everything": () => ({ method: "POST", path: "/api-key/keys", body: everything }),
  "POST keys: publishable": () => ({
    method: "POST",
    path: "/api-key/keys",
    body: { kind: "publishable", routes: ["/api/qr/generate", ...own.routes] },
  }),
  "POST /api-key": ({ email }) => ({ method: "POST", path: "/api-key", body: { email } }),
  "POST /api-key by the query": ({ email, key }) => ({
    method: "POST",
    path: `/api-key?api_key=${key}`,
    body: { email },
    key: "",
  }),
  "POST /signup": ({ email, key }) => ({
    method: "POST",
    path: "/signup",
    body: { email, api_key: key },
    key: "",
  }),
  rotate: () => ({ method: "POST", path: "/api-key/rotate", body: {} }),
  "rotate with a grace": () => ({
    method: "POST",
    path: "/api-key/rotate",
    body: { grace_seconds: 86_400 },
  }),
  "GET notices": () => ({ method: "GET", path: "/api-key/notices" }),
  "erase the account": ({ email }) => ({
    method: "DELETE",
    path: "/api-key/account",
    body: { email },
  }),
  "PUT notices": () => ({ method: "PUT", path: "/api-key/notices", body: { new_secret: true } }),
};

function given(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/** The ways to send a request. */
const ways: Record<string, Record<string, string>> = {
  plain: {},
  "as an async job": { prefer: "respond-async" },
  // With a new idempotency key, and once more as a retry.
  once: { "idempotency-key": "" },
};

// biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape of the result
type View = any;

/** Returns the rights that a key has beyond another one, by their views. Independent of the hub's code. */
function listExcess(view: View, limit: View): string[] {
  const lists = ["services", "routes", "methods", "addresses", "referrers"].filter(
    (name) =>
      limit[name] !== null &&
      !(view[name]?.every((entry: string) => limit[name].includes(entry)) ?? false),
  );
  const numbers = ["per_minute", "per_day"].filter((name) => {
    const [value, most] = [view.own_limits[name], limit.own_limits[name]];
    return most !== null && (value === null || value > most);
  });
  const isLater =
    limit.expires_at !== null && (view.expires_at === null || view.expires_at > limit.expires_at);
  return [
    ...lists,
    ...numbers,
    ...(isLater ? ["expires_at"] : []),
    ...(view.may_manage_keys && !limit.may_manage_keys ? ["may_manage_keys"] : []),
  ];
}

let people = 0;
async function openAccount() {
  const email = `rights${people++}@example.com`;
  const main = await must({ method: "POST", path: "/api-key", body: { email }, key: "" });
  const issue = (body: object) =>
    must({ method: "POST", path: "/api-key/keys", body, key: main.api_key });
  const other = await issue({ name: "Other" });
  const get = (path: string) => must({ method: "GET", path, key: main.api_key });
  const fetchViews = async () => {
    const { keys } = await get("/api-key/keys");
    const views = keys.map(({ last_used_at: _, ...view }: View) => [view.key_id, view]);
    return { views: new Map<string, View>(views), notices: await get("/api-key/notices") };
  };
  return { email, main, other, issue, look: fetchViews, before: await fetchViews() };
}

type Account = Awaited<ReturnType<typeof openAccount>>;

/** Tries operations in turn, each with the key itself or with one that an earlier operation created. */
async function findEscapes(
  { email, main, other, issue, look, before }: Account,
  wish: object,
  steps: readonly { operation: string; way: string; by: number }[],
): Promise<string[]> {
  const issued = await issue(wish);
  const limit = issued;
  const held: { key: string; keyId: string }[] = [{ key: issued.api_key, keyId: issued.key_id }];
  const texts: string[] = [];
  for (const { operation, way, by } of steps) {
    const user = held[by % held.length];
    const scene = { email, main: main.api_key, others: [main.key_id, other.key_id], ...user };
    const request = operations[operation]?.(scene as Scene);
    if (!request || !user) throw new Error(`There is no operation "${operation}"`);
    const headers = way === "once" ? { "idempotency-key": crypto.randomUUID() } : ways[way];
    const sent: Sent = { key: user.key, headers: headers ?? {}, ...request };
    const answer = await send(sent);
    if (way === "once") texts.push((await send(sent)).text);
    expect(answer.status, answer.text).toBeLessThan(500);
    expect([202, 422]).not.toContain(answer.status);
    texts.push(answer.text);
    const { api_key, key_id } = answer.body;
    if (answer.status === 200 && api_key) held.push({ key: api_key, keyId: key_id });
  }
  const after = await look();
  const escapes: string[] = [];
  const replacing = new Set([...after.views.values()].map((view) => view.replaced_by));
  for (const [id, view] of after.views) {
    const was = before.views.get(id);
    const excess = listExcess(view, limit);
    if (was && JSON.stringify(view) !== JSON.stringify(was))
      escapes.push(`the key "${view.name}" was changed`);
    // Keys of earlier scenes are revoked.
    if (!was && view.revoked_at === null && excess.length > 0)
      escapes.push(`a key has more: ${excess}`);
    // A key that can't manage keys only revokes or replaces itself.
    if (!was && view.revoked_at === null && !limit.may_manage_keys)
      if (view.name !== null || (id !== issued.key_id && !replacing.has(id)))
        escapes.push("a key was issued or changed");
  }
  if (JSON.stringify(after.notices) !== JSON.stringify(before.notices))
    escapes.push("the notices were changed");
  if (texts.some((text) => text.includes(before.notices.webhook_secret)))
    escapes.push("the secret of webhooks was told");
  // The account can have twenty keys.
  for (const [id, view] of after.views)
    if (!before.views.has(id) && view.revoked_at === null)
      await must({ method: "DELETE", path: `/api-key/keys/${id}`, key: main.api_key });
  return escapes;
}

/** Returns all entries, or in a plain run a fifth: a different one for each of five consecutive keys. */
function chooseFor<Entry>(keyIndex: number, entries: readonly Entry[]): Entry[] {
  return entries.filter((_, index) => isFullDepth || (index + keyIndex) % 5 === 0);
}

test("no restricted key escapes by any operation of its account", async () => {
  const found: string[] = [];
  for (const [index, { name, wish }] of keys.entries()) {
    const account = await openAccount();
    for (const operation of chooseFor(index, Object.keys(operations))) {
      const escapes = await findEscapes(account, wish, [{ operation, way: "plain", by: 0 }]);
      found.push(...escapes.map((what) => `${name}, ${operation}: ${what}`));
    }
  }
  expect(found).toEqual([]);
}, 300_000);

test("nor by any sequence of them, in any way of sending, with the resulting keys", async () => {
  const step = fc.record({
    operation: fc.constantFrom(...Object.keys(operations)),
    way: fc.constantFrom(...Object.keys(ways)),
    by: fc.nat({ max: 3 }),
  });
  const sequences = fc.array(step, { minLength: 2, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...keys), sequences, async ({ wish }, steps) => {
      expect(await findEscapes(await openAccount(), wish, steps)).toEqual([]);
    }),
    cases(100),
  );
}, 300_000);

/** Endpoints of services, one of them an alias, and of language models. */
const uses = [
  { service: "dev", method: "GET", path: "/api/dev/hash/{algo}", url: "/api/dev/hash/md5?text=a" },
  { service: "qr", method: "GET", path: "/api/qr/generate", url: "/api/qr/generate?data=a" },
  { service: "qr", method: "POST", path: "/api/qr/batch", body: { items: [{ data: "a" }] } },
  { service: "currency", method: "GET", path: "/v1/currencies" },
  { service: "sample", method: "POST", path: "/api/sample/work", body: { text: "a" } },
];
type Use = { service: string; method: string; path: string; url?: string; body?: object };

const tools: Record<string, object> = {
  "/api/dev/hash/{algo}": { path: { algo: "md5" }, query: { text: "a" } },
  "/api/qr/generate": { query: { data: "a" } },
  "/api/qr/batch": { body: { items: [{ data: "a" }] } },
};

/** Returns true if a key may make this call, according to the restrictions that it was issued with. */
function isWished(wish: View, { service, method, path }: Use, from: string): boolean {
  const { services, routes, addresses } = wish;
  const methods = wish.kind === "publishable" ? ["GET"] : wish.methods;
  return (
    (services?.includes(service) ?? true) &&
    (routes?.includes(path) ?? true) &&
    (methods?.includes(method) ?? true) &&
    (addresses === undefined || from !== outside)
  );
}

test("every key makes its permitted calls: from its address, by an alias, as a job, as a tool, signed", async () => {
  const { paths } = await must({ method: "GET", path: "/openapi.json", key: "" });
  const getOperationId = ({ path, method }: Use): string =>
    paths[path][method.toLowerCase()].operationId;
  const useTool = async (name: string, sent: { key: string; from: string; arguments?: object }) => {
    const params = { name: "call_endpoint", arguments: { name, ...sent.arguments } };
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const { result } = await must({ ...sent, method: "POST", path: "/mcp", body });
    return result.isError !== true;
  };
  const { main, issue } = await openAccount();
  const accepted = await send({
    ...{ method: "POST", path: "/api/sample/work", key: main.api_key, body: { text: "secret" } },
    headers: { prefer: "respond-async" },
  });
  expect(accepted.status, accepted.text).toBe(202);
  const managing = Object.entries(paths as Record<string, object>)
    .filter(([path]) => path.startsWith("/api-key"))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path, method })));
  for (const [index, { name, wish }] of keys.entries()) {
    const { api_key: key, key_id } = await issue(wish);
    // In a plain run a key without address restrictions is used from one of the two.
    const places = [nextAddress(), outside];
    const isForBoth = isFullDepth || "addresses" in wish;
    for (const from of isForBoth ? places : places.filter((_, place) => place === index % 2))
      for (const use of uses as Use[]) {
        const isAllowed = isWished(wish, use, from);
        const label = `${name}: ${use.method} ${use.path} from ${from}`;
        const sent = { ...use, path: use.url ?? use.path, key, from };
        const headers = { prefer: "respond-async" };
        const answer = await send(use.service === "sample" ? { ...sent, headers } : sent);
        expect(answer.status < 400, `${label} answered ${answer.text}`).toBe(isAllowed);
        const tool = tools[use.path];
        if (tool)
          expect(await useTool(getOperationId(use), { key, from, arguments: tool }), label).toBe(
            isAllowed,
          );
        if (use.method !== "GET") continue;
        const path = sent.path;
        const signed = await send({ method: "POST", path: "/api-key/sign", key, body: { path } });
        const isSigned = "kind" in wish ? false : isWished(wish, use, "inside");
        expect(signed.status === 200, `${label}: ${signed.text}`).toBe(isSigned);
        if (!isSigned) continue;
        const fetched = await send({ method: "GET", path: signed.body.path, key: "", from });
        expect(fetched.status === 200, `${label}, signed: ${fetched.text}`).toBe(isAllowed);
      }
    for (const { path, method } of chooseFor(index, managing)) {
      const id = getOperationId({ service: "hub", path, method });
      expect(await useTool(id, { key, from: nextAddress() }), id).toBeFalse();
    }
    const mayWork = isWished(
      wish,
      { service: "sample", method: "POST", path: "/api/sample/work" },
      "",
    );
    const isSecret = !("kind" in wish);
    const job = `/api/jobs/${accepted.body.id}`;
    const list = await send({ method: "GET", path: "/api/jobs", key });
    expect(list.text.includes(accepted.body.id), name).toBe(mayWork && isSecret);
    for (const path of [job, `${job}/events`])
      if (!mayWork)
        expect((await send({ method: "GET", path, key })).status, name).toBe(isSecret ? 404 : 403);
    await must({ method: "DELETE", path: `/api-key/keys/${key_id}`, key: main.api_key });
  }
}, 300_000);
