import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ElementHandle, Page } from "puppeteer-core";
import sharp from "sharp";
import { findAxeErrors, getPage, lacksBrowser, leavePage } from "../core/testing/page-browser.ts";
import { getPageHub } from "../core/testing/page-hub.ts";
import { sampleBase64 } from "../plugins/pdf/sample.ts";

const folder = mkdtempSync(join(tmpdir(), "utilhub-tools-"));
const pdf = join(folder, "sample.pdf");
const picture = join(folder, "logo.png");
await Bun.write(pdf, Buffer.from(sampleBase64, "base64"));
await sharp({ create: { width: 32, height: 32, channels: 3, background: "#0a7c5a" } })
  .png()
  .toFile(picture);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The largest page with its own script and the shared files, in bytes as they are sent. */
const pageBytesMax = 40_000;

/** The parts of a page that the test uses. */
interface Field {
  nodeType: number;
  value: string;
  click(): void;
}

interface Task {
  tile: string;
  /** The text or the files for the field of each label. */
  steps: readonly (readonly [label: string, value: string | readonly string[]])[];
  result: string;
}

const tasks: readonly Task[] = [
  { tile: "Merge PDFs", steps: [["PDFs and pictures", [pdf, picture]]], result: "img" },
  {
    tile: "Redact a PDF",
    steps: [
      ["PDF", [pdf]],
      ["Words to remove", "Invoice"],
    ],
    result: "img",
  },
  { tile: "Read text from a scan", steps: [["PDF or picture", [pdf]]], result: "pre, table" },
  {
    tile: "Make a QR code",
    steps: [
      ["Text or link", "https://example.com/"],
      ["Picture", [picture]],
    ],
    result: "img",
  },
  {
    tile: "Make a barcode",
    steps: [["Content", "(01)04012345678901(17)271231(10)A-8"]],
    result: "img",
  },
  { tile: "Write an invoice", steps: [["Invoice number", "R-7"]], result: "img" },
  { tile: "Draw a chart", steps: [["Title", "Sales"]], result: "img" },
  { tile: "Speak a text", steps: [["Text", "Good morning"]], result: "audio" },
  { tile: "Shorten a link", steps: [["Link", "https://example.com/a"]], result: "pre" },
  {
    tile: "Convert JSON to CSV",
    steps: [["Text", '[{"a":1,"b":2}]']],
    result: "pre",
  },
  {
    tile: "Take a screenshot",
    steps: [
      ["Address of the page", ""],
      ["HTML", "<h1>Hello</h1>"],
    ],
    result: "img",
  },
  {
    tile: "Resize a picture",
    steps: [
      ["Picture", [picture]],
      ["Width", "16"],
    ],
    result: "img",
  },
];

describe.skipIf(lacksBrowser)("a person without a key", () => {
  let hub: Awaited<ReturnType<typeof getPageHub>>;
  const faults: string[] = [];
  let addresses = 1;
  beforeAll(async () => {
    hub = await getPageHub();
  });
  afterAll(leavePage);

  async function open(path: string, width = 1280): Promise<Page> {
    const page = await getPage();
    faults.length = 0;
    page.on("pageerror", (error) => faults.push(String(error)));
    // An address of this machine with limits of its own, since all test files share the hub.
    await page.setExtraHTTPHeaders({ "x-forwarded-for": `127.0.0.${++addresses}` });
    await page.setViewport({ width, height: 900 });
    await page.goto(hub.url + path);
    return page;
  }

  /** Finds the visible field of a label, and opens the options that hide it. */
  async function findField(page: Page, label: string): Promise<ElementHandle> {
    const find = () =>
      page.evaluateHandle(`(() => {
        const spans = [...document.querySelectorAll(".tool label > span")];
        const own = spans.find((span) => span.textContent === ${JSON.stringify(label)} && span.checkVisibility());
        return own?.parentElement.querySelector("input, select, textarea") ?? null;
      })()`);
    let field = (await find()).asElement();
    if (!field) {
      await click(page, "summary", "More options");
      field = (await find()).asElement();
    }
    if (!field) throw new Error(`No field has the label "${label}"`);
    return field as ElementHandle;
  }

  async function click(page: Page, kind: string, text: string): Promise<void> {
    const found =
      await page.evaluateHandle(`[...document.querySelectorAll(${JSON.stringify(kind)})].find(
      (one) => one.textContent.trim().startsWith(${JSON.stringify(text)}) && one.checkVisibility(),
    ) ?? null`);
    const element = found.asElement() as ElementHandle<Field> | null;
    if (!element) throw new Error(`Nothing is called "${text}"`);
    await element.evaluate((one) => one.click());
  }

  async function fill(page: Page, label: string, value: string | readonly string[]) {
    const field = await findField(page, label);
    if (typeof value !== "string") return field.uploadFile(...value);
    await field.evaluate((one) => {
      one.value = "";
    });
    await field.focus();
    await page.keyboard.sendCharacter(value);
  }

  test.each(tasks.map((task) => [task.tile, task] as const))(
    "can: %s",
    async (_, task) => {
      const page = await open("/tools");
      await Promise.all([page.waitForNavigation(), click(page, ".tiles a", task.tile)]);
      for (const [label, value] of task.steps) await fill(page, label, value);
      expect(task.steps.length + 2).toBeLessThanOrEqual(5);
      await click(page, "button", "Run");
      await page.waitForFunction(
        `/^(?!Working)./.test(document.querySelector(".progress").textContent)`,
        { timeout: 90_000 },
      );
      expect(await page.$eval(".progress", (one) => one.textContent)).toBe("Done");
      expect(await page.$$(`.tool-result :is(${task.result})`)).not.toEqual([]);
      expect(faults).toEqual([]);
    },
    120_000,
  );

  test("sees an error at the field, in words", async () => {
    const page = await open("/tools/url/shorten");
    await fill(page, "Link", "no link");
    await click(page, "button", "Run");
    await page.waitForSelector(".tool .fault");
    expect(await page.$eval(".tool .fault", (one) => one.textContent)).toStartWith("Link must ");
  });

  test("still sees that a call is done while its code is being written", async () => {
    const page = await open("/tools/qr/generate");
    // The test moves the clock, and the code arrives when the test says so.
    await page.evaluate(`(() => {
      const { fetch } = window;
      const { code } = document.querySelector("form.tool").dataset;
      window.clocks = new Map();
      window.setInterval = (tick) => {
        window.clocks.set(window.clocks.size + 1, tick);
        return window.clocks.size;
      };
      window.clearInterval = (clock) => window.clocks.delete(clock);
      window.fetch = async (url, init) => {
        if (url === code) await new Promise((resolve) => { window.sendCode = resolve; });
        return fetch(url, init);
      };
    })()`);
    await fill(page, "Text or link", "HELLO42");
    await click(page, "button", "Run");
    await page.waitForFunction("window.sendCode");
    const progress = await page.evaluate(`(() => {
      for (const tick of window.clocks.values()) tick();
      return document.querySelector(".progress").textContent;
    })()`);
    expect(progress).toBe("Done");
    await page.evaluate("window.sendCode()");
  });

  test("shares a link that fills in the form, and copies the call as code", async () => {
    const page = await open("/tools/qr/generate");
    await fill(page, "Text or link", "HELLO42");
    await click(page, "button", "Run");
    await page.waitForFunction(
      `document.querySelector(".tool-samples").textContent.includes("HELLO42")`,
    );
    const link = page.url();
    const markup = await (await fetch(link)).text();
    expect(markup).toContain("HELLO42</textarea>");
    expect(await page.$$eval(".tool-samples label", (all) => all.length)).toBe(5);
  });

  test.each([360, 1280])(
    "meets no accessibility error at %d px",
    async (width) => {
      for (const path of ["/tools", "/tools/qr/generate", "/tools/invoice/generate"]) {
        const page = await open(path, width);
        expect([path, await findAxeErrors(page)]).toEqual([path, []]);
        const overflow = await page.evaluate("document.documentElement.scrollWidth");
        expect([path, overflow]).toEqual([path, width]);
      }
    },
    60_000,
  );
});

describe("the pages of tools", () => {
  test("exist for every endpoint that takes input, in words and within 40 kB", async () => {
    const hub = await getPageHub();
    const start = await (await fetch(`${hub.url}/tools`)).text();
    const links = [...start.matchAll(/href="(\/tools\/[^"?]+)/g)].map(([, link]) => link!);
    const pages = [...new Set(links)];
    expect(pages.length).toBeGreaterThan(120);
    const script = Bun.gzipSync(
      await (await fetch(`${hub.url}/assets/form.js`)).arrayBuffer(),
    ).length;
    const faults: string[] = [];
    for (const path of pages) {
      const text = await (await fetch(hub.url + path)).text();
      const [, form = ""] = /<form class="tool"([\s\S]*?)<\/form>/.exec(text) ?? [];
      const words = form.replace(/<[^>]*>/g, " ");
      const [odd] = /\b(?:JSON|schema|parameter|base64)\b/i.exec(words) ?? [];
      if (odd && !/json|base64|schema|code-by-format/.test(path))
        faults.push(`${path} has the word ${odd}`);
      const bytes = Bun.gzipSync(text).length + script;
      if (bytes > pageBytesMax) faults.push(`${path} has ${bytes} bytes`);
    }
    expect(faults).toEqual([]);
  });
});
