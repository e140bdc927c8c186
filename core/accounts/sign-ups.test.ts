import { afterAll, describe, expect, test } from "bun:test";
import { HubError } from "../contract/errors.ts";
import { readEmail } from "../platform/mail/email-address.ts";
import type { Mail, Mailer } from "../platform/mail/mailer.ts";
import { gateHub } from "../testing/gate-hub.ts";

const hubs: Awaited<ReturnType<typeof gateHub>>[] = [];
afterAll(() => {
  for (const { close } of hubs) close();
});

const minute = 60_000;

/** Creates a gate that emails codes, which the test reads. */
async function verifyingHub() {
  const sent: Mail[] = [];
  const state = { isDown: false };
  const mailer: Mailer = {
    async check() {
      if (state.isDown) throw new HubError("mail_unavailable", "The hub cannot send mail");
    },
    send: (mail) => void sent.push(mail),
    async close() {},
  };
  const hub = await gateHub({ signup: "verify", mailer });
  hubs.push(hub);
  let hosts = 0;
  const call = (address = `198.51.100.${hosts++}`) =>
    ({ request: new Request("http://localhost/api-key"), peer: address }) as never;
  return {
    ...hub,
    sent,
    state,
    ask: (email: string, address?: string) => hub.gate.signUp(call(address), { email }),
    exchange: (email: string, code: string, more: object = {}) =>
      hub.gate.exchangeCode(call(), { email, code, ...more }),
    /** The code of the latest email. */
    code: () => /^ {2}(\w{4}-\w{4})$/m.exec(sent.at(-1)?.text ?? "")?.[1] ?? "",
  };
}

describe("a code", () => {
  test("works until it is 10 minutes old", async () => {
    const { ask, clock, code, exchange } = await verifyingHub();
    await ask("a@example.com");
    clock.now += 10 * minute - 1;
    expect(await exchange("a@example.com", code())).toMatchObject({ tier: "free" });
    await ask("b@example.com");
    clock.now += 10 * minute;
    await expect(exchange("b@example.com", code())).rejects.toMatchObject({ code: "invalid_code" });
  });

  test("has eight unambiguous characters", async () => {
    const { ask, code } = await verifyingHub();
    const codes = new Set<string>();
    for (let person = 0; person < 50; person++) {
      await ask(`p${person}@example.com`);
      codes.add(code());
    }
    expect(codes.size).toBe(50);
    for (const one of codes) expect(one).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
  });

  test("is emailed up to five times an hour, and the responses don't differ", async () => {
    const { ask, clock, sent } = await verifyingHub();
    const answers = [];
    for (let request = 0; request < 8; request++) {
      answers.push(await ask("a@example.com"));
      clock.now += minute;
    }
    expect(sent).toHaveLength(5);
    for (const answer of answers) expect(answer).toEqual(answers[0]!);
    clock.now += 52 * minute;
    await ask("A@example.com");
    await ask("A@example.com");
    expect(sent).toHaveLength(6);
  });
});

test("a code is sent to the account's own address, and opens no account of another spelling", async () => {
  const { accounts, ask, clock, code, exchange, sent } = await verifyingHub();
  await accounts.issue("Day@example.com", { now: clock.now });
  await ask("day@example.com");
  expect(sent[0]?.to).toBe("Day@example.com");
  expect(await exchange("DAY@example.com", code())).toMatchObject({
    email: "Day@example.com",
    other_keys: 1,
  });
  // The code was requested for an unused address, and exchanged when the address had an account.
  await ask("night@example.com");
  await accounts.issue("Night@example.com", { now: clock.now });
  await expect(exchange("night@example.com", code())).rejects.toMatchObject({
    code: "invalid_code",
  });
});

test("keys that a stranger had created for the address are counted, and revoked on request", async () => {
  const { accounts, ask, clock, code, exchange, get } = await verifyingHub();
  const { key } = await accounts.issue("victim@example.com", { now: clock.now });
  await ask("victim@example.com");
  expect(await exchange("victim@example.com", code())).toMatchObject({ other_keys: 1 });
  await ask("victim@example.com");
  await exchange("victim@example.com", code(), { revoke_others: true });
  expect((await get("/api/sample/work", { "x-api-key": key })).status).toBe(401);
});

test("a mail failure is reported to every caller, and doesn't count towards the five requests an hour", async () => {
  const { accounts, ask, clock, sent, state } = await verifyingHub();
  await accounts.issue("known@example.com", { now: clock.now });
  state.isDown = true;
  for (let request = 0; request < 5; request++)
    for (const email of ["known@example.com", "new@example.com"])
      await expect(ask(email, "192.0.2.7")).rejects.toMatchObject({ code: "mail_unavailable" });
  expect(sent).toEqual([]);
  state.isDown = false;
  for (let request = 0; request < 5; request++) await ask(`p${request}@example.com`, "192.0.2.7");
  await expect(ask("p5@example.com", "192.0.2.7")).rejects.toMatchObject({ code: "rate_limited" });
});

test("codes and their recipients are deleted", async () => {
  const { ask, clock, records, sent } = await verifyingHub();
  await ask("a@example.com");
  await records.sweepCodes(clock.now);
  for (let request = 0; request < 5; request++) await ask("a@example.com");
  expect(sent).toHaveLength(6);
});

test("a process with an outdated pepper issues no keys", async () => {
  const { accounts, clock, records } = await verifyingHub();
  await records.settlePepper(clock.now, () => "another");
  const address = readEmail("a@example.com");
  for (const issue of [
    () => accounts.issue(address.email, { now: clock.now }),
    () => accounts.open(address, { now: clock.now }),
  ])
    await expect(issue()).rejects.toMatchObject({ code: "store_unavailable" });
  expect(await records.holders({ after: "", limit: 1 })).toEqual([]);
});
