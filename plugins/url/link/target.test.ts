import { describe, expect, test } from "bun:test";
import { json } from "hub/testing";
import { linkHub } from "../link-hub.fixture.ts";
import { isBlocked } from "./target.ts";

const hub = await linkHub({
  env: { HUB_URL_BLOCKED: "evil.example, *.bad.example,bücher.example" },
  baseUrl: "https://hub.example",
});

describe("a link only leads to the public web, not to", () => {
  test.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "java\tscript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "file:///etc/passwd",
    "vbscript:x",
    "blob:https://example.com/x",
    "ftp://example.com/",
    "//evil.example/",
    "/path",
    "example.com",
    "https://",
    "http://[::1",
    "https://user@example.com/",
    "https://example.com@evil.example:x/",
    "https://:secret@example.com/",
    "https://example.com/\r\nSet-Cookie: a=b",
    "https://example.com/\u0000",
    "https://exa mple.com/",
    "myapp://open",
    "https://example.com/\u2028",
  ])("%j", async (url) => {
    const answer = await hub.shorten({ url });
    expect([answer.status, (await json(answer)).errors[0].location]).toEqual([400, "body.url"]);
  });
});

test.each(["https://e.com:99999/", "http://", "https://exa<mple.com/", "https://1.2.3.999/"])(
  "names the fault of %s",
  async (target) => {
    const { code, detail } = await json(await hub.post("/api/url/shorten", { url: target }));
    expect([code, detail]).toEqual([
      "invalid_input",
      `body.url must have a valid host name, and a port of at most 65535: it is "${target}"`,
    ]);
  },
);

test("rejects a link that is too long when encoded", async () => {
  const answer = await hub.shorten({ url: `https://example.com/${"ü".repeat(6000)}` });
  expect(answer.status).toBe(400);
  expect((await json(answer)).detail).toBe(
    "body.url must have at most 32768 characters when encoded: it has 36020",
  );
});

test.each([
  ["https://example.com/a b?c=d e", "https://example.com/a%20b?c=d%20e"],
  ["https://example.com/größe#ü", "https://example.com/gr%C3%B6%C3%9Fe#%C3%BC"],
  [" https://example.com/ ", "https://example.com/"],
  [`https://example.com/${"a".repeat(32_000)}`, `https://example.com/${"a".repeat(32_000)}`],
])("encodes %s", async (given, target) => {
  const { code, original_url } = await hub.link({ url: given });
  expect(original_url).toBe(target);
  expect((await hub.click(code)).headers.get("location")).toBe(target);
});

describe("the schemes of apps", async () => {
  const apps = await linkHub({ env: { HUB_URL_SCHEMES: "mailto,MyApp,javascript,data,file" } });

  test.each(["mailto:ann@example.com?subject=Hi", "myapp://open/a?b=c"])(
    "can be those of the operator: %s",
    async (target) => {
      const { code } = await apps.link({ url: target });
      expect((await apps.click(code)).headers.get("location")).toBe(target);
      expect(await (await apps.get(`/s/${code}+`)).text()).toContain(target);
      const limited = await apps.link({ url: target, max_clicks: 1 });
      expect(await (await apps.get(`/s/${limited.code}+`)).text()).not.toContain(target);
    },
  );

  test.each(["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "tel:1"])(
    "are never %s",
    async (target) => {
      const { detail } = await json(await apps.shorten({ url: target }));
      expect(detail).toStartWith(
        "body.url must start with https:// or http:// or mailto: or myapp:: it is",
      );
    },
  );
});

test("a code can have the letters of any script, in any case and composition", async () => {
  const { code, short_url } = await hub.link({ code: "Größe-東京" });
  expect([code, short_url]).toEqual([
    "Größe-東京",
    "https://hub.example/s/Gr%C3%B6%C3%9Fe-%E6%9D%B1%E4%BA%AC",
  ]);
  for (const spelling of ["größe-東京", "Gr\u006f\u0308ße-東京"])
    expect((await hub.click(encodeURIComponent(spelling))).status).toBe(302);
  expect((await hub.shorten({ url: "https://example.com/", code: "grÖße-東京" })).status).toBe(409);
  const { detail } = await json(await hub.shorten({ url: "https://example.com/", code: "a/b" }));
  expect(detail).toBe('body.code must consist of letters, digits, "_" and "-": it is "a/b"');
});

describe("a link never leads back to the hub, under any name:", () => {
  test.each([
    "https://hub.example/s/abc",
    "https://HUB.example./",
    "http://hub.example/",
    "https://hub.example:443/",
    "https://hub.example:80/",
    "https://%68ub.example/",
    "https://ｈｕｂ.example/",
  ])("%s", async (url) => {
    const answer = await hub.shorten({ url });
    expect([answer.status, (await json(answer)).code]).toEqual([422, "link_loop"]);
  });

  test("on the machine itself", async () => {
    const local = await linkHub({ baseUrl: "http://localhost:3000" });
    for (const host of ["localhost", "127.0.0.1", "127.1", "2130706433", "[::1]", "0.0.0.0"])
      expect((await local.shorten({ url: `http://${host}:3000/s/a` })).status, host).toBe(422);
    expect((await local.shorten({ url: "http://localhost:8080/" })).status).toBe(200);
  });

  test("nor after a change", async () => {
    const { code } = await hub.link();
    expect((await hub.edit(code, { url: "https://hub.example/s/x" })).status).toBe(422);
  });

  test("but may lead to other hosts and ports", async () => {
    for (const url of ["https://www.hub.example/", "https://hub.example:8443/"])
      expect((await hub.shorten({ url })).status, url).toBe(200);
  });
});

describe("a host that the operator blocks", () => {
  test.each(["https://evil.example/x", "http://a.EVIL.example./", "https://bad.example/"])(
    "gets no links: %s",
    async (url) => {
      const answer = await hub.shorten({ url });
      expect([answer.status, (await json(answer)).code]).toEqual([403, "url_blocked"]);
    },
  );

  test.each([
    ["https://a.bücher.example/", true],
    ["https://worse.example/", true],
    ["https://a.b.bad.example/", true],
    ["https://notbad.example/", false],
    ["https://example/", false],
  ])("is distinguished from similar ones: %s", (address, expected) => {
    const list = ["*.bad.example", ".worse.example", "bücher.example"];
    expect(isBlocked(new URL(address), list)).toBe(expected);
    expect(isBlocked(new URL(address), [])).toBe(false);
  });
});
