import { afterAll, describe, expect, test } from "bun:test";
import { json } from "hub/testing";
import { runHub } from "../../core/testing/running-hub.ts";

const hub = await runHub({ HUB_TIERS: "free=1000/10000", TRUSTED_PROXIES: "127.0.0.1" });
afterAll(() => hub.stop());

let people = 0;
/** Creates an account. Returns its first key. */
async function newKey(): Promise<string> {
  const from = { "x-forwarded-for": `198.51.100.${people % 250}` };
  const answer = await hub.post("/api-key", { email: `own${people++}@example.com` }, from);
  return (await json(answer)).api_key;
}

const as = (key: string, headers: Record<string, string> = {}) => ({
  "x-api-key": key,
  ...headers,
});
const light = "/api/dev/hash/md5?text=a";
const picture = "/api/image/badge?label=a&message=b";

function send(method: string, path: string, key: string, body?: object) {
  return fetch(hub.url + path, {
    method,
    headers: { ...as(key), "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function further(key: string, wish: object) {
  const answer = await send("POST", "/api-key/keys", key, wish);
  const body = await json(answer);
  expect(answer.status, JSON.stringify(body)).toBe(200);
  return body;
}

const call = (key: string, path = light, headers = {}) => hub.get(path, as(key, headers));
const readStatusAndCode = async (answer: Response) => [answer.status, (await json(answer)).code];

describe("the holder of a key", () => {
  test("sees it, names it, and revokes it", async () => {
    const key = await newKey();
    const named = await json(await send("PATCH", "/api-key", key, { name: "My server" }));
    expect(named).toMatchObject({ name: "My server", kind: "secret", services: null });
    expect(await json(await hub.get("/api-key", as(key)))).toMatchObject({ name: "My server" });
    const ended = await json(await send("DELETE", "/api-key", key));
    expect(ended.revoked_at).toBeString();
    expect(await readStatusAndCode(await call(key))).toEqual([401, "key_revoked"]);
    expect(await readStatusAndCode(await send("DELETE", "/api-key", key))).toEqual([
      401,
      "key_revoked",
    ]);
  });

  test("issues others, lists them without their secrets, changes and revokes them", async () => {
    const key = await newKey();
    const { api_key, key_id } = await further(key, { name: "Shop", expires_in: 3600 });
    expect((await call(api_key)).status).toBe(200);
    const list = await (await hub.get("/api-key/keys", as(key))).text();
    expect(list).not.toContain(api_key);
    expect(JSON.parse(list).keys.map(({ name }: { name: string }) => name)).toEqual(["Shop", null]);
    const changed = await send("PATCH", `/api-key/keys/${key_id}`, key, { expires_in: null });
    expect(await json(changed)).toMatchObject({ name: "Shop", expires_at: null });
    expect((await send("DELETE", `/api-key/keys/${key_id}`, key)).status).toBe(200);
    expect(await readStatusAndCode(await call(api_key))).toEqual([401, "key_revoked"]);
    const late = await send("PATCH", `/api-key/keys/${key_id}`, key, { name: "x" });
    expect(await readStatusAndCode(late)).toEqual([404, "not_found"]);
  });

  test("cannot access the keys of another account", async () => {
    const mine = await newKey();
    const theirs = await json(await hub.get("/api-key", as(await newKey())));
    for (const method of ["PATCH", "DELETE"])
      expect(
        await readStatusAndCode(
          await send(method, `/api-key/keys/${theirs.key_id}`, mine, { name: "x" }),
        ),
      ).toEqual([404, "not_found"]);
    const usage = await hub.get(`/api-key/usage?key_id=${theirs.key_id}`, as(mine));
    expect(await readStatusAndCode(usage)).toEqual([404, "not_found"]);
  });

  test.each([
    ["GET", "/api-key"],
    ["PATCH", "/api-key"],
    ["DELETE", "/api-key"],
    ["POST", "/api-key/rotate"],
    ["GET", "/api-key/usage"],
    ["GET", "/api-key/keys"],
    ["POST", "/api-key/keys"],
    ["PATCH", "/api-key/keys/key_1"],
    ["DELETE", "/api-key/keys/key_1"],
    ["POST", "/api-key/sign"],
    ["GET", "/api-key/notices"],
    ["PUT", "/api-key/notices"],
  ])("%s %s requires one", async (method, path) => {
    const body = path.endsWith("sign") ? { path: light } : {};
    const answer = await fetch(hub.url + path, {
      method,
      headers: { "content-type": "application/json" },
      ...(method !== "GET" && method !== "DELETE" && { body: JSON.stringify(body) }),
    });
    expect(await readStatusAndCode(answer)).toEqual([401, "missing_api_key"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

describe("a key that is restricted", () => {
  test("calls its services only, and cannot manage keys", async () => {
    const key = await newKey();
    const { api_key } = await further(key, { services: ["qr"] });
    expect((await call(api_key, "/api/qr/generate?data=a")).status).toBe(200);
    expect(await readStatusAndCode(await call(api_key))).toEqual([403, "key_restricted"]);
    for (const [method, path] of [
      ["GET", "/api-key/keys"],
      ["POST", "/api-key/keys"],
      ["PATCH", "/api-key"],
    ] as const)
      expect(
        await readStatusAndCode(
          await send(method, path, api_key, method === "GET" ? undefined : {}),
        ),
      ).toEqual([403, "key_restricted"]);
  });

  test("manages keys within its rights if its issuer permits it", async () => {
    const key = await newKey();
    const wish = { services: ["qr"], per_day: 5, may_manage_keys: true };
    const { api_key: manager } = await further(key, wish);
    const child = await further(manager, { per_day: 2 });
    expect(child).toMatchObject({ services: ["qr"], may_manage_keys: false });
    expect(child.own_limits).toEqual({ per_minute: null, per_day: 2 });
    for (const excess of [
      { services: ["dev"] },
      { per_day: 6 },
      { methods: null, per_day: null },
    ]) {
      const raised = await send("PATCH", `/api-key/keys/${child.key_id}`, manager, excess);
      expect(await readStatusAndCode(raised)).toEqual([403, "rights_exceeded"]);
    }
    const { keys } = await json(await hub.get("/api-key/keys", as(manager)));
    expect(keys.map(({ key_id }: { key_id: string }) => key_id)).toContain(child.key_id);
    expect(keys).toHaveLength(2);
    expect((await send("DELETE", `/api-key/keys/${child.key_id}`, manager)).status).toBe(200);
  });

  test("cannot multiply its limits by further keys", async () => {
    const manager = await further(await newKey(), { per_day: 3, may_manage_keys: true });
    const child = await further(manager.api_key, {});
    const statuses: number[] = [];
    for (const one of [manager, child, manager, child])
      statuses.push((await call(one.api_key)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test("follows changes by another hub of the store immediately", async () => {
    const key = await newKey();
    const manager = await further(key, { per_day: 9, may_manage_keys: true });
    const other = await runHub({ HUB_DATA: hub.data });
    const issue = () => other.post("/api-key/keys", { per_day: 9 }, as(manager.api_key));
    const rotate = () => other.post("/api-key/rotate", {}, as(manager.api_key));
    // From here on the other hub has the key in memory.
    expect((await issue()).status).toBe(200);
    const change = (wish: object) => send("PATCH", `/api-key/keys/${manager.key_id}`, key, wish);
    await change({ per_day: 1 });
    expect(await readStatusAndCode(await issue())).toEqual([403, "rights_exceeded"]);
    await change({ may_manage_keys: false });
    expect(await readStatusAndCode(await issue())).toEqual([403, "key_restricted"]);
    const next = await json(await rotate());
    expect(next).toMatchObject({ own_limits: { per_day: 1 }, may_manage_keys: false });
    await send("PATCH", `/api-key/keys/${next.key_id}`, key, { suspended: true });
    const late = await other.post("/api-key/rotate", {}, as(next.api_key));
    expect(await readStatusAndCode(late)).toEqual([403, "key_suspended"]);
    await other.stop();
  });

  test.each([
    ["revoke", "DELETE", undefined],
    ["change", "PATCH", { name: "Mine" }],
    ["suspend", "PATCH", { suspended: true }],
  ])("cannot %s a key with more rights", async (_, method, body) => {
    const key = await newKey();
    const { key_id } = await json(await hub.get("/api-key", as(key)));
    const manager = await further(key, { services: ["qr"], may_manage_keys: true });
    const answer = await send(method, `/api-key/keys/${key_id}`, manager.api_key, body);
    expect(await json(answer)).toMatchObject({
      status: 403,
      code: "rights_exceeded",
      detail: `The API key cannot manage the key "${key_id}", which has more rights: its services are "qr"`,
    });
    expect((await call(key)).status).toBe(200);
  });

  test("calls its endpoints with its methods only", async () => {
    const key = await newKey();
    const routed = await further(key, { routes: ["/api/dev/hash/{algo}", "/api/qr/batch"] });
    const post = (one: string, path: string, body: object) => send("POST", path, one, body);
    const items = { items: [{ data: "1" }] };
    expect((await call(routed.api_key)).status).toBe(200);
    expect((await post(routed.api_key, "/api/qr/batch", items)).status).toBe(200);
    expect(await json(await call(routed.api_key, picture))).toMatchObject({
      code: "key_restricted",
      detail: "The API key can only call /api/dev/hash/{algo}, /api/qr/batch, not /api/image/badge",
    });
    const reader = await further(key, { methods: ["GET"] });
    expect((await call(reader.api_key)).status).toBe(200);
    const head = await fetch(hub.url + light, { method: "HEAD", headers: as(reader.api_key) });
    expect(head.status).toBe(200);
    expect(await readStatusAndCode(await post(reader.api_key, "/api/qr/batch", items))).toEqual([
      403,
      "key_restricted",
    ]);
  });

  test("gets no further key by signing up with its account's address", async () => {
    const email = "restricted@example.com";
    const { api_key: first } = await json(await hub.post("/api-key", { email }));
    const routes = ["/api/image/badge"];
    for (const [wish, code] of [
      [{ services: ["qr"] }, "rights_exceeded"],
      [{ per_day: 9, may_manage_keys: true }, "rights_exceeded"],
      [{ kind: "publishable", routes }, "key_restricted"],
    ] as const) {
      const { api_key } = await further(first, wish);
      const answer = await hub.post("/api-key", { email }, as(api_key));
      expect(await readStatusAndCode(answer)).toEqual([403, code]);
    }
    const inside = await further(first, { addresses: ["203.0.113.0/24"] });
    const from = (address: string) =>
      hub.post("/api-key", { email }, as(inside.api_key, { "x-forwarded-for": address }));
    expect(await readStatusAndCode(await from("192.0.2.9"))).toEqual([403, "key_restricted"]);
    expect(await readStatusAndCode(await from("203.0.113.9"))).toEqual([403, "rights_exceeded"]);
    expect((await hub.post("/api-key", { email }, as(first))).status).toBe(200);
  });

  test("is rejected from other addresses, at public endpoints as well", async () => {
    const { api_key } = await further(await newKey(), {
      addresses: ["203.0.113.0/24", "2001:db8::/32"],
    });
    for (const [address, status] of [
      ["203.0.113.7", 200],
      ["2001:db8::1", 200],
      ["203.0.114.1", 403],
    ] as const)
      for (const path of [light, "/api-key"])
        expect((await call(api_key, path, { "x-forwarded-for": address })).status).toBe(status);
  });

  test("has its own limits, and costs its account only what it uses", async () => {
    const key = await newKey();
    const limited = await further(key, { per_minute: 5, per_day: 3 });
    const call3 = [1, 2, 3].map(() => call(limited.api_key));
    expect((await Promise.all(call3)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const answer = await call(limited.api_key);
    expect(answer.headers.get("ratelimit-policy")).toContain('"minute";q=5;w=60, "day";q=3');
    expect(await json(answer)).toMatchObject({
      code: "quota_exceeded",
      detail: `The daily quota of 3 units for the key "${limited.prefix}…" is used up: it resets at 00:00 UTC`,
    });
    const { used_today, limits } = await json(await hub.get("/api-key", as(key)));
    expect([used_today, limits.per_day]).toEqual([3, 10_000]);
    expect((await call(key)).status).toBe(200);
    await send("PATCH", `/api-key/keys/${limited.key_id}`, key, { per_day: null });
    expect((await call(limited.api_key)).status).toBe(200);
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await call(limited.api_key)).status),
    );
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  });

  test("gets whether and when to retry a batch above the day's quota, in every way to call", async () => {
    const limited = await further(await newKey(), { per_day: 4 });
    const owner = `the key "${limited.prefix}…"`;
    const batch = (codes: number) => ({ items: Array(codes).fill({ data: "1" }) });
    const post = async (codes: number, headers: Record<string, string> = {}) => {
      const answer = await hub.post("/api/qr/batch", batch(codes), as(limited.api_key, headers));
      const { code, detail } = await json(answer);
      const left = /"day";r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1];
      return { code, detail, left, retryAfter: answer.headers.get("retry-after") };
    };
    const callBatch = async (codes: number) => {
      const params = {
        name: "call_endpoint",
        arguments: { name: "postQrBatch", body: batch(codes) },
      };
      const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
      const accept = "application/json, text/event-stream";
      const headers = as(limited.api_key, { accept });
      const { result } = await json(await hub.post("/mcp", message, headers));
      return result.content[0].text;
    };
    const never = `The request costs 5 units, which is more than the 4 per day of ${owner}: split the batch`;
    const today = `The request costs 4 units, and 3 of the 4 per day of ${owner} are left: the quota resets at 00:00 UTC`;
    const ways: Record<string, string>[] = [
      {},
      { prefer: "respond-async" },
      { "idempotency-key": "a" },
    ];
    for (const headers of ways)
      expect(await post(5, headers)).toEqual({
        ...{ code: "quota_exceeded", detail: never, left: "4", retryAfter: null },
      });
    expect(await callBatch(5)).toContain(`quota_exceeded: ${never}`);
    expect((await call(limited.api_key)).status).toBe(200);
    for (const headers of ways) {
      const { retryAfter, ...refusal } = await post(4, headers);
      expect(refusal).toEqual({ code: "quota_exceeded", detail: today, left: "3" });
      expect(Number(retryAfter)).toBeGreaterThan(0);
    }
    expect(await callBatch(4)).toContain(`quota_exceeded: ${today}`);
    const accepted = await hub.post(
      "/api/qr/batch",
      batch(3),
      as(limited.api_key, { prefer: "respond-async" }),
    );
    expect([accepted.status, accepted.headers.get("ratelimit")]).toEqual([
      202,
      expect.stringContaining('"day";r=0;'),
    ]);
  });

  test.each([
    [{ services: ["nothing"] }, "body.services.0"],
    [{ addresses: ["here"] }, "body.addresses.0"],
    [{ per_minute: 0 }, "body.per_minute"],
    [{ expires_in: 5 }, "body.expires_in"],
    [{ routes: ["/api/nothing"] }, "body.routes.0"],
    [{ methods: ["TRACE"] }, "body.methods.0"],
    [{ referrers: ["a.example"] }, "body.referrers"],
    [{ kind: "publishable", routes: ["/api/image/badge"], methods: ["GET"] }, "body.methods"],
    [
      { kind: "publishable", routes: ["/api/image/badge"], may_manage_keys: true },
      "body.may_manage_keys",
    ],
    [{ kind: "publishable" }, "body.routes"],
    [{ kind: "publishable", routes: ["/api/nothing"] }, "body.routes.0"],
    [{ kind: "publishable", routes: ["/api/qr/batch"] }, "body.routes.0"],
    [{ kind: "publishable", routes: ["/api-key"] }, "body.routes.0"],
    [
      { kind: "publishable", routes: ["/api/image/badge"], referrers: ["https://a.example/"] },
      "body.referrers.0",
    ],
    [{ kind: "publishable", routes: ["/api/image/badge"], services: ["image"] }, "body.services"],
  ])("cannot be issued as %j", async (wish, at) => {
    const answer = await send("POST", "/api-key/keys", await newKey(), wish);
    const { errors } = await json(answer);
    expect([answer.status, errors[0].location]).toEqual([400, at]);
  });
});

describe("a key that is suspended", () => {
  test("is rejected everywhere, like its signed URLs, until another key resumes it", async () => {
    const key = await newKey();
    const { api_key, key_id } = await further(key, {});
    const signed = await json(await send("POST", "/api-key/sign", api_key, { path: light }));
    const suspend = (suspended: boolean) =>
      send("PATCH", `/api-key/keys/${key_id}`, key, { suspended });
    const view = await json(await suspend(true));
    expect(view.suspended_at).toBeString();
    expect(view.revoked_at).toBeNull();
    for (const answer of [
      await call(api_key),
      await fetch(signed.url),
      await hub.get("/api-key", as(api_key)),
      await send("PATCH", "/api-key", api_key, { suspended: false }),
      await send("POST", "/api-key/rotate", api_key, {}),
    ])
      expect(await readStatusAndCode(answer)).toEqual([403, "key_suspended"]);
    expect(await json(await suspend(false))).toMatchObject({ suspended_at: null });
    expect((await call(api_key)).status).toBe(200);
    expect((await fetch(signed.url)).status).toBe(200);
  });
});

describe("a key that another key created", () => {
  test("names its maker, also after that was rotated", async () => {
    const key = await newKey();
    const { key_id, made_by } = await json(await hub.get("/api-key", as(key)));
    expect(made_by).toBeNull();
    const { api_key: made } = await further(key, {});
    expect(await json(await hub.get("/api-key", as(made)))).toMatchObject({ made_by: key_id });
    const rotated = await json(await send("POST", "/api-key/rotate", key, {}));
    expect(rotated.made_by).toBeNull();
    expect((await json(await hub.get("/api-key", as(made)))).made_by).toBe(rotated.key_id);
    const { email } = rotated;
    const signedUp = await json(await hub.post("/api-key", { email }, as(rotated.api_key)));
    expect(signedUp.made_by).toBe(rotated.key_id);
  });

  test("outlives its maker, unless that is revoked with cascade", async () => {
    const main = await newKey();
    const maker = await further(main, {});
    const made = await further(maker.api_key, {});
    const grandchild = await further(made.api_key, { services: ["dev"] });
    const others = [made.key_id, grandchild.key_id];
    const path = `/api-key/keys/${maker.key_id}`;
    const revoked = await json(await send("DELETE", path, main));
    expect(revoked).toMatchObject({ revoked_keys: [], made_keys: others });
    expect((await call(grandchild.api_key)).status).toBe(200);
    const cascaded = await json(await send("DELETE", `${path}?cascade=true`, main));
    expect(cascaded).toMatchObject({ revoked_keys: others, made_keys: [] });
    for (const { api_key } of [made, grandchild])
      expect(await readStatusAndCode(await call(api_key))).toEqual([401, "key_revoked"]);
    expect((await call(main)).status).toBe(200);
  });

  test("is only revoked by a maker that can still manage it", async () => {
    const main = await newKey();
    const maker = await further(main, { services: ["dev"], may_manage_keys: true });
    const made = await further(maker.api_key, {});
    const lifted = await further(maker.api_key, {});
    await send("PATCH", `/api-key/keys/${lifted.key_id}`, main, { services: null });
    const revoked = await json(await send("DELETE", "/api-key?cascade=true", maker.api_key));
    expect(revoked).toMatchObject({
      revoked_at: expect.any(String),
      revoked_keys: [made.key_id],
      made_keys: [lifted.key_id],
    });
    expect((await call(lifted.api_key)).status).toBe(200);
  });

  test.each([true, false])("cannot set its maker's suspension to %p", async (suspended) => {
    const main = await newKey();
    const maker = await further(main, {});
    const { api_key: twin } = await further(maker.api_key, {});
    const { api_key: next } = await further(twin, {});
    const path = `/api-key/keys/${maker.key_id}`;
    await send("PATCH", path, main, { suspended: !suspended });
    for (const made of [twin, next]) {
      const answer = await send("PATCH", path, made, { suspended });
      const { code, errors } = await json(answer);
      expect([answer.status, code]).toEqual([403, "rights_exceeded"]);
      expect(errors[0].location).toBe("body.suspended");
    }
    expect((await call(maker.api_key)).status).toBe(suspended ? 200 : 403);
  });
});

test("only the key that suspended another one or an unrestricted key without a maker resumes it", async () => {
  const main = await newKey();
  const { key_id: suspended } = await further(main, {});
  const path = `/api-key/keys/${suspended}`;
  const [first, second] = [await further(main, {}), await further(main, {})];
  const resume = (key: string) => send("PATCH", path, key, { suspended: false });
  const suspend = (key: string) => send("PATCH", path, key, { suspended: true });
  expect((await suspend(first.api_key)).status).toBe(200);
  // A repeated suspension doesn't change who may resume.
  expect((await suspend(second.api_key)).status).toBe(200);
  expect(await readStatusAndCode(await resume(second.api_key))).toEqual([403, "rights_exceeded"]);
  const rotated = await json(await send("POST", "/api-key/rotate", first.api_key, {}));
  expect((await resume(rotated.api_key)).status).toBe(200);
  expect((await suspend(first.api_key)).status).toBe(401);
  expect((await suspend(second.api_key)).status).toBe(200);
  expect((await resume(main)).status).toBe(200);
});

test("a key cannot suspend itself, because it could not resume itself", async () => {
  const key = await newKey();
  const { key_id } = await json(await hub.get("/api-key", as(key)));
  for (const path of ["/api-key", `/api-key/keys/${key_id}`]) {
    const answer = await send("PATCH", path, key, { suspended: true });
    const { errors } = await json(answer);
    expect([answer.status, errors[0].location]).toEqual([400, "body.suspended"]);
  }
  expect((await call(key)).status).toBe(200);
});

test("changes of an account are rate-limited", async () => {
  const from = { "x-forwarded-for": "198.51.100.251" };
  const { api_key } = await json(await hub.post("/api-key", { email: "busy@example.com" }, from));
  const rename = () =>
    fetch(`${hub.url}/api-key`, {
      method: "PATCH",
      headers: as(api_key, { ...from, "content-type": "application/json" }),
      body: JSON.stringify({ name: "x" }),
    });
  const answers = await Promise.all(Array.from({ length: 310 }, rename));
  expect(answers.filter(({ status }) => status === 200).length).toBe(300);
  const refused = await rename();
  expect(refused.headers.get("ratelimit-policy")).toBe('"account";q=300;w=3600');
  expect(await json(refused)).toMatchObject({
    code: "rate_limited",
    detail: "This address may change accounts 300 times in 3600 seconds",
  });
});

describe("a publishable key", () => {
  const routes = ["/api/image/badge", "/api/ip-geo/lookup/{ip}"];
  const publishable = async (wish: object = {}) =>
    (await further(await newKey(), { kind: "publishable", routes, ...wish })).api_key as string;

  test("starts with hubp_, and only works for the listed GETs", async () => {
    const key = await publishable();
    expect(key).toStartWith("hubp_");
    expect((await hub.get(`${picture}&api_key=${key}`)).status).toBe(200);
    expect((await call(key, "/api/ip-geo/lookup/8.8.8.8")).status).toBe(200);
    for (const path of [light, "/api-key", "/api-key/keys", "/api-key/usage", "/api/jobs"])
      expect(await readStatusAndCode(await call(key, path))).toEqual([403, "key_restricted"]);
    const posted = await send("POST", "/api/qr/batch", key, { items: [{ data: "1" }] });
    expect(await readStatusAndCode(posted)).toEqual([403, "key_restricted"]);
    const signed = await send("POST", "/api-key/sign", key, { path: picture });
    expect(await readStatusAndCode(signed)).toEqual([403, "key_restricted"]);
  });

  test("only works on the pages of its hosts", async () => {
    const key = await publishable({ referrers: ["shop.example", "*.blog.example"] });
    const from = (page: string) => call(key, picture, { referer: page });
    expect((await from("https://shop.example/a?b")).status).toBe(200);
    expect((await from("https://my.blog.example/")).status).toBe(200);
    for (const page of [
      "https://other.example/",
      "https://shop.example.evil.example/",
      "https://blog.example/",
      "https://evil.example/?shop.example",
    ])
      expect(await readStatusAndCode(await from(page))).toEqual([403, "key_restricted"]);
    expect(await readStatusAndCode(await call(key, picture))).toEqual([403, "key_restricted"]);
  });

  test("lets caches store its responses, which contain nothing of its account", async () => {
    const key = await publishable();
    const answer = await call(key, picture);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=86400");
    expect([...answer.headers.keys()].filter((name) => name.includes("ratelimit"))).toEqual([]);
    const etag = answer.headers.get("etag") ?? "";
    const again = await call(key, picture, { "if-none-match": etag });
    expect([again.status, again.headers.get("cache-control")]).toEqual([
      304,
      "public, max-age=86400",
    ]);
    const refused = await call(key, light);
    expect(refused.headers.get("cache-control")).toBe("no-store");
  });
});

describe("a signed URL", () => {
  async function sign(key: string, path: string, wish: object = {}) {
    const answer = await send("POST", "/api-key/sign", key, { path, ...wish });
    const body = await json(answer);
    expect(answer.status, JSON.stringify(body)).toBe(200);
    return body as { url: string; path: string; expires_at: string };
  }

  test("shows its image to anyone, counts for the account, and can be cached", async () => {
    const key = await newKey();
    const { url, path } = await sign(key, picture, { expires_in: 3600 });
    expect(url).toBe(hub.url + path);
    expect(url).not.toContain(key);
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    const [, seconds] =
      /^public, max-age=(\d+)$/.exec(answer.headers.get("cache-control") ?? "") ?? [];
    expect(Number(seconds)).toBeGreaterThan(3500);
    expect(Number(seconds)).toBeLessThanOrEqual(3600);
    expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
    expect((await json(await hub.get("/api-key", as(key)))).used_today).toBe(2);
  });

  test("returns the same bytes as with the key", async () => {
    const key = await newKey();
    const own = await (await call(key, picture)).bytes();
    expect(await (await fetch((await sign(key, picture)).url)).bytes()).toEqual(own);
    // Also for a path without a query.
    expect((await fetch((await sign(key, "/api/ip-geo/lookup/8.8.8.8")).url)).status).toBe(200);
  });

  test("is only valid for exactly the signed URL", async () => {
    const { url } = await sign(await newKey(), picture);
    for (const [from, to] of [
      ["message=b", "message=c"],
      ["label=a&message=b", "message=b&label=a"],
      ["image/badge", "image/avatar"],
      [/hub_expires=(\d)/, "hub_expires=9$1"],
      [/hub_key=key_\w/, "hub_key=key_z"],
      [/.$/, ""],
      [/hub_signature=../, "hub_signature=AA"],
      [/$/, "&size=9"],
      ["hub_key", "hub_kex"],
    ] as const) {
      const changed = url.replace(from, to);
      expect(changed).not.toBe(url);
      expect(await readStatusAndCode(await fetch(changed))).toEqual([403, "invalid_signature"]);
    }
    const posted = await fetch(url, { method: "POST" });
    expect(posted.status).toBe(405);
  });

  test("ends with its key", async () => {
    const key = await newKey();
    const other = await further(key, {});
    const { url } = await sign(other.api_key, picture);
    expect((await fetch(url)).status).toBe(200);
    await send("DELETE", `/api-key/keys/${other.key_id}`, key);
    expect(await readStatusAndCode(await fetch(url))).toEqual([401, "key_revoked"]);
  });

  test("isn't signed by a key that cannot call it", async () => {
    const key = await newKey();
    const signedBy = async (wish: object, path: string) => {
      const { api_key } = await further(key, wish);
      return send("POST", "/api-key/sign", api_key, { path });
    };
    for (const [wish, why] of [
      [{ services: ["image"] }, "can only call image, not dev"],
      [
        { routes: ["/api/image/badge"] },
        "can only call /api/image/badge, not /api/dev/hash/{algo}",
      ],
      [{ methods: ["POST"] }, "can only use the methods POST, not GET"],
    ] as const) {
      const answer = await signedBy(wish, light);
      const detail = `body.path must be an endpoint that the API key can call: it is "/api/dev/hash/md5", and the key ${why}`;
      expect(await json(answer)).toMatchObject({
        ...{ status: 403, code: "key_restricted", detail },
        errors: [{ location: "body.path", message: detail }],
      });
      const isReading = !("methods" in wish);
      expect((await signedBy(wish, picture)).status).toBe(isReading ? 200 : 403);
    }
  });

  test("has the current rights of its key", async () => {
    const key = await newKey();
    const { api_key, key_id } = await further(key, {});
    const { url } = await sign(api_key, light);
    expect((await fetch(url)).status).toBe(200);
    await send("PATCH", `/api-key/keys/${key_id}`, key, { services: ["image"] });
    expect(await readStatusAndCode(await fetch(url))).toEqual([403, "key_restricted"]);
  });

  test("works from the addresses of its key only, until its key ends", async () => {
    const wish = { addresses: ["203.0.113.0/24"], expires_in: 600 };
    const { api_key, expires_at } = await further(await newKey(), wish);
    const inside = { "x-forwarded-for": "203.0.113.9" };
    const answer = await hub.post(
      "/api-key/sign",
      { path: light, expires_in: 86_400 },
      as(api_key, inside),
    );
    const signed = await json(answer);
    expect(Date.parse(signed.expires_at)).toBeLessThanOrEqual(Date.parse(expires_at));
    const fetched = await fetch(signed.url, { headers: inside });
    expect([fetched.status, fetched.headers.get("cache-control")]).toEqual([
      200,
      "public, max-age=0",
    ]);
    expect(await readStatusAndCode(await fetch(signed.url))).toEqual([403, "key_restricted"]);
  });

  test("is in the tags of a preview image, and cannot be extended to another", async () => {
    const og = "/api/image/og?title=Hello&format=svg&response=json";
    const key = await newKey();
    const readImageUrl = async (answer: Response) => {
      const { meta } = await json(answer);
      return meta.find(({ name }: { name: string }) => name === "og:image").content as string;
    };
    const shown = await readImageUrl(await call(key, og));
    const answer = await fetch(shown);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=86400");
    const signed = await fetch((await sign(key, og)).url);
    expect((await fetch(await readImageUrl(signed))).status).toBe(401);
  });

  test.each([
    "https://other.example/api/image/badge",
    "//other.example/api/image/badge",
    "/api-key",
    "/api/qr/batch",
    "/docs",
    "/api/nothing",
    `${picture}&api_key=hub_x`,
    `${picture}&hub_key=x`,
    `${picture}#x`,
    "image/badge",
    `${picture}&colour=red`,
    "/api/qr/generate",
    "/api/qr/generate?data=a&size=5",
    "/api/dev/hash/sha257?text=a",
    "/api/dev/hash/sha256?text=%zz",
    "/api/crypto/trending?limit=",
  ])("cannot be created for %s", async (path) => {
    const answer = await send("POST", "/api-key/sign", await newKey(), { path });
    expect(await readStatusAndCode(answer)).toEqual([400, "invalid_input"]);
  });
});

describe("an invalid request about keys", () => {
  const hook = (text: string) => ["PUT", "/api-key/notices", { webhook_url: text }] as const;
  const publishable = { kind: "publishable", routes: ["/api/image/badge"] };
  test.each([
    [
      hook("nope"),
      "body.webhook_url",
      'body.webhook_url must be a URL that starts with https:// or http://: it is "nope"',
    ],
    [
      ["POST", "/api-key/sign", { path: "a".repeat(1000) }],
      "body.path",
      `body.path must be a path of this hub with an optional query: it is "${"a".repeat(76)}…`,
    ],
    [
      hook("ftp://a.example/"),
      "body.webhook_url",
      'Cannot reach "ftp://a.example": it must start with http:// or https://',
    ],
    [
      hook("http://127.0.0.1/"),
      "body.webhook_url",
      'Cannot reach "http://127.0.0.1": it is not on the public internet',
    ],
    [
      ["PUT", "/api-key/notices", { mail: true }],
      "body.mail",
      "body.mail must be false: this hub does not verify email addresses (HUB_SIGNUP=verify)",
    ],
    [
      ["POST", "/api-key/keys", { referrers: ["a.example"] }],
      "body.referrers",
      'body.referrers must be omitted for a secret key: it is ["a.example"]. Only publishable keys have referrers',
    ],
    [
      ["POST", "/api-key/keys", { ...publishable, services: ["qr"] }],
      "body.services",
      'body.services must be omitted for a publishable key: it is ["qr"]. Use routes instead',
    ],
    [
      ["PATCH", "/api-key/keys/key_1", { name: "a" }],
      "path.key_id",
      'Unknown key "key_1": GET /api-key/keys lists the keys of the account',
    ],
    [
      ["GET", "/api-key/usage?key_id=key_1"],
      "query.key_id",
      'Unknown key "key_1": GET /api-key/keys lists the keys of the account',
    ],
    [
      ["GET", "/api-key/usage?from=2026-13-01"],
      "query.from",
      'query.from must be a date such as 2026-01-31: it is "2026-13-01"',
    ],
  ] as const)(
    "gets an error that says what to change: %j",
    async ([method, path, body], at, detail) => {
      const answer = await send(method, path, await newKey(), body);
      expect(answer.headers.get("content-type")).toStartWith("application/problem+json");
      expect(await json(answer)).toMatchObject({
        detail,
        errors: [{ location: at, message: detail }],
      });
    },
  );
});

describe("a key that is rotated", () => {
  test("works for the requested grace period, and the new one has its rights", async () => {
    const key = await newKey();
    const { api_key: limited } = await further(key, { services: ["dev"], name: "Shop" });
    const issued = await json(
      await send("POST", "/api-key/rotate", limited, { grace_seconds: 60 }),
    );
    expect(issued).toMatchObject({ name: "Shop", services: ["dev"] });
    expect(issued.api_key).not.toBe(limited);
    for (const one of [limited, issued.api_key]) {
      expect((await call(one)).status).toBe(200);
      expect((await call(one, "/api/qr/generate?data=a")).status).toBe(403);
    }
    const left = Date.parse(issued.old_key_expires_at) - Date.now();
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(61_000);
    const { keys } = await json(await hub.get("/api-key/keys", as(key)));
    expect(keys[1]).toMatchObject({
      replaced_by: issued.key_id,
      expires_at: issued.old_key_expires_at,
    });
    expect(await readStatusAndCode(await send("POST", "/api-key/rotate", limited, {}))).toEqual([
      409,
      "key_replaced",
    ]);
  });

  test("ends immediately without a grace period", async () => {
    const key = await newKey();
    const { api_key } = await json(await send("POST", "/api-key/rotate", key, {}));
    expect(await readStatusAndCode(await call(key))).toEqual([401, "key_expired"]);
    expect((await call(api_key)).status).toBe(200);
  });
});

describe("usage", () => {
  async function usage(key: string, query = "", headers = {}) {
    return hub.get(`/api-key/usage${query}`, as(key, headers));
  }

  test("is reported by day, service, route and status, in units too", async () => {
    const key = await newKey();
    await call(key);
    await call(key);
    await call(key, "/api/dev/hash/md5?text=a&nonsense=1");
    await send("POST", "/api/ip-geo/batch", key, { ips: ["127.0.0.1", "::1", "8.8.8.8"] });
    let told = await json(await usage(key));
    while (told.calls < 4) {
      await Bun.sleep(50);
      told = await json(await usage(key));
    }
    expect(told).toMatchObject({ calls: 4, units: 6 });
    const rows = told.usage.map((row: Record<string, unknown>) => [
      row.route,
      row.status,
      row.calls,
      row.units,
    ]);
    expect(rows.toSorted()).toEqual(
      [
        ["GET /api/dev/hash/:algo", "2xx", 2, 2],
        ["GET /api/dev/hash/:algo", "4xx", 1, 1],
        ["POST /api/ip-geo/batch", "2xx", 1, 3],
      ].toSorted(),
    );
    const csv = await (await usage(key, "", { accept: "text/csv" })).text();
    expect(csv.split(/\r?\n/)[0]).toBe("day,key_id,service,route,status,calls,units");
    expect(csv).toContain("POST /api/ip-geo/batch,2xx,1,3");
    const before = await json(await usage(key, "?from=2020-01-01&to=2020-02-01"));
    expect([before.calls, before.usage]).toEqual([0, []]);
  });

  test("of the account is for keys that can manage it, and other keys see their own", async () => {
    const key = await newKey();
    const { api_key, key_id } = await further(key, { services: ["dev"] });
    await call(key);
    await call(api_key);
    const ids = async (one: string) => {
      const told = await json(await usage(one));
      return told.usage.map((row: { key_id: string }) => row.key_id);
    };
    while ((await ids(key)).length < 2) await Bun.sleep(50);
    expect(await ids(api_key)).toEqual([key_id]);
  });

  test.each([
    "?from=2026-02-30",
    "?from=2026-13-01",
    "?from=2026-02-01&to=2026-01-01",
    "?from=2020-01-01&to=2026-01-01",
  ])("rejects %s", async (query) => {
    expect(await readStatusAndCode(await usage(await newKey(), query))).toEqual([
      400,
      "invalid_input",
    ]);
  });
});

describe("notices", () => {
  const offline = "http://192.0.2.1/";

  test("are shown with their signing secret, which can be renewed", async () => {
    const key = await newKey();
    const first = await json(await hub.get("/api-key/notices", as(key)));
    expect(first).toMatchObject({ webhook_url: null, mail: false });
    expect(first.webhook_secret).toMatch(/^whsec_[\w+/]{42,}=*$/);
    const changed = await json(await send("PUT", "/api-key/notices", key, { new_secret: true }));
    expect(changed.webhook_secret).toMatch(/^whsec_[\w+/]{42,}=*$/);
    expect(changed.webhook_secret).not.toBe(first.webhook_secret);
    const kept = await json(await send("PUT", "/api-key/notices", key, {}));
    expect(kept.webhook_secret).toBe(changed.webhook_secret);
  });

  test("are sent to public addresses only, and by email to verified ones only", async () => {
    const key = await newKey();
    for (const address of [
      offline,
      "http://127.0.0.1/",
      "http://[::1]/",
      "http://169.254.169.254/",
    ])
      expect(
        await readStatusAndCode(
          await send("PUT", "/api-key/notices", key, { webhook_url: address }),
        ),
      ).toEqual([403, "address_not_allowed"]);
    for (const address of ["x", "ftp://example.com/", "javascript:alert(1)"])
      expect(
        (await send("PUT", "/api-key/notices", key, { webhook_url: address })).status,
      ).toBeOneOf([400, 403]);
    expect(
      await readStatusAndCode(await send("PUT", "/api-key/notices", key, { mail: true })),
    ).toEqual([501, "capability_unavailable"]);
  });

  test("require an unrestricted key", async () => {
    const wish = { services: ["dev"], may_manage_keys: true };
    const { api_key } = await further(await newKey(), wish);
    for (const method of ["GET", "PUT"])
      expect(
        await readStatusAndCode(
          await send(method, "/api-key/notices", api_key, method === "GET" ? undefined : {}),
        ),
      ).toEqual([403, "key_restricted"]);
  });
});
