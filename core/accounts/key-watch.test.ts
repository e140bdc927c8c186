import { afterAll, expect, spyOn, test } from "bun:test";
import type { HubError } from "../contract/errors.ts";
import { gateHub, start } from "../testing/gate-hub.ts";
import { Call } from "./call.ts";

const hub = await gateHub();
const { accounts, clock, gate, records } = hub;
afterAll(hub.close);

const target = { service: "sample", route: "GET /api/sample/work" };
let people = 0;

/** Admits a call with a new key. */
async function admit(options: { expiresAt?: number } = {}) {
  const email = `watched${people++}@example.com`;
  const { key, holder } = await accounts.issue(email, { now: clock.now, ...options });
  const request = new Request("http://localhost/api/sample/work", {
    headers: { "x-api-key": key },
  });
  const call = new Call(request, null);
  expect(await gate.gateByKey(call, target)).toBeUndefined();
  const used = async () => (await gate.view(holder)).used_today;
  return { call, holder, key, id: holder.key.id, used };
}

async function findCode(call: Call): Promise<string | undefined> {
  return (await gate.recheck(call, target))?.code;
}

test("work is aborted with the error of its key at the first check after its end", async () => {
  const { call } = await admit({ expiresAt: clock.now + 1000 });
  const signal = gate.watch(call, target);
  clock.now += 999;
  await gate.watches.check();
  expect(signal.aborted).toBe(false);
  clock.now += 1;
  await gate.watches.check();
  expect(signal.reason).toMatchObject({ code: "key_expired" });
  clock.now = start;
});

test("work that has ended is no longer watched", async () => {
  const { call, id } = await admit();
  const signal = gate.watch(call, target);
  gate.settle(call, target, 200);
  await records.revokeKey(id, clock.now);
  await accounts.refresh();
  await gate.watches.check();
  expect(signal.aborted).toBe(false);
});

test("a call whose key has ended is refunded in full", async () => {
  const { call, id, used } = await admit();
  await gate.charge(call, 5);
  expect(await used()).toBe(5);
  expect(await findCode(call)).toBeUndefined();
  await records.revokeKey(id, clock.now);
  await accounts.refresh();
  expect(await findCode(call)).toBe("key_revoked");
  gate.settle(call, target, 401);
  expect(await used()).toBe(0);
});

test("a call is held to the rights that its key has now, with or without a job", async () => {
  const { call, id } = await admit();
  const kept = gate.getStoredAdmission(call);
  if (!kept) throw new Error("The call was not admitted");
  await records.changeKey(id, (key) => ({
    ...key,
    restrictions: { services: ["qr"], managesKeys: false },
  }));
  await accounts.refresh();
  expect(await findCode(call)).toBe("key_restricted");
  const readmitted = gate.readmit(new Call(call.request, null), kept, target);
  await expect(readmitted).rejects.toMatchObject({ code: "key_restricted" });
});

test("jobs beyond a lowered daily quota are refused and cost nothing, and the others run", async () => {
  const { call, holder, key, used } = await admit();
  const calls = [call];
  for (let count = 0; count < 4; count++) {
    const next = new Call(new Request(call.request.url, { headers: { "x-api-key": key } }), null);
    await gate.gateByKey(next, target);
    calls.push(next);
  }
  const kept = calls.flatMap((call) => gate.getStoredAdmission(call) ?? []);
  await records.admin.changeAccount(holder.account.id, { ...holder.account, perDay: 3 });
  await accounts.refresh();
  const outcomes: string[] = [];
  for (const one of kept) {
    const work = new Call(call.request, null);
    const fault = await gate.readmit(work, one, target).catch((error: HubError) => error);
    if (fault) gate.refund(work, fault.status);
    outcomes.push(fault ? fault.code : "runs");
  }
  const refused = "quota_exceeded";
  expect(outcomes).toEqual([refused, refused, "runs", "runs", "runs"]);
  const { account } = holder;
  await records.admin.changeAccount(account.id, { ...account, perDay: 1_000_000 });
  await accounts.refresh();
  expect(await used()).toBe(3);
});

test("a key answers for the keys that it has replaced, as long as none was revoked", async () => {
  const { call, holder, id } = await admit();
  let last = holder;
  for (let count = 0; count < 3; count++) {
    const next = await accounts.replace(last, { graceMs: 10, now: clock.now });
    if (!next) throw new Error("The key cannot be replaced");
    last = next.holder;
  }
  expect(await gate.watches.findHeir(id)).toMatchObject({ key: { id } });
  clock.now += 10;
  expect(await gate.watches.findHeir(id)).toMatchObject({ key: { id: last.key.id } });
  expect(await findCode(call)).toBeUndefined();
  await records.revokeKey(last.key.id, clock.now);
  await accounts.refresh();
  expect(await gate.hasEnded(id)).toBe(true);
  expect(await findCode(call)).toBe("key_revoked");
  clock.now = start;
});

test("calls of known keys finish while the store is down", async () => {
  const { call } = await admit();
  accounts.useTiers(accounts.tiers);
  using _ = spyOn(records, "holderById").mockRejectedValue(new Error("It is down"));
  expect(await findCode(call)).toBeUndefined();
});

test("webhooks need an account and a key that have not ended", async () => {
  const { holder, id } = await admit();
  const name = `account_${holder.account.id}`;
  const find = async (keyId?: string) => (await gate.getWebhookSecret(name, keyId)) !== undefined;
  expect([await find(), await find(id)]).toEqual([true, true]);
  await records.revokeKey(id, clock.now);
  await accounts.refresh();
  expect([await find(), await find(id)]).toEqual([true, false]);
  await records.admin.changeAccount(holder.account.id, {
    ...holder.account,
    suspendedAt: clock.now,
  });
  expect(await find()).toBe(false);
  await records.eraseAccount(holder.account.id, clock.now);
  await accounts.refresh();
  expect([await find(), await gate.hasEnded(id)]).toEqual([false, true]);
});
