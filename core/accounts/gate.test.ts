import { afterAll, expect, test } from "bun:test";
import { gateHub, start } from "../testing/gate-hub.ts";
import { json, leftOf } from "../testing/mod.ts";
import { activeKeysMax } from "./accounts.ts";
import { loadTiers } from "./tiers.ts";

const hubs: Awaited<ReturnType<typeof gateHub>>[] = [];
async function hub(options = {}) {
  const made = await gateHub(options);
  hubs.push(made);
  return made;
}
afterAll(() => {
  for (const { close } of hubs) close();
});

const path = "/api/sample/work";

test("a light call returns synchronously, without a promise", async () => {
  const { ask, key } = await hub();
  const headers = { "x-api-key": await key("a@example.com") };
  // Warms up: code is compiled at its first call.
  await ask(path, headers);
  const answers = [ask(path, headers), ask("/try/work"), ask(`${path}?fail=true`, headers)];
  expect(answers.map((answer) => answer instanceof Response)).toEqual([true, true, true]);
});

test("a call without a key fails with 401 and a challenge", async () => {
  const answer = await (await hub()).get(path);
  expect(answer.status).toBe(401);
  expect((await json(answer)).code).toBe("missing_api_key");
  expect(answer.headers.get("www-authenticate")).toBe(
    'Bearer realm="hub", ApiKey realm="hub", header="X-API-Key", query="api_key"',
  );
});

test("a key is read from the header or the query", async () => {
  const { get, key } = await hub();
  const mine = await key("a@example.com");
  expect((await get(path, { "x-api-key": mine })).status).toBe(200);
  expect((await get(`${path}?api_key=${mine}`)).status).toBe(200);
  expect((await get(`${path}?api_key=${mine}`, { "x-api-key": mine })).status).toBe(200);
});

test("a key is accepted as a bearer token and metered, other credentials are rejected", async () => {
  const { get, key } = await hub();
  const mine = await key("a@example.com");
  for (const path of ["/v1/work", "/api/sample/work", "/api/unknown"])
    for (const headers of [
      {},
      { authorization: "Bearer hub_x" },
      { authorization: `Basic ${mine}` },
    ])
      expect((await get(path, headers)).status).toBe(401);
  for (const headers of [{ "x-api-key": mine }, { authorization: `bearer ${mine}` }])
    expect((await get("/v1/work", headers)).status).toBe(200);
  expect((await get("/api/unknown", { authorization: `Bearer ${mine}` })).status).toBe(404);
  expect(leftOf(await get(path, { authorization: `Bearer ${mine}` }), "minute")).toBe(6);
});

test("account operations accept the key as a bearer token", async () => {
  const { keys, key } = await hub();
  const mine = await key("a@example.com");
  const call = (headers: Record<string, string>) =>
    ({
      request: new Request("http://localhost/api-key", { headers }),
      pathname: "/api-key",
      peer: "192.0.2.9",
    }) as never;
  for (const headers of [{ "x-api-key": mine }, { authorization: `Bearer ${mine}` }])
    expect((await keys.show(call(headers))).email).toBe("a@example.com");
  expect(keys.show(call({ authorization: `Basic ${mine}` }))).rejects.toThrow(
    "This endpoint needs an API key: pass it as X-API-Key, as Authorization: Bearer, or as api_key",
  );
});

test("a caller without a key who exceeds the limit gets the limits in the response", async () => {
  const { get } = await hub();
  for (let call = 0; call < 5; call++) await get("/plain");
  expect((await json(await get("/plain"))).detail).toBe(
    "Without a key this address may call 5 times in 60 seconds",
  );
});

test("rejects a bearer token that differs from X-API-Key", async () => {
  const { get, key } = await hub();
  const mine = await key("a@example.com");
  const authorization = "Bearer other";
  for (const answer of [
    await get("/v1/work", { "x-api-key": mine, authorization }),
    await get(path, { "x-api-key": mine, authorization }),
    await get(`${path}?api_key=${mine}`, { authorization }),
  ])
    expect([answer.status, (await json(answer)).code]).toEqual([400, "conflicting_credentials"]);
});

test("rejects two keys in one request, in any combination of places", async () => {
  const { get, key } = await hub();
  const [one, two] = [await key("a@example.com"), await key("b@example.com")];
  for (const answer of [
    await get(`${path}?api_key=${one}`, { "x-api-key": two }),
    await get(`${path}?api_key=${one}&api_key=${one}`),
  ]) {
    expect(answer.status).toBe(400);
    expect((await json(answer)).code).toBe("conflicting_credentials");
  }
});

test("rejects a key that is unknown, mistyped or the stored hash of one", async () => {
  const { get, key, records } = await hub();
  const mine = await key("a@example.com");
  const [holder] = await records.holders({ after: "", limit: 1 });
  for (const wrong of [
    `${mine.slice(0, -1)}!`,
    mine.toLowerCase(),
    holder?.key.hash ?? "",
    "hub_x",
  ]) {
    const answer = await get(path, { "x-api-key": wrong });
    expect(answer.status).toBe(401);
    const text = await answer.text();
    expect(text).toContain("invalid_api_key");
    expect(text).not.toContain(wrong.slice(0, 20));
  }
});

test("a revoked and an expired key get their own error messages", async () => {
  const { get, key, accounts, records, clock } = await hub();
  const revoked = await key("a@example.com");
  const expiring = await key("b@example.com", { expiresAt: start + 1000 });
  const [holder] = await records.holders({ after: "", limit: 1 });
  await records.revokeKey(holder?.key.id ?? "", start);
  await accounts.refresh();
  expect((await json(await get(path, { "x-api-key": revoked }))).code).toBe("key_revoked");
  expect((await get(path, { "x-api-key": expiring })).status).toBe(200);
  clock.now += 1000;
  expect((await json(await get(path, { "x-api-key": expiring }))).code).toBe("key_expired");
});

test("guessing keys is rate-limited by address", async () => {
  const { get, setPeer } = await hub();
  const guess = () => get(path, { "x-api-key": "hub_guess" });
  for (let call = 0; call < 20; call++) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
  setPeer("192.0.2.2");
  expect((await guess()).status).toBe(401);
});

test("every response has the remaining quota in the standard fields, and in the legacy ones if enabled", async () => {
  const { get, key } = await hub();
  const { headers } = await get(path, { "x-api-key": await key("a@example.com") });
  expect(headers.get("ratelimit-policy")).toBe('"minute";q=10;w=60, "day";q=100;w=86400');
  expect(headers.get("ratelimit")).toBe('"minute";r=9;t=60, "day";r=99;t=43200');
  expect(headers.has("x-ratelimit-limit")).toBe(false);
  const both = await hub({ limitHeaders: "both" });
  const older = await both.get(path, { "x-api-key": await both.key("a@example.com") });
  expect(
    ["limit", "remaining", "reset"].map((of) => older.headers.get(`x-ratelimit-${of}`)),
  ).toEqual(["10", "9", "60"]);
});

test("the minute is a rolling window: the eleventh call waits until the first is 60 seconds old", async () => {
  const { get, key, clock } = await hub();
  const headers = { "x-api-key": await key("a@example.com") };
  for (let call = 0; call < 10; call++) {
    expect((await get(path, headers)).status).toBe(200);
    clock.now += 5000;
  }
  const refused = await get(path, headers);
  expect(refused.status).toBe(429);
  expect((await json(refused)).code).toBe("rate_limited");
  expect(refused.headers.get("retry-after")).toBe("10");
  clock.now += 10_000;
  expect((await get(path, headers)).status).toBe(200);
  expect((await get(path, headers)).status).toBe(429);
});

test("a refused caller on the hub's own machine learns how to raise the default limits, others do not", async () => {
  const detail = async (
    peer: string,
    { headers = {}, tiers }: { headers?: Record<string, string>; tiers?: string } = {},
  ) => {
    const { get, key, setPeer } = await hub(tiers ? { tiers: loadTiers({ tiers }) } : {});
    setPeer(peer);
    const sent = { "x-api-key": await key("a@example.com"), ...headers };
    for (;;) {
      const answer = await get(path, sent);
      if (answer.status === 429) return (await json(answer)).detail;
    }
  };
  const plain = 'Rate limit exceeded: the tier "free" allows 10 requests in 60 seconds';
  const advice = "To raise the limits of your own hub, start it with HUB_TIERS=free=600/100000";
  expect(await detail("127.0.0.1")).toBe(`${plain}. ${advice}`);
  expect(await detail("::1")).toBe(`${plain}. ${advice}`);
  expect(await detail("192.0.2.1")).toBe(plain);
  // A proxy on the hub's machine passes on strangers' calls.
  for (const name of ["X-Forwarded-For", "Forwarded", "Via"])
    expect(await detail("127.0.0.1", { headers: { [name]: "192.0.2.1" } })).toBe(plain);
  expect(await detail("127.0.0.1", { tiers: "free=3/100" })).not.toContain(advice);
});

test("the day ends at 00:00 UTC, and a call that exceeds the minute doesn't count", async () => {
  const { get, key, clock } = await hub({ tiers: loadTiers({ tiers: "free=3/4" }) });
  const headers = { "x-api-key": await key("a@example.com") };
  for (let call = 0; call < 5; call++) await get(path, headers);
  clock.now += 60_000;
  const last = await get(path, headers);
  expect(last.status).toBe(200);
  expect(last.headers.get("ratelimit")).toContain('"day";r=0;t=43140');
  const refused = await get(path, headers);
  expect((await json(refused)).code).toBe("quota_exceeded");
  expect(refused.headers.get("retry-after")).toBe("43140");
  clock.now = Date.UTC(2026, 0, 3);
  expect((await get(path, headers)).status).toBe(200);
});

test("the keys of one email address share a quota", async () => {
  const { get, key } = await hub({ tiers: loadTiers({ tiers: "free=2/100" }) });
  const [one, two] = [await key("a@example.com"), await key("a@example.com")];
  expect((await get(path, { "x-api-key": one })).status).toBe(200);
  expect((await get(path, { "x-api-key": two })).status).toBe(200);
  expect((await get(path, { "x-api-key": two })).status).toBe(429);
});

test("a soft daily quota is reported but never enforced", async () => {
  const tiers = loadTiers({ tiers: "enterprise=100/2" });
  const soft = await hub({ tiers });
  const headers = { "x-api-key": await soft.key("a@example.com", { tier: "enterprise" }) };
  for (let call = 0; call < 3; call++) expect((await soft.get(path, headers)).status).toBe(200);
  const hard = await hub({
    tiers: loadTiers({ tiers: "enterprise=100/2", enterpriseDaily: "hard" }),
  });
  const same = { "x-api-key": await hard.key("a@example.com", { tier: "enterprise" }) };
  for (let call = 0; call < 2; call++) await hard.get(path, same);
  expect((await json(await hard.get(path, same))).code).toBe("quota_exceeded");
});

test("a failure of the hub refunds the day's unit, a failure of the caller doesn't", async () => {
  const { get, key, clock } = await hub();
  const headers = { "x-api-key": await key("a@example.com") };
  const error = console.error;
  console.error = () => {};
  await get(`${path}?fail=true`, headers);
  console.error = error;
  await get(`${path}?fail=maybe`, headers);
  await get("/api/sample/nowhere", headers);
  clock.now += 60_000;
  expect((await get(path, headers)).headers.get("ratelimit")).toContain('"day";r=97');
});

test("a public path counts as a sample call, unless it has its own limit or none", async () => {
  const { get, clock } = await hub();
  for (let call = 0; call < 5; call++) expect((await get("/plain")).status).toBe(200);
  expect([(await get("/plain")).status, (await get("/try/work")).status]).toEqual([429, 429]);
  for (let call = 0; call < 7; call++) expect((await get("/paced")).status).toBe(200);
  const refused = await get("/paced");
  expect(refused.status).toBe(429);
  expect(refused.headers.get("ratelimit-policy")).toBe('"GET /paced";q=7;w=60');
  for (let call = 0; call < 30; call++) expect((await get("/free")).status).toBe(200);
  expect((await get("/free")).headers.get("ratelimit")).toBeNull();
  clock.now += 60_000;
  expect((await get("/paced")).status).toBe(200);
});

test("a sample with its own limit is counted separately", async () => {
  const { get } = await hub();
  for (let call = 0; call < 8; call++) expect((await get("/try/drawn")).status).toBe(200);
  const refused = await get("/try/drawn");
  expect(refused.status).toBe(429);
  expect(refused.headers.get("ratelimit-policy")).toBe('"GET /try/drawn";q=8;w=60');
  for (let call = 0; call < 5; call++) expect((await get("/try/work")).status).toBe(200);
  expect((await get("/try/work")).status).toBe(429);
});

test("sample calls are limited by address across all samples, without a daily limit", async () => {
  const { get, setPeer, clock } = await hub();
  setPeer("2001:db8:1:2:3::4");
  for (let call = 0; call < 5; call++) expect((await get("/try/work")).status).toBe(200);
  setPeer("2001:db8:1:2:ffff::1");
  const refused = await get("/try/nowhere");
  expect(refused.status).toBe(429);
  expect(refused.headers.get("ratelimit-policy")).toBe('"trial";q=5;w=60');
  expect(refused.headers.get("retry-after")).toBe("60");
  setPeer("2001:db8:1:3::4");
  expect((await get("/try/work")).status).toBe(200);
  setPeer("2001:db8:1:2::");
  clock.now += 60_000;
  expect((await get("/try/work")).status).toBe(200);
});

test("an IPv6 network has a few times the limit of a single line", async () => {
  const { get, setPeer } = await hub();
  const trials: number[] = [];
  for (let line = 0; line < 20; line++) {
    setPeer(`2001:db8:1:${line.toString(16)}::1`);
    trials.push((await get("/try/work")).status);
  }
  // All addresses are in the same /56 network.
  expect(trials).toEqual([...Array(10).fill(200), ...Array(10).fill(429)]);
  const refused = await get("/try/work");
  expect((await json(refused)).detail).toBe(
    "Without a key the network 2001:db8:1:0::/56 may call 10 times in 60 seconds",
  );
  expect(refused.headers.get("ratelimit")).toBe('"trial";r=0;t=60');
});

test("usage is written by service, route and class of status", async () => {
  const { get, key, gate, records } = await hub();
  const headers = { "x-api-key": await key("a@example.com") };
  await get(path, headers);
  await get(path, headers);
  await get(`${path}?fail=maybe`, headers);
  await gate.flush();
  const [holder] = await records.holders({ after: "", limit: 1 });
  const day = Math.floor(start / 86_400_000);
  const usage = await records.usage([holder?.key.id ?? ""], { from: day, to: day });
  expect(usage.map(({ route, statusClass, count }) => [route, statusClass, count])).toEqual([
    ["GET /api/sample/work", "2xx", 2],
    ["GET /api/sample/work", "4xx", 1],
  ]);
});

test("usage that cannot be written is retried later", async () => {
  const { get, key, gate, records } = await hub();
  await get(path, { "x-api-key": await key("a@example.com") });
  const { addUsage } = records;
  records.addUsage = () => Promise.reject(new Error("The disk is full"));
  await expect(gate.flush()).rejects.toThrow("The disk is full");
  records.addUsage = addUsage;
  await gate.flush();
  const [holder] = await records.holders({ after: "", limit: 1 });
  expect((await records.usage([holder?.key.id ?? ""], { from: 0, to: 99_999 }))[0]?.count).toBe(1);
});

test("a hub without sign-ups says so, and sign-ups have their own limit", async () => {
  const { gate } = await hub({ signup: "closed" });
  const call = { request: new Request("http://localhost/api-key"), peer: "192.0.2.9" } as never;
  const signUp = (at: typeof gate, email: string) => at.signUp(call, { email });
  await expect(signUp(gate, "a@example.com")).rejects.toMatchObject({
    code: "signup_closed",
  });
  const open = (await hub()).gate;
  for (let person = 0; person < 5; person++) await signUp(open, `p${person}@example.com`);
  await expect(signUp(open, "p6@example.com")).rejects.toMatchObject({ code: "rate_limited" });
});

test("an email address has a maximum number of keys, regardless of letter case", async () => {
  const { gate, key } = await hub();
  const call = { request: new Request("http://localhost/api-key"), peer: "192.0.2.9" } as never;
  const issued = await gate.signUp(call, { email: "a@example.com" });
  const api_key = "api_key" in issued ? issued.api_key : "";
  for (const email of ["a@EXAMPLE.com", " A@example.com "])
    expect((await gate.signUp(call, { email, api_key })).email).toBe("a@example.com");
  for (let keys = 3; keys < activeKeysMax; keys++) await key("A@example.com");
  const further = gate.signUp(call, { email: "a@example.com", api_key });
  await expect(further).rejects.toMatchObject({
    code: "too_many_keys",
    status: 409,
  });
});

test.each([
  "",
  "a",
  "a@",
  "@b.co",
  "a@b",
  "a b@c.co",
  "a@b..co",
  "a\u0000@b.co",
  `${"a".repeat(65)}@b.co`,
])("rejects %j as an email address", async (email) => {
  const { gate } = await hub();
  const call = { request: new Request("http://localhost/api-key"), peer: "192.0.2.9" } as never;
  await expect(gate.signUp(call, { email })).rejects.toMatchObject({ code: "invalid_email" });
});

test("only the hash of a key is stored", async () => {
  const { key, records } = await hub();
  const mine = await key("a@example.com");
  const kept = JSON.stringify(await records.holders({ after: "", limit: 9 }));
  expect(kept).not.toContain(mine.slice(10));
});
