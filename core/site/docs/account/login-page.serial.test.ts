import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { findCode, waitForMails } from "../../../testing/outbox.ts";
import { findAxeErrors, getPage, lacksBrowser, leavePage } from "../../../testing/page-browser.ts";
import { dataFolder, runHub } from "../../../testing/running-hub.ts";

describe.skipIf(lacksBrowser)("a person without a key, in a browser,", () => {
  const folder = dataFolder();
  const outbox = `${folder.path}/outbox`;
  let hub: Awaited<ReturnType<typeof runHub>>;
  beforeAll(async () => {
    hub = await runHub({ HUB_MAIL_OUTBOX: outbox });
  });
  afterAll(async () => {
    await leavePage();
    await hub?.stop();
    folder.remove();
  });

  test("logs in by mail, creates a key with one click, and logs out", async () => {
    const page = await getPage();
    await page.goto(`${hub.url}/login?next=/account`);
    expect(await findAxeErrors(page)).toEqual([]);
    await page.locator("#email").fill("ada@example.com");
    await page.locator("form.card button").click();
    await page.waitForSelector("#code");
    const [mail] = await waitForMails(outbox, "ada@example.com", 1);
    const values = new URLSearchParams({ email: "ada@example.com", code: findCode(mail) });
    await page.goto(`${hub.url}/login/verify#${values}`);
    expect(page.url()).not.toContain("#");
    await page.locator("#log-in button").click();
    await page.waitForSelector("#account:not([hidden]) #quick-key:not([hidden])");
    expect(await page.evaluate("document.cookie")).toBe("");
    await page.locator("#quick-key").click();
    await page.waitForSelector("#new-key code");
    const key = await page.$eval("#new-key code", ({ textContent }) => textContent ?? "");
    expect((await hub.get("/api-key", { "x-api-key": key })).status).toBe(200);
    expect(await page.$eval("#sessions", ({ textContent }) => textContent)).toContain(
      "this browser",
    );
    expect(await findAxeErrors(page)).toEqual([]);
    await page.locator("#new-key .actions .plain:last-child").click();
    await page.locator("#log-out").click();
    await page.waitForSelector("#sign-in:not([hidden])");
    await page.reload();
    await page.waitForSelector("#sign-in:not([hidden])");
    expect(await page.$eval("#sign-in", (form) => form.hasAttribute("data-csrf"))).toBe(false);
  });
});
