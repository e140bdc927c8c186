import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "puppeteer-core";
import { getPage, lacksBrowser, leavePage } from "../../../testing/page-browser.ts";
import { getPageHub } from "../../../testing/page-hub.ts";

// every-page.serial.test.ts checks the accessibility of the pages, with these parts expanded.
describe.skipIf(lacksBrowser)("a reader of samples and parameters, in a browser,", () => {
  let hub: Awaited<ReturnType<typeof getPageHub>>;
  const faults: string[] = [];
  beforeAll(async () => {
    hub = await getPageHub();
  });
  afterAll(leavePage);

  async function openPage(path: string, width = 1280): Promise<Page> {
    const page = await getPage();
    faults.length = 0;
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.setViewport({ width, height: 900 });
    await page.goto(hub.url + path);
    return page;
  }

  const shownIn = (page: Page, id: string) =>
    page.$eval(`#${id} .samples :checked + label + pre`, (sample) => sample.textContent);

  test("copies a sample by one click, and gets a confirmation", async () => {
    const page = await openPage("/documentation/qr/get-generate");
    const context = page.browserContext();
    await context.overridePermissions(hub.url, ["clipboard-read", "clipboard-write"]);
    const button = "#getQrGenerate .samples > button";
    expect(await page.$eval(button, (made) => made.getAttribute("aria-label"))).toContain(
      "Create a QR code",
    );
    await page.click(button);
    await page.waitForFunction(
      'document.querySelector("#said[role=status]")?.textContent === "Copied"',
    );
    const copied = await page.evaluate("navigator.clipboard.readText()");
    expect(copied).toBe((await shownIn(page, "getQrGenerate")) ?? "");
    expect(faults).toEqual([]);
  });

  test("chooses a language, also for the next page", async () => {
    const page = await openPage("/documentation/qr/get-generate");
    await page.click('label[for="getQrGenerate-Python"]');
    expect(await shownIn(page, "getQrGenerate")).toContain("import requests");
    await page.goto(`${hub.url}/documentation/dev/get-hash-by-algo`);
    expect(await shownIn(page, "getDevHashByAlgo")).toContain("import requests");
    expect(faults).toEqual([]);
  });

  test("starts with few of many fields", async () => {
    const page = await openPage("/documentation/qr/get-generate");
    const seen = await page.$$eval(".takes .fields .name", (names) =>
      names
        .filter((name) => name.closest("details:not([open])") === null)
        .map((name) => name.textContent),
    );
    expect(seen[0]).toBe("data");
    expect(seen).toContain("format");
    expect(seen).not.toContain("eye_style");
    expect(seen.length).toBeLessThan(20);
  });

  test("comes to the page of an endpoint from a link to its former place", async () => {
    const page = await openPage("/documentation/dev#getDevHashByAlgo");
    await page.waitForFunction('location.pathname === "/documentation/dev/get-hash-by-algo"');
    expect(await page.$eval("h1", ({ textContent }) => textContent)).toBe("Hash a text");
    await page.goto(`${hub.url}/documentation/dev#limits`);
    expect(page.url()).toEndWith("/documentation/dev#limits");
    expect(faults).toEqual([]);
  });
});
