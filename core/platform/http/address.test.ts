import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Call, sentBy } from "../../accounts/call.ts";
import { cases } from "../../testing/mod.ts";
import { parseRequestAddress, repairQuery } from "./address.ts";

/** Returns a request as Bun passes it on, with any input of a client. */
function request(url: string, headers: Record<string, string> = {}): Request {
  const request = new Request("http://localhost/", { headers });
  Object.defineProperty(request, "url", { value: url });
  return request;
}

test("a URL is split like in the URL standard", () => {
  const part = fc.stringMatching(/^[a-z0-9%/=&+.@:~-]{0,12}$/);
  fc.assert(
    fc.property(
      fc.constantFrom("http://a", "https://hub.example:8443", "http://[::1]:1"),
      part.map((path) => `/${path}`),
      fc.option(part),
      fc.option(part.chain((text) => fc.constantFrom(text, `${text}?`, `?${text}#`))),
      (origin, path, search, hash) => {
        const text = `${origin}${path}${search === null ? "" : `?${search}`}${hash === null ? "" : `#${hash}`}`;
        const url = new URL(text);
        const found = parseRequestAddress(request(url.href));
        expect([found.pathname, `?${found.search}`]).toEqual([url.pathname, url.search || "?"]);
      },
    ),
    cases(500),
  );
});

test.each([
  ["/caf%C3%A9?a=%25", undefined],
  ["/50%", "path"],
  ["/%FF", "path"],
  ["/a?b=%zz", "query"],
  ["/a#%zz", undefined],
] as const)("in %s percent-encoding must be UTF-8, or else is reported in the %s", (path, at) => {
  const { fault } = parseRequestAddress(request(`http://hub${path}`));
  expect(fault?.errors[0]?.location).toBe(at);
  expect(fault?.code).toBe(at && "invalid_input");
});

test("a repaired query can be decoded, and a valid one stays as it is", () => {
  const part = fc.stringMatching(/^[a-f0-9%&=+é]{0,16}$/);
  fc.assert(
    fc.property(part, fc.string(), (broken, text) => {
      expect(() => decodeURIComponent(repairQuery(broken))).not.toThrow();
      const valid = encodeURIComponent(text.toWellFormed());
      expect(repairQuery(valid)).toBe(valid);
    }),
    cases(500),
  );
});

describe("a Host header", () => {
  const findFault = (host: string) => parseRequestAddress(request("http://hub/", { host })).fault;

  test.each(["hub.example", "HUB:8080", "[::1]:80", "a_b.example", "192.0.2.1", "hub:", "hub2"])(
    "can be %s, repeatedly",
    (host) => {
      expect([findFault(host), findFault(host)]).toEqual([undefined, undefined]);
    },
  );

  test.each(["hub.example, evil.example", "hub/..", "hub:80a", "[hub]x", "a b", "user@hub"])(
    "cannot be %s, even after a valid one",
    (host) => {
      expect(findFault("hub.example")).toBeUndefined();
      expect(findFault(host)).toMatchObject({
        code: "invalid_request",
        message: `The Host header must be one host name: it is ${JSON.stringify(host)}`,
      });
    },
  );

  test("of great length is quoted by its start, and a missing one is accepted", () => {
    expect(findFault(`${"a".repeat(90)} `.repeat(2))?.message).toEndWith(
      `: it is "${"a".repeat(80)}"`,
    );
    expect(parseRequestAddress(request("http://hub/")).fault).toBeUndefined();
  });
});

test("rejects a target without a path of this hub, and an invalid one", () => {
  expect(parseRequestAddress(request("ftp://hub/")).fault?.message).toContain(
    "must be a path of this hub",
  );
  expect(parseRequestAddress(request("ftp://hub/", { host: "hub" })).fault?.code).toBe(
    "invalid_request",
  );
  expect(parseRequestAddress(request("*")).fault?.message).toEndWith('it is "missing"');
});

describe("a request has", () => {
  const readRequestId = (id?: string) =>
    new Call(request("http://hub/", id === undefined ? {} : { "x-request-id": id }), null).id;

  test("the ID from its client if that is valid", () => {
    for (const id of ["a", "Az09_.:+/=@-", "x".repeat(128)]) expect(readRequestId(id)).toBe(id);
  });

  test("a generated ID otherwise, different each time", () => {
    const ids = ["", "a b", "a,b", 'a"b', "x".repeat(129), undefined].map(readRequestId);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+-[a-z0-9]+$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("the peer of its connection, or the local address", () => {
    const server = { requestIP: () => ({ address: "192.0.2.7" }) };
    expect(new Call(request("http://hub/"), server).peer).toBe("192.0.2.7");
    expect(new Call(request("http://hub/"), { requestIP: () => null }).peer).toBe("127.0.0.1");
    expect(new Call(request("http://hub/"), null).peer).toBe("127.0.0.1");
  });

  test("the peer of the call that created it, if it came over no connection", () => {
    const server = { requestIP: () => ({ address: "192.0.2.7" }) };
    const outer = new Call(request("http://hub/mcp"), server);
    const inner = sentBy(outer, request("http://hub/api/sample"));
    expect(new Call(inner, { requestIP: () => null }).peer).toBe("192.0.2.7");
  });
});
