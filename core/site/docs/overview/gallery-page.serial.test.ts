import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { HTTPRequest } from "puppeteer-core";
import { getPage, lacksBrowser, leavePage } from "../../../testing/page-browser.ts";
import { getPageHub } from "../../../testing/page-hub.ts";

describe.skipIf(lacksBrowser)("the gallery in a browser", () => {
  let hub: Awaited<ReturnType<typeof getPageHub>>;
  beforeAll(async () => {
    hub = await getPageHub();
  });
  afterAll(leavePage);

  test("shows examples as they arrive, and a message with a way on instead of a broken one", async () => {
    const page = await getPage();
    await page.setRequestInterception(true);
    let failed = 0;
    const answer = (request: HTTPRequest) => {
      const isFirst = request.url().includes("getImageBadge?variant=plastic") && failed++ === 0;
      void (isFirst ? request.abort() : request.continue());
    };
    page.on("request", answer);
    await page.goto(`${hub.url}/gallery`);
    const place = "#getImageBadge li:nth-child(3) figure";
    await page.$eval(place, (figure) => figure.scrollIntoView());
    await page.waitForSelector(`${place} .told button`);
    expect(await page.$(`${place} img`)).toBeNull();
    await page.click(`${place} .told button`);
    const isShown = (at: string) => `document.querySelector("${at} img")?.naturalWidth > 0`;
    await page.waitForFunction(isShown(place));
    await page.waitForFunction(isShown("#getImageBadge li:nth-child(1) figure"));
    expect(await page.$(`${place} .told`)).toBeNull();
    page.off("request", answer);
    await page.setRequestInterception(false);
  });
});
