import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { getPage, lacksBrowser, leavePage } from "../core/testing/page-browser.ts";
import { runHub } from "../core/testing/running-hub.ts";

const base = "/tools/hub";
let hub: Awaited<ReturnType<typeof runHub>>;
beforeAll(async () => {
  hub = await runHub({ HUB_BASE_URL: `https://example.com${base}` });
});
afterAll(async () => {
  await leavePage();
  await hub.stop();
});

describe.skipIf(lacksBrowser)("in a browser", () => {
  test("a search, the reference and a sign-up work below the base path", async () => {
    const page = await getPage();
    const failed: string[] = [];
    page.on("response", (answer) => {
      if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
    });
    await page.goto(`${hub.url}${base}/`);
    await page.type('#key input[name="email"]', "browser@example.com");
    await page.click('#key form[action$="/signup"] button');
    await page.waitForSelector("#key .key code");
    const key = await page.$eval("#key .key code", ({ textContent }) => textContent ?? "");
    await page.type("#find", "limits");
    await page.waitForSelector("#find-results li");
    await page.keyboard.press("ArrowDown");
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    expect(new URL(page.url()).pathname).toStartWith(`${base}/documentation`);
    await page.goto(`${hub.url}${base}/docs?service=qr#/QR%20codes/getQrGenerate`);
    await page.waitForSelector(".captured img");
    await page.focus("#page-key");
    await page.keyboard.sendCharacter(key);
    // Waits until the button no longer moves: typing the key draws it again.
    await page.locator(".execute").click();
    const status = await page.waitForSelector(".sent .status");
    expect(failed).toEqual([]);
    expect(await status?.evaluate(({ classList }) => classList.contains("fine"))).toBe(true);
  });
});
