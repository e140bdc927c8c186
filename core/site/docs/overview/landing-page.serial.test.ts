import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { json, sampleCases } from "hub/testing";
import type { HTTPRequest, Page } from "puppeteer-core";
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
  test("shows images and a player from samples, each with its request", async () => {
    const page = await markup();
    for (const part of [
      '<img src="/try/qr?data=https%3A%2F%2Fexample.com&amp;style=rounded&amp;format=svg"',
      '<img src="/try/badge?label=build&amp;message=passing',
      'src="/try/tts?text=Hello%2C+world.&amp;voice=flite-slt"',
      "<code>GET /api/qr/generate?data=https%3A%2F%2Fexample.com&amp;style=rounded&amp;format=svg</code>",
      "<code>POST /api/image/chart {&quot;series&quot;:[{&quot;data&quot;:[12,19,16,24,28,31]}]",
      'href="/documentation/currency/get-convert"',
      '<a href="/try/currency/100/USD/EUR">',
      '<form class="card" method="post" action="/signup">',
    ])
      expect(page).toContain(part);
  });

  test("has forms that open their request; those that cannot be sent so are locked", async () => {
    const page = await markup();
    const form = /<form action="\/try\/hash\/sha256"[^>]*>([\s\S]*?)<\/form>/.exec(page)?.[1] ?? "";
    expect(form).toMatch(/name="algo" disabled/);
    expect(form).toMatch(/name="text" value="hello"/);
    expect(form).toContain("<noscript><button>Hash</button></noscript>");
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
      /<section id="paths">([\s\S]*?)<section id="demos">/.exec(await markup()) ?? [];
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
    expect(images.length).toBe(5);
    expect(images.filter((image) => !/ width="[1-9]\d*" height="[1-9]\d*"/.test(image))).toEqual(
      [],
    );
  });

  test("shows no sample that a hub lacks, and no form if keys aren't issued", async () => {
    const small = docsHub([samplePlugin], { signup: "closed" });
    const page = await markup(small);
    expect(page).not.toContain('class="demo"');
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
  const until = (page: Page, condition: string) => page.waitForFunction(condition);

  async function write(page: Page, selector: string, text: string): Promise<void> {
    await page.click(selector, { count: 3 });
    await page.keyboard.type(text);
  }

  test("draws the QR code of the typed text, and shows the request", async () => {
    const page = await open();
    await write(page, "#show-qr [name=data]", "typed by hand");
    await until(page, `document.querySelector("#show-qr img").alt.endsWith("typed by hand")`);
    expect(await readElementText(page, "#show-qr .line code")).toBe(
      "GET /api/qr/generate?data=typed+by+hand&style=rounded&format=svg",
    );
    const drawn = (await page.evaluate(`(async () => {
      const image = document.querySelector("#show-qr img");
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [600, 600];
      canvas.getContext("2d").drawImage(image, 0, 0, 600, 600);
      return canvas.toDataURL();
    })()`)) as string;
    const key = { "x-api-key": await hub.key() };
    const read = await json(await hub.post("/api/qr/decode", { image: drawn }, key));
    expect(read.codes[0].text).toBe("typed by hand");
  });

  test("speaks a sentence", async () => {
    const page = await open();
    await write(page, "#show-tts [name=text]", "One, two, three.");
    await page.click("#show-tts button");
    await until(page, `document.querySelector("#show-tts audio").duration > 0.5`);
    expect(await readElementText(page, "#show-tts .told")).toBe("");
  });

  test("draws badges and charts, hashes, and converts with rates whose day and source it shows", async () => {
    const page = await open();
    await write(page, "#show-badge [name=message]", "failing");
    await until(page, `document.querySelector("#show-badge img").src.startsWith("blob:")`);
    await write(page, "#show-chart [name=series]", "1, 2, 3, 5, 8, 13");
    await until(page, `document.querySelector("#show-chart img").src.startsWith("blob:")`);
    expect(await readElementText(page, "#show-chart .line code")).toContain(
      '"data":[1,2,3,5,8,13]',
    );
    await write(page, "#show-hash [name=text]", "abc");
    await until(
      page,
      `document.querySelector("#show-hash output").textContent.startsWith("ba7816bf8f01cfea")`,
    );
    await write(page, "#show-currency [name=amount]", "7");
    await until(
      page,
      `/^7 USD = [\\d.]+ EUR/.test(document.querySelector("#show-currency output").textContent)`,
    );
    expect(await readElementText(page, "#show-currency output small")).toMatch(/^Rates of \d{4}-/);
  });

  test("explains what cannot be drawn, and when the rate limit is exceeded", async () => {
    const from = newAddress();
    const page = await open("/", from);
    await write(page, "#show-chart [name=series]", "x");
    await until(page, `document.querySelector("#show-chart .told").textContent !== ""`);
    // The earlier picture doesn't belong to these values.
    expect(await page.$("#show-chart .shown.stale")).not.toBeNull();
    for (let call = 0; call < 30; call++) await hub.get("/try/hash/md5", from);
    await write(page, "#show-hash [name=text]", "more");
    await until(page, `document.querySelector("#show-hash .told").textContent !== ""`);
    expect(await readElementText(page, "#show-hash .told")).toMatch(
      /^Without a key this address may call 30 times in 60 seconds\. Try again in \d+ seconds, or get an API key/,
    );
    // The browser itself logs error responses.
    complaints.splice(0);
  });

  test("shows that a picture loads, and a reason with a way on instead of a broken one", async () => {
    const from = newAddress();
    for (let call = 0; call < 30; call++) await hub.get("/try/qr?data=a", from);
    const page = await getPage();
    await page.setExtraHTTPHeaders(from);
    // Other tests have left the pictures in the browser's cache.
    await page.setCacheEnabled(false);
    await page.setRequestInterception(true);
    const held: HTTPRequest[] = [];
    const hold = (request: HTTPRequest) => {
      if (request.url().includes("/try/badge")) held.push(request);
      else void request.continue();
    };
    page.on("request", hold);
    await page.goto(hub.url, { waitUntil: "domcontentloaded" });
    await page.waitForSelector(".first-call .told button");
    expect(await readElementText(page, ".first-call .told")).toMatch(/^Without a key .*Try again$/);
    expect(await page.$eval(".first-call img", (image) => image.checkVisibility())).toBe(false);
    await page.$eval("#show-badge", (section) => section.scrollIntoView());
    await page.waitForSelector('#show-badge .shown[aria-busy="true"]');

    await page.setExtraHTTPHeaders(newAddress());
    await page.click(".first-call .told button");
    await until(page, `document.querySelector(".first-call img").naturalWidth > 0`);
    expect(await page.$eval(".first-call img", (image) => image.checkVisibility())).toBe(true);
    expect(await readElementText(page, ".first-call .told")).toBe("");
    while (held.length === 0) await Bun.sleep(10);
    for (const request of held) void request.continue();
    await page.waitForSelector("#show-badge .shown:not([aria-busy])");
    page.off("request", hold);
    await page.setRequestInterception(false);
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

  test("issues a key on the page, which can be copied and works; a known address gets an error", async () => {
    const page = await open();
    await page.type("#key [name=email]", "front@example.com");
    await page.click("#key form button");
    await page.waitForSelector("#key .key code");
    const key = await readElementText(page, "#key .key code");
    await page.click("#key .issued-here button");
    await until(page, "document.documentElement.dataset.copied");
    expect(await page.evaluate("document.documentElement.dataset.copied")).toBe(key);
    expect((await hub.get("/api/dev/uuid", { "x-api-key": key })).status).toBe(200);
    expect(page.url()).toBe(`${hub.url}/`);
    expect(complaints.splice(0)).toEqual([]);

    const again = await open();
    await again.type("#key [name=email]", "front@example.com");
    await again.click("#key form button");
    await until(again, `document.querySelector("#key .told")?.textContent`);
    expect(await readElementText(again, "#key .told")).toContain("front@example.com");
    complaints.splice(0);
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
    await page.goto(hub.url);
    expect(await isSeen(".demo form")).toBe(false);
    expect(await isSeen(".demo img")).toBe(true);
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
