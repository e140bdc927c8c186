import { afterAll, expect, test } from "bun:test";
import { json, startNameServer, testHub } from "hub/testing";

const server = await startNameServer({
  "8.8.8.8.in-addr.arpa": { PTR: ["dns.google"] },
  "1.1.1.1.in-addr.arpa": { PTR: ["<b>one</b>.example\u0007"] },
  "9.9.9.9.in-addr.arpa": "silence",
  "8.8.8.8.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.6.8.4.0.6.8.4.1.0.0.2.ip6.arpa": {
    PTR: ["dns6.google"],
  },
});
afterAll(() => server.stop());
const hub = await testHub(import.meta.dir, { nameServers: [server] });
const named = async (ip: string) =>
  (await json(await hub.get(`/api/ip-geo/lookup/${ip}?hostname=true`))).hostname;

test.each([
  ["8.8.8.8", "dns.google"],
  ["2001:4860:4860::8888", "dns6.google"],
  ["1.1.1.1", "boneb.example"],
  ["9.9.9.9", null],
  ["8.8.4.4", null],
])("the name of %s is %p", async (ip, name) => {
  expect(await named(ip)).toBe(name);
});

test("makes no query unless a name is requested, and none for a bogon", async () => {
  const before = server.asked.length;
  expect(await json(await hub.get("/api/ip-geo/lookup/8.8.8.8"))).not.toHaveProperty("hostname");
  expect(await named("10.0.0.1")).toBeNull();
  expect(server.asked).toHaveLength(before);
});
