import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { isFullDepth, json } from "hub/testing";
import type { Page } from "puppeteer-core";
import {
  findAxeErrors,
  getPage,
  lacksBrowser,
  leavePage,
  paste,
} from "../../../testing/page-browser.ts";
import { dataFolder, runHub } from "../../../testing/running-hub.ts";

const token = "operators-own-token-1";

test("the page isn't cached and contains nothing before the token is entered", async () => {
  const hub = await runHub({ HUB_ADMIN_TOKEN: token });
  const answer = await hub.get("/admin");
  const { headers } = answer;
  expect(answer.status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-robots-tag")).toBe("noindex");
  expect(headers.get("content-security-policy")).toContain("script-src 'self'");
  for (const name of ["set-cookie", "access-control-allow-origin"])
    expect(headers.get(name)).toBeNull();
  expect(await answer.text()).not.toContain(token);
  await hub.stop();
});

describe.skipIf(lacksBrowser)("an operator, in a browser,", () => {
  const folder = dataFolder();
  let hub: Awaited<ReturnType<typeof runHub>>;
  beforeAll(async () => {
    writeDataset(`${folder.path}/plugins/fruit`);
    hub = await runHub({
      HUB_ADMIN_TOKEN: token,
      HUB_TIERS: "free=2/1000,pro=500/10000",
      HUB_PLUGINS: `${folder.path}/plugins`,
      HUB_TRUST: "fruit",
    });
  });
  afterAll(async () => {
    await leavePage();
    await hub?.stop();
    folder.remove();
  });

  /** Writes a service with a generated dataset, whose update takes half a second. */
  function writeDataset(dir: string): void {
    for (const part of ["routes", "datasets"]) mkdirSync(`${dir}/${part}`, { recursive: true });
    writeFileSync(
      `${dir}/plugin.ts`,
      'import { definePlugin } from "hub";\nexport default definePlugin({ title: "Fruit", summary: "Names fruit.", permissions: { data: ["prices"] } });',
    );
    writeFileSync(
      `${dir}/routes/name.get.ts`,
      'import { t } from "hub";\nimport fruit from "../plugin.ts";\nexport default fruit.route({ summary: "Name one", response: t.Object({ name: t.String() }), example: {}, handler: () => ({ name: "apple" }) });',
    );
    writeFileSync(
      `${dir}/datasets/prices.ts`,
      `import fruit from "../plugin.ts";
export default fruit.dataset({
  title: "Prices", licence: "CC0-1.0", attribution: "Nobody", homepage: "https://fruit.example",
  isDue: () => false,
  download: async () => { await Bun.sleep(500); return { prices: new TextEncoder().encode("apple 1") }; },
  check: () => ({ build_date: "2026-01-02", entries: 1 }),
});`,
    );
  }

  async function openPage(): Promise<Page> {
    const page = await getPage();
    page.on("pageerror", (error) => {
      throw error;
    });
    await page.goto(`${hub.url}/admin`);
    return page;
  }

  async function signIn(page: Page, given = token): Promise<void> {
    await page.$eval("#sign-in", (form) => (form as unknown as { reset(): void }).reset());
    await paste(page, "#sign-in [name=token]", given);
    await paste(page, "#sign-in [name=actor]", "Ada");
    await press(page, "Sign in");
  }

  /** Searches for an account that is the only match. */
  async function find(page: Page, text: string): Promise<void> {
    await page.waitForSelector("#admin:not([hidden])");
    await paste(page, "#search [name=q]", text);
    await page.keyboard.press("Enter");
    await page.waitForFunction('document.querySelectorAll("#found tbody tr").length === 1');
  }

  const press = (page: Page, name: string) =>
    page.locator(`xpath/.//button[normalize-space()="${name}"]`).click();
  const shows = (page: Page, selector: string, text: string) =>
    page.waitForFunction(
      `document.querySelector(${JSON.stringify(selector)})?.textContent.includes(${JSON.stringify(text)})`,
      { timeout: 10_000 },
    );
  const call = (key: string) => hub.get("/api/dev/hash/md5?text=a", { "x-api-key": key });
  /** Returns the number of rejections of a service that the page shows for an error. */
  const readRefusalCount = (page: Page, what: string) =>
    page.evaluate(
      `Number([...document.querySelectorAll("#refusals > .wide tr")].find((row) => row.textContent.includes(${JSON.stringify(what)}))?.lastChild.textContent ?? 0)`,
    );

  test("sees who calls most, and suspends that account from the list", async () => {
    const most = { email: "most@fruit.example" };
    const headers = { authorization: `Bearer ${token}` };
    const { api_key: key } = await json(await hub.post("/admin/api/keys", most, headers));
    for (let time = 0; time < 2; time++) await call(key);
    await Bun.sleep(1500);
    const page = await openPage();
    await signIn(page);
    await shows(page, "#groups", "account_1");
    await shows(page, "#components", "Operational:");
    await press(page, "Suspend");
    await press(page, "Suspend it");
    await shows(page, "#said", "Account suspended");
    expect((await call(key)).status).toBe(403);
  });

  test("finds an account, changes its tier, and sees fewer rejections", async () => {
    const key = await hub.key("caller@fruit.example");
    await hub.key("other@example.com");
    const statuses = [];
    for (let time = 0; time < 6; time++) statuses.push((await call(key)).status);
    expect(statuses).toEqual([200, 200, 429, 429, 429, 429]);
    const page = await openPage();
    await signIn(page);
    await shows(page, "#refusals", "dev: rate_limited");
    expect(await readRefusalCount(page, "dev: rate_limited")).toBe(4);
    await find(page, "caller@");
    await press(page, "caller@fruit.example");
    await shows(page, "#account", "Used today");
    await page.select("#limits [name=tier]", "pro");
    await press(page, "Save");
    await shows(page, "#said", "Account updated");
    await shows(page, "#entries", "tier: free → pro");
    await shows(page, "#entries", "Ada");
    for (let time = 0; time < 6; time++) expect((await call(key)).status).toBe(200);
    await press(page, "Refresh");
    await shows(page, "#said", "Refreshed");
    expect(await readRefusalCount(page, "dev: rate_limited")).toBe(4);
  });

  test("revokes a key after confirming, and issues another one, by keyboard", async () => {
    const key = await hub.key("keys@fruit.example");
    const page = await openPage();
    await signIn(page);
    await find(page, "keys@");
    await page.focus("#found button");
    await page.keyboard.press("Enter");
    await shows(page, "#account", "Used today");
    await press(page, "Revoke");
    expect((await call(key)).status).toBe(200);
    await page.keyboard.press("Escape");
    await press(page, "Revoke");
    await press(page, "Revoke it");
    await shows(page, "#said", "Key revoked");
    expect((await json(await call(key))).code).toBe("key_revoked");
    await page.locator("#issue summary").click();
    await page.locator("#issue [name=email]").fill("keys@fruit.example");
    await press(page, "Issue a key");
    await shows(page, "#said", "Key issued");
    const issued = await page.$eval("#issue .key code", ({ textContent }) => textContent ?? "");
    expect((await call(issued)).status).toBe(200);
  });

  test("suspends an account after confirming, resumes it, and resets its counters", async () => {
    const key = await hub.key("paused@fruit.example");
    await call(key);
    const page = await openPage();
    await signIn(page);
    await find(page, "paused@");
    await page.locator("#found button").click();
    await shows(page, "#account", "Used today1");
    await press(page, "Suspend");
    await press(page, "Suspend it");
    await shows(page, "#said", "Account suspended");
    expect((await json(await call(key))).code).toBe("account_suspended");
    await press(page, "Resume");
    await shows(page, "#said", "Account resumed");
    expect((await call(key)).status).toBe(200);
    await press(page, "Reset counters");
    await shows(page, "#said", "Counters reset");
    await shows(page, "#account", "Used today0");
  }, 60_000);

  test("erases an account after confirming, and no longer shows it", async () => {
    const operator = { authorization: `Bearer ${token}` };
    const issued = await hub.post("/admin/api/keys", { email: "leaving@fruit.example" }, operator);
    const key = (await json(issued)).api_key;
    const page = await openPage();
    await signIn(page);
    await find(page, "leaving@");
    await page.locator("#found button").click();
    await press(page, "Delete");
    await press(page, "Delete it");
    await shows(page, "#said", "Account deleted");
    await page.waitForFunction('document.querySelectorAll("#found tbody tr").length === 0');
    expect((await json(await call(key))).code).toBe("invalid_api_key");
  }, 60_000);

  test("refreshes a dataset, and sees the progress", async () => {
    const page = await openPage();
    await signIn(page);
    await shows(page, "[data-dataset='fruit/prices']", "no data yet");
    await page.locator("[data-dataset='fruit/prices'] button").click();
    await page.waitForSelector("[data-dataset='fruit/prices'] progress");
    await shows(page, "#said", "fruit/prices: updated");
    await shows(page, "[data-dataset='fruit/prices']", "days");
    await shows(page, "#entries", "dataset.refresh");
  });

  test("drains the hub, and resumes it", async () => {
    const page = await openPage();
    await signIn(page);
    await press(page, "Drain");
    await press(page, "Drain it");
    await shows(page, "#jobs", "Draining since");
    expect((await hub.get("/readyz")).status).toBe(503);
    await press(page, "Stop draining");
    await shows(page, "#said", "Draining stopped");
    expect((await hub.get("/readyz")).status).toBe(200);
  });

  test("gets an error for a wrong token, and leaves nothing behind", async () => {
    const page = await openPage();
    for (const given of ["operators-own-token-2", "not a token"]) {
      await signIn(page, given);
      await page.waitForSelector("#sign-in .fault:not([hidden])");
      expect(await page.$eval("#admin", (element) => element.hasAttribute("hidden"))).toBe(true);
    }
    await signIn(page);
    await page.waitForSelector("#admin:not([hidden])");
    const kept = "JSON.stringify([document.cookie, {...localStorage}, {...sessionStorage}])";
    expect(await page.evaluate(kept)).toBe('["",{},{}]');
    await shows(page, "#found", "@");
    // Simulates a browser that keeps the page in its back-forward cache.
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))');
    expect(await page.$eval("#admin", (element) => element.hasAttribute("hidden"))).toBe(true);
    expect(await page.$eval("main", ({ textContent }) => textContent)).not.toContain("@");
    await page.goto(`${hub.url}/livez`);
    await page.goBack();
    expect(await page.$eval("#admin", (element) => element.hasAttribute("hidden"))).toBe(true);
    expect(
      await page.$eval("[name=token]", (element) => (element as { value?: string }).value),
    ).toBe("");
  });

  test("finds no accessibility error by axe, in light and dark mode, and no sideways scrolling at 360 pixels", async () => {
    const key = await hub.key("looks.with.a.long.address@analytical.fruit.example");
    for (let time = 0; time < 3; time++) await call(key);
    // tests/every-page.serial.test.ts checks the page in its initial state.
    const page = await openPage();
    await signIn(page);
    await find(page, "looks.with");
    await press(page, "looks.with.a.long.address@analytical.fruit.example");
    await shows(page, "#account", "Used today");
    await press(page, "Revoke all keys");
    await shows(page, "#about", "Plugins");
    await page.evaluate(
      'for (const details of document.querySelectorAll("details")) details.open = true',
    );
    if (isFullDepth) expect(await findAxeErrors(page)).toEqual([]);
    await page.setViewport({ width: 360, height: 800 });
    expect(await findAxeErrors(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  });
});
