import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isFullDepth, json } from "hub/testing";
import type { Page } from "puppeteer-core";
import { docsHub } from "../../../testing/docs-hub.ts";
import {
  findAxeErrors,
  getPage,
  lacksBrowser,
  leavePage,
  paste,
} from "../../../testing/page-browser.ts";
import { newAddress } from "../../../testing/page-hub.ts";
import { runHub } from "../../../testing/running-hub.ts";
import { samplePlugin } from "../../../testing/sample-plugin.ts";

const told = docsHub([samplePlugin]);

describe("the account page", () => {
  test("asks for a key, without one in any URL, and isn't indexed by search engines", async () => {
    const answer = await told.get("/account");
    const page = await answer.text();
    expect(page).toContain('<form class="card" id="sign-in" method="post" action="/account">');
    expect(page).toContain('<pre tabindex="0"><code>curl');
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  test("takes over the key that the sign-up shows, and isn't cached", async () => {
    const shown = await (await told.send("/signup", { email: "me@example.com" })).text();
    expect(shown).toMatch(
      /method="post" action="\/account"><input type="hidden" name="api_key" value="hub_secret">/,
    );
    const answer = await told.send("/account", { api_key: 'hub_"><b>' });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toContain('value="hub_&quot;&gt;&lt;b&gt;"');
  });

  test.each(["cross-site", "same-site"])("ignores a key that a %s page posts", async (site) => {
    const answer = await told.send(
      "/account",
      { api_key: "hub_theirs" },
      { "sec-fetch-site": site },
    );
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain("hub_theirs");
  });
});

describe.skipIf(lacksBrowser)("the holder of a key, in a browser,", () => {
  let hub: Awaited<ReturnType<typeof runHub>>;
  beforeAll(async () => {
    hub = await runHub({ HUB_TIERS: "free=1000/10000", TRUSTED_PROXIES: "127.0.0.1" });
  });
  afterAll(async () => {
    await leavePage();
    await hub?.stop();
  });

  const light = "/api/dev/hash/md5?text=a";
  const call = (key: string, path = light) => hub.get(path, { "x-api-key": key });
  const readStatusAndCode = async (answer: Response) => [answer.status, (await json(answer)).code];
  let people = 0;

  /** Opens a page and records script errors, which fail the test. */
  async function openPage(path: string): Promise<Page> {
    const page = await getPage({ clipboard: "recorded" });
    page.on("pageerror", (error) => {
      throw error;
    });
    await page.setExtraHTTPHeaders(newAddress());
    await page.goto(hub.url + path);
    return page;
  }

  async function openAccount(key: string): Promise<Page> {
    const page = await openPage("/account");
    await paste(page, "#sign-in [name=api_key]", key);
    await page.click("#sign-in button");
    await page.waitForSelector("#account:not([hidden])");
    return page;
  }

  async function newKey(): Promise<string> {
    const email = `page${++people}@example.com`;
    const answer = await hub.post("/api-key", { email }, newAddress());
    return (await json(answer)).api_key;
  }

  async function openMaker(page: Page): Promise<void> {
    await page.click("#new summary");
    await page.waitForSelector("#new form");
  }

  /** Waits until the usage includes calls. */
  const untilCounted = (page: Page) =>
    page.waitForFunction(
      `document.querySelector("#refresh").click() ?? document.querySelector(".chart .series-0")`,
      { polling: 300 },
    );
  const readElementText = (page: Page, selector: string) =>
    page.$eval(selector, ({ textContent }) => textContent ?? "");
  const press = (page: Page, name: string) =>
    page.click(`xpath/.//button[normalize-space()="${name}"]`);
  const hears = (page: Page, text: string) =>
    page.waitForFunction(
      `document.querySelector("#said").textContent.includes(${JSON.stringify(text)})`,
    );
  const copied = async (page: Page) =>
    (await page.waitForFunction("document.documentElement.dataset.copied")).jsonValue();
  const isHidden = (page: Page, selector: string) =>
    page.$eval(selector, (element) => element.hasAttribute("hidden"));
  /** Replaces the text of a field. */
  async function write(page: Page, selector: string, text: string): Promise<void> {
    await page.locator(selector).fill("");
    await paste(page, selector, text);
  }

  test("signs up, sees a call counted, replaces the key with a grace period, and revokes it", async () => {
    const page = await openPage("/signup");
    await paste(page, "[name=email]", "person@example.com");
    await Promise.all([page.waitForNavigation(), page.click("form button")]);
    const key = (await readElementText(page, ".key code")).trim();
    await Promise.all([page.waitForNavigation(), press(page, "Open your account")]);
    await page.waitForSelector("#account:not([hidden])");
    expect(page.url()).toBe(`${hub.url}/account`);
    expect(await readElementText(page, "#usage")).toContain("0 calls");

    expect((await call(key)).status).toBe(200);
    await untilCounted(page);
    expect(await readElementText(page, "#usage")).toContain("1 call, 1 unit in total");
    expect(await readElementText(page, ".chart .legend")).toBe("dev");

    await page.select("[name=grace_seconds]", "3600");
    await press(page, "Rotate the key");
    await hears(page, "Key rotated");
    const next = await readElementText(page, "#new-key code");
    expect(next).toMatch(/^hub_\w{38}$/);
    expect(next).not.toBe(key);
    expect((await call(key)).status).toBe(200);
    expect((await call(next)).status).toBe(200);

    const { key_id } = await json(await call(key, "/api-key"));
    const old = `[data-key="${key_id}"]`;
    await page.click(`${old} .danger`);
    await page.click(`${old} [role=group] .danger`);
    await hears(page, "Key revoked");
    expect(await readStatusAndCode(await call(key))).toEqual([401, "key_revoked"]);
    expect((await call(next)).status).toBe(200);

    await page.click("#keys .danger");
    await page.click("#keys [role=group] .danger");
    await page.waitForSelector("#sign-in:not([hidden])");
    expect(await readStatusAndCode(await call(next))).toEqual([401, "key_revoked"]);
    expect(await page.content()).not.toContain(next);
  });

  test("keeps the key in the page only: it isn't in storage, cookies, the URL or the history", async () => {
    const page = await openPage("/signup");
    await paste(page, "[name=email]", "history@example.com");
    await Promise.all([page.waitForNavigation(), page.click("form button")]);
    const key = (await readElementText(page, ".key code")).trim();
    await Promise.all([page.waitForNavigation(), press(page, "Open your account")]);
    await page.waitForSelector("#account:not([hidden])");
    expect(await page.content()).not.toContain(key);
    const kept = await page.evaluate(
      "[localStorage.length, sessionStorage.length, document.cookie, location.search + location.hash]",
    );
    expect(kept).toEqual([0, 0, "", ""]);
    const [asked] = await Promise.all([page.waitForRequest(`${hub.url}/account`), page.reload()]);
    expect(asked.method()).toBe("GET");
    expect(await isHidden(page, "#sign-in")).toBe(false);
    expect(await page.content()).not.toContain(key);
  });

  test("creates a key, sees errors in plain words, changes and copies it", async () => {
    const page = await openAccount(await newKey());
    await openMaker(page);
    await page.type("#new [name=name]", "Shop");
    await page.click("#new [name=services][value=qr]");
    await paste(page, "#new [name=addresses]", "192.0.2.0/24\nnowhere");
    await press(page, "Save");
    await page.waitForSelector("#new [data-field=addresses] .fault:not([hidden])");
    expect(await readElementText(page, "#new [data-field=addresses] .fault")).toBe(
      'Must be an IP address or a network such as 192.0.2.0/24: it is "nowhere"',
    );
    const area = "#new [name=addresses]";
    expect(
      await page.evaluate(`[document.activeElement.name, document.activeElement.ariaInvalid,
        document.getElementById(document.activeElement.getAttribute("aria-describedby")).className]`),
    ).toEqual(["addresses", "true", "fault"]);
    await write(page, area, "192.0.2.0/24\n127.0.0.0/8");
    await press(page, "Save");
    await hears(page, "Key created");
    const key = await readElementText(page, "#new-key code");
    await page.click("#new-key button");
    expect(await copied(page)).toBe(key);
    expect((await call(key, "/api/qr/generate?data=a")).status).toBe(200);
    expect(await readStatusAndCode(await call(key))).toEqual([403, "key_restricted"]);

    await page.click("#keys li:first-child button");
    await page.click("#keys li:first-child [name=services][value=dev]");
    await page.type("#keys li:first-child [name=per_day]", "7");
    await press(page, "Save");
    await hears(page, "Key updated");
    expect((await call(key)).status).toBe(200);
    expect(await json(await call(key, "/api-key"))).toMatchObject({
      name: "Shop",
      services: ["dev", "qr"],
      own_limits: { per_minute: null, per_day: 7 },
    });
  });

  test("creates a key for certain endpoints, suspends it and resumes it", async () => {
    const page = await openAccount(await newKey());
    await openMaker(page);
    await page.type("#new [name=name]", "Reader");
    await page.click('#new [name=routes][value="/api/dev/hash/{algo}"]');
    await page.click("#new [name=methods][value=GET]");
    await press(page, "Save");
    await hears(page, "Key created");
    const key = await readElementText(page, "#new-key code");
    await page.click("#new-key button:last-child");
    expect((await call(key)).status).toBe(200);
    expect(await readStatusAndCode(await call(key, "/api/qr/generate?data=a"))).toEqual([
      403,
      "key_restricted",
    ]);
    await press(page, "Suspend");
    await hears(page, "Key suspended");
    expect(await readStatusAndCode(await call(key))).toEqual([403, "key_suspended"]);
    await press(page, "Resume");
    await hears(page, "Key resumed");
    expect((await call(key)).status).toBe(200);
  }, 60_000);

  test("creates a publishable key for the chosen GETs", async () => {
    const page = await openAccount(await newKey());
    await openMaker(page);
    const posts = '#new [name=routes][value="/api/qr/batch"]';
    const isShown = () => page.$eval(posts, (box) => box.checkVisibility());
    expect(await isShown()).toBe(true);
    await page.click("#new [value=publishable]");
    expect(await isShown()).toBe(false);
    await press(page, "Save");
    await page.waitForSelector("#new [data-field=routes] .fault:not([hidden])");
    await page.click('#new [name=routes][value="/api/image/badge"]');
    await paste(page, "#new [name=referrers]", "example.com");
    await press(page, "Save");
    await hears(page, "Key created");
    const key = await readElementText(page, "#new-key code");
    expect(key).toStartWith("hubp_");
    const badge = "/api/image/badge?label=a&message=b";
    const from = { "x-api-key": key, referer: "https://example.com/a" };
    expect((await hub.get(badge, from)).status).toBe(200);
    expect(await readStatusAndCode(await call(key, badge))).toEqual([403, "key_restricted"]);
  });

  test("signs a URL, and copies calls with the key that are shown without it", async () => {
    const key = await newKey();
    const page = await openAccount(key);
    await paste(page, "#sign [name=path]", "/api/nothing");
    await press(page, "Create URL");
    await page.waitForSelector("#sign [data-field=path] .fault:not([hidden])");
    await write(page, "#sign [name=path]", "/api/qr/generate?data=a");
    await press(page, "Create URL");
    await hears(page, "Signed URL created");
    expect((await fetch(await readElementText(page, "#sign .result code"))).status).toBe(200);
    expect(await page.$$eval(".call", (calls) => calls.length)).toBe(13);
    expect(await readElementText(page, ".call code")).toContain(`X-API-Key: ${key.slice(0, 6)}`);
    expect(await page.content()).not.toContain(key);
    await page.click(".call button");
    expect(await copied(page)).toContain(`X-API-Key: ${key}`);
  });

  test("sees the properties of a key that cannot manage others, and why another is rejected", async () => {
    const owner = { "x-api-key": await newKey() };
    const make = async (wish: object) =>
      (await json(await hub.post("/api-key/keys", wish, owner))).api_key;
    const page = await openAccount(await make({ services: ["qr"] }));
    expect(await readElementText(page, "#keys-refused")).toContain("cannot manage keys");
    expect(await isHidden(page, "#new")).toBe(true);
    await press(page, "Forget key");
    for (const [given, why] of [
      ["hub_unknown", "Invalid API key"],
      ["a key", "not an API key"],
      [await make({ kind: "publishable", routes: ["/api/image/badge"] }), "publishable"],
    ]) {
      await write(page, "#sign-in [name=api_key]", given);
      await press(page, "Sign in");
      await page.waitForFunction(
        `document.querySelector("#sign-in .fault:not([hidden])")?.textContent.includes(${JSON.stringify(why)})`,
      );
      expect(await isHidden(page, "#account")).toBe(true);
    }
  });

  test("sets a quota webhook, whose URL must be public", async () => {
    const key = await newKey();
    const page = await openAccount(key);
    await paste(page, "#notices [name=webhook_url]", "http://127.0.0.1/hook");
    await page.click("#notices button");
    await page.waitForSelector("#notices [data-field=webhook_url] .fault:not([hidden])");
    await write(page, "#notices [name=webhook_url]", "https://192.0.32.8/hook");
    await page.click("#notices p button");
    await hears(page, "Saved");
    await press(page, "Copy the webhook secret");
    const notices = await json(await call(key, "/api-key/notices"));
    expect(notices).toMatchObject({ webhook_url: "https://192.0.32.8/hook", mail: false });
    expect(await copied(page)).toBe(notices.webhook_secret);
    await page.click("#notices [name=mail]");
    await page.click("#notices p button");
    const fault = "#notices [data-field=mail] .fault";
    await page.waitForSelector(`${fault}:not([hidden])`);
    expect(await readElementText(page, fault)).toContain("HUB_SIGNUP=verify");
  });

  test("erases the account after entering its address", async () => {
    const key = await newKey();
    const page = await openAccount(key);
    const { email } = await json(await call(key, "/api-key"));
    await paste(page, "#erase [name=email]", "other@example.com");
    await page.click("#erase button");
    await page.waitForSelector("#erase [data-field=email] .fault:not([hidden])");
    expect((await call(key)).status).toBe(200);
    await write(page, "#erase [name=email]", email);
    await page.click("#erase button");
    await page.waitForSelector("#account[hidden]");
    expect(await readStatusAndCode(await call(key))).toEqual([401, "invalid_api_key"]);
  }, 60_000);

  test("downloads the usage as a table for other programs", async () => {
    const page = await openAccount(await newKey());
    await page.evaluate(`URL.createObjectURL = (blob) => {
      blob.text().then((text) => { document.documentElement.dataset.saved = text });
      return "data:,";
    }`);
    await page.click("#csv");
    await hears(page, "downloaded");
    const saved = await page.waitForFunction("document.documentElement.dataset.saved");
    expect(await saved.jsonValue()).toStartWith("day,key_id,service,route,status,calls,units");
  });

  test("finds a page that was left without the key", async () => {
    const key = await newKey();
    await hub.post("/api-key/keys", { name: "Shop" }, { "x-api-key": key });
    const page = await openAccount(key);
    await paste(page, "#sign [name=path]", "/api/mine");
    // A browser may restore the page that was left, but this automated one doesn't.
    await page.evaluate(`dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))`);
    await page.waitForSelector("#sign-in:not([hidden])");
    expect(await isHidden(page, "#account")).toBe(true);
    const left = await page.content();
    for (const known of ["@example.com", "Shop", key.slice(0, 8)])
      expect(left).not.toContain(known);
    expect(await page.evaluate(`document.querySelector("#sign").elements.path.value`)).toBe("");
  });

  test("revokes nothing before confirming, by keyboard too", async () => {
    const key = await newKey();
    const page = await openAccount(key);
    await page.focus("#keys .danger");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    expect((await call(key)).status).toBe(200);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Revoke");
    expect((await call(key)).status).toBe(200);
  });

  test("finds no accessibility error by axe, in light and dark mode, and no sideways scrolling at 360 pixels", async () => {
    const key = await newKey();
    for (const path of [light, "/api/qr/generate?data=a", "/api/qr/generate"])
      await call(key, path);
    await hub.post("/api-key/keys", { name: "Shop" }, { "x-api-key": key });
    // tests/every-page.serial.test.ts checks the page in its initial state.
    const page = await openPage("/account");
    await paste(page, "#sign-in [name=api_key]", key);
    await press(page, "Sign in");
    await page.waitForSelector("#account:not([hidden])");
    await untilCounted(page);
    await openMaker(page);
    await press(page, "Save");
    await hears(page, "Key created");
    await page.click("#new summary");
    await page.click(".chart summary");
    await page.click("#keys li:nth-child(2) button");
    await page.click("#keys li:nth-child(3) .danger");
    if (isFullDepth) expect(await findAxeErrors(page)).toEqual([]);
    await page.setViewport({ width: 360, height: 800 });
    expect(await findAxeErrors(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  });
});
