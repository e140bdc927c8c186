import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { writeOldDatabase } from "../../testing/old-database.ts";
import { readEmail } from "../mail/email-address.ts";
import { openSqlite } from "./sqlite.ts";

const dir = mkdtempSync(`${tmpdir()}/utilhub-migrations-`);
afterAll(() => rmSync(dir, { recursive: true }));

function oldDatabase(name: string, emails: readonly string[]): string {
  const path = `${dir}/${name}.sqlite`;
  writeOldDatabase(
    path,
    emails.map((email) => ({ email })),
  );
  return path;
}

test("accounts of hub 0.1.0 keep their keys, and one of each address has its other spellings", async () => {
  const emails = ["Day@example.com", "day@example.com", "eve@bücher.example", "DAY@example.com"];
  const records = openSqlite(oldDatabase("folded", emails));
  const holders = await records.holders({ after: "", limit: 9 });
  expect(
    holders.map(({ account }) => account).map(({ email, olderId }) => [email, olderId]),
  ).toEqual([
    ["Day@example.com", null],
    ["day@example.com", 1],
    ["eve@bücher.example", null],
    ["DAY@example.com", 1],
  ]);
  expect(holders.map(({ account }) => account.id)).toEqual([1, 2, 3, 4]);
  const findAccountId = async (email: string) =>
    (await records.findAccountByEmail(readEmail(email)))?.id;
  expect(await Promise.all(emails.map(findAccountId))).toEqual([1, 2, 3, 4]);
  expect(await findAccountId("dAY@example.com")).toBe(1);
  expect(await findAccountId("eve@xn--bcher-kva.example")).toBe(3);
  await records.close();
});

test("an address of a hub 0.1.0 account with other letter case is known", async () => {
  const records = openSqlite(oldDatabase("taken", ["Day@example.com"]));
  const key = {
    id: "k9",
    hash: "hash 9",
    prefix: "hub_x",
    name: null,
    kind: "secret" as const,
    restrictions: { managesKeys: true },
    counterId: null,
    replacedBy: null,
    createdAt: 2,
    expiresAt: null,
    revokedAt: null,
    suspendedAt: null,
    suspendedBy: null,
    madeBy: null,
    lastUsedAt: null,
  };
  const add = (email: string) => records.addAccount(readEmail(email), key, { tier: "free" });
  expect(await add("day@example.com")).toBeUndefined();
  expect(await add("night@example.com")).toMatchObject({ id: 2, folded: "night@example.com" });
  await records.close();
});

test("addresses that were valid in hub 0.1.0 are kept even if they are invalid now", async () => {
  const odd = ["a\u200bb@example.com", "a@1.2.3.4", "a@xn--zzzzzz99.example"];
  const records = openSqlite(oldDatabase("odd", odd));
  const holders = await records.holders({ after: "", limit: 9 });
  expect(holders.map(({ account }) => account.email)).toEqual(odd);
  await records.close();
});
