import { expect, test } from "bun:test";
import type { AuditEntry } from "../../platform/store/admin-records.ts";
import { openSqlite } from "../../platform/store/sqlite.ts";
import { AuditLog } from "./audit-log.ts";

const operator = { name: "Ada", address: "192.0.2.1" };
const act = { action: "account.change", subject: "account_1", after: { tier: "pro" } };

function openLog() {
  const { admin } = openSqlite(":memory:");
  return { admin, log: new AuditLog({ records: admin, now: () => 1_000 }) };
}

test("an action that cannot be logged isn't carried out", async () => {
  const log = new AuditLog({
    records: {
      addAudit: () => Promise.reject(new Error("The disk is full")),
      audit: async () => [],
    },
    now: () => 0,
  });
  let isDone = false;
  const work = async () => {
    isDone = true;
  };
  await expect(log.act(operator, act, work)).rejects.toThrow("The disk is full");
  expect(isDone).toBe(false);
});

test("a failed action is logged twice: its start and its error", async () => {
  const { log } = openLog();
  const work = () => Promise.reject(new Error("The store is gone"));
  await expect(log.act(operator, act, work)).rejects.toThrow("The store is gone");
  expect(await log.list({ limit: 9 })).toMatchObject([
    { action: "account.change.failed", after: { failure: "The store is gone" } },
    { action: "account.change", actor: "Ada", after: { tier: "pro" } },
  ]);
});

test("wrong tokens from any number of addresses cause a bounded number of entries", async () => {
  const { log } = openLog();
  for (let time = 0; time < 500; time++) log.recordWrongToken(`192.0.2.${time % 100}`);
  const entries = await log.list({ limit: 200 });
  expect(entries).toHaveLength(21);
  const counts = entries.map(({ after }) => (after as { count: number }).count);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(500);
  expect(entries.filter(({ address }) => address === null)).toMatchObject([
    { subject: "other addresses", after: { count: 400 } },
  ]);
});

test("wrong tokens that cannot be logged are logged later", async () => {
  const { admin } = openSqlite(":memory:");
  let isFull = true;
  const records = {
    audit: admin.audit.bind(admin),
    addAudit: (entry: AuditEntry) =>
      isFull ? Promise.reject(new Error("The disk is full")) : admin.addAudit(entry),
  };
  const log = new AuditLog({ records, now: () => 1_000 });
  for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.1"]) log.recordWrongToken(address);
  await expect(log.flush()).rejects.toThrow("The disk is full");
  isFull = false;
  expect((await log.list({ limit: 9 })).map(({ after }) => after)).toMatchObject([
    { count: 2 },
    { count: 1 },
  ]);
});
