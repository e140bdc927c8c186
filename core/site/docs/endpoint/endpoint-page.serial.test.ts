import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { sampleCases } from "hub/testing";
import type { Page } from "puppeteer-core";
import { binary, file, oneOf } from "../../../contract/schema.ts";
import { docsHub } from "../../../testing/docs-hub.ts";
import {
  findAxeErrors,
  getPage,
  lacksBrowser,
  leavePage,
  paste,
} from "../../../testing/page-browser.ts";
import { getPageHub, newAddress } from "../../../testing/page-hub.ts";
import { draw, order, samplePlugin, say } from "../../../testing/sample-plugin.ts";

/** Returns a picture, or JSON if it is asked to. */
const pictureOrJson = {
  ...draw,
  route: {
    ...draw.route,
    body: t.Object({
      pictures: t.Array(file({ maxBytes: 1024, mediaTypes: ["image/png"] })),
      title: t.Optional(t.String()),
      format: oneOf(["png", "json"], { default: "png" }),
    }),
    response: t.Union([binary("image/png"), t.Object({ width: t.Integer() })]),
  },
} as typeof draw;

describe("the page of an endpoint", () => {
  const hub = docsHub([samplePlugin]);
  const saying = "/documentation/sample/get-say-by-word";
  const address = "/documentation/answers/getSampleSayByWord";

  test("shows the fields of a response before it is captured, links to it, and runs nothing", async () => {
    const page = await (await hub.get(saying)).text();
    const [, shown = ""] = /<div class="captured"([\s\S]*?)<\/section>/.exec(page) ?? [];
    expect(shown).toStartWith(` data-answer="${address}"`);
    expect(shown).toContain(`<a href="${address}" target="_blank">Open</a>`);
    expect(shown).toContain('<span class="k">&quot;said&quot;</span>: <bdi class="s">');
  });

  test("shows a captured response as a tree that opens without a script", async () => {
    await (await hub.get(address)).text();
    const page = await (await hub.get(saying)).text();
    expect(page).not.toContain(`data-answer="${address}"`);
    expect(page).toContain(
      '<span class="k">&quot;said&quot;</span>: <bdi class="s">&quot;it&#x27;s&quot;</bdi>',
    );
    expect(page).toMatch(/<details open><summary>\{/);
  });

  test.each([
    ["Returns a. Then b. Then c.", "Returns a.", "Then b. Then c."],
    ["Returns `a. b`. `c` is next.", "Returns <code>a. b</code>.", "<code>c</code> is next."],
    ["Returns 1.5 (see a. And b). More.", "Returns 1.5 (see a. And b).", "More."],
    ["Returns a\n\nor b.", "Returns a</p>\n<p>or b.", undefined],
    ["Returns `a. b", "Returns `a. b", undefined],
    [undefined, "Returns JSON with <code>count</code>.", undefined],
  ])("starts with one sentence about the result: %j", async (description, lead, note) => {
    const { description: _, ...route } = order.route;
    const loaded = { ...order, route: { ...route, ...(description && { description }) } };
    const odd = docsHub([{ ...samplePlugin, routes: [say, loaded] }]);
    const page = await (await odd.get("/documentation/sample/post-order")).text();
    expect(page).toContain(`<div class="lead"><p>${lead}</p>`);
    const [, notes = ""] = page.split("<h2>Notes</h2>");
    if (note) expect(notes).toStartWith(`<p>${note}</p>`);
    else expect(notes).toStartWith("<p>The body can be up to");
  });

  test("shows the shortest request first, and folds that of the example", async () => {
    const pictured = docsHub([{ ...samplePlugin, routes: [say, pictureOrJson] }]);
    const page = await (await pictured.get("/documentation/sample/post-draw")).text();
    const [first = "", full = ""] = page.split(
      '<details class="full"><summary>Request of the example',
    );
    expect(first).toContain("pictures=@a.png");
    expect(first).not.toContain("title=Two");
    expect(full).toContain("title=Two");
  });

  test("says which option has the fields of a response that is a file without it", async () => {
    const pictured = docsHub([{ ...samplePlugin, routes: [say, pictureOrJson] }]);
    const page = await (await pictured.get("/documentation/sample/post-draw")).text();
    expect(page).toContain("Only with <code>format=json</code>: otherwise the response is a file.");
  });

  test("links to the general errors, and lists only those of services that call others", async () => {
    const page = await (await hub.get(saying)).text();
    const [, errors = ""] = page.split("<h2>Errors</h2>");
    expect(errors).toContain("upstream_timeout");
    expect(errors).not.toContain("missing_api_key");
    expect(errors).toContain('<a href="/documentation/errors#shared">General errors</a>');
  });

  test("has a form with the values of its example", async () => {
    const paths = [saying, "/documentation/sample/post-draw", "/documentation/sample/post-order"];
    const pages = await Promise.all(paths.map((path) => hub.get(path).then((got) => got.text())));
    const page = pages.join();
    expect(page).toContain('data-name="word" data-control="line" required');
    expect(page).toContain('value="it&#x27;s"');
    expect(page).toMatch(/<input type="file" data-name="pictures" data-control="files"/);
    expect(page).toContain('class="tool-rows" data-name="items" data-control="rows"');
    expect(page).toContain(
      'method="get" action="/try/say/it&#x27;s?loud=true" data-trial="/try/say/:word"',
    );
  });
});

describe.skipIf(lacksBrowser)("a reader of an endpoint, in a browser,", () => {
  let hub: Awaited<ReturnType<typeof getPageHub>>;
  const faults: string[] = [];
  beforeAll(async () => {
    hub = await getPageHub();
  });
  afterAll(leavePage);

  async function openPage(path: string): Promise<Page> {
    const page = await getPage();
    await page.setExtraHTTPHeaders(newAddress());
    faults.length = 0;
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (line) => {
      if (line.type() === "error") faults.push(line.text());
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(hub.url) && !/^(?:data|blob):/.test(url)) faults.push(`asks ${url}`);
    });
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(hub.url + path);
    return page;
  }
  /** Opens an endpoint and waits for the response to its example. */
  async function waitForAnswer(page: Page, id: string, selector: string): Promise<void> {
    await page.$eval(`#${id} .captured`, (place) => place.scrollIntoView());
    await page.waitForSelector(`#${id} .captured ${selector}`, { timeout: 30_000 });
  }
  const outcome = (page: Page, id: string) =>
    page.$eval(`#${id} .outcome`, ({ textContent }) => textContent);
  const send = (page: Page, id: string) =>
    page.$eval(`#${id} .tool-send button`, (button) => button.click());
  const answered = (page: Page, id: string, text: string) =>
    page.waitForFunction(
      `document.querySelector("#${id} .progress").textContent.startsWith(${JSON.stringify(text)})`,
    );

  test("gets a form and samples that a link fills in", async () => {
    const page = await openPage("/documentation/qr/get-generate?data=HELLO42");
    await page.waitForFunction(
      `document.querySelector(".samples pre").textContent.includes("HELLO42")`,
    );
    expect(await page.$eval('[data-name="data"]', (field) => field.value)).toBe("HELLO42");
    await page.$eval('[data-name="data"]', (field) => {
      field.value = "AGAIN43";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await page.waitForFunction(
      `document.querySelector(".samples pre").textContent.includes("AGAIN43")`,
    );
    expect(faults).toEqual([]);
  });

  test("sees a QR code, enters a key, and draws their own", async () => {
    const key = await hub.key();
    const page = await openPage("/documentation/qr/get-generate");
    const id = "getQrGenerate";
    await waitForAnswer(page, id, "img");
    const drawn = await page.waitForFunction(
      `document.querySelector("#${id} .captured img").naturalWidth`,
    );
    expect(await drawn.jsonValue()).toBeGreaterThan(100);

    await paste(page, "#page-key", key);
    const sample = await page.$eval(`#${id} .samples pre`, ({ textContent }) => textContent);
    expect(sample).toContain(key);
    expect(sample).not.toContain("YOUR_KEY");

    await page.click(`#${id} .change > summary`);
    const data = `#${id} [data-name="data"]`;
    await page.locator(data).fill("");
    await page.type(data, "مرحبا");
    await send(page, id);
    await answered(page, id, "Done");
    expect(await outcome(page, id)).toMatch(/^200 image\/\w+.* ms \d+ calls left/);
    expect(await page.$eval(`#${id} .captured img`, ({ src }) => src)).toStartWith("blob:");
    expect(await page.evaluate("localStorage.length + sessionStorage.length")).toBe(0);
    expect(faults).toEqual([]);
  });

  test("calls the keyless sample without a key, by keyboard only", async () => {
    const page = await openPage("/documentation/qr/get-generate");
    const id = await page.$eval(
      "form.tool[data-trial]",
      (form) => form.closest(".exchange")?.id ?? "",
    );
    await page.focus(`#${id} .change > summary`);
    await page.keyboard.press("Enter");
    const data = `#${id} [data-name="data"]`;
    await page.focus(data);
    await page.keyboard.type("hello");
    await page.focus(`#${id} .tool-send button`);
    await page.keyboard.press("Enter");
    await answered(page, id, "Done");
    expect(await outcome(page, id)).toStartWith("200");
    expect(faults).toEqual([]);
  });

  test("is asked for a key if it is required, and led to its field", async () => {
    const page = await openPage("/documentation/qr/post-batch");
    const id = "postQrBatch";
    await send(page, id);
    await answered(page, id, "This requires your API key");
    await page.$eval(`#${id} .progress a`, (link) =>
      (link as unknown as { click(): void }).click(),
    );
    expect(await page.evaluate("document.activeElement.id")).toBe("page-key");
    expect(faults).toEqual([]);
  });

  test("uploads their own file instead of the example's", async () => {
    const key = await hub.key();
    const drawn = await hub.get("/api/qr/generate?data=uploaded", { "x-api-key": key });
    const file = `${hub.data}/code.png`;
    await Bun.write(file, await drawn.bytes());
    const page = await openPage("/documentation/qr/post-decode");
    await paste(page, "#page-key", key);
    const id = "postQrDecode";
    await page.click(`#${id} .change > summary`);
    const [chooser] = await Promise.all([
      page.waitForFileChooser(),
      page.click(`#${id} input[type="file"]`),
    ]);
    await chooser.accept([file]);
    await send(page, id);
    await answered(page, id, "Done");
    const shown = await page.$eval(`#${id} .json`, ({ textContent }) => textContent);
    expect(shown).toContain('"text": "uploaded"');
    expect(faults).toEqual([]);
  });

  test("sends the file of the example, and downloads it to run the samples", async () => {
    const page = await openPage("/documentation/pdf/post-rotate");
    await paste(page, "#page-key", await hub.key());
    await send(page, "postPdfRotate");
    await answered(page, "postPdfRotate", "Done");
    expect(await outcome(page, "postPdfRotate")).toMatch(/^200 application\/pdf/);
    const link = await page.$eval(".files a", (one) => one.getAttribute("href") ?? "");
    const file = await hub.get(link);
    expect(file.headers.get("content-disposition")).toBe("attachment");
    expect(await file.text()).toStartWith("%PDF-");
    await page.click("#postPdfRotate .change > summary");
    await page.click("[data-sample=file]");
    await send(page, "postPdfRotate");
    await answered(page, "postPdfRotate", "Please correct the marked field");
  });

  test("revokes a key only by a second press", async () => {
    const key = await hub.key();
    const page = await openPage("/documentation/hub/delete-api-key");
    await paste(page, "#page-key", key);
    const id = "deleteApiKey";
    const works = async () => (await hub.get("/api-key", { "x-api-key": key })).status;
    await send(page, id);
    await answered(page, id, "This permanently changes keys or accounts");
    expect(await works()).toBe(200);
    await send(page, id);
    await answered(page, id, "Done");
    expect(await works()).toBe(401);
  });

  test("cancels a long call", async () => {
    const page = await openPage("/documentation/qr/post-batch");
    await paste(page, "#page-key", await hub.key());
    const id = "postQrBatch";
    await page.evaluate(`fetch = (_, { signal }) => new Promise((_, reject) => {
      signal.onabort = () => reject(signal.reason);
    })`);
    await send(page, id);
    const isHidden = () =>
      page.$eval(`#${id} .tool-send .plain`, (button) => button.hasAttribute("hidden"));
    expect(await isHidden()).toBe(false);
    await page.click(`#${id} .tool-send .plain`);
    await answered(page, id, "Cancelled");
    expect(await isHidden()).toBe(true);
  });

  test("sees which field is invalid", async () => {
    const page = await openPage("/documentation/qr/get-generate");
    await paste(page, "#page-key", await hub.key());
    const id = "getQrGenerate";
    await page.click(`#${id} .change > summary`);
    await page.evaluate(`document.querySelector('#${id} [data-name="size"]').value = "1"`);
    await send(page, id);
    await answered(page, id, "Please correct the marked field");
    const fault = await page.evaluate(`(() => {
      const field = document.querySelector('#${id} [data-name="size"]');
      return [
        field.getAttribute("aria-invalid"),
        document.activeElement === field,
        document.getElementById(field.getAttribute("aria-describedby"))?.textContent,
      ];
    })()`);
    expect(fault).toEqual(["true", true, expect.stringContaining("size must be")]);
  });

  test("hears speech, and sees the page of a PDF", async () => {
    const speech = await openPage("/documentation/tts/post-speak");
    await waitForAnswer(speech, "postTtsSpeak", "audio[controls]");
    const duration = await speech.waitForFunction(
      'document.querySelector("#postTtsSpeak audio").duration',
    );
    expect(await duration.jsonValue()).toBeGreaterThan(0);
    const pdf = await openPage("/documentation/pdf/post-rotate");
    await waitForAnswer(pdf, "postPdfRotate", "figure.page img");
    await pdf.waitForFunction(
      'document.querySelector("#postPdfRotate figure.page img").naturalWidth',
    );
    expect(faults).toEqual([]);
  });

  test.each([360, 1280])("sees nothing move while a page loads, %d pixels wide", async (width) => {
    const page = await getPage();
    const { identifier } = await page.evaluateOnNewDocument(`{
      globalThis.moved = [];
      const observer = new PerformanceObserver((list) => {
        moved.push(...list.getEntries().map(({ value }) => value));
      });
      observer.observe({ type: "layout-shift", buffered: true });
    }`);
    await page.setViewport({ width, height: 900 });
    await page.goto(`${hub.url}/documentation`);
    // The page shows this language from the start.
    await page.evaluate('localStorage.setItem("sample-language", "Go")');
    for (const path of ["qr/get-generate", "dev/get-hash-by-algo", "pdf/post-rotate"]) {
      await page.goto(`${hub.url}/documentation/${path}`);
      await page.waitForSelector(".captured .status");
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
      expect([path, await page.evaluate("moved")]).toEqual([path, []]);
    }
    await page.removeScriptToEvaluateOnNewDocument(identifier);
  });

  test("sees no overlap on phones and desktops", async () => {
    const page = await openPage("/documentation/qr/post-decode");
    const id = "postQrDecode";
    await waitForAnswer(page, id, ".json");
    await page.$eval(`#${id} .change`, (details) => {
      details.setAttribute("open", "");
    });
    const audited = sampleCases([360, 1280], 1);
    for (const width of [1280, 360]) {
      await page.setViewport({ width, height: 900 });
      if (audited.includes(width)) expect(await findAxeErrors(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    }
  });
});
