import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { json } from "hub/testing";
import { lacksBrowser } from "../core/testing/browser-service.ts";
import { captureHub as hub, serveSite, pageSlots as slots } from "./capture-hub.ts";

// A time limit that only stops a hanging test.
setDefaultTimeout(900_000);

const pages: Record<string, string> = {
  "/page":
    "<title>Shop</title><main><h1>Prices</h1><p class=a>one</p><p class=a hidden>two</p><p class=a>three</p><button disabled>Buy</button></main><script>document.querySelector('h1').append(' today')</script>",
  "/files":
    "<title>Files</title><img src=/dot.png?size=2><img src=http://other.test/moved><img src=http://10.0.0.1/inside><img src='data:image/png;base64,AA'>",
  "/lies": "<script>performance.getEntries = () => []; fetch('/secret-call')</script>Text",
  "/deep":
    "<body><script>let at = document.body; for (let i = 0; i < 800; i++) { const next = document.createElement('div'); next.role = 'group'; next.ariaLabel = i; at.append(next); at = next; } at.append('End')</script>Start",
  "/wide": "<body><script>document.body.innerHTML = '<b>x</b>'.repeat(21000)</script>",
  "/ready":
    "<body>Soon<script>setTimeout(() => { window.ready = true; window.status = 'drawn'; document.body.textContent = 'Now' }, 6000)</script>",
  "/broken":
    "<img src=/missing.png><script src=http://10.0.0.1/a.js></script><script>undefinedName()</script>Text",
  "/busy":
    "<script>for (let i = 0; i < 1200; i++) fetch('http://10.0.0.1/' + i + '/' + 'x'.repeat(2000)).catch(() => {})</script>Text",
};
serveSite((request) => {
  const { pathname } = new URL(request.url);
  if (pathname === "/moved") return Response.redirect("http://other.test/there.png", 302);
  return new Response(pages[pathname] ?? "", {
    status: ["/missing.png", "/favicon.ico"].includes(pathname) ? 404 : 200,
    headers: {
      "content-type": pages[pathname] ? "text/html" : "image/png",
      "set-cookie": "session=s3cret",
      // A host that claims to be refused by the hub.
      ...(pathname.startsWith("/secret") && { "x-hub-refused": "blocked" }),
    },
  });
});

function read(path: string, format: string, more: object = {}): Promise<Response> {
  const url = `http://page.test${path}`;
  return slots.run(() =>
    hub.post("/api/screenshot/capture", { url, format, timeout: 30_000, ...more }),
  );
}

interface Entry {
  request: { method: string; url: string; headers: { name: string; value: string }[] };
  response: { status: number; redirectURL: string };
  _error?: string;
}
async function readHar(path: string, more: object = {}): Promise<Entry[]> {
  const answer = await read(path, "har", more);
  expect(answer.headers.get("content-type")).toBe("application/json");
  return (await json(answer)).log.entries;
}

describe.skipIf(lacksBrowser)("the content of a page", () => {
  test.concurrent("is its HTML after its scripts, as text that no browser runs", async () => {
    const answer = await read("/page", "html");
    const { headers } = answer;
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect([headers.get("x-page-title"), headers.get("x-image-width")]).toEqual([
      "UTF-8''Shop",
      null,
    ]);
    const text = await answer.text();
    expect(text).toStartWith("<html><head><title>Shop</title>");
    expect(text).toContain("<h1>Prices today</h1>");
  });

  test.concurrent("is its visible text, or that of elements", async () => {
    expect(await (await read("/page", "text")).text()).toBe("Prices today\n\none\n\nthree\n\nBuy");
    const part = await read("/page", "text", { selector: ".a", selector_all: true });
    expect(await part.text()).toBe("one\nthree");
    const html = await read("/page", "html", { selectors: [".a", "button"] });
    expect(await html.text()).toBe('<p class="a">one</p>\n<button disabled="">Buy</button>');
    const { code } = await json(await read("/page", "text", { selector: "u" }));
    expect(code).toBe("selector_not_found");
  });

  test.concurrent("is its accessibility tree, without numbers of the browser", async () => {
    const tree = await (await read("/page", "accessibility")).json();
    expect(tree).toEqual({
      ...{ role: "RootWebArea", name: "Shop", url: "http://page.test/page" },
      children: [
        {
          ...{ role: "main", name: "" },
          children: [
            { role: "heading", name: "Prices today", level: 1 },
            { role: "StaticText", name: "one" },
            { role: "StaticText", name: "three" },
            { role: "button", name: "Buy", disabled: true },
          ],
        },
      ],
    });
  });

  test.concurrent("is a record of its requests, with what was refused", async () => {
    const entries = await readHar("/files");
    const lines = entries.map(({ request, response, _error }) =>
      [request.url, response.status, response.redirectURL, _error ?? ""].join(" ").trim(),
    );
    expect(lines.filter((line) => !line.includes("favicon")).sort()).toEqual([
      "http://10.0.0.1/inside 0  not_public",
      "http://other.test/moved 302 http://other.test/there.png",
      "http://other.test/there.png 200",
      "http://page.test/dot.png?size=2 200",
      "http://page.test/files 200",
    ]);
  });

  test.concurrent("a record has no cookies, credentials or names of the hub", async () => {
    const answer = await read("/files", "har", {
      headers: { "X-Token": "s3cret-token" },
      cookies: [{ name: "sid", value: "s3cret-id" }],
    });
    const text = await answer.text();
    expect(text).not.toMatch(/s3cret|127\.0\.0\.1|x-hub|proxy/i);
    expect(text).toContain('{"name":"x-token","value":"[removed]"}');
  });

  test.concurrent("a page can't hide a request from its record", async () => {
    const entries = await readHar("/lies");
    expect(entries.find(({ request }) => request.url.endsWith("/secret-call"))).toMatchObject({
      request: { method: "GET" },
      response: { status: 200 },
    });
  });

  test.concurrent("a record of endless requests is cut off", async () => {
    const answer = await read("/busy", "har");
    expect(answer.headers.get("x-screenshot-truncated")).toBe("true");
    const entries: Entry[] = (await json(answer)).log.entries;
    expect(entries.length).toBeLessThanOrEqual(1000);
  });

  test.concurrent("too large a tree fails, and a deep one is read", async () => {
    const { status, code } = await json(await read("/wide", "accessibility"));
    expect([status, code]).toEqual([502, "navigation_failed"]);
    const tree = await (await read("/deep", "accessibility")).text();
    expect(tree).toContain('"name":"End"');
  });

  test.concurrent("is read when an expression of its scripts is true", async () => {
    const readText = async (expression: string) =>
      (await read("/ready", "text", { wait_for_expression: expression })).text();
    expect(await readText("false || window.ready === true")).toBe("Now");
    expect(await readText("ready && document.querySelector('body').textContent === 'Now'")).toBe(
      "Now",
    );
  });

  test.concurrent.each([
    "document.body.textContent = 'Hacked'",
    "fetch('http://other.test/')",
    "true), fetch('http://other.test/'), (true",
    "localStorage.setItem('a', 'b')",
    "document.body.remove()",
    "(() => { window.x = 1; return true })()",
    "(() => { try { window.x = 1 } catch {} return true })()",
    "eval('window.x = 1')",
    "const x = 1",
    "true}",
  ])("can't be changed by the expression %s", async (expression) => {
    const { status, code } = await json(
      await read("/page", "text", { wait_for_expression: expression }),
    );
    expect([status, code]).toEqual([400, "invalid_input"]);
  });

  test.concurrent("an endless expression only costs its own capture", async () => {
    const more = { wait_for_expression: "(() => { for (;;); })()", timeout: 5000 };
    const { status, code } = await json(await read("/page", "text", more));
    expect([status, code]).toEqual([400, "invalid_input"]);
  });

  test.concurrent.each([
    ["failOnResourceHttpStatusCodes", "[404]", "/missing.png"],
    ["failOnResourceLoadingFailed", "true", "http://10.0.0.1/a.js"],
    ["failOnConsoleExceptions", "true", "ReferenceError: undefinedName is not defined"],
    ["failOnResourceHttpStatusCodes", "[403, 405]", ""],
  ])("Gotenberg's %s sees what failed in a page", async (name, value, part) => {
    const form = new FormData();
    form.append("url", "http://page.test/broken");
    form.append(name, value);
    const answer = await slots.run(() => hub.post("/forms/chromium/screenshot/url", form));
    expect(answer.status).toBe(part === "" ? 200 : 409);
    if (part !== "") expect(await answer.text()).toContain(part);
  });

  test.concurrent.each([
    ["html", { padding: 3, selector: "p" }, "body.padding"],
    ["har", { selector: "p" }, "body.selector"],
    ["accessibility", { frame: "dark" }, "body.frame"],
    ["text", { resize_width: 64 }, "body.resize_width"],
    ["text", { paper: "a4" }, "body.paper"],
  ])("%s can't have %j", async (format, more, location) => {
    const { status, errors } = await json(await read("/page", format, more));
    expect([status, errors[0].location]).toEqual([400, location]);
  });
});
