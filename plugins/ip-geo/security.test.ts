import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

async function settledHub(options = {}) {
  const hub = await testHub(import.meta.dir, options);
  await hub.get("/api/ip-geo/security/8.8.8.8");
  await hub.settled();
  const judge = async (rest: string) => json(await hub.get(`/api/ip-geo/security/${rest}`));
  return { ...hub, judge };
}

test("security never returns false for a list that was never fetched", async () => {
  const hub = await testHub(import.meta.dir);
  const found = await json(await hub.get("/api/ip-geo/security/81.2.69.142"));
  expect(found).toMatchObject({ is_tor: null, is_vpn: null, is_proxy: null, is_hosting: null });
  expect(found).toMatchObject({ is_mobile: null, is_relay: null, is_anycast: null });
  expect(found).toMatchObject({ verdict: "unknown", risk_score: null });
  expect(found.notes).toContainEqual({
    flag: "is_tor",
    reason: 'The list "Tor exits" has not been downloaded yet',
  });
  expect(found.lists[0]).toMatchObject({
    name: "Tor exits",
    complete: true,
    asked: false,
    as_of: null,
    entries: null,
    stale: null,
  });
  await hub.settled();
});

test("security names the list that contains an address", async () => {
  const { judge } = await settledHub();
  const found = await judge("1.1.1.1");
  expect(found).toMatchObject({ is_tor: true, is_proxy: true, is_vpn: null, verdict: "block" });
  expect(found.risk_score).toBe(80);
  expect(found.evidence[0]).toMatchObject({
    flag: "is_tor",
    list: "Tor exits",
    matched: "1.1.1.1/32",
    as_of: "2026-01-02",
  });
});

test("security doesn't clear a Tor exit while it has no list of them", async () => {
  const none = () => new Response("", { status: 503 });
  const { judge } = await settledHub({ net: { "check.torproject.org": none } });
  expect(await judge("185.220.101.1")).toMatchObject({
    is_tor: null,
    is_vpn: null,
    is_proxy: null,
    verdict: "unknown",
    risk_score: null,
  });
});

test("security blocks and reviews by known flags, despite unknown ones", async () => {
  const none = () => new Response("", { status: 503 });
  const { judge } = await settledHub({ net: { "mask-api.icloud.com": none } });
  expect(await judge("185.220.101.1")).toMatchObject({ is_relay: null, verdict: "block" });
  expect(await judge("8.8.8.8")).toMatchObject({ verdict: "review", risk_score: 20 });
});

test("security returns the reasons against a flag", async () => {
  const { judge } = await settledHub();
  const { evidence } = await judge("81.2.69.142");
  expect(evidence).toContainEqual({
    flag: "is_tor",
    says: false,
    list: "Tor exits",
    matched: null,
    complete: true,
    as_of: "2026-01-02",
    licence: "Public data of the Tor Project",
    weight: 0,
  });
});

test("security takes the absence from a list of some networks as unknown", async () => {
  const { judge } = await settledHub();
  const found = await judge("81.2.69.142");
  expect(found).toMatchObject({ is_hosting: null, is_vpn: null, is_proxy: null, is_mobile: null });
  expect(found).toMatchObject({ is_tor: false, is_relay: false, verdict: "unknown" });
  expect(found.notes).toContainEqual({
    flag: "is_hosting",
    reason:
      'The list "X4BNet datacenter" does not contain the address, but it does not contain every network',
  });
});

test("security takes a list of comments as an empty source", async () => {
  const hosting = ({ url }: Request) =>
    new Response(
      url.endsWith("ipv6.txt") ? "# IPv6 networks\n# Filled in by a job later\n" : "9.9.9.0/24\n",
    );
  const { judge } = await settledHub({ net: { "raw.githubusercontent.com": hosting } });
  const found = await judge("2a03:4000::1");
  expect(found.is_vpn).toBeNull();
  const asked = found.lists.map(({ asked }: { asked: boolean }) => asked);
  // None of the lists has IPv6 addresses here.
  expect(asked).toEqual([false, false, false, false]);
  const ipv4 = await judge("9.9.9.9");
  expect(ipv4.lists.every(({ asked }: { asked: boolean }) => asked)).toBe(true);
  expect(found.notes).toContainEqual({
    flag: "is_hosting",
    reason: 'The list "X4BNet datacenter" contains no IPv6 addresses',
  });
});

test("a list keeps its IPv6 networks after a download with comments only", async () => {
  let now = Date.UTC(2026, 0, 2);
  let ipv6 = "2001:4860::/32\n";
  const hosting = ({ url }: Request) =>
    new Response(url.endsWith("ipv6.txt") ? ipv6 : "9.9.9.0/24\n1.2.3.0/24\n5.6.7.0/24\n");
  const hub = await settledHub({ clock: () => now, net: { "raw.githubusercontent.com": hosting } });
  ipv6 = "# Filled in by a job later\n";
  now += 2 * 86_400_000;
  await hub.judge("8.8.8.8");
  await hub.settled();
  expect((await hub.judge("2001:4860::1")).evidence).toContainEqual(
    expect.objectContaining({ list: "X4BNet datacenter", matched: "2001:4860::/32" }),
  );
});

test("security distinguishes phone networks and data centres", async () => {
  const { judge } = await settledHub();
  // T-Mobile USA and Amazon, by their AS numbers.
  expect(await judge("172.56.0.1")).toMatchObject({ is_mobile: true, is_hosting: false });
  expect(await judge("52.95.110.1")).toMatchObject({ is_mobile: false, is_hosting: true });
});

test("security allows an address only if no flag is unknown", async () => {
  const { judge } = await settledHub();
  expect(await judge("172.56.0.1")).toMatchObject({
    is_proxy: false,
    risk_score: 0,
    verdict: "allow",
  });
});

test("security doesn't allow an address that isn't announced", async () => {
  const { judge } = await settledHub();
  expect(await judge("102.192.0.1")).toMatchObject({
    asn: null,
    is_tor: false,
    verdict: "unknown",
    risk_score: null,
  });
});

test("security can be cached for a minute, and has an ETag", async () => {
  const { get } = await settledHub();
  const path = "/api/ip-geo/security/8.8.8.8";
  const { headers } = await get(path);
  expect(headers.get("cache-control")).toBe("private, max-age=60");
  const again = await get(path, { "if-none-match": headers.get("etag")! });
  expect(again.status).toBe(304);
});

test("security doesn't report a data centre as a proxy", async () => {
  const { judge } = await settledHub();
  expect(await judge("8.8.8.8")).toMatchObject({
    is_hosting: true,
    is_proxy: null,
    risk_score: 20,
    verdict: "review",
    provider: "Google LLC",
  });
});

test("security reports unknown for an IPv6 address if a list has IPv4 only", async () => {
  const { judge } = await settledHub();
  const found = await judge("2620:fe::fe");
  expect(found).toMatchObject({ is_tor: null, is_vpn: null, is_proxy: null });
  expect(found.notes[0].reason).toBe('The list "Tor exits" contains no IPv6 addresses');
});

test("security ignores lists that are too old", async () => {
  let now = Date.UTC(2026, 0, 2);
  const failing = () => new Response("", { status: 500 });
  let isDown = false;
  const tor = () => (isDown ? failing() : new Response("1.1.1.1\n"));
  const { judge } = await settledHub({ clock: () => now, net: { "check.torproject.org": tor } });
  isDown = true;
  now += 5 * 86_400_000;
  expect(await judge("1.1.1.1?max_age_days=5")).toMatchObject({ is_tor: true });
  const old = await judge("1.1.1.1?max_age_days=4");
  expect(old.is_tor).toBeNull();
  expect(old.lists[0].stale).toBe(true);
});

test.each([
  ["an empty answer", () => new Response("")],
  ["a page", () => new Response("<html>Sorry</html>")],
  ["a failure", () => new Response("", { status: 503 })],
  ["a list of half the size", () => new Response("9.9.9.9\n")],
])("a list keeps its content after %s", async (_, answer) => {
  let now = Date.UTC(2026, 0, 2);
  let tor = () => new Response("1.1.1.1\n1.0.0.1\n2.2.2.2\n");
  const hub = await settledHub({ clock: () => now, net: { "check.torproject.org": () => tor() } });
  tor = answer;
  now += 2 * 86_400_000;
  await hub.judge("8.8.8.8");
  await hub.settled();
  expect((await hub.judge("1.0.0.1")).lists[0]).toMatchObject({
    entries: 3,
    as_of: "2026-01-02T00:00:00.000Z",
  });
});

test("security recommends a review of a bogon", async () => {
  const { judge } = await settledHub();
  expect(await judge("10.0.0.1")).toMatchObject({
    is_bogon: true,
    bogon_type: "private",
    risk_score: 20,
    verdict: "review",
    is_vpn: null,
  });
});

test("security fails with 400 for an invalid address", async () => {
  const { get } = await settledHub();
  expect((await get("/api/ip-geo/security/1.2.3")).status).toBe(400);
});

describe("without any list, the network decides", async () => {
  const alone = await testHub(import.meta.dir, { denied: ["net"] });
  const judgeAlone = async (ip: string) => json(await alone.get(`/api/ip-geo/security/${ip}`));

  test.each([
    ["a cable network", "98.192.0.1"],
    ["a large network whose name says nothing", "90.0.0.1"],
    ["another one", "106.192.0.1"],
    ["a telephone company", "80.120.0.1"],
  ])("%s is allowed, with its measured odds", async (_, ip) => {
    expect(await judgeAlone(ip)).toMatchObject({
      ...{ verdict: "allow", risk: 0, risk_score: 0, confidence: 0.993, is_tor: null },
      reasons: [{ reason: "access_network", right: 0.993 }],
    });
  });

  test.each(["3.5.140.2", "51.38.1.1", "66.28.0.1"])("a data centre isn't: %s", async (ip) => {
    expect(await judgeAlone(ip)).toMatchObject({
      ...{ verdict: "review", risk: 20, confidence: 0.989 },
      reasons: [{ reason: "is_hosting" }, { reason: "hosting_network", right: 0.989 }],
    });
  });

  test("a small network is unknown", async () => {
    expect(await judgeAlone("185.220.101.1")).toMatchObject({
      ...{ verdict: "unknown", risk: 50, risk_score: null, confidence: null },
      reasons: [{ reason: "small_network" }],
    });
  });
});
