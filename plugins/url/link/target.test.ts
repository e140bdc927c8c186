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
  const answer = await hub.shorten({ url: `https://example.com/${"ü".repeat(400)}` });
  expect(answer.status).toBe(400);
  expect((await json(answer)).detail).toBe(
    "body.url must have at most 2048 characters when encoded: it has 2420",
  );
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
