import { afterAll, beforeEach, expect, test } from "bun:test";
import { networkInterfaces } from "node:os";
import { isPublicAddress } from "../../lib/ip-address.ts";
import { createReach } from "./net.ts";
import type { ResolvedAddress } from "./resolved-address.ts";

/** The number of connections to a listener on this machine, at every address. */
let connections = 0;
const socket = { open: () => void connections++, data() {} };
const internal = Bun.listen({ hostname: "0.0.0.0", port: 0, socket });
const { port } = internal;
const internal6 = Bun.listen({ hostname: "::1", port, socket });

/** Simulates a host on the internet that redirects every request to the URL in its path. */
const outside = Bun.serve({
  hostname: "127.0.0.2",
  port: 0,
  fetch: (request) => {
    const location = decodeURIComponent(new URL(request.url).pathname.slice(1));
    return location === "" ? new Response("outside") : Response.redirect(location);
  },
});
afterAll(() => Promise.all([outside.stop(true), internal.stop(true), internal6.stop(true)]));
beforeEach(() => {
  connections = 0;
});

const asked: string[] = [];
/** Responses per name: each look-up returns the next one, and the last one repeats. */
const names: Record<string, ResolvedAddress[][]> = {};
const there: ResolvedAddress = { address: "127.0.0.2", family: 4 };
const here: ResolvedAddress = { address: "127.0.0.1", family: 4 };
const reach = createReach({
  isAllowed: (address) => address === there.address || isPublicAddress(address),
  async resolve(host) {
    asked.push(host);
    const answers = names[host];
    if (answers) return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    return [{ address: host, family: host.includes(":") ? 6 : 4 }];
  },
});

async function getRefusalCode(url: string, visit = reach): Promise<string> {
  const answer = visit(new URL(url), { timeoutMs: 2000 }, "public");
  return answer.then(
    () => "let through",
    ({ code }) => code,
  );
}

const loopback = [
  ..."127.0.0.1|127.1|127.0.1|127.255.255.254|127.0.0.1.|2130706433|2130706433.|0x7f000001".split(
    "|",
  ),
  ..."0x7F.1|0x7f.0x0.0x0.0x1|0177.0.0.1|017700000001|00000177.0.0.01|0|0.0.0.0|000|0x0".split("|"),
  ..."①②⑦.⓪.⓪.①|１２７.0.0.1|127。0。0。1|%31%32%37.0.0.1|user.example:80@127.0.0.1".split("|"),
  ..."[::1]|[0:0:0:0:0:0:0:1]|[::]|[::ffff:127.0.0.1]|[::FFFF:7f00:1]|[::ffff:0:127.0.0.1]".split(
    "|",
  ),
  ..."[::127.0.0.1]|[64:ff9b::127.0.0.1]|[64:ff9b::7f00:1]|[64:ff9b:1::7f00:1]|[2002:7f00:1::]".split(
    "|",
  ),
  ..."[2001:0:7f00:1::]|[fe80::1]|[fec0::1]|[::ffff:0.0.0.0]".split("|"),
];
const special = [
  ..."10.0.0.1|172.16.0.1|192.168.0.1|100.64.0.1|[fc00::1]|[fd00:ec2::254]|[::ffff:a00:1]".split(
    "|",
  ),
  ..."169.254.169.254|0xa9fea9fe|2852039166|[::ffff:169.254.169.254]|[64:ff9b::a9fe:a9fe]".split(
    "|",
  ),
  ..."100.100.100.200|168.63.129.16|192.0.0.192|198.18.0.1|192.0.2.1|203.0.113.1|224.0.0.1".split(
    "|",
  ),
  ..."255.255.255.255|240.0.0.1|[ff02::1]|[2001:db8::1]|[2002:a9fe:a9fe::]|[100::1]|[3fff::1]".split(
    "|",
  ),
];
const own = Object.values(networkInterfaces()).flatMap((addresses = []) =>
  addresses.map(({ address, family }) =>
    family === "IPv6" ? `[${address.split("%")[0]}]` : address,
  ),
);

test.each([...loopback, ...special, ...own])("%s is not connected to", async (host) => {
  expect(await getRefusalCode(`http://${host}:${port}/`)).toBe("address_not_allowed");
  expect(
    await getRefusalCode(
      `http://out.test:${outside.port}/x`,
      redirectTo(`http://${host}:${port}/`),
    ),
  ).toBe("address_not_allowed");
  expect(connections).toBe(0);
});

/** Returns a connection to the outside host, which redirects every request to an address. */
function redirectTo(location: string): typeof reach {
  names["out.test"] = [[there]];
  return (url, ...rest) => {
    const start = new URL(`/${encodeURIComponent(location)}`, url);
    return reach(start, ...rest);
  };
}

test("the simulated hosts are reachable, each from its side", async () => {
  names["out.test"] = [[there]];
  const answer = await reach(new URL(`http://out.test:${outside.port}/`), {}, "public");
  expect(await answer.text()).toBe("outside");
  await Promise.all(
    ["127.0.0.1", "::1"].map((hostname) => Bun.connect({ hostname, port, socket: { data() {} } })),
  );
  await Bun.sleep(20);
  expect(connections).toBe(2);
});

test.each(["localhost", "localhost.", "LOCALHOST", "ip6-localhost", "a.localhost"])(
  "%s is not connected to by the system's own resolver",
  async (host) => {
    const answer = await getRefusalCode(`http://${host}:${port}/`, createReach());
    expect(["address_not_allowed", "address_failed"]).toContain(answer);
    expect(connections).toBe(0);
  },
);

test.each([
  ["one private address among public ones", [there, here]],
  ["one public address among private ones", [here, there]],
  ["one special IPv6 address", [there, { address: "::ffff:127.0.0.1", family: 6 as const }]],
])("a name with %s is not connected to", async (_, addresses) => {
  names["mixed.test"] = [addresses];
  expect(await getRefusalCode(`http://mixed.test:${port}/`)).toBe("address_not_allowed");
  expect(connections).toBe(0);
});

test("a name that changes between the check and the connection isn't reached", async () => {
  names["rebound.test"] = [[there], [here]];
  asked.length = 0;
  const answer = await reach(new URL(`http://rebound.test:${outside.port}/`), {}, "public");
  expect([await answer.text(), asked.length]).toEqual(["outside", 1]);
  expect(await getRefusalCode(`http://rebound.test:${port}/`)).toBe("address_not_allowed");
  expect(connections).toBe(0);
});

test("a name that changes between a redirect and the next request is checked again", async () => {
  names["turning.test"] = [[there], [here]];
  const back = encodeURIComponent(`http://turning.test:${port}/`);
  expect(await getRefusalCode(`http://turning.test:${outside.port}/${back}`)).toBe(
    "address_not_allowed",
  );
  expect(connections).toBe(0);
});

test.each(["file:///etc/passwd", "gopher://127.0.0.1/", "ftp://127.0.0.1/", "data:text/html,x"])(
  "a redirect to %s is not followed",
  async (location) => {
    const start = `http://out.test:${outside.port}/`;
    expect(await getRefusalCode(start, redirectTo(location))).toBe("address_not_allowed");
    expect(connections).toBe(0);
  },
);
