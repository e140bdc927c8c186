import { afterAll, expect, test } from "bun:test";
import { json } from "hub/testing";
import { newAddress } from "../../testing/page-hub.ts";
import { dataFolder, runHub } from "../../testing/running-hub.ts";

const operator = { authorization: "Bearer operators-own-token-1" };
const folder = dataFolder();
const env = {
  HUB_DATA: folder.path,
  HUB_ADMIN_TOKEN: "operators-own-token-1",
  TRUSTED_PROXIES: "127.0.0.1",
  HUB_TIERS: "free=100/1000",
};
const hub = await runHub(env);
/** Another process of the same data folder. */
const other = await runHub(env);
afterAll(async () => {
  await hub.stop();
  await other.stop();
  folder.remove();
});

const path = "/api/dev/hash/md5?text=a";
const route = "GET /api/dev/hash/:algo";

async function setRule(rule: object) {
  const answer = await hub.post("/admin/api/rules", rule, operator);
  return { status: answer.status, ...(await json(answer)) };
}

async function removeRule(kind: string, subject: string) {
  const query = new URLSearchParams({ kind, subject });
  const answer = await fetch(`${hub.url}/admin/api/rules?${query}`, {
    method: "DELETE",
    headers: operator,
  });
  return answer.status;
}

/** Calls until the response has a status. */
async function waitFor(status: number, call: () => Promise<Response>) {
  for (let answer = await call(); ; answer = await call())
    if (answer.status === status) return json(answer);
    else await Bun.sleep(50);
}

test("a blocked network is refused everywhere before its key is looked at, until the block ends", async () => {
  const from = (address: string) => ({ "x-forwarded-for": address, "x-api-key": "hub_wrong" });
  const rule = { kind: "block", subject: "203.0.113.0/24", note: "Scans", expires_in: 3600 };
  expect(await setRule(rule)).toMatchObject({ status: 200, rule: { note: "Scans" } });
  for (const place of [path, "/documentation", "/unknown", "/try/qr?data=a"]) {
    const answer = await hub.get(place, from("203.0.113.9"));
    expect([answer.status, (await json(answer)).code]).toEqual([403, "address_blocked"]);
  }
  const refused = await waitFor(403, () => other.get("/version", from("203.0.113.255")));
  expect(refused.detail).toBe("Requests from the IP address 203.0.113.255 are blocked");
  expect((await hub.get("/version", from("203.0.114.1"))).status).toBe(200);
  expect(await removeRule("block", "203.0.113.0/24")).toBe(200);
  expect((await hub.get("/version", from("203.0.113.9"))).status).toBe(200);
  await waitFor(200, () => other.get("/version", from("203.0.113.9")));
});

test("a block ends by itself, and a restarted hub keeps it until then", async () => {
  const headers = { "x-forwarded-for": "2001:db8::7" };
  await setRule({ kind: "block", subject: "2001:db8::/32", expires_in: 1 });
  const third = await runHub(env);
  try {
    expect((await third.get("/version", headers)).status).toBe(403);
    await waitFor(200, () => third.get("/version", headers));
    const { rules } = await json(await hub.get("/admin/api/rules", operator));
    expect(rules).toEqual([]);
  } finally {
    await third.stop();
  }
});

test.each([
  ["127.0.0.0/8", "must not contain your own IP address 127.0.0.1"],
  ["203.0.113.0/33", "must be an IP address or a CIDR block"],
])("the network %s can't be blocked", async (subject, detail) => {
  const { status, ...fault } = await setRule({ kind: "block", subject });
  expect(status).toBe(400);
  expect(fault.detail).toContain(detail);
});

test("the limit of a route applies to each account, on all processes, at no cost", async () => {
  const [key, second] = [await hub.key(), await hub.key()];
  const call = (to: typeof hub, key: string) => to.get(path, { "x-api-key": key });
  await setRule({ kind: "route", subject: route, per_minute: 2 });
  expect((await call(hub, key)).status).toBe(200);
  expect((await call(hub, key)).status).toBe(200);
  const refused = await call(hub, key);
  expect([refused.status, refused.headers.get("ratelimit")]).toEqual([
    429,
    expect.stringContaining(`"${route}"`),
  ]);
  expect((await json(refused)).detail).toBe(
    `The operator of this hub allows 2 calls of ${route} in 60 seconds`,
  );
  expect((await call(hub, second)).status).toBe(200);
  const { used_today } = await json(await hub.get("/api-key", { "x-api-key": key }));
  expect(used_today).toBe(2);
  await waitFor(429, () => call(other, key));
  await removeRule("route", route);
  expect((await call(hub, key)).status).toBe(200);
});

test("a paused service says so to callers with and without a key", async () => {
  const key = await hub.key();
  await setRule({ kind: "route", subject: "qr", per_minute: 0, note: "We repair it" });
  for (const answer of [
    await hub.get("/api/qr/generate?data=a", { "x-api-key": key }),
    await hub.get("/try/qr?data=a", newAddress()),
  ]) {
    expect(answer.status).toBe(503);
    expect(await json(answer)).toMatchObject({
      code: "endpoint_paused",
      detail: "The operator of this hub has paused qr: We repair it",
    });
  }
  expect((await hub.get(path, { "x-api-key": key })).status).toBe(200);
  await removeRule("route", "qr");
});

test("the limits of a tier change for its accounts and on the page of limits", async () => {
  const key = await hub.key();
  const limits = async (to: typeof hub) =>
    (await json(await to.get("/api-key", { "x-api-key": key }))).limits;
  expect(await limits(other)).toMatchObject({ per_minute: 100 });
  await setRule({ kind: "tier", subject: "free", per_minute: 7 });
  expect(await limits(hub)).toMatchObject({ per_minute: 7, per_day: 1000 });
  while ((await limits(other)).per_minute !== 7) await Bun.sleep(50);
  const page = await hub.get("/documentation/limits", { accept: "text/markdown" });
  expect(await page.text()).toMatch(/free[^\n]*\b7\b/);
  await removeRule("tier", "free");
  expect(await limits(hub)).toMatchObject({ per_minute: 100 });
});

test.each([
  [{ kind: "tier", subject: "gold", per_minute: 1 }, "body.subject must be a tier"],
  [{ kind: "route", subject: "GET /api/none", per_minute: 1 }, "body.subject must be a service"],
  [{ kind: "route", subject: "dev" }, "body.per_minute is required"],
  [{ kind: "route", subject: "dev", per_minute: 1001 }, "body.per_minute must be at most 1000"],
  [{ kind: "tier", subject: "free", per_minute: 0 }, "body.per_minute must be at least 1"],
])("the rule %j is refused", async (rule, detail) => {
  const { status, ...fault } = await setRule(rule);
  expect(status).toBe(400);
  expect(fault.detail).toContain(detail);
});

test("each change of a rule is in the audit log", async () => {
  await setRule({ kind: "route", subject: "pdf", per_minute: 9 });
  await removeRule("route", "pdf");
  expect(await removeRule("route", "pdf")).toBe(404);
  const { entries } = await json(await hub.get("/admin/api/audit?subject=route%20pdf", operator));
  expect(entries).toMatchObject([
    { action: "rule.remove", before: { per_minute: 9 } },
    { action: "rule.set", before: null, after: { per_minute: 9 } },
  ]);
});
