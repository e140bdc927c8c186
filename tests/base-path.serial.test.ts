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
    await page.goto(`${hub.url}${base}/signup`);
    await page.type("[name=email]", "browser@example.com");
    await Promise.all([page.waitForNavigation(), page.click("form button")]);
    const key = await page.$eval(".key code", ({ textContent }) => textContent?.trim() ?? "");
    await page.goto(`${hub.url}${base}/`);
    await page.type("#find", "limits");
    await page.waitForSelector("#find-results li");
    await page.keyboard.press("ArrowDown");
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    expect(new URL(page.url()).pathname).toStartWith(`${base}/documentation`);
    await page.goto(`${hub.url}${base}/docs?service=qr#/QR%20codes/getQrGenerate`);
    await page.waitForSelector(".execute");
    await page.focus("#page-key");
    await page.keyboard.sendCharacter(key);
    // A click could miss the button: typing the key draws it again.
    const answered = ".live-responses-table tbody .response-col_status";
    await page.waitForFunction(
      `(() => { document.querySelector(".execute").click(); return document.querySelector("${answered}"); })()`,
      { polling: 500 },
    );
    expect(failed).toEqual([]);
    expect(await page.$eval(answered, ({ textContent }) => textContent)).toContain("200");
  });
});
