import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isFullDepth, json } from "hub/testing";
import type { Page } from "puppeteer-core";
import { docsHub } from "../core/testing/docs-hub.ts";
import { samplePlugin } from "../core/testing/sample-plugin.ts";
import { findAxeErrors, getPage, lacksBrowser, leavePage } from "./page-browser.ts";
import { getPageHub } from "./page-hub.ts";

const hub = docsHub([samplePlugin]);

async function text(path: string, headers: Record<string, string> = {}): Promise<string> {
  return (await hub.get(path, headers)).text();
}

test("the reference only has the hub's own scripts and styles", async () => {
  const answer = await hub.get("/docs");
  const policy = answer.headers.get("content-security-policy");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self';");
  const page = await answer.text();
  expect(page).not.toMatch(/<style|<script(?![^>]* src="\/assets\/)|(?:src|href)="https?:/);
});

test("the reference of one service only loads its document", async () => {
  expect(await text("/docs?service=sample")).toContain(
    'data-document="/openapi.json?service=sample"',
  );
  const answer = await hub.get(`/docs?service=${encodeURIComponent("</script>")}`);
  expect(answer.status).toBe(400);
  expect((await json(answer)).errors[0].location).toBe("query.service");
});

test("the document has an ETag, and a 304 for clients that have it", async () => {
  const first = await hub.get("/openapi.json");
  const etag = first.headers.get("etag")!;
  expect(first.headers.get("cache-control")).toBe("no-cache");
  expect((await hub.get("/openapi.json", { "if-none-match": etag })).status).toBe(304);
  const other = await hub.get("/openapi.json?service=sample");
  expect(other.headers.get("etag")).not.toBe(etag);
});

test("the document is also available as YAML, and at its well-known paths", async () => {
  const document = await json(await hub.get("/openapi.json"));
  expect(Bun.YAML.parse(await text("/openapi.yaml"))).toEqual(document);
  expect(await json(await hub.get("/docs/json"))).toEqual(document);
});

test("assets are cached for ever", async () => {
  const [, url = ""] = /href="(\/assets\/style\.css[^"]*)"/.exec(await text("/")) ?? [];
  const answer = await hub.get(url);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(answer.headers.get("content-type")).toBe("text/css; charset=utf-8");
});

describe.skipIf(lacksBrowser)("the reference, in a browser,", () => {
  let running: Awaited<ReturnType<typeof getPageHub>>;
  beforeAll(async () => {
    running = await getPageHub();
  });
  afterAll(leavePage);

  /** Opens the page at an endpoint, and records console errors and requested hosts. */
  async function open(path: string, shown: string, width: number) {
    const page = await getPage();
    const faults: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    page.on("pageerror", (error) => void faults.push(String(error)));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(running.url) && !/^(?:data|blob):/.test(url)) faults.push(url);
    });
    await page.setViewport({ width, height: 900 });
    await page.goto(`${running.url}${path}`);
    await page.waitForSelector(shown);
    await page.waitForNetworkIdle();
    return { page, faults };
  }

  const hash = "/docs?service=dev#/Developer%20utilities/getDevHashByAlgo";

  const batch = "/docs?service=qr#/QR%20codes/postQrBatch";

  // tests/every-page.serial.test.ts checks the initial page, with all services.
  test.each(isFullDepth ? [batch] : [])(
    "has no accessibility error by axe, open at %s",
    async (path) => {
      const { page, faults } = await open(path, ".opblock-body textarea", 360);
      expect(await findAxeErrors(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
      expect(faults).toEqual([]);
    },
  );

  test("has no accessibility error by axe, calls an endpoint by keyboard only, and forgets the key with the page", async () => {
    const key = await running.key();
    const { page, faults } = await open(hash, ".opblock-body input", 360);
    expect(await findAxeErrors(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
    await page.setViewport({ width: 1280, height: 900 });
    if (isFullDepth) expect(await findAxeErrors(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(1280);
    await press(page, "button.authorize");
    await page.waitForSelector(".modal-ux input");
    expect(await findAxeErrors(page)).toEqual([]);
    await page.focus(".modal-ux input");
    await page.keyboard.sendCharacter(key);
    await page.keyboard.press("Enter");
    await press(page, ".modal-ux .btn-done");
    await press(page, ".execute");
    await page.waitForSelector(".live-responses-table .response-col_status");
    const shown = await page.$eval(".live-responses-table", ({ textContent }) => textContent);
    expect(shown).toContain('"algorithm": "sha256"');
    const kept = await page.evaluate("[localStorage.length, document.cookie]");
    expect(kept).toEqual([0, ""]);
    expect(faults).toEqual([]);
  });

  /** Focuses a control and presses it with the keyboard. */
  async function press(page: Page, selector: string): Promise<void> {
    await page.waitForSelector(selector);
    await page.focus(selector);
    expect(await page.$eval(selector, (control) => control.matches(":focus"))).toBe(true);
    await page.keyboard.press("Enter");
  }
});
