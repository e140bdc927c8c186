import { afterAll, beforeEach, expect, test } from "bun:test";
import { networkInterfaces } from "node:os";
import { json, startNameServer } from "hub/testing";
import { runHub } from "../core/testing/running-hub.ts";

const names = await startNameServer({
  "inside.example.com": { A: ["127.0.0.1"] },
  "mixed.example.com": { A: ["93.184.215.14", "10.0.0.1"] },
  "silent.example.com": "SERVFAIL",
});
const hub = await runHub({
  HUB_TIERS: "free=1000/100000",
  HUB_DNS_SERVERS: `${names.hostname}:${names.port}`,
});
const key = await hub.key();

/** The number of contacts to a local listener that must not be reachable. */
let connections = 0;
const socket = { open: () => void connections++, data() {} };
const internal = Bun.listen({ hostname: "0.0.0.0", port: 0, socket });
const internal6 = Bun.listen({ hostname: "::1", port: internal.port, socket });
beforeEach(() => {
  connections = 0;
});
afterAll(async () => {
  internal.stop(true);
  internal6.stop(true);
  names.stop();
  await hub.stop();
});

const hosts = [
  ..."127.0.0.1|127.1|2130706433|0x7f000001|0177.0.0.1|0|127.0.0.1.|①②⑦.0.0.1|[::1]|[::]".split(
    "|",
  ),
  ..."[::ffff:127.0.0.1]|[::ffff:7f00:1]|[64:ff9b::7f00:1]|[2002:7f00:1::]|[::127.0.0.1]".split(
    "|",
  ),
  ..."10.0.0.1|192.168.1.1|169.254.169.254|[fd00:ec2::254]|100.100.100.200|[fe80::1]".split("|"),
  ...Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address)),
  ),
];

test.each(hosts)("the metadata of %s cannot be read", async (host) => {
  const url = encodeURIComponent(`http://${host}:${internal.port}/latest/meta-data/`);
  const answer = await hub.get(`/api/url/metadata?url=${url}`, { "x-api-key": key });
  expect([answer.status, (await json(answer)).code]).toEqual([403, "address_not_allowed"]);
  expect(connections).toBe(0);
});

test("nor can those of this machine by its name, nor of the hub itself", async () => {
  for (const host of [
    `localhost:${internal.port}`,
    `localhost.:${internal.port}`,
    `localhost:${hub.port}`,
  ]) {
    const url = encodeURIComponent(`http://${host}/`);
    const answer = await hub.get(`/api/url/metadata?url=${url}`, { "x-api-key": key });
    expect(answer.status, host).toBeGreaterThanOrEqual(403);
    expect((await json(answer)).success).toBe(false);
  }
  expect(connections).toBe(0);
});

test("the configured name servers resolve users' hosts", async () => {
  const read = async (host: string) => {
    const url = encodeURIComponent(`http://${host}:${internal.port}/`);
    const answer = await hub.get(`/api/url/metadata?url=${url}`, { "x-api-key": key });
    expect(names.asked).toContain(`A ${host}`);
    return [answer.status, (await json(answer)).code];
  };
  for (const host of ["inside.example.com", "mixed.example.com"])
    expect(await read(host)).toEqual([403, "address_not_allowed"]);
  for (const host of ["nowhere.example.com", "silent.example.com"])
    expect(await read(host)).toEqual([502, "address_failed"]);
  expect(connections).toBe(0);
});

test("an unreachable host of a user doesn't count as an upstream of the hub", async () => {
  const { status, upstreams } = await json(await hub.get("/readyz"));
  expect([status, upstreams]).toEqual(["ready", []]);
});

test("the listener that is watched is reachable", async () => {
  await Bun.connect({ hostname: "127.0.0.1", port: internal.port, socket: { data() {} } });
  await Bun.sleep(20);
  expect(connections).toBe(1);
});
