import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { readEmail } from "../access/email-address.ts";
import { openSqlite } from "./sqlite.ts";

const dir = mkdtempSync(`${tmpdir()}/utilhub-migrations-`);
afterAll(() => rmSync(dir, { recursive: true }));

/** The tables of accounts and keys as hub 0.1.0 made them. */
const released = `CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    email TEXT NOT NULL UNIQUE,
    tier TEXT NOT NULL,
    createdAt INTEGER NOT NULL
  );
  CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    accountId INTEGER NOT NULL REFERENCES accounts (id),
    hash TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    name TEXT,
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER,
    revokedAt INTEGER,
    lastUsedAt INTEGER
  );
  CREATE INDEX keysByAccount ON keys (accountId);
  CREATE TABLE revision (number INTEGER NOT NULL);
  INSERT INTO revision VALUES (1);
  CREATE TABLE usage (
    day INTEGER NOT NULL,
    keyId TEXT NOT NULL,
    service TEXT NOT NULL,
    route TEXT NOT NULL,
    statusClass TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (keyId, day, service, route, statusClass)
  ) WITHOUT ROWID;
  CREATE TABLE kv (
    plugin TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    expiresAt INTEGER,
    PRIMARY KEY (plugin, key)
  ) WITHOUT ROWID;
  CREATE INDEX kvByExpiry ON kv (expiresAt) WHERE expiresAt IS NOT NULL;
  PRAGMA user_version = 2;`;

/** A database of hub 0.1.0 with an account and a key for each address. */
function oldDatabase(name: string, emails: readonly string[]): string {
  const path = `${dir}/${name}.sqlite`;
  const db = new Database(path, { create: true, strict: true });
  db.run(released);
  for (const [index, email] of emails.entries()) {
    const id = index + 1;
    db.query("INSERT INTO accounts VALUES (?, ?, 'pro', 1)").run(id, email);
    db.query("INSERT INTO keys VALUES (?, ?, ?, 'hub_x', NULL, 1, NULL, NULL, NULL)").run(
      ...([`k${id}`, id, `hash ${id}`] as const),
    );
  }
  db.close();
  return path;
}

test("accounts of hub 0.1.0 keep their keys, and one of each address has its other spellings", async () => {
  const emails = ["Day@example.com", "day@example.com", "eve@bücher.example", "DAY@example.com"];
  const records = openSqlite(oldDatabase("folded", emails));
  const { accounts, keys } = await records.all();
  expect(accounts.map(({ email, olderId }) => [email, olderId])).toEqual([
    ["Day@example.com", null],
    ["day@example.com", 1],
    ["eve@bücher.example", null],
    ["DAY@example.com", 1],
  ]);
  expect(keys.map(({ accountId }) => accountId)).toEqual([1, 2, 3, 4]);
  const idOf = async (email: string) => (await records.accountOf(readEmail(email)))?.id;
  expect(await Promise.all(emails.map(idOf))).toEqual([1, 2, 3, 4]);
  expect(await idOf("dAY@example.com")).toBe(1);
  expect(await idOf("eve@xn--bcher-kva.example")).toBe(3);
  await records.close();
});

test("an address that an account of hub 0.1.0 has in other letters is not new", async () => {
  const records = openSqlite(oldDatabase("taken", ["Day@example.com"]));
  const key = {
    ...{ id: "k9", hash: "hash 9", prefix: "hub_x", name: null, createdAt: 2 },
    ...{ expiresAt: null, revokedAt: null, lastUsedAt: null },
  };
  const add = (email: string) => records.addAccount(readEmail(email), key, { tier: "free" });
  expect(await add("day@example.com")).toBeUndefined();
  expect(await add("night@example.com")).toMatchObject({ id: 2, folded: "night@example.com" });
  await records.close();
});

test("addresses that hub 0.1.0 took and this one does not are kept", async () => {
  const odd = ["a\u200bb@example.com", "a@1.2.3.4", "a@xn--zzzzzz99.example"];
  const records = openSqlite(oldDatabase("odd", odd));
  expect((await records.all()).accounts.map(({ email }) => email)).toEqual(odd);
  await records.close();
});
