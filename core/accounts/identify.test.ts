import { afterAll, expect, test } from "bun:test";
import { gateHub } from "../testing/gate-hub.ts";
import { Call } from "./call.ts";

const hub = await gateHub({ trustedProxies: ["192.0.2.1"] });
afterAll(hub.close);

/** Sends a request through the gate. Returns the identified caller. */
async function who(path: string, headers: Record<string, string>) {
  const peer = { requestIP: () => ({ address: "192.0.2.1" }) };
  const call = new Call(new Request(`http://localhost${path}`, { headers }), peer);
  expect(await hub.gate.gateUnknown(call)).toBeUndefined();
  return hub.gate.identify(call);
}

test("all keys of an account have the same account ID, which no other account has", async () => {
  const [one, two, other] = [
    await hub.key("a@example.com"),
    await hub.key("a@example.com"),
    await hub.key("b@example.com"),
  ];
  const ids: (string | undefined)[] = [];
  for (const key of [one, two, other])
    ids.push((await who("/api/sample/work", { "x-api-key": key })).id);
  expect(ids[0]).toMatch(/^account_/);
  expect(ids[1]).toBe(ids[0]!);
  expect(ids[2]).not.toBe(ids[0]!);
});

test("a key isn't identified on a path without authentication", async () => {
  const key = await hub.key("c@example.com");
  expect((await who("/try/work", { "x-api-key": key })).id).toBeUndefined();
});

test("the address is the one behind the trusted proxy", async () => {
  const caller = await who("/try/work", { "x-forwarded-for": "198.51.100.7" });
  expect(caller.address).toBe("198.51.100.7");
});

test("the tier is the account's, and undefined without a key", async () => {
  const key = await hub.key("d@example.com", { tier: "pro" });
  const fetchTier = async (path: string) => (await who(path, { "x-api-key": key })).tier;
  expect(await fetchTier("/api/sample/work")).toEqual({ name: "pro", isPaid: true });
  expect(await fetchTier("/try/work")).toBeUndefined();
});
