import { afterAll, expect, test } from "bun:test";
import { startNameServer } from "hub/testing";
import { isPublicAddress } from "../../lib/ip-address.ts";
import { startProxy } from "../../testing/stand-in-proxy.ts";
import { createConnect } from "./policy.ts";

/** Listeners that simulate two machines: the first is outside, the other is this one. */
const contacts: string[] = [];
const listen = (hostname: string, port = 0) =>
  Bun.listen({
    hostname,
    port,
    socket: { open: () => void contacts.push(hostname), data() {} },
  });
const outside = listen("127.0.0.2");
const { port } = outside;
const inside = listen("127.0.0.1", port);
const zone = {
  "turning.test": { A: ["127.0.0.2"], ttl: 0 },
  "mixed.test": { A: ["127.0.0.2"], AAAA: ["::1"] },
  "gone.test": "SERVFAIL" as const,
};
const { hostname, port: namePort, stop } = await startNameServer(zone);
afterAll(() => {
  stop();
  for (const listener of [outside, inside]) listener.stop(true);
});
const settings = {
  hosts: { "wiki.test": `http://127.0.0.1:${port}` },
  nameServers: [{ hostname, port: namePort }],
  offline: false,
  ports: [port],
};
const isAllowed = (address: string) => address === "127.0.0.2" || isPublicAddress(address);
const connect = createConnect(settings, { isAllowed });

async function reach(host: string, at = port, through = connect): Promise<string> {
  contacts.length = 0;
  const answer = await through(host, at);
  if (typeof answer === "string") return answer;
  await Bun.sleep(20);
  answer.destroy();
  return contacts.join();
}

test("a name that changes to this machine is allowed before the change, not after it", async () => {
  expect(await reach("turning.test")).toBe("127.0.0.2");
  zone["turning.test"].A[0] = "127.0.0.1";
  expect(await reach("turning.test")).toBe("not_public");
  expect(contacts).toEqual([]);
});

test.each([
  ["127.0.0.1", "not_public"],
  ["::1", "not_public"],
  ["localhost", "not_public"],
  ["a.localhost.", "not_public"],
  ["mixed.test", "not_public"],
  ["gone.test", "unresolved"],
  ["nowhere.test", "unresolved"],
])("%s is rejected as %s", async (host, why) => {
  expect(await reach(host)).toBe(why);
  expect(contacts).toEqual([]);
});

test("only web ports are allowed, and unanswered connections are reported", async () => {
  expect(await reach("127.0.0.2", 22)).toBe("port");
  const open = createConnect({ ...settings, ports: [1] }, { isAllowed });
  expect(await reach("127.0.0.2", 1, open)).toBe("unreachable");
});

test("a host of the operator's list is reachable at any address, on that port only", async () => {
  expect(await reach("Wiki.test.", 80)).toBe("127.0.0.1");
  expect(await reach("wiki.test")).toBe("unresolved");
});

test("an offline hub only reaches those hosts", async () => {
  const offline = createConnect({ ...settings, offline: true }, { isAllowed });
  expect(await reach("127.0.0.2", port, offline)).toBe("offline");
});

test("pages go through the outbound proxy, to checked addresses only", async () => {
  const proxy = await startProxy(port, "127.0.0.2");
  const zone = { "out.test": { A: ["93.184.215.14"] }, "private.test": { A: ["10.0.0.7"] } };
  const names = await startNameServer(zone);
  const through = createConnect({
    ...settings,
    nameServers: [{ hostname: names.hostname, port: names.port }],
    proxy: { url: proxy.url, direct: [] },
  });
  expect(await reach("out.test", port, through)).toBe("127.0.0.2");
  expect(proxy.asked[0]).toStartWith(`CONNECT 93.184.215.14:${port} `);
  expect(await reach("private.test", port, through)).toBe("not_public");
  proxy.status = "403 Forbidden";
  expect(await reach("out.test", port, through)).toBe("unreachable");
  expect(proxy.asked).toHaveLength(2);
  proxy.stop();
  names.stop();
});
