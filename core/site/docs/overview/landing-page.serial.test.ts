import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sampleCases } from "hub/testing";
import type { Page } from "puppeteer-core";
import { engines, scripts } from "../../../../package.json";
import { loadAll } from "../../../host/load/load-all.ts";
import { browser as asBrowser, docsHub } from "../../../testing/docs-hub.ts";
import { findAxeErrors, getPage, lacksBrowser, leavePage } from "../../../testing/page-browser.ts";
import { getPageHub, newAddress } from "../../../testing/page-hub.ts";
import { samplePlugin } from "../../../testing/sample-plugin.ts";

const { plugins } = await loadAll([`${import.meta.dir}/../../../../plugins`]);
const told = docsHub(plugins);

async function markup(hub = told): Promise<string> {
  return (await hub.get("/", asBrowser)).text();
}

describe("the front page, without scripts,", () => {
  test("links frequent tasks, and posts the sign-up form", async () => {
    const page = await markup();
    expect(page.match(/<ul class="tiles">.*?<\/ul>/s)?.[0].match(/<li>/g)).toHaveLength(12);
    expect(page).toContain('<a href="/tools/pdf/merge"><strong>Merge PDFs</strong>');
    expect(page).toContain('<form class="card" method="post" action="/signup">');
  });

  test("says what the hub is, for whom and where, and shows a command with its answer", async () => {
    const page = await markup();
    expect(page).toMatch(
      /<h1>Thirteen utility APIs for developers, .*self-hosted.* behind one key<\/h1>/,
    );
    const path = "/try/qr?data=https://hub.example&amp;style=rounded&amp;format=svg";
    const [, hero = ""] = /<section class="hero">([\s\S]*?)<\/section>/.exec(page) ?? [];
    expect(hero).toContain(`<code>curl &#x27;https://hub.example${path}&#x27; -o code.svg</code>`);
    expect(hero).toContain(`<img src="${path}"`);
  });

  test("shows three ways to begin, with commands that exist", async () => {
    const [, paths = ""] =
      /<section id="paths">([\s\S]*?)<section id="key">/.exec(await markup()) ?? [];
    expect(paths.match(/<h3>[^<]+/g)).toEqual([
      "<h3>Call it",
      "<h3>Run it for others",
      "<h3>Write a plugin",
    ]);
    const commands = Array.from(paths.matchAll(/bun@(\S+) run ([\w-]+)/g), ([, ...found]) => found);
    expect(commands).toEqual(
      ["start", "keys", "new-plugin", "dev", "check"].map((name) => [engines.bun, name]),
    );
    for (const [, name = ""] of commands) expect(scripts).toHaveProperty(name);
    const open = await markup(docsHub(plugins, { signup: "closed" }));
    expect(open).not.toContain("Get a key for your email address.");
  });

  test("shows figures once there are enough of them, and none of a new hub", async () => {
    const page = await markup();
    expect(page).toContain("<dt>Requests served</dt><dd>12,345</dd>");
    expect(page).toContain("<dt>Median response</dt><dd>2.5 ms</dd>");
    const fresh = docsHub(plugins, { answered: () => ({ count: 999, halfWithinMs: 5000 }) });
    expect(await markup(fresh)).not.toContain('class="numbers"');
  });

  test("keeps a place for each picture, so that nothing moves when it arrives", async () => {
    const images = (await markup()).match(/<img [^>]*>/g) ?? [];
    expect(images.length).toBe(1);
    expect(images.filter((image) => !/ width="[1-9]\d*" height="[1-9]\d*"/.test(image))).toEqual(
      [],
    );
  });

  test("shows no sample that a hub lacks, and no form if keys aren't issued", async () => {
    const small = docsHub([samplePlugin], { signup: "closed" });
    const page = await markup(small);
    expect(page).not.toContain('class="first-call"');
    expect(page).not.toContain('action="/signup"');
    expect(page).toContain("ask its operator for one");
  });
});

describe.skipIf(lacksBrowser)("the front page in a browser", () => {
  let hub: Awaited<ReturnType<typeof getPageHub>>;
  const complaints: string[] = [];

  beforeAll(async () => {
    hub = await getPageHub();
  });
  afterAll(leavePage);

  /** Opens a page and records console errors and requests to other hosts, which fail the test. */
  async function open(path = "/", from = newAddress()): Promise<Page> {
    const page = await getPage({ clipboard: "recorded" });
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(`${path} logs ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(`${path} throws ${error}`));
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== hub.url && protocol !== "blob:" && protocol !== "data:")
        complaints.push(`${path} asks ${request.url()}`);
    });
    await page.setExtraHTTPHeaders(from);
    await page.goto(hub.url + path);
    return page;
  }

  const readElementText = (page: Page, selector: string) =>
    page.$eval(selector, ({ textContent }) => textContent?.trim() ?? "");
  // By time: a page without changes has no frames.
  const until = (page: Page, condition: string) => page.waitForFunction(condition, { polling: 50 });

  test("offers to load a picture again that could not be loaded", async () => {
    const from = newAddress();
    for (let call = 0; call < 30; call++) await hub.get("/try/qr?data=a", from);
    const page = await getPage();
    await page.setExtraHTTPHeaders(from);
    // Other tests have left the picture in the browser's cache.
    await page.setCacheEnabled(false);
    await page.goto(hub.url);
    await page.waitForSelector(".first-call .told button");
    expect(await readElementText(page, ".first-call .told")).toStartWith("Cannot show");
    await page.setExtraHTTPHeaders(newAddress());
    await page.click(".first-call .told button");
    await until(page, `document.querySelector(".first-call img")?.naturalWidth > 0`);
    await page.setCacheEnabled(true);
  });

  test("copies the commands of the first call and of each way to begin, as they stand", async () => {
    const page = await open();
    const commands = await page.$$eval(".command", (all) =>
      all.map((one) => one.querySelector("code")?.textContent ?? ""),
    );
    expect(commands.length).toBe(10);
    for (const [index, button] of (await page.$$(".command button")).entries()) {
      await button.click();
      const copied = JSON.stringify(commands[index]);
      await until(page, `document.documentElement.dataset.copied === ${copied}`);
    }
  });

  test("is searched by keyboard only, from any page", async () => {
    for (const path of ["/", "/documentation/limits"]) {
      const page = await open(path);
      await page.keyboard.press("/");
      await page.keyboard.type("convert amount of money");
      // The results before are for a part of the text.
      await page.waitForSelector('#find-result-0[data-href$="/get-convert"]');
      const field = (name: string) => page.$eval("#find", (e, name) => e.getAttribute(name), name);
      expect(await field("aria-expanded")).toBe("true");
      await page.keyboard.press("ArrowDown");
      expect(await field("aria-activedescendant")).toBe("find-result-0");
      await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
      expect(page.url()).toBe(`${hub.url}/documentation/currency/get-convert`);
      await page.keyboard.press("/");
      await page.keyboard.type("qr");
      await page.waitForSelector("#find-results [role=option]");
      await page.keyboard.press("Escape");
      expect(await page.$eval("#find-results", (list) => list.hasAttribute("hidden"))).toBe(true);
      await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
      expect(page.url()).toBe(`${hub.url}/documentation/search?q=qr`);
    }
  });

  test("is accessible, in light and dark mode, on phones and desktops", async () => {
    const looks: [path: string, width: number][] = [
      ["/", 1280],
      ["/", 360],
      ["/documentation/search?q=qr", 360],
      ["/documentation/search?q=qr", 1280],
    ];
    for (const [path, width] of sampleCases(looks, 2)) {
      const page = await open(path);
      await page.setViewport({ width, height: 800 });
      await page.focus("#find");
      await page.keyboard.type("qr");
      await page.waitForSelector("#find-results [role=option]");
      expect(await findAxeErrors(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    }
  });

  test("is printed without its frame and forms, and with collapsed content", async () => {
    const page = await open("/services");
    await page.emulateMediaType("print");
    const isSeen = (selector: string) =>
      page.$eval(selector, (element) => element.checkVisibility({ contentVisibilityAuto: true }));
    expect(await isSeen("header.site")).toBe(false);
    expect(await isSeen("footer.site-end")).toBe(false);
    expect(await isSeen("details.routes li")).toBe(true);
  });

  test("has a navigation bar that fits a phone", async () => {
    const page = await open("/documentation");
    await page.setViewport({ width: 360, height: 800 });
    const tops = await page.$$eval(".site nav a", (links) => links.map((link) => link.offsetTop));
    expect(new Set(tops).size).toBe(1);
  });

  test("logs no error, and only makes requests to the hub", () => {
    expect(complaints).toEqual([]);
  });
});
