import { afterAll, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { Meter } from "../lib/rolling-window/meter.ts";
import type { Account, Records } from "../platform/store/records.ts";
import { openSqliteIn } from "../platform/store/sqlite.ts";
import { gateHub } from "../testing/gate-hub.ts";
import { Accounts } from "./accounts.ts";
import { makeKey } from "./keys.ts";
import { loadTiers } from "./tiers.ts";

const now = Date.UTC(2026, 0, 2);
const dirs: string[] = [];
let dir = "";
beforeEach(() => {
  dir = mkdtempSync(`${tmpdir()}/utilhub-accounts-`);
  dirs.push(dir);
});
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true });
});

/** Opens the accounts like another process with the same folder, and records its queries. */
function open({ heldMax = 100 } = {}) {
  const asked: string[] = [];
  const held = { wait: Promise.resolve() };
  const records = new Proxy(openSqliteIn(dir), {
    get(target, name: keyof Records) {
      const value = target[name];
      if (typeof value !== "function") return value;
      return async (...args: never[]) => {
        asked.push(name);
        const answer = await Reflect.apply(value, target, args);
        await held.wait;
        return answer;
      };
    },
  });
  const meter = new Meter(dir);
  const tiers = loadTiers({});
  const accounts = new Accounts({ records, meter, tiers, pepper: new Uint8Array(32), heldMax });
  return { accounts, asked, held, records };
}

const issue = (accounts: Accounts, email: string) => accounts.issue(email, { now });

test("after a sign-up in one process another one only loads that key, when it is used", async () => {
  const [here, there] = [open(), open()];
  const first = await issue(here.accounts, "a@example.com");
  await there.accounts.refresh();
  await there.accounts.find(first.key);
  const second = await issue(here.accounts, "b@example.com");
  there.asked.length = 0;
  await there.accounts.refresh();
  expect(there.asked).toEqual(["changesSince"]);
  expect(there.accounts.find(first.key)).toMatchObject({ account: { email: "a@example.com" } });
  expect(there.asked).toEqual(["changesSince"]);
  expect(await there.accounts.find(second.key)).toMatchObject({
    key: { id: second.holder.key.id },
  });
  expect(there.asked).toEqual(["changesSince", "holderByHash"]);
});

test("a key that another process has just issued works at once, and is then cached", async () => {
  const [here, there] = [open(), open()];
  await there.accounts.refresh();
  const { key } = await issue(here.accounts, "a@example.com");
  expect(await there.accounts.find(key)).toBeDefined();
  expect(there.accounts.find(key)).not.toBeInstanceOf(Promise);
});

test("changes to a key or its account by another process apply after the next refresh", async () => {
  const [here, there] = [open(), open()];
  const { key, holder } = await issue(here.accounts, "a@example.com");
  const { account } = holder;
  const seen = async () => {
    await there.accounts.refresh();
    return there.accounts.find(key);
  };
  await seen();
  await here.records.setTier(account.id, "pro");
  expect((await seen())?.tier.name).toBe("pro");
  await here.records.revokeKey(holder.key.id, now);
  expect((await seen())?.key.revokedAt).toBe(now);
});

test("revoking many keys at once applies to each of them", async () => {
  const [here, there] = [open(), open()];
  const { key } = await issue(here.accounts, "a@example.com");
  await there.accounts.find(key);
  await here.records.revokeAllKeys(now);
  await there.accounts.refresh();
  expect((await there.accounts.find(key))?.key.revokedAt).toBe(now);
});

test("the cache holds no more keys than its maximum, and keeps those in use", async () => {
  const { accounts, asked } = open({ heldMax: 10 });
  const used = await issue(accounts, "used@example.com");
  for (let count = 0; count < 40; count++) {
    await accounts.find((await issue(accounts, `${count}@example.com`)).key);
    await accounts.find(used.key);
    expect(accounts.held).toBeLessThanOrEqual(10);
  }
  expect(accounts.held).toBe(10);
  expect(asked.filter((name) => name === "holderByHash")).toHaveLength(41);
});

test("a full cache whose keys are all in use evicts one for a new key", async () => {
  const { accounts } = open({ heldMax: 20 });
  for (let count = 0; count < 40; count++) {
    const { key } = await issue(accounts, `${count}@example.com`);
    await accounts.find(key);
    expect(accounts.findHeld(key)).toBeDefined();
  }
  expect(accounts.held).toBe(20);
});

test("concurrent calls with one key load it once", async () => {
  const { accounts, asked } = open();
  const { key } = await issue(accounts, "a@example.com");
  asked.length = 0;
  const found = await Promise.all(Array.from({ length: 50 }, () => accounts.find(key)));
  expect(new Set(found).size).toBe(1);
  expect(asked).toEqual(["holderByHash"]);
});

test("a key that was read before its change isn't cached after it, nor returned to others", async () => {
  const { accounts, held, records } = open();
  const { key, holder } = await issue(accounts, "a@example.com");
  await accounts.refresh();
  const { promise, resolve } = Promise.withResolvers<void>();
  held.wait = promise;
  const early = accounts.find(key);
  // The key has been read, but not returned.
  await Bun.sleep(0);
  held.wait = Promise.resolve();
  await records.revokeKey(holder.key.id, now);
  await accounts.refresh();
  const late = await accounts.find(key);
  resolve();
  await early;
  expect(late?.key.revokedAt).toBe(now);
  expect((await accounts.find(key))?.key.revokedAt).toBe(now);
});

test("a mistyped key is never looked up, and unknown keys only within an address's guess limit", async () => {
  const hub = await gateHub();
  const path = "/api/sample/work";
  const issued = await hub.key("a@example.com");
  let asked = 0;
  const { holderByHash } = hub.records;
  hub.records.holderByHash = (hash) => {
    asked++;
    return holderByHash.call(hub.records, hash);
  };
  const call = async (key: string) => (await hub.get(path, { "x-api-key": key })).status;
  expect(await call(issued.slice(0, -1) + (issued.endsWith("a") ? "b" : "a"))).toBe(401);
  expect(asked).toBe(0);
  const statuses: number[] = [];
  for (let count = 0; count < 40; count++) statuses.push(await call(makeKey()));
  expect(asked).toBe(19);
  expect(statuses.slice(19)).toEqual(Array(21).fill(429));
  // Other clients with the same address aren't rejected if they called before or call from another address.
  hub.setPeer("192.0.2.2");
  expect(await call(issued)).toBe(200);
  hub.setPeer("192.0.2.1");
  expect(await call(issued)).toBe(200);
  hub.close();
});

test("the secret of an account's webhooks is found by account ID only", async () => {
  const hub = await gateHub();
  await hub.key("a@example.com");
  const account = (await hub.records.account(1)) as Account;
  expect(await hub.gate.getWebhookSecret("account_1")).toBe(hub.accounts.getWebhookSecret(account));
  expect(await hub.gate.getWebhookSecret("account_2")).toBeUndefined();
  hub.close();
});
