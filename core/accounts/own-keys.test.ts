import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { Meter } from "../lib/rolling-window/meter.ts";
import type { KeyChange, KeyRecord, Records } from "../platform/store/records.ts";
import { openSqlite } from "../platform/store/sqlite.ts";
import { Accounts } from "./accounts.ts";
import { Call } from "./call.ts";
import type { Gate } from "./gate.ts";
import { OwnKeys } from "./own-keys.ts";
import { loadTiers } from "./tiers.ts";

const now = Date.UTC(2026, 0, 2);
const dir = mkdtempSync(`${tmpdir()}/utilhub-own-keys-`);
afterAll(() => rmSync(dir, { recursive: true }));

/** Tries to change a key while another key's request changes it first. */
async function overtake(first: (key: KeyRecord) => KeyChange) {
  const records = openSqlite(":memory:");
  const meter = new Meter(dir);
  const accounts = new Accounts({
    ...{ records, meter, tiers: loadTiers({}), pepper: new Uint8Array(32) },
  });
  const { holder } = await accounts.issue("a@example.com", { now });
  const gate = { getHolder: () => holder, admitToAccounts() {}, lastUsed() {} };
  const late: Pick<Records, "changeKey"> = {
    async changeKey(id, change) {
      await records.changeKey(id, first);
      return records.changeKey(id, change);
    },
  };
  const keys = new OwnKeys({
    gate: gate as unknown as Gate,
    accounts,
    eraser: { erase: async () => {} },
    records: new Proxy(records, {
      get: (target, name: keyof Records) => (name in late ? late.changeKey : target[name]),
    }),
    canMail: false,
    now: () => now,
  });
  const call = new Call(new Request("http://hub.invalid/"), null);
  return {
    change: (wish: object) => keys.change(call, wish, { services: [], endpoints: [] }),
    find: async () => (await records.holderById(holder.key.id))?.key,
  };
}

const restrictions = { perDay: 5, managesKeys: true };

test("a key that is suspended while it changes itself stays suspended", async () => {
  const { change, find } = await overtake((key) => ({ ...key, suspendedAt: now }));
  await expect(change({ suspended: false })).rejects.toMatchObject({ code: "key_suspended" });
  expect(await find()).toMatchObject({ suspendedAt: now });
});

test("a key that is restricted while it changes itself stays restricted", async () => {
  const { change, find } = await overtake((key) => ({ ...key, restrictions, counterId: 7 }));
  await change({ name: "Mine" });
  expect(await find()).toMatchObject({ name: "Mine", restrictions, counterId: 7 });
  await expect(change({ per_day: null })).rejects.toMatchObject({ code: "rights_exceeded" });
});

test("a key that has lost the right to manage keys changes nothing", async () => {
  const { change } = await overtake((key) => ({ ...key, restrictions: { managesKeys: false } }));
  await expect(change({ name: "Mine" })).rejects.toMatchObject({ code: "key_restricted" });
});
