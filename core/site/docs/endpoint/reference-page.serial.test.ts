import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isFullDepth, json } from "hub/testing";
import type { Page } from "puppeteer-core";
import { docsHub } from "../../../testing/docs-hub.ts";
import {
  findAxeErrors,
  getPage,
  lacksBrowser,
  leavePage,
  recordConsoleErrors,
} from "../../../testing/page-browser.ts";
import { getPageHub } from "../../../testing/page-hub.ts";
import { samplePlugin } from "../../../testing/sample-plugin.ts";

const hub = docsHub([samplePlugin]);

async function text(path: string, headers: Record<string, string> = {}): Promise<string> {
  return (await hub.get(path, headers)).text();
}

test("the reference only has the hub's own scripts and styles", async () => {
  const answer = await hub.get("/docs");
  const policy = answer.headers.get("content-security-policy") ?? "";
  const page = await answer.text();
  const inline = [...page.matchAll(/<script>([^<]*)<\/script>/g)].map(([, script = ""]) => script);
  expect(inline).toHaveLength(1);
  const hash = new Bun.CryptoHasher("sha256").update(inline[0] ?? "").digest("base64");
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policy).toContain("style-src 'self';");
  expect(page).not.toMatch(/<style|<script (?![^>]*src="\/assets\/)|(?:src|href)="https?:/);
});

test("the reference of one service only loads its document, below any path", async () => {
  const page = await text("/docs?service=sample");
  expect(page).toContain('"url":"openapi.json?service=sample"');
  expect(page).toContain("<title>Sample &lt;script&gt;");
  const answer = await hub.get(`/docs?service=${encodeURIComponent("</script>")}`);
  expect(answer.status).toBe(400);
  expect((await json(answer)).errors[0].location).toBe("query.service");
});

test("a service can't add a script with its title", async () => {
  const title = "</title><script>alert(1)</script>";
  const manifest = { ...samplePlugin.plugin.manifest, title };
  const hostile = { ...samplePlugin, plugin: { ...samplePlugin.plugin, manifest } };
  const page = await (await docsHub([hostile]).get("/docs?service=sample")).text();
  expect(page).toContain("alert(1)");
  expect(page).not.toContain("<script>alert(1)");
});

test("the document names the example response of each endpoint that has one", async () => {
  const { paths } = await json(await hub.get("/openapi.json"));
  const address = paths["/api/sample/draw"].post["x-example-response"];
  expect(address).toBe("/documentation/answers/postSampleDraw");
  expect(paths["/api-key"].delete["x-example-response"]).toBeUndefined();
  expect((await hub.get(paths["/version"].get["x-example-response"])).status).toBe(200);
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
  const old = await hub.get("/docs/json");
  expect(await json(old)).toEqual(document);
  expect([old.headers.get("deprecation"), old.headers.get("sunset")]).toEqual([
    "@1795910400",
    "Tue, 01 Jun 2027 00:00:00 GMT",
  ]);
  expect(document.paths["/docs/json"].get).toMatchObject({
    deprecated: true,
    responses: { 200: { headers: { Deprecation: {}, Sunset: {} } } },
  });
  expect(document.paths["/openapi.json"].get.deprecated).toBeUndefined();
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
    recordConsoleErrors(page, faults);
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
  const merge = "/docs?service=pdf#/PDF%20toolkit/postPdfMerge";
  const readText = (page: Page, selector: string) =>
    page.$eval(selector, ({ textContent }) => textContent ?? "");
  const live = ".live-responses-table tbody .response-col_status";
  const width = (page: Page) => page.evaluate("document.documentElement.scrollWidth");

  /** Focuses a control and presses it with the keyboard. A click could miss it, since the page draws and scrolls late. */
  async function press(page: Page, selector: string, key: "Enter" | "Space" = "Enter") {
    // The page may draw the control again in between, and has no frames to wait for if nothing changes.
    await page.waitForFunction(
      `(() => { const control = document.querySelector(${JSON.stringify(selector)}); control?.focus(); return control && document.activeElement === control; })()`,
      { polling: 50 },
    );
    await page.keyboard.press(key);
  }

  /** Sends the request of the open endpoint, and returns the status and the text of its response. */
  async function send(page: Page): Promise<string> {
    await press(page, ".execute");
    await page.waitForSelector(live);
    return readText(page, ".responses-inner > div");
  }

  // tests/every-page.serial.test.ts checks the initial page, with all services.
  test.each(isFullDepth ? [batch, merge] : [])(
    "has no accessibility error by axe, open at %s",
    async (path) => {
      const { page, faults } = await open(path, ".opblock-body .execute", 360);
      expect(await findAxeErrors(page)).toEqual([]);
      expect(await width(page)).toBe(360);
      expect(faults).toEqual([]);
    },
  );

  test("opens with the endpoints, and finds one by its name or path", async () => {
    const { page, faults } = await open("/docs?service=qr", ".opblock", 1280);
    const top = await page.$eval(".opblock", (first) => first.getBoundingClientRect().top);
    expect(top).toBeLessThan(900);
    const all = await page.$$eval(".opblock", ({ length }) => length);
    expect(all).toBeGreaterThan(3);
    const filter = ".operation-filter-input";
    await page.type(filter, "Batch QR");
    await page.waitForFunction("document.querySelectorAll('.opblock').length === 1");
    expect(await readText(page, ".opblock-summary-path")).toBe("/api/qr/batch");
    await page.type(filter, " of what is not there");
    await page.waitForSelector(".opblock", { hidden: true });
    expect(faults).toEqual([]);
  });

  test("has no accessibility error by axe, calls an endpoint by keyboard only, and forgets the key with the page", async () => {
    const key = await running.key();
    const { page, faults } = await open(hash, ".opblock-body .execute", 360);
    expect(await findAxeErrors(page)).toEqual([]);
    expect(await width(page)).toBe(360);
    await page.setViewport({ width: 1280, height: 900 });
    if (isFullDepth) expect(await findAxeErrors(page)).toEqual([]);
    expect(await width(page)).toBe(1280);
    await page.focus("#page-key");
    await page.keyboard.sendCharacter(key);
    const shown = await send(page);
    expect(shown).toContain('"algorithm": "sha256"');
    expect(shown).toContain(`X-API-Key: ${key}`);
    const kept = "JSON.stringify([localStorage, sessionStorage, document.cookie])";
    expect(await page.evaluate(kept)).not.toContain(key);
    expect(faults).toEqual([]);
  });

  test("uses a key that the tab remembers, until the visitor forgets it", async () => {
    const key = await running.key();
    const { page } = await open(hash, ".execute", 1280);
    await page.focus("#page-key");
    await page.keyboard.sendCharacter(key);
    await press(page, "#key-form [name=remember]", "Space");
    await page.reload();
    await page.waitForSelector(".execute");
    expect(await send(page)).toContain('"algorithm": "sha256"');
    await press(page, "#key-form [name=forget]");
    await page.$eval(".execute", (button) => (button as unknown as { click(): void }).click());
    await page.waitForFunction(
      `document.querySelector(".responses-inner").textContent.includes("missing_api_key")`,
      { polling: 50 },
    );
    await page.reload();
    expect(await page.evaluate("document.querySelector('#page-key').value")).toBe("");
  });

  test("uploads two files to an endpoint", async () => {
    const { page, faults } = await open(merge, ".execute", 1280);
    const answer = await running.get("/documentation/answers/postPdfMerge");
    const file = `${running.data}/merged.pdf`;
    await Bun.write(file, await answer.bytes());
    await page.focus("#page-key");
    await page.keyboard.sendCharacter(await running.key());
    const files = "tr[data-property-name=files]";
    for (const number of [1, 2]) {
      await press(page, `${files} .json-schema-form-item-add`);
      await page.waitForFunction(
        `document.querySelectorAll("${files} input[type=file]").length === ${number}`,
      );
      const [chooser] = await Promise.all([
        page.waitForFileChooser(),
        press(page, `${files} .json-schema-form-item:nth-of-type(${number}) input[type=file]`),
      ]);
      await chooser.accept([file]);
    }
    const shown = await send(page);
    // The examples of optional headers would run it in the background, and call a webhook.
    expect(shown).toContain("200");
    expect(shown).toContain("x-files: 2");
    const link = await page.$eval(".response a[download]", (a) => a.getAttribute("href"));
    expect(link).toStartWith("blob:");
    expect(faults).toEqual([]);
  });

  test("fills only the required fields of a form with its example", async () => {
    const redact = "/docs?service=pdf#/PDF%20toolkit/postPdfRedact";
    const { page } = await open(redact, ".execute", 1280);
    const filled = (name: string) =>
      page.$$eval(`tr[data-property-name=${name}] :is(input, select)`, (fields) =>
        fields.map((field) => (field as unknown as { value: string }).value),
      );
    expect(await filled("label")).toEqual([""]);
    expect(await filled("file_base64")).toEqual([""]);
    expect(await filled("whole_word")).toEqual([""]);
  });

  test("sends the example of a JSON body, and no header that the visitor didn't fill in", async () => {
    const path = "/docs?service=ai#/AI%20text%20tools/postAiSimilarity";
    const { page, faults } = await open(path, ".execute", 1280);
    await page.focus("#page-key");
    await page.keyboard.sendCharacter(await running.key());
    // Both are references in the document.
    expect(await readText(page, ".parameters")).toContain("Idempotency-Key");
    expect(await readText(page, ".responses-table")).toContain("The API key is missing");
    const [request] = await Promise.all([
      page.waitForRequest((request) => request.method() === "POST"),
      press(page, ".execute"),
    ]);
    const headers = Object.keys(request.headers());
    expect(headers).toContain("x-api-key");
    expect(headers).not.toContain("prefer");
    expect(headers).not.toContain("x-webhook-url");
    expect(headers).not.toContain("idempotency-key");
    await page.waitForSelector(live);
    expect(await readText(page, live)).toContain("200");
    expect(faults).toEqual([]);
  });

  test("asks before it changes a key for good", async () => {
    const key = await running.key();
    const { page } = await open("/docs?service=hub#/Hub/deleteApiKey", ".execute", 1280);
    await page.focus("#page-key");
    await page.keyboard.sendCharacter(key);
    const works = async () => (await running.get("/api-key", { "x-api-key": key })).status;
    page.once("dialog", (dialog) => void dialog.dismiss());
    await press(page, ".execute");
    expect(await works()).toBe(200);
    page.once("dialog", (dialog) => void dialog.accept());
    expect(await send(page)).toContain("200");
    expect(await works()).toBe(401);
  });

  test("says so if the document cannot be loaded", async () => {
    const page = await getPage();
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      void (request.url().includes("/openapi.json") ? request.abort() : request.continue());
    });
    await page.goto(`${running.url}/docs?service=qr`);
    await page.waitForSelector("xpath/.//p[starts-with(.,'Cannot load the OpenAPI document')]");
    await page.setRequestInterception(false);
  });
});
