import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { json } from "hub/testing";
import { runHub } from "../../core/testing/running-hub.ts";

const token = "operators-own-token";
const hub = await runHub({
  HUB_TIERS: "free=10000/100000",
  HUB_ADMIN_TOKEN: token,
  TRUSTED_PROXIES: "127.0.0.1",
});
afterAll(() => hub.stop());

let count = 0;
/** A new Idempotency-Key. */
const fresh = () => `${crypto.randomUUID()}-${count++}`;
/** A new caller address. */
const from = () => ({ "x-forwarded-for": `198.51.${count >> 8}.${count++ & 255}` });
const light = "/api/dev/hash/md5?text=a";

interface Sent {
  body?: object;
  headers?: Record<string, string>;
}

function post(path: string, name: string, { body = {}, headers = {} }: Sent = {}) {
  return hub.post(path, body, { "idempotency-key": name, ...headers });
}

async function newKey(): Promise<string> {
  const email = `retries${count++}@example.com`;
  return (await json(await hub.post("/api-key", { email }, from()))).api_key;
}

async function listKeys(key: string) {
  return (await json(await hub.get("/api-key/keys", { "x-api-key": key }))).keys;
}

async function readCode(answer: Response) {
  return [answer.status, (await json(answer)).code];
}

/** Expects the second response to be a replay of the first. */
async function expectReplay(first: Response, again: Response) {
  const [body, copy] = [await json(first), await json(again)];
  expect([first.status, JSON.stringify(body)]).toEqual([200, expect.anything()]);
  expect([again.status, copy]).toEqual([200, body]);
  expect(first.headers.get("idempotency-replayed")).toBeNull();
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
  expect(again.headers.get("cache-control")).toBe("no-store");
  return body;
}

describe("a sign-up without a key", () => {
  test("is done once, and its response replayed", async () => {
    const sent = { body: { email: "once@example.com" }, headers: from() };
    const name = fresh();
    const first = await post("/api-key", name, sent);
    const { api_key } = await expectReplay(first, await post("/api-key", name, sent));
    expect(await listKeys(api_key)).toHaveLength(1);
    const other = await post("/api-key", name, { ...sent, body: { email: "other@example.com" } });
    expect(await readCode(other)).toEqual([422, "idempotency_key_reused"]);
  });

  test("stores a rejection, and requires an Idempotency-Key of 16 characters", async () => {
    const sent = { body: { email: "once@example.com" }, headers: from() };
    const name = fresh();
    expect(await readCode(await post("/api-key", name, sent))).toEqual([409, "email_taken"]);
    const again = await post("/api-key", name, sent);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([409, "true"]);
    const short = await json(await post("/api-key", "fifteen-letters", sent));
    expect(short).toMatchObject({ status: 400, code: "invalid_input" });
    expect(short.detail).toContain("at least 16 characters");
  });

  test("is replayed 60 times an hour for an address", async () => {
    const sent = { body: { email: "often@example.com" }, headers: from() };
    const name = fresh();
    const statuses: number[] = [];
    for (let time = 0; time < 61; time++)
      statuses.push((await post("/api-key", name, sent)).status);
    expect(statuses).toEqual([...Array(60).fill(200), 429]);
  });
});

describe("a retried rotation", () => {
  /** Rotates a new key and discards the response, like a client that loses it. */
  async function rotate(body: object = {}) {
    const key = await newKey();
    const sent = { body, headers: { "x-api-key": key } };
    const name = fresh();
    const first = await post("/api-key/rotate", name, sent);
    return { key, sent, name, first };
  }

  test("is authenticated by the key that the first attempt has ended", async () => {
    const { key, sent, name, first } = await rotate();
    expect((await hub.get(light, { "x-api-key": key })).status).toBe(401);
    const { api_key } = await expectReplay(first, await post("/api-key/rotate", name, sent));
    expect((await hub.get(light, { "x-api-key": api_key })).status).toBe(200);
    const bearer = { body: {}, headers: { authorization: `Bearer ${key}` } };
    expect((await post("/api-key/rotate", name, bearer)).status).toBe(200);
    expect((await post(`/api-key/rotate?api_key=${key}`, name, { body: {} })).status).toBe(200);
    expect(await listKeys(api_key)).toHaveLength(2);
  });

  test("grants the ended key nothing else", async () => {
    const { key, sent, name, first } = await rotate();
    const { api_key } = await json(first);
    const { headers } = sent;
    const refused = [
      await hub.get(light, headers),
      await hub.get("/api-key", headers),
      await hub.post("/api-key/rotate", {}, headers),
      await post("/api-key/rotate", fresh(), sent),
      await post("/api-key/rotate", name, { ...sent, body: { grace_seconds: 1 } }),
      await post("/api-key/keys", name, sent),
      await post("/api-key/keys", fresh(), sent),
      await post("/api-key/sign", name, { headers, body: { path: light } }),
      await post("/api/qr/decode", name, sent),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401));
    expect((await readCode(await post("/api-key/keys", name, sent)))[1]).toBe("key_expired");
    expect(key).not.toBe(api_key);
    expect(await listKeys(api_key)).toHaveLength(2);
  });

  test("doesn't replay earlier responses to an ended key", async () => {
    const key = await newKey();
    const sent = { body: { name: "Further" }, headers: { "x-api-key": key } };
    const name = fresh();
    expect((await post("/api-key/keys", name, sent)).status).toBe(200);
    expect((await post("/api-key/rotate", fresh(), { headers: sent.headers })).status).toBe(200);
    expect(await readCode(await post("/api-key/keys", name, sent))).toEqual([401, "key_expired"]);
  });

  test("is rejected once the old key was revoked or the account suspended", async () => {
    const revoked = await rotate({ grace_seconds: 60 });
    const ended = await fetch(`${hub.url}/api-key`, {
      method: "DELETE",
      headers: revoked.sent.headers,
    });
    expect(ended.status).toBe(200);
    expect(await readCode(await post("/api-key/rotate", revoked.name, revoked.sent))).toEqual([
      401,
      "key_revoked",
    ]);

    const suspended = await rotate();
    const operator = { authorization: `Bearer ${token}` };
    const { email } = await json(suspended.first);
    const found = await json(await hub.get(`/admin/api/accounts?q=${email}`, operator));
    const changed = await fetch(`${hub.url}/admin/api/accounts/${found.accounts[0].id}`, {
      method: "PATCH",
      headers: { ...operator, "content-type": "application/json" },
      body: '{"suspended":true}',
    });
    expect(changed.status).toBe(200);
    expect((await post("/api-key/rotate", suspended.name, suspended.sent)).status).toBe(401);
  });

  test("with a grace period is replayed like any other retry", async () => {
    const { sent, name, first } = await rotate({ grace_seconds: 60 });
    await expectReplay(first, await post("/api-key/rotate", name, sent));
  });
});

describe("other operations", () => {
  test("issue one key for a repeated request, and one for each sender", async () => {
    const key = await newKey();
    const name = fresh();
    const sent = { body: { may_manage_keys: true }, headers: { "x-api-key": key } };
    const first = await post("/api-key/keys", name, sent);
    const { api_key } = await expectReplay(first, await post("/api-key/keys", name, sent));
    const others = { ...sent, headers: { "x-api-key": api_key } };
    const other = await post("/api-key/keys", name, others);
    expect(other.headers.get("idempotency-replayed")).toBeNull();
    expect(await listKeys(key)).toHaveLength(3);
  });

  test("don't store a 401, so that a retry with the right key works", async () => {
    const name = fresh();
    const headers = { "x-api-key": `${(await newKey()).slice(0, -1)}!` };
    expect((await post("/api-key/keys", name, { headers })).status).toBe(401);
    expect((await post("/api-key/keys", name, { headers: from() })).status).toBe(401);
    const mine = { headers: { "x-api-key": await newKey() } };
    expect((await post("/api-key/keys", name, mine)).status).toBe(200);
  });

  test("reject two different keys, whichever of them works", async () => {
    const headers = { "x-api-key": "hub_other", authorization: `Bearer ${await newKey()}` };
    const answer = await post("/api-key/keys", fresh(), { headers });
    expect(await readCode(answer)).toEqual([400, "conflicting_credentials"]);
  });

  test.each([
    ["/api-key/sign", { path: "/api/image/badge?label=a&message=b" }],
    ["/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" }],
  ])("POST %s is replayed", async (path, body) => {
    const sent = { body, headers: { "x-api-key": await newKey() } };
    const name = fresh();
    const first = await post(path, name, sent);
    const again = await post(path, name, sent);
    expect(await again.text()).toBe(await first.text());
    expect([first.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
  });

  test("of the operator run once too", async () => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = { body: { email: "by-hand@example.com" }, headers };
    const name = fresh();
    const first = await post("/admin/api/keys", name, sent);
    const { api_key } = await expectReplay(first, await post("/admin/api/keys", name, sent));
    expect(await listKeys(api_key)).toHaveLength(1);
    const wrong = { ...sent, headers: { authorization: "Bearer wrong" } };
    expect((await post("/admin/api/keys", name, wrong)).status).toBe(401);
  });
});

test("stored responses show no secret to a reader of the data folder", async () => {
  const email = "secret@example.com";
  const name = fresh();
  const signed = await post("/api-key", name, { body: { email }, headers: from() });
  const { api_key } = await json(signed);
  const headers = { "x-api-key": api_key };
  const issued = await json(await post("/api-key/keys", fresh(), { headers }));
  const rotated = await json(await post("/api-key/rotate", fresh(), { headers }));
  const folder = `${hub.data}/kept/answers`;
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(0);
  const stored = [
    ...files.map((file) => readFileSync(join(folder, file), "latin1")),
    ...["hub.sqlite", "hub.sqlite-wal"].map((file) => readFileSync(join(hub.data, file), "latin1")),
  ].join("\n");
  // A prefix of each key is stored for identification.
  for (const secret of [api_key, issued.api_key, rotated.api_key, name])
    expect(stored).not.toContain(secret);
});

test("a stored response is removed with its account", async () => {
  const sent = { body: { email: "leaving@example.com" }, headers: from() };
  const name = fresh();
  const { api_key } = await json(await post("/api-key", name, sent));
  const erased = await fetch(`${hub.url}/api-key/account`, {
    method: "DELETE",
    headers: { "x-api-key": api_key, "content-type": "application/json" },
    body: JSON.stringify(sent.body),
  });
  expect(erased.status).toBe(200);
  const anew = await post("/api-key", name, sent);
  expect(anew.headers.get("idempotency-replayed")).toBeNull();
  expect((await json(anew)).api_key).not.toBe(api_key);
});
