import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sampleCases } from "hub/testing";
import type { Browser } from "puppeteer-core";
import { axeFaults, closePages, getBrowser, lacksBrowser } from "./page-browser.ts";
import { runHub } from "./running-hub.ts";

/** The services whose pages hold the most; the others are made of the same. */
const services = ["qr", "ai", "dev", "image", "url", "invoice", "pdf", "tts", "hub"];
const paths = [
  "/",
  "/documentation",
  "/documentation/limits",
  "/documentation/errors",
  "/documentation/search?q=qr",
  ...sampleCases(services, 2).map((name) => `/documentation/${name}`),
  "/problems/rate_limited",
  "/docs",
  "/try",
  "/signup",
  "/account",
  "/services",
  "/status",
  "/admin",
  "/nothing-here",
];

describe.skipIf(lacksBrowser)("every page, in a browser,", () => {
  let browser: Browser;
  let hub: Awaited<ReturnType<typeof runHub>>;

  beforeAll(async () => {
    browser = await getBrowser();
    hub = await runHub({ HUB_OFFLINE: "1", HUB_ADMIN_TOKEN: "a-token-of-an-operator-0123456789" });
  });
  afterAll(async () => {
    await closePages(browser);
    await hub?.stop();
  });

  test.each(paths)("%s can be used by everybody, and stays with the hub", async (path) => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      // Of other pages a browser logs some answers itself.
      if (message.type() === "error" && path === "/docs") complaints.push(message.text());
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(hub.url) && !/^(data|blob):/.test(url)) complaints.push(`asks ${url}`);
    });
    await page.setViewport({ width: 360, height: 800 });
    await page.goto(hub.url + path, { waitUntil: "load" });
    for (const width of [360, 1280]) {
      await page.setViewport({ width, height: 800 });
      // The reference is drawn by its script.
      if (path === "/docs") await page.waitForSelector(".opblock-tag");
      // What is folded together, as the fields of an endpoint, is to be usable, too.
      await page.$$eval(".group", (groups) => {
        for (const group of groups.slice(0, 4)) group.setAttribute("open", "");
      });
      complaints.push(...(await axeFaults(page)).map((fault) => `${width}: ${fault}`));
      const wide = await page.evaluate("document.documentElement.scrollWidth");
      if (wide !== width) complaints.push(`${width}: is ${wide} wide`);
    }
    await page.close();
    expect(complaints).toEqual([]);
  });
});
