import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isFullDepth, sampleCases } from "hub/testing";
import {
  findAxeErrors,
  getPage,
  lacksBrowser,
  leavePage,
  recordConsoleErrors,
} from "../core/testing/page-browser.ts";
import { getPageHub } from "../core/testing/page-hub.ts";

/** Endpoints with each kind of request and response; the other pages consist of the same elements. */
const endpoints = [
  "qr/post-generate",
  "dev/post-json-format",
  "ai/post-rewrite",
  "crypto/get-prices",
  "email/post-validate-batch",
  "image/post-chart",
  "invoice/post-generate",
  "pdf/post-merge",
  "tts/post-speak",
  "url/get-s-by-code",
  "hub/delete-api-key",
  "ip-geo/get-me",
];
const paths = [
  "/",
  "/documentation",
  "/documentation/limits",
  "/documentation/guides",
  "/documentation/guides/installing",
  "/documentation/errors",
  "/documentation/search?q=qr",
  "/documentation/dev",
  ...sampleCases(endpoints, 3).map((name) => `/documentation/${name}`),
  "/problems/rate_limited",
  // With one service, in core/site/docs/endpoint/reference-page.serial.test.ts.
  ...(isFullDepth ? ["/docs"] : []),
  "/try",
  "/gallery",
  "/signup",
  "/account",
  "/services",
  "/status",
  "/admin",
  "/nothing-here",
];
const widths = [360, 1280];
/** The greatest height of a documentation page on a desktop, in pixels. */
const heightMax = 6000;

/** Returns the widths at which a page is audited. A plain run alternates between phone and desktop widths. */
function selectWidths(index: number): number[] {
  return isFullDepth ? widths : widths.slice(index % 2).slice(0, 1);
}

describe.skipIf(lacksBrowser)("every page, in a browser,", () => {
  let hub: Awaited<ReturnType<typeof getPageHub>>;
  beforeAll(async () => {
    hub = await getPageHub();
  });
  afterAll(leavePage);

  test.each(paths.map((path, index) => [path, selectWidths(index)] as const))(
    "%s is accessible, and makes no requests to other hosts",
    async (path, audited) => {
      const page = await getPage();
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      // On other pages a browser logs some responses itself.
      if (path === "/docs") recordConsoleErrors(page, complaints);
      page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(hub.url) && !/^(data|blob):/.test(url)) complaints.push(`asks ${url}`);
      });
      await page.setViewport({ width: 360, height: 800 });
      await page.goto(hub.url + path, { waitUntil: "load" });
      if (path.startsWith("/documentation") && !path.includes("/guides/")) {
        await page.setViewport({ width: 1280, height: 800 });
        const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
        if (height > heightMax) complaints.push(`is ${height} high`);
      }
      for (const width of widths) {
        await page.setViewport({ width, height: 800 });
        // The reference is rendered by its script.
        if (path === "/docs") await page.waitForSelector(".opblock-tag");
        // Collapsed content, such as an endpoint's fields, must be accessible too.
        await page.$$eval(".group", (groups) => {
          for (const group of groups.slice(0, 4)) group.setAttribute("open", "");
        });
        const faults = audited.includes(width) ? await findAxeErrors(page) : [];
        complaints.push(...faults.map((fault) => `${width}: ${fault}`));
        const wide = await page.evaluate("document.documentElement.scrollWidth");
        if (wide !== width) complaints.push(`${width}: is ${wide} wide`);
      }
      expect(complaints).toEqual([]);
    },
  );
});
