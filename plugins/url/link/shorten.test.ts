import { describe, expect, test } from "bun:test";
import { json } from "hub/testing";
import { kv } from "../fixtures.ts";
import { linkHub } from "../link-hub.fixture.ts";
import { buildLinkResponse } from "./link-schema.ts";

const hub = await linkHub();
const url = "https://example.com/a?b=c#d";

test("shorten returns a link with a code that is hard to mistype or guess", async () => {
  const link = await hub.link({ url });
  expect(link.code).toMatch(/^[2-9A-HJ-NP-Za-km-np-z]{7}$/);
  expect(link).toMatchObject({
    short_url: `http://localhost/s/${link.code}`,
    preview_url: `http://localhost/s/${link.code}+`,
    qr_url: `http://localhost/s/${link.code}/qr.svg`,
    original_url: url,
    created_at: "2026-01-02T03:04:05.000Z",
    expires_at: null,
    max_clicks: null,
    has_password: false,
    reused: false,
  });
});

test("shorten writes links with the operator's public URL", async () => {
  const named = await linkHub({ baseUrl: "https://go.example" });
  expect((await named.link({ url, code: "abc" })).short_url).toBe("https://go.example/s/abc");
});

test("shorten returns only the short URL to clients that want text", async () => {
  const headers = { accept: "text/plain" };
  const answer = await hub.post("/api/url/shorten", { url, code: "plain" }, headers);
  expect(await answer.text()).toBe("http://localhost/s/plain");
});

test("shorten adds campaign parameters to the URL and keeps the others", async () => {
  const utm = { source: "news letter", campaign: "ä&b" };
  const given = "https://example.com/?a=1+2&utm_source=old&b#c";
  expect((await hub.link({ url: given, utm })).original_url).toBe(
    "https://example.com/?a=1+2&b&utm_source=news%20letter&utm_campaign=%C3%A4%26b#c",
  );
});

test("replaces a lone surrogate in a campaign parameter", async () => {
  const { original_url } = await hub.link({
    url: "https://example.com/",
    utm: { source: "a\ud83d" },
  });
  expect(original_url).toBe("https://example.com/?utm_source=a%EF%BF%BD");
});

describe("a custom code", () => {
  test("is unique, regardless of case and account", async () => {
    expect((await hub.link({ code: "Summer_Sale" })).code).toBe("Summer_Sale");
    for (const [code, owner] of [
      ["Summer_Sale"],
      ["summer_sale"],
      ["SUMMER_SALE", "ada"],
    ] as const) {
      const answer = await hub.shorten({ url: `${url}${code}`, code }, owner);
      expect([answer.status, (await json(answer)).code]).toEqual([409, "code_taken"]);
    }
  });

  test("stays reserved when its link is disabled", async () => {
    await hub.link({ code: "used-once" });
    await hub.edit("used-once", { enabled: false });
    expect((await hub.shorten({ url, code: "used-once" })).status).toBe(409);
  });

  test("goes to one of many simultaneous requests", async () => {
    const asked = Array.from({ length: 20 }, (_, index) =>
      hub.shorten({ url: `${url}${index}`, code: "wanted" }, `owner${index}`),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(1);
    expect(statuses.filter((status) => status === 409).length).toBe(19);
  });

  test.each(["admin", "API", "log-in", "well_known", "www"])("can't be %s", async (code) => {
    const answer = await hub.shorten({ url, code });
    expect([answer.status, (await json(answer)).code]).toEqual([422, "reserved_code"]);
  });

  test.each(["ab", "a".repeat(65), "a b", "a/b", "a+b", "ab😀", "a\n"])(
    "can't be %j",
    async (code) => {
      const answer = await hub.shorten({ url, code });
      expect([answer.status, (await json(answer)).errors[0].location]).toEqual([400, "body.code"]);
    },
  );
});

describe("an identical link", () => {
  test("is reused, unless a new one is requested", async () => {
    const first = await json(await hub.shorten({ url: `${url}1`, tags: ["a"] }));
    const again = await json(await hub.shorten({ url: `${url}1`, tags: ["a"] }));
    expect([again.code, again.reused]).toEqual([first.code, true]);
    const other = await json(await hub.shorten({ url: `${url}1`, tags: ["a"], reuse: false }));
    expect(other.code).not.toBe(first.code);
  });

  test("with a custom code is reused, too", async () => {
    const asked = { url, code: "same-again" };
    expect((await json(await hub.shorten(asked))).reused).toBe(false);
    expect((await json(await hub.shorten(asked))).reused).toBe(true);
    expect((await hub.shorten({ ...asked, title: "Other" })).status).toBe(409);
  });

  test.each([
    ["another account's", {}, "ada"],
    ["one with another title", { title: "x" }, undefined],
    ["one that hands on parameters", { forward_query: true }, undefined],
    ["one that ends", { expires_in: 60 }, undefined],
    ["one with a limit", { max_clicks: 1 }, undefined],
    ["one with a password", { password: "12345678" }, undefined],
  ])("isn't %s", async (_, options, owner) => {
    const first = await json(await hub.shorten({ url: `${url}2` }));
    const other = await json(await hub.shorten({ url: `${url}2`, ...options }, owner));
    expect(other.code).not.toBe(first.code);
    const again = await json(await hub.shorten({ url: `${url}2` }));
    expect(again.code).toBe(first.code);
  });

  test("isn't reused if it was changed since", async () => {
    const first = await json(await hub.shorten({ url: `${url}3` }));
    await hub.edit(first.code, { max_clicks: 5 });
    const second = await json(await hub.shorten({ url: `${url}3` }));
    expect([second.code === first.code, second.reused]).toEqual([false, false]);
  });
});

describe("the expiry of a link", () => {
  test("can be on a leap day", async () => {
    const at = { expires_at: "2028-02-29T23:59:59Z" };
    expect((await hub.link(at)).expires_at).toBe("2028-02-29T23:59:59.000Z");
  });

  test("is a duration or a date", async () => {
    expect((await hub.link({ expires_in: 60 })).expires_at).toBe("2026-01-02T03:05:05.000Z");
    const at = { expires_at: "2026-02-01T12:00:00+02:00" };
    expect((await hub.link(at)).expires_at).toBe("2026-02-01T10:00:00.000Z");
  });

  test.each([
    [
      { expires_in: 60, expires_at: "2027-01-01T00:00:00Z" },
      "cannot be combined with body.expires_in",
    ],
    [{ expires_at: "2026-01-02T03:04:05Z" }, "must be in the future"],
    ...[
      "2027-01-01T00:00:00",
      "2027-02-30T00:00:00Z",
      "2027-02-29T00:00:00+01:00",
      "2027-04-31T00:00:00Z",
      "2027-01-01T24:00:00Z",
      "2027-01-01T00:60:00Z",
      "2027-13-01T00:00:00Z",
      "2027-00-01T00:00:00Z",
      "tomorrow",
    ].map((expires_at) => [{ expires_at }, "must be an existing time with a time zone"] as const),
    [{ expires_at: "2040-01-01T00:00:00Z" }, "must be at most 10 years in the future"],
    [{ expires_in: 59 }, "must be a whole number from 60"],
  ])("isn't %p", async (lifetime, sentence) => {
    const answer = await hub.shorten({ url, ...lifetime });
    expect(answer.status).toBe(400);
    expect((await json(answer)).detail).toContain(sentence);
  });
});

describe("a batch of links", () => {
  const batch = (links: object[]) => hub.post("/api/url/shorten/batch", { links });

  test("creates all that it can, in order", async () => {
    const answer = await json(
      await batch([
        { url: "https://example.com/a", code: "batch-a" },
        { url: "javascript:alert(1)" },
        { url: "https://example.com/b", code: "batch-a" },
        { url: "https://example.com/c", expires_at: "2027-02-30T00:00:00Z" },
        { url: "https://example.com/d", tags: ["x"] },
        { url: "https://example.com/d", tags: ["x"] },
      ]),
    );
    expect(answer).toMatchObject({ created: 2, reused: 1, failed: 3 });
    const [a, b, c, d, e, f] = answer.links;
    expect(a).toMatchObject({ code: "batch-a", reused: false });
    expect([b, c, d].map(({ error }) => error.code)).toEqual([
      "invalid_input",
      "code_taken",
      "invalid_input",
    ]);
    expect([e.code, f.reused]).toEqual([f.code, true]);
    expect(a.qr_url).toContain("/s/batch-a/qr.svg");
  });

  test.each([
    [[]],
    [[{}]],
    [Array(101).fill({ url: "https://example.com/" })],
    [[{ url: "https://example.com/", color: "red" }]],
  ])("is refused as a whole: %#", async (links) => {
    expect((await batch(links)).status).toBe(400);
  });

  test("can have the largest links", async () => {
    const long = `https://example.com/${"x".repeat(2000)}`;
    const links = Array.from({ length: 100 }, (_, at) => ({ url: `${long}${at}`, reuse: false }));
    expect(await json(await batch(links))).toMatchObject({ created: 100, failed: 0 });
  });
});

test.each([
  ["https://example.com/", []],
  ["https://bücher.example/", ["punycode"]],
  ["https://аррӏе.com/", ["punycode", "lookalike"]],
])("a new link to %s has the warnings %p", async (target, warnings) => {
  expect((await hub.link({ url: target })).warnings).toEqual(warnings);
  const expiring = { url, expires_in: 3600, expired_url: target };
  expect((await hub.link(expiring)).warnings).toEqual(warnings);
});

describe("other domains of the operator", () => {
  const domains = "go.example, https://s.example:8443";

  test("are used in all addresses of a link, if the caller wants one", async () => {
    const own = await linkHub({
      env: { HUB_URL_DOMAINS: domains },
      baseUrl: "https://hub.example",
    });
    const link = await own.link({ domain: "GO.example", code: "branded" });
    expect(link).toMatchObject({
      short_url: "https://go.example/s/branded",
      preview_url: "https://go.example/s/branded+",
      qr_url: "https://go.example/s/branded/qr.svg",
    });
    expect((await own.click("branded")).status).toBe(302);
    const plain = await own.link({ domain: "hub.example" });
    expect(plain.short_url).toStartWith("https://hub.example/s/");
    const port = await own.link({ domain: "s.example:8443" });
    expect(port.short_url).toStartWith("https://s.example:8443/s/");
  });

  test.each([
    ["go.example.", "https://go.example"],
    ["go.example:443", "https://go.example"],
    ["S.EXAMPLE.:8443", "https://s.example:8443"],
    ["Kürzer.example", "https://xn--krzer-kva.example"],
    ["xn--krzer-kva.example", "https://xn--krzer-kva.example"],
    ["hub.example.:443", "https://hub.example"],
  ])("are found by the name %s", async (domain, origin) => {
    const own = await linkHub({
      env: { HUB_URL_DOMAINS: `${domains}, kürzer.example` },
      baseUrl: "https://hub.example",
    });
    expect((await own.link({ domain })).short_url).toStartWith(`${origin}/s/`);
  });

  test.each(["s.example", "go.example:8443", "a@go.example", "go.example/x", "go.example?", ""])(
    "don't include %p",
    async (domain) => {
      const own = await linkHub({
        env: { HUB_URL_DOMAINS: domains },
        baseUrl: "https://hub.example",
      });
      expect((await own.shorten({ url, domain })).status).toBe(400);
    },
  );

  test.each([
    [domains.split(","), "https://go.example"],
    [["s.example:8443"], "https://hub.example"],
    [[], "https://hub.example"],
  ])("that are no longer offered leave the hub's own in the addresses: %p", (offered, origin) => {
    const stored = { ...kv["link:spring-sale"], domain: "https://go.example" };
    const options = { origin: "https://hub.example", env: { HUB_URL_DOMAINS: offered } };
    expect(buildLinkResponse(stored, options)).toMatchObject({
      short_url: `${origin}/s/spring-sale`,
      qr_url: `${origin}/s/spring-sale/qr.svg`,
    });
  });

  test("are the only ones, and no link leads to them", async () => {
    const own = await linkHub({
      env: { HUB_URL_DOMAINS: domains },
      baseUrl: "https://hub.example",
    });
    const other = await json(await own.shorten({ url, domain: "evil.example" }));
    expect(other).toMatchObject({ status: 400, code: "invalid_input" });
    expect(other.detail).toContain("hub.example, go.example, s.example:8443");
    const loop = await own.shorten({ url: "https://go.example/s/branded" });
    expect((await json(loop)).code).toBe("link_loop");
  });
});
