import { describe, expect, test } from "bun:test";
import { listNetworks } from "../lib/rolling-window/addresses.ts";
import { callerAddress, type ForwardedHeader } from "./caller-address.ts";

function call(peer: string, forwarded?: string) {
  return callWith(peer, forwarded === undefined ? {} : { "x-forwarded-for": forwarded });
}

function callWith(peer: string, headers: Record<string, string>) {
  return { peer, request: new Request("http://localhost/", { headers }) };
}

test("without trusted proxies a client cannot claim another address", () => {
  expect(callerAddress([])(call("192.0.2.1", "198.51.100.1"))).toBe("192.0.2.1");
});

describe("behind trusted proxies", () => {
  const getCallerAddress = callerAddress(["10.0.0.0/8", "::1"]);
  test.each([
    ["the address the proxy saw", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["not the client's own entry before it", "10.0.0.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"],
    ["the first that isn't a proxy", "10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"],
    ["the proxy itself if it names no client", "10.0.0.1", undefined, "10.0.0.1"],
    ["the proxy itself if it names nonsense", "10.0.0.1", "unknown", "10.0.0.1"],
    ["the first proxy if there are no others", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["an address with a port", "10.0.0.1", "198.51.100.1:51234", "198.51.100.1"],
    ["an IPv6 address", "10.0.0.1", "2001:db8::7", "2001:db8::7"],
    ["an IPv6 address in brackets", "10.0.0.1", "[2001:db8::7]", "2001:db8::7"],
    ["an IPv6 address with a port", "10.0.0.1", "[2001:db8::7]:443, 10.0.0.2:80", "2001:db8::7"],
    ["an IPv6 address with a zone", "10.0.0.1", "fe80::7%eth0", "fe80::7"],
    ["an IPv4 address in IPv6", "10.0.0.1", "[::ffff:198.51.100.1]:443", "198.51.100.1"],
    [
      "the last in a list with empty elements",
      "10.0.0.1",
      "1.1.1.1, ,198.51.100.1,",
      "198.51.100.1",
    ],
    ["the proxy itself if all elements are empty", "10.0.0.1", " , ,", "10.0.0.1"],
    ["the proxy itself if the last element is nonsense", "10.0.0.1", "1.1.1.1, x,", "10.0.0.1"],
    ["an IPv4 proxy seen over IPv6", "::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["an untrusted client's own address", "192.0.2.1", "198.51.100.1", "192.0.2.1"],
  ])("a caller is %s", (_, peer, forwarded, expected) => {
    expect(getCallerAddress(call(peer, forwarded))).toBe(expected);
  });
});

describe("behind a proxy that sends Forwarded", () => {
  const getCallerAddress = callerAddress(["10.0.0.0/8"]);
  test.each([
    ["for=198.51.100.1", "198.51.100.1"],
    ["For=198.51.100.1;proto=https;by=10.0.0.1", "198.51.100.1"],
    ['proto=https; for="198.51.100.1:51234"', "198.51.100.1"],
    ["for=198.51.100.1:51234", "198.51.100.1"],
    ['for="[2001:db8::7]:443"', "2001:db8::7"],
    ['for="[2001:db8::7]"', "2001:db8::7"],
    ['for="198.51.100.\\1:_port"', "198.51.100.1"],
    ['for=1.1.1.1, for="198.51.100.1" , for=10.0.0.2', "198.51.100.1"],
    ['for=1.1.1.1;x="a, for=2.2.2.2;", for=198.51.100.1', "198.51.100.1"],
    [", for=1.1.1.1,, for=198.51.100.1 , ", "198.51.100.1"],
  ])("%s identifies the caller", (forwarded, expected) => {
    expect(getCallerAddress(callWith("10.0.0.1", { forwarded }))).toBe(expected);
  });

  test.each([
    // A client leaves a quote open or sends another error, and the proxy appends to it.
    'for=1.1.1.1;x=", for=198.51.100.1',
    'for=1.1.1.1;x=", for="[2001:db8::7]:443"',
    "for=1.1.1.1;;, for=198.51.100.1",
    "for=1.1.1.1;, for=198.51.100.1",
    "for=198.51.100.1;",
    ", ,",
    "for=1.1.1.1, for=unknown",
    "for=1.1.1.1, proto=https",
    "for=_hidden",
    "for=",
    "198.51.100.1",
  ])("%s doesn't identify a caller", (forwarded) => {
    expect(getCallerAddress(callWith("10.0.0.1", { forwarded }))).toBe("10.0.0.1");
  });

  test.each<[ForwardedHeader, string]>([
    ["auto", "192.0.2.1"],
    ["x-forwarded-for", "192.0.2.1"],
    ["forwarded", "192.0.2.2"],
  ])("and X-Forwarded-For, %s decides", (header, expected) => {
    const both = { "x-forwarded-for": "192.0.2.1", forwarded: "for=192.0.2.2" };
    expect(callerAddress(["10.0.0.0/8"], { header })(callWith("10.0.0.1", both))).toBe(expected);
  });

  test("only the configured header is trusted", () => {
    const choose = (header: ForwardedHeader) => callerAddress(["10.0.0.0/8"], { header });
    const [one, other] = [{ "x-forwarded-for": "192.0.2.1" }, { forwarded: "for=192.0.2.2" }];
    expect(choose("forwarded")(callWith("10.0.0.1", one))).toBe("10.0.0.1");
    expect(choose("x-forwarded-for")(callWith("10.0.0.1", other))).toBe("10.0.0.1");
  });
});

describe("an unusable header is logged once:", () => {
  const collectLog = (...headers: Record<string, string>[]) => {
    const lines: unknown[] = [];
    const warn = (message: string, fields?: object) => lines.push([message, fields]);
    const getCallerAddress = callerAddress(["10.0.0.0/8"], { log: { warn } });
    for (const each of [...headers, ...headers]) getCallerAddress(callWith("10.0.0.1", each));
    return lines;
  };

  test.each([
    ["X-Forwarded-For", { "x-forwarded-for": "198.51.100.1, unknown" }, "unknown"],
    ["X-Forwarded-For", { "x-forwarded-for": "198.51.100.1:http" }, "000.00.000.0:http"],
    ["X-Forwarded-For", { "x-forwarded-for": "[198.51.100.1]" }, "[000.00.000.0]"],
    ["X-Forwarded-For", { "x-forwarded-for": "198.51.100.1%eth0" }, "000.00.000.0%0th0"],
    ["X-Forwarded-For", { "x-forwarded-for": "" }, ""],
    ["Forwarded", { forwarded: "nobody" }, "no0o0y"],
    ["Forwarded", { forwarded: "for=198.51.100.1, by=10.0.0.1" }, "unknown"],
  ])("%s %j", (name, headers, value) => {
    expect(collectLog(headers)).toEqual([
      [
        `Cannot read the caller's address in ${name}: the caller counts as the proxy`,
        { value, proxy: "10.0.0.1" },
      ],
    ]);
  });

  test("two headers", () => {
    expect(collectLog({ "x-forwarded-for": "192.0.2.1", forwarded: "for=192.0.2.2" })).toHaveLength(
      1,
    );
  });

  test("and not for a proxy's own requests or an untrusted client", () => {
    expect(collectLog({})).toEqual([]);
    const warn = () => expect.unreachable();
    callerAddress(["10.0.0.0/8"], { log: { warn } })(call("192.0.2.1", "unknown"));
  });
});

test.each(["proxy", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/-1", "::/129"])(
  "rejects a proxy list that contains %j, and names the variable",
  (entry) => {
    expect(() => callerAddress(["10.0.0.0/8", entry])).toThrow(
      `TRUSTED_PROXIES must list addresses or CIDR ranges: it has "${entry}"`,
    );
  },
);

test.each<[string, ...string[]]>([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2345:3:4:5:6", "2001:db8:1:2345::/64", "2001:db8:1:2300::/56", "2001:db8:1::/48"],
  ["2001:DB8:1:2::9", "2001:db8:1:2::/64", "2001:db8:1:0::/56", "2001:db8:1::/48"],
  ["2001:db8::9", "2001:db8:0:0::/64", "2001:db8:0:0::/56", "2001:db8:0::/48"],
  ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0:0::/56", "fe80:0:0::/48"],
])("%s is limited as %s", (address, ...prefixes) => {
  const networks = listNetworks(address);
  expect(networks.map(({ prefix }) => prefix)).toEqual(prefixes);
  expect(networks.map(({ factor }) => factor)).toEqual([1, 2, 3].slice(0, prefixes.length));
});
