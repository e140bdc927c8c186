import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { json } from "hub/testing";
import { loadConfig } from "../../app/config.ts";
import { listShownSettings } from "../../app/settings.ts";
import type { Delivery } from "../../host/notices/deliveries.ts";
import { openSqlite } from "../../platform/store/sqlite.ts";
import { dataFolder, runHub } from "../../testing/running-hub.ts";
import { bracePath } from "../docs/openapi/openapi.ts";
import { loadAdminRoutes } from "./open-admin.ts";

const token = "operators-own-token-1";
const folder = dataFolder();
const tiersFile = `${folder.path}/tiers.json`;
writeTiers({ free: 3, gold: 100 });
writeFruit("apples");
const hub = await runHub({
  HUB_ADMIN_TOKEN: token,
  HUB_METRICS_TOKEN: "metrics-are-secret-too",
  HUB_TIERS_FILE: tiersFile,
  HUB_PLUGINS: `${folder.path}/plugins`,
  HUB_TRUST: "fruit",
  TRUSTED_PROXIES: "127.0.0.1",
});
const { routes } = await loadAdminRoutes();
const endpoints = routes.filter(({ path }) => path.startsWith("/admin/api/"));
const acts = endpoints.filter(({ method }) => method !== "GET");
afterAll(async () => {
  await hub.stop();
  folder.remove();
});

function writeTiers(perMinute: Record<string, number>): void {
  const tiers = Object.entries(perMinute).map(([name, per_minute]) => ({
    name,
    per_minute,
    per_day: 10_000,
  }));
  writeFileSync(tiersFile, JSON.stringify({ tiers }));
}

/** Writes a service of the operator, with a generated dataset. */
function writeFruit(name: string): void {
  const dir = `${folder.path}/plugins/fruit`;
  for (const part of ["routes", "datasets"]) mkdirSync(`${dir}/${part}`, { recursive: true });
  writeFileSync(
    `${dir}/plugin.ts`,
    'import { definePlugin } from "hub";\nexport default definePlugin({ title: "Fruit", summary: "Names fruit.", permissions: { data: ["prices"] } });',
  );
  writeFileSync(
    `${dir}/routes/${name}.get.ts`,
    `import { t } from "hub";\nimport fruit from "../plugin.ts";\nexport default fruit.route({ summary: "Name one", response: t.Object({ name: t.String() }), example: {}, handler: () => ({ name: "${name}" }) });`,
  );
  writeFileSync(
    `${dir}/datasets/prices.ts`,
    `import fruit from "../plugin.ts";
export default fruit.dataset({
  title: "Prices", licence: "CC0-1.0", attribution: "Nobody", homepage: "https://fruit.example",
  isDue: (kept, now) => !kept || now - kept.about.fetched_at > 5 * 86_400_000,
  download: async () => { await Bun.sleep(300); return { prices: new TextEncoder().encode("apple 1") }; },
  check: () => ({ build_date: "2026-01-02", entries: 1 }),
});`,
  );
}

const operator = { authorization: `Bearer ${token}` };

function send(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = operator,
  url = hub.url,
) {
  return fetch(url + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function fetchJson(method: string, path: string, body?: object) {
  const answer = await send(method, path, body);
  const found = await json(answer);
  expect(answer.status, JSON.stringify(found)).toBe(200);
  return found;
}

let people = 0;
async function newAccount() {
  const email = `person${people++}@fruit.example`;
  const { api_key, key_id, account_id } = await fetchJson("POST", "/admin/api/keys", { email });
  return { email, api_key, key_id, id: account_id };
}

const call = (key: string, url = hub.url) =>
  fetch(`${url}/api/dev/hash/md5?text=a`, { headers: { "x-api-key": key } });

/** Returns a valid request for a route. */
async function requestFor(route: string): Promise<[path: string, body: object | undefined]> {
  const { id, key_id } = await newAccount();
  const bodies: Record<string, object> = {
    "PATCH /admin/api/accounts/:id": { tier: "gold", per_day: 5 },
    "POST /admin/api/keys": { email: `issued${people++}@fruit.example`, name: "By hand" },
    "POST /admin/api/drain": { draining: false },
    "POST /admin/api/rules": { kind: "block", subject: `192.0.2.${people % 250}` },
  };
  const rule = { kind: "block", subject: "192.0.2.251" };
  if (route === "DELETE /admin/api/rules") await fetchJson("POST", "/admin/api/rules", rule);
  const [, path = ""] = route.split(" ");
  const query = route === "DELETE /admin/api/rules" ? `?${new URLSearchParams(rule)}` : "";
  const filled = path
    .replace(":id", id)
    .replace(":key_id", key_id)
    .replace(":delivery_id", await storeDelivery())
    .replace(":service", "fruit")
    .replace(":name", "prices");
  return [filled + query, bodies[route]];
}

/** Stores a webhook that wasn't delivered. Returns its ID. */
async function storeDelivery(): Promise<string> {
  const id = `2026-01-31T12:00:00.000Z_quota_${deliveries++}`;
  const to = { id: "quota_0_1_80", account: "account_0", webhookUrl: "https://fruit.example/" };
  const delivery: Delivery = {
    ...{ id, at: Date.now(), account: "account_0", type: "quota.used", host: "fruit.example" },
    ...{ state: "failed", tries: 1, reason: null, content: { to, body: { type: "quota.used" } } },
  };
  const records = openSqlite(`${hub.data}/hub.sqlite`);
  await records.kvSet("/deliveries", id, { value: JSON.stringify(delivery), expiresAt: null });
  await records.close();
  return encodeURIComponent(id);
}
let deliveries = 0;

const named = (list: typeof routes) => list.map(({ method, path }) => `${method} ${path}`);

function expectPrivate(answer: Response): void {
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const shared = [...answer.headers.keys()].filter((name) => name.startsWith("access-control-"));
  expect(shared).toEqual([]);
}

describe.each(named(endpoints))("%s", (route) => {
  test("is permitted for the operator only, and for no other site", async () => {
    const [path, body] = await requestFor(route);
    const [method = ""] = route.split(" ");
    const from = { "x-forwarded-for": `198.51.100.${people % 250}` };
    for (const authorization of ["", "Bearer operators-own-token-2", `Basic ${token}`, token]) {
      const headers = { ...from, ...(authorization && { authorization }) };
      const refused = await send(method, path, body, headers);
      expect([refused.status, (await json(refused)).code]).toEqual([401, "invalid_token"]);
      expectPrivate(refused);
    }
    const answer = await send(method, path, body);
    expect(answer.status, await answer.clone().text()).toBe(200);
    expectPrivate(answer);
    const preflight = await fetch(hub.url + path, {
      method: "OPTIONS",
      headers: {
        origin: "https://other.example",
        "access-control-request-method": method,
        "access-control-request-headers": "authorization",
      },
    });
    expectPrivate(preflight);
  });
});

test("an operator revokes a key with those that it created, and the audit log says so", async () => {
  const email = `maker${people++}@fruit.example`;
  const maker = await fetchJson("POST", "/admin/api/keys", { email });
  const made = await json(await hub.post("/api-key/keys", {}, { "x-api-key": maker.api_key }));
  const path = `/admin/api/keys/${maker.key_id}`;
  const plain = await fetchJson("DELETE", path);
  expect(plain).toMatchObject({ revoked_keys: [], made_keys: [made.key_id] });
  const cascaded = await fetchJson("DELETE", `${path}?cascade=true`);
  expect(cascaded).toMatchObject({ revoked_keys: [made.key_id], made_keys: [] });
  const refused = await hub.get("/api-key", { "x-api-key": made.api_key });
  expect([refused.status, (await json(refused)).code]).toEqual([401, "key_revoked"]);
  const audit = await fetchJson("GET", "/admin/api/audit?action=key.revoke&limit=2");
  const [entry, earlier] = audit.entries;
  expect([entry.after.cascade, earlier.after.cascade]).toEqual([true, undefined]);
});

describe.each(named(acts))("%s", (route) => {
  test("is in the audit log, once, without a secret", async () => {
    const [path, body] = await requestFor(route);
    const [method = ""] = route.split(" ");
    const last = async () => (await fetchJson("GET", "/admin/api/audit?limit=2")).entries;
    const [before] = await last();
    const headers = { ...operator, "x-admin-actor": "Ada", "x-forwarded-for": "203.0.113.9" };
    const answer = await send(method, path, body, headers);
    expect(answer.status).toBe(200);
    const { api_key = "no key" } = await json(answer);
    const [entry, previous] = await last();
    expect(previous.id).toBe(before.id);
    expect(entry).toMatchObject({ actor: "Ada", address: "203.0.113.9" });
    expect(entry.action).toMatch(/^(account|key|dataset|hub|rule|webhook)\.[a-z_]+$/);
    expect(JSON.stringify(entry)).not.toContain(api_key);
    expect(JSON.stringify(entry)).not.toContain(token);
  });
});

test("an unknown path is rejected without CORS headers too", async () => {
  for (const [method, path, status] of [
    ["GET", "/admin/api/nothing", 404],
    ["PUT", "/admin/api/accounts", 405],
    ["GET", "/admin/api/accounts/999999", 404],
    ["DELETE", "/admin/api/keys/key_999", 404],
    ["GET", "/admin/api/datasets/fruit/pears/refresh", 404],
    ["GET", "/admin/api/usage?from=2026-02-30", 400],
    ["GET", "/admin/api/usage?from=2020-01-01", 400],
    ["GET", "/admin/api/audit?from=tomorrow", 400],
    ["GET", "/admin/api/audit?from=2026-02-01&to=2026-01-01", 400],
  ] as const) {
    const answer = await send(method, path);
    expect([path, answer.status]).toEqual([path, status]);
    expectPrivate(answer);
  }
});

describe("without HUB_ADMIN_TOKEN", () => {
  test("all admin paths are missing", async () => {
    const plain = await runHub();
    for (const route of ["GET /admin", ...named(endpoints)]) {
      const [method = "", path = ""] = route.split(" ");
      const answer = await send(method, path, undefined, operator, plain.url);
      expect([answer.status, (await json(answer)).code]).toEqual([404, "not_found"]);
    }
    await plain.stop();
  });

  test("and with a weak one a hub doesn't start", () => {
    expect(() => loadConfig({ HUB_ADMIN_TOKEN: "short" })).toThrow(
      "HUB_ADMIN_TOKEN must have at least 16 ASCII characters without spaces: it has 5",
    );
    expect(loadConfig({ HUB_ADMIN_TOKEN: "" }).adminToken).toBeUndefined();
  });
});

test("callers see no admin endpoints", async () => {
  const document = await (await hub.get("/openapi.json")).text();
  expect(document).not.toContain("/admin");
  expect(await (await hub.get("/llms.txt")).text()).not.toContain("/admin");
});

test("docs/OPERATING.md lists exactly the endpoints", () => {
  const text = readFileSync(`${import.meta.dir}/../../../docs/OPERATING.md`, "utf8");
  const told = [...text.matchAll(/^\| `([A-Z]+ \/admin\/api\/[^`]*)`/gm)].map(([, route]) => route);
  const there = named(endpoints).map((route) => bracePath(route));
  expect(told.toSorted()).toEqual(there.toSorted());
});

test("the scheme of the token may have any case", async () => {
  for (const scheme of ["bearer", "BEARER"]) {
    const answer = await send("GET", "/admin/api/tiers", undefined, {
      authorization: `${scheme} ${token}`,
    });
    expect(answer.status).toBe(200);
  }
});

describe("guessing the token", () => {
  test("is rate-limited by address, even for a right guess, and logged in one entry", async () => {
    const from = { "x-forwarded-for": "192.0.2.77" };
    const guess = (authorization: string) =>
      send("GET", "/admin/api/tiers", undefined, { ...from, authorization });
    for (let time = 0; time < 20; time++) {
      expect((await guess(`Bearer wrong-token-number-${time}`)).status).toBe(401);
    }
    const late = await guess(operator.authorization);
    expect([late.status, (await json(late)).code]).toEqual([429, "rate_limited"]);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await send("GET", "/admin/api/tiers")).status).toBe(200);
    const { entries } = await fetchJson("GET", "/admin/api/audit?actor=192.0.2.77");
    expect(entries).toMatchObject([{ action: "token.refuse", after: { count: 21 } }]);
  });

  test("the holder of the token is never rate-limited", async () => {
    for (let time = 0; time < 30; time++)
      expect((await send("GET", "/admin/api/tiers")).status).toBe(200);
  });
});

test("rejects an ambiguous name", async () => {
  const headers = { ...operator, "x-admin-actor": "x".repeat(81) };
  const answer = await send("GET", "/admin/api/tiers", undefined, headers);
  expect([answer.status, (await json(answer)).code]).toEqual([400, "invalid_input"]);
});

describe("accounts", () => {
  test("are found by address, number and key, page by page", async () => {
    const { id, email, api_key, key_id } = await newAccount();
    for (const q of [
      email.toUpperCase(),
      String(id),
      `account_${id}`,
      key_id,
      api_key.slice(0, 12),
    ]) {
      const { accounts } = await fetchJson("GET", `/admin/api/accounts?q=${encodeURIComponent(q)}`);
      expect(accounts.map((account: { id: number }) => account.id)).toContain(id);
    }
    for (let more = 0; more < 3; more++) await newAccount();
    const seen: number[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page = await fetchJson("GET", `/admin/api/accounts?limit=2&after=${after}`);
      expect(page.accounts.length).toBeLessThanOrEqual(2);
      seen.push(...page.accounts.map((account: { id: number }) => account.id));
      after = page.next;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.length).toBeGreaterThan(4);
    const { accounts } = await fetchJson("GET", "/admin/api/accounts?q=%25");
    expect(accounts).toEqual([]);
  });

  test("change their tiers and limits, in all hubs of the folder within a second", async () => {
    const { id, api_key } = await newAccount();
    const other = await runHub({ HUB_DATA: hub.data, HUB_TIERS_FILE: tiersFile });
    const statuses = async (count: number, url: string) => {
      const all = [];
      for (let time = 0; time < count; time++) all.push((await call(api_key, url)).status);
      return all;
    };
    expect(await statuses(4, other.url)).toEqual([200, 200, 200, 429]);
    const changed = await fetchJson("PATCH", `/admin/api/accounts/${id}`, { per_minute: 5 });
    expect(changed).toMatchObject({
      tier: "free",
      overrides: { per_minute: 5, per_day: null },
      limits: { per_minute: 5, per_day: 10_000 },
      used_today: 3,
    });
    await Bun.sleep(1500);
    expect(await statuses(3, other.url)).toEqual([200, 200, 429]);
    await fetchJson("PATCH", `/admin/api/accounts/${id}`, { tier: "gold" });
    expect(await statuses(1, hub.url)).toEqual([429]);
    await fetchJson("PATCH", `/admin/api/accounts/${id}`, { per_minute: null });
    expect(await statuses(2, hub.url)).toEqual([200, 200]);
    const { entries } = await fetchJson("GET", `/admin/api/audit?subject=account_${id}`);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      "account.change",
      "account.change",
      "account.change",
      "key.issue",
    ]);
    expect(entries[0]).toMatchObject({
      before: { tier: "gold", per_minute: 5, per_day: null },
      after: { tier: "gold", per_minute: null, per_day: null },
    });
    await other.drain();
  });

  test("are suspended with all their keys, and resumed", async () => {
    const { id, email, api_key } = await newAccount();
    const headers = { "x-api-key": api_key, "content-type": "application/json" };
    const signing = await fetch(`${hub.url}/api-key/sign`, {
      method: "POST",
      headers,
      body: JSON.stringify({ path: "/api/dev/hash/md5?text=a" }),
    });
    const { url } = await json(signing);
    const suspended = await fetchJson("PATCH", `/admin/api/accounts/${id}`, { suspended: true });
    expect(suspended.suspended_at).toBeString();
    const show = () => fetch(`${hub.url}/api-key`, { headers });
    for (const answer of [await call(api_key), await show(), await fetch(url)])
      expect([answer.status, (await json(answer)).code]).toEqual([403, "account_suspended"]);
    const further = await fetch(`${hub.url}/api-key`, {
      method: "POST",
      headers: { ...headers, "x-forwarded-for": "198.51.100.77" },
      body: JSON.stringify({ email }),
    });
    expect([further.status, (await json(further)).code]).toEqual([409, "email_taken"]);
    const resumed = await fetchJson("PATCH", `/admin/api/accounts/${id}`, { suspended: false });
    expect(resumed.suspended_at).toBeNull();
    expect([(await call(api_key)).status, (await fetch(url)).status]).toEqual([200, 200]);
  });

  test("start at zero once their counters are reset, and so do their limited keys", async () => {
    const { id, api_key } = await newAccount();
    const issuing = await fetch(`${hub.url}/api-key/keys`, {
      method: "POST",
      headers: { "x-api-key": api_key, "content-type": "application/json" },
      body: JSON.stringify({ per_day: 1 }),
    });
    const { api_key: limited } = await json(issuing);
    const statuses = async () => {
      const all = [];
      for (const key of [limited, limited, api_key, api_key, api_key])
        all.push((await call(key)).status);
      return all;
    };
    expect(await statuses()).toEqual([200, 429, 200, 200, 429]);
    expect(await fetchJson("DELETE", `/admin/api/accounts/${id}/counters`)).toMatchObject({
      used_today: 0,
      left_this_minute: 3,
    });
    expect(await statuses()).toEqual([200, 429, 200, 200, 429]);
  });

  test("only have valid tiers and limits", async () => {
    const { id } = await newAccount();
    for (const wish of [
      { tier: "silver" },
      { per_minute: 0 },
      { per_day: 1.5 },
      { email: "a@b.co" },
    ]) {
      const answer = await send("PATCH", `/admin/api/accounts/${id}`, wish);
      expect([answer.status, (await json(answer)).code]).toEqual([400, "invalid_input"]);
    }
  });

  test("lose a key, or all of them, immediately", async () => {
    const { id, email, api_key, key_id } = await newAccount();
    const second = await fetchJson("POST", "/admin/api/keys", {
      email,
      name: "Second",
      expires_in: 60,
    });
    expect(second).toMatchObject({ account_id: id, name: "Second" });
    await fetchJson("DELETE", `/admin/api/keys/${key_id}`);
    expect([(await call(api_key)).status, (await call(second.api_key)).status]).toEqual([401, 200]);
    const account = await send("GET", `/admin/api/accounts/${id}`);
    const text = await account.text();
    expect(JSON.parse(text).keys.map(({ name }: { name: string }) => name)).toEqual([
      "Second",
      null,
    ]);
    expect(text).not.toContain(second.api_key);
    expect(await fetchJson("DELETE", `/admin/api/accounts/${id}/keys`)).toMatchObject({
      revoked: 1,
    });
    expect((await call(second.api_key)).status).toBe(401);
  });

  test("keep their tier when a further key names another", async () => {
    const { email } = await newAccount();
    const answer = await send("POST", "/admin/api/keys", { email, tier: "gold" });
    expect([answer.status, (await json(answer)).code]).toEqual([409, "email_taken"]);
  });

  test("have usage by day, service, route and status, and so has the total", async () => {
    const { id, api_key } = await newAccount();
    for (let time = 0; time < 4; time++) await call(api_key);
    await Bun.sleep(1500);
    const own = await fetchJson("GET", `/admin/api/accounts/${id}/usage`);
    expect(own).toMatchObject({ calls: 3, units: 3 });
    expect(own.usage).toContainEqual({
      day: new Date().toISOString().slice(0, 10),
      service: "dev",
      route: "GET /api/dev/hash/:algo",
      status: "2xx",
      calls: 3,
      units: 3,
    });
    const all = await fetchJson("GET", "/admin/api/usage?by=service");
    const dev = all.usage.find(({ service }: { service: string }) => service === "dev");
    expect(dev.calls).toBeGreaterThanOrEqual(3);
    expect(dev.day).toBeNull();
    const none = await fetchJson("GET", "/admin/api/usage?from=2020-01-01&to=2020-01-02&by=status");
    expect(none).toMatchObject({ calls: 0, usage: [] });
  });
});

test("the audit log is paginated and append-only", async () => {
  for (let time = 0; time < 3; time++) await newAccount();
  const first = await fetchJson("GET", "/admin/api/audit?limit=2&action=key.issue");
  const second = await fetchJson(
    "GET",
    `/admin/api/audit?limit=2&action=key.issue&before=${first.next}`,
  );
  const ids = [...first.entries, ...second.entries].map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(new Set(ids).size).toBe(4);
  const later = await fetchJson("GET", "/admin/api/audit?from=2100-01-01");
  expect(later).toMatchObject({ entries: [], next: null });
  const { Database } = await import("bun:sqlite");
  const db = new Database(`${hub.data}/hub.sqlite`);
  for (const sql of ["DELETE FROM audit", "UPDATE audit SET actor = 'nobody'"])
    expect(() => db.run(sql)).toThrow("The audit log is only added to");
  db.close();
});

test("commands from the shell are in it too", async () => {
  const run = async (...args: string[]) => {
    const child = Bun.spawn([process.execPath, "scripts/keys.ts", ...args], {
      cwd: `${import.meta.dir}/../../..`,
      env: { ...process.env, HUB_DATA: hub.data, HUB_TIERS_FILE: tiersFile },
    });
    return (await child.stdout.text()).trim();
  };
  const key = await run("create", "shell@fruit.example");
  await run("set-tier", "shell@fruit.example", "gold");
  await run("reset-counters", "shell@fruit.example");
  await run("revoke", key.slice(0, 12));
  const answer = await send("GET", "/admin/api/audit?actor=shell");
  const text = await answer.text();
  expect(text).not.toContain(key);
  const { entries } = JSON.parse(text);
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    "key.revoke",
    "account.reset_counters",
    "account.change",
    "key.issue",
  ]);
});

test("settings are shown, and secret ones by name only", async () => {
  const answer = await send("GET", "/admin/api/config");
  const text = await answer.text();
  for (const secret of [token, "metrics-are-secret-too"]) expect(text).not.toContain(secret);
  const { settings } = JSON.parse(text);
  expect(settings.hidden).toEqual(["HUB_ADMIN_TOKEN", "HUB_METRICS_TOKEN"]);
  expect(settings.shown).toContainEqual({ name: "HUB_TIERS_FILE", value: tiersFile });
  for (const name of listShownSettings())
    expect(name).not.toMatch(/KEY|TOKEN|SECRET|PASSWORD|PEPPER|SMTP|ENDPOINT|UPSTREAMS|_HOSTS/);
});

test("a dataset is refreshed while the caller watches", async () => {
  const at = "/admin/api/datasets/fruit/prices/refresh";
  const find = async () => {
    const { datasets } = await fetchJson("GET", "/admin/api/datasets");
    return datasets.find(({ id }: { id: string }) => id === "fruit/prices");
  };
  const begun = await fetchJson("POST", at);
  expect(begun.refresh).toMatchObject({ state: "running", ended_at: null });
  const again = await fetchJson("POST", at);
  expect(again.refresh.began_at).toBe(begun.refresh.began_at);
  const states = new Set<string>();
  let refresh = begun.refresh;
  while (refresh.state === "running") {
    states.add(refresh.phase);
    await Bun.sleep(20);
    refresh = (await fetchJson("GET", at)).refresh;
  }
  expect(states).toContain("fetching");
  expect(refresh).toMatchObject({ state: "succeeded", phase: "ended", failure: null });
  const kept = await find();
  expect(kept).toMatchObject({ licence: "CC0-1.0", entries: 1, bytes: 7, origin: "network" });
  expect(kept.age_seconds).toBeGreaterThan(0);
  // The periodic updates of this hub are off.
  expect(kept.next_refresh_at).toBeNull();
});

test("a hub that is about to stop says so, and still responds", async () => {
  expect((await hub.get("/readyz")).status).toBe(200);
  const { draining_since, process: pid } = await fetchJson("POST", "/admin/api/drain", {});
  expect(draining_since).toBeString();
  expect(pid).toBe(process.pid);
  const ready = await hub.get("/readyz");
  expect([ready.status, (await json(ready)).code]).toEqual([503, "draining"]);
  expect((await hub.get("/livez")).status).toBe(200);
  const { api_key } = await newAccount();
  expect((await call(api_key)).status).toBe(200);
  await fetchJson("POST", "/admin/api/drain", { draining: false });
  expect((await hub.get("/readyz")).status).toBe(200);
});

describe("reload", () => {
  let api_key = "";
  beforeAll(async () => {
    ({ api_key } = await newAccount());
  });

  test("loads plugin folders, also if they aren't watched", async () => {
    const pears = () => hub.get("/api/fruit/pears", { "x-api-key": api_key });
    expect((await pears()).status).toBe(404);
    writeFruit("pears");
    const { plugins, broken } = await fetchJson("POST", "/admin/api/reload");
    expect(plugins).toContain("fruit");
    expect(broken).toEqual([]);
    expect((await pears()).status).toBe(200);
  });

  test("loads the file of tiers, and rejects an unreadable one", async () => {
    writeTiers({ free: 50, gold: 100, silver: 10 });
    expect((await fetchJson("POST", "/admin/api/reload")).tiers).toEqual([
      "free",
      "gold",
      "silver",
    ]);
    const { tiers } = await fetchJson("GET", "/admin/api/tiers");
    expect(tiers[0]).toMatchObject({ name: "free", per_minute: 50 });
    expect((await call(api_key)).headers.get("ratelimit-policy")).toContain('"minute";q=50;');
    writeFileSync(tiersFile, "{}");
    const answer = await send("POST", "/admin/api/reload");
    expect([answer.status, (await json(answer)).code]).toEqual([422, "reload_failed"]);
    expect((await call(api_key)).status).toBe(200);
    writeTiers({ free: 3, gold: 100 });
    await fetchJson("POST", "/admin/api/reload");
  });
});

test("plugins, upstreams, jobs and totals are shown", async () => {
  const { plugins } = await fetchJson("GET", "/admin/api/plugins");
  const fruit = plugins.find(({ name }: { name: string }) => name === "fruit");
  expect(fruit.permissions).toHaveProperty("requested");
  expect((await fetchJson("GET", "/admin/api/upstreams")).upstreams).toBeArray();
  expect(await fetchJson("GET", "/admin/api/jobs")).toMatchObject({
    pages: { running: 0 },
    async_jobs: { queued: 0, running: 0 },
  });
  const numbers = await fetchJson("GET", "/admin/api/numbers");
  const gets = numbers.latency.find(
    ({ service, method }: Record<string, string>) => service === "dev" && method === "GET",
  );
  expect(gets.counts.reduce((sum: number, one: number) => sum + one, 0)).toBe(gets.count);
  expect(numbers.bounds_ms).toHaveLength(gets.counts.length - 1);
  const refused = numbers.refusals.map(({ code }: { code: string }) => code);
  expect(refused).toContain("rate_limited");
  expect(refused).toContain("invalid_token");
});
