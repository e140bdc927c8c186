import { beforeEach, describe, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { type Browser, HubError, type Picture, type Shot } from "hub";
import { json, testHub } from "hub/testing";
import sharp from "sharp";
import { browser as gradient } from "./fixtures.ts";
import captureRoute from "./routes/capture.post.ts";

const capture = "/api/screenshot/capture";
let shots: Shot[] = [];
let answer: (shot: Shot) => Partial<Picture> = () => ({});
const browser: Browser = async (shot, options) => {
  shots.push(shot);
  return { ...(await gradient(shot, options)), ...answer(shot) };
};
let now = Date.UTC(2026, 0, 2);
const hub = await testHub(import.meta.dir, { browser, clock: () => now });
beforeEach(() => {
  shots = [];
  answer = () => ({});
  now += 86_400_000;
});

const get = (query: string) => hub.get(`${capture}?url=https://example.com/&${query}`);
const post = (body: object) => hub.post(capture, body);

test("returns an image with details of the page in headers", async () => {
  answer = () => ({ finalUrl: "https://example.com/ü", title: "Grüße, 世界", truncated: true });
  const { headers } = await get("full_page=true");
  expect(headers.get("content-type")).toBe("image/png");
  expect(headers.get("x-page-title")).toBe("UTF-8''Gr%C3%BC%C3%9Fe%2C%20%E4%B8%96%E7%95%8C");
  expect(headers.get("x-final-url")).toBe("https://example.com/%C3%BC");
  expect(headers.get("x-screenshot-truncated")).toBe("true");
  expect([headers.get("x-image-width"), headers.get("x-page-status")]).toEqual(["1280", "200"]);
});

test("returns the image with all details as JSON", async () => {
  const body = await json(await get("format=json&width=400&height=300"));
  const { image, ...about } = body;
  expect(image).toStartWith("data:image/png;base64,");
  expect(about).toMatchObject({
    ...{ success: true, url: "https://example.com/", width: 400, height: 300, format: "png" },
    ...{ blank: false, blocked_requests: 0, captured_at: "2026-01-04T00:00:00.000Z" },
  });
  expect(about.perceptual_hash).toMatch(/^[0-9a-f]{16}$/);
});

test("returns the same image as base64 text", async () => {
  const text = await (await get("format=base64&cache_ttl=0")).text();
  const bytes = await (await get("cache_ttl=0")).bytes();
  expect(Buffer.from(text, "base64").equals(bytes)).toBe(true);
});

test("answers the same request from the cache for its TTL", async () => {
  const first = await get("cache_ttl=60&delay=1");
  const second = await get("cache_ttl=60&delay=1");
  expect([first, second].map(({ headers }) => headers.get("x-cache"))).toEqual(["MISS", "HIT"]);
  expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
  now += 60_000;
  expect((await get("cache_ttl=60&delay=1")).headers.get("x-cache")).toBe("MISS");
  expect((await get("cache_ttl=0&delay=1")).headers.get("x-cache")).toBe("MISS");
  expect(shots).toHaveLength(3);
});

test("simultaneous identical requests share one capture", async () => {
  const answers = await Promise.all([get("delay=2"), get("delay=2"), get("delay=2")]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(shots).toHaveLength(1);
});

test("aborts a capture when all of its callers have disconnected", async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const started = Promise.withResolvers<void>();
  const waiting = await testHub(import.meta.dir, {
    browser(_, { signal } = {}) {
      signals.push(signal);
      started.resolve();
      return new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(new HubError("caller_gone", "Gone")));
      });
    },
  });
  const [one, other] = [new AbortController(), new AbortController()];
  const path = `${capture}?url=https://example.com/`;
  const calls = [one, other].map(({ signal }) => waiting.get(path, {}, signal));
  await started.promise;
  // The other call joins it in the same turn of the event loop.
  await Bun.sleep(0);
  one.abort();
  await Bun.sleep(0);
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  other.abort();
  await Promise.all(calls);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});

test("a device sets the window, and each value can be overridden", async () => {
  await get("device=mobile");
  await get("device=mobile&width=500&device_scale_factor=1");
  expect(shots.map(({ viewport }) => viewport)).toEqual([
    { width: 412, height: 915, scale: 2.625, mobile: true },
    { width: 500, height: 915, scale: 1, mobile: true },
  ]);
  expect(shots[0]?.userAgent).toContain("Mobile");
});

test("scales an image down, but never up", async () => {
  const small = await get("resize_width=64&format=webp");
  const { format, width } = await sharp(await small.bytes()).metadata();
  expect([format, width, small.headers.get("x-image-width")]).toEqual(["webp", 64, "64"]);
  expect(shots[0]?.image.type).toBe("png");
  expect((await get("resize_width=3000")).headers.get("x-image-width")).toBe("1280");
});

test("waits once more for a page that is blank", async () => {
  const white = await sharp({
    create: { width: 1280, height: 800, channels: 3, background: "#fff" },
  })
    .png()
    .toBuffer();
  answer = () => (shots.length === 1 ? { bytes: new Uint8Array(white) } : {});
  expect((await get("delay=100")).headers.get("x-screenshot-blank")).toBeNull();
  expect(shots.map(({ wait }) => wait.delayMs)).toEqual([100, 1600]);
  answer = () => ({ bytes: new Uint8Array(white) });
  expect((await json(await get("delay=101&format=json"))).blank).toBe(true);
});

test("reports a page that was captured before it was ready, and doesn't cache or retry it", async () => {
  const white = await sharp({
    create: { width: 1280, height: 800, channels: 3, background: "#fff" },
  })
    .png()
    .toBuffer();
  answer = () => ({ bytes: new Uint8Array(white), settled: false });
  const first = await get("best_effort=true&delay=3");
  const told = ["x-screenshot-settled", "cache-control", "x-cache"];
  expect(told.map((name) => first.headers.get(name))).toEqual(["false", "no-store", "MISS"]);
  expect((await json(await get("best_effort=true&delay=3&format=json"))).settled).toBe(false);
  expect(shots.map(({ wait }) => wait.bestEffort)).toEqual([true, true]);
});

test("a request for a ready page doesn't get another caller's best-effort capture", async () => {
  answer = ({ wait }) => ({ settled: !wait.bestEffort });
  const both = await Promise.all([get("best_effort=true&delay=4"), get("delay=4")]);
  expect(both.map(({ headers }) => headers.get("x-screenshot-settled"))).toEqual(["false", "true"]);
  expect(shots).toHaveLength(2);
});

test("blocks consent banners and ads unless they are wanted", async () => {
  await get("hide_selectors=.chat,%23promo");
  await get("block_ads=false&block_cookie_banners=false");
  const [first, second] = shots as [Shot, Shot];
  expect(first.blockedHosts).toContain("doubleclick.net");
  expect(first.script).toContain("cookie");
  expect(first.css.join()).toContain(".chat{display:none!important}");
  expect([second.blockedHosts, second.script, second.css.join()]).toEqual([[], undefined, ""]);
});

describe("several windows", () => {
  const html = "<p>Text";
  const viewports = [
    { device: "mobile" },
    { width: 640, height: 400 },
    { device: "tablet", width: 700 },
  ];

  test("returns a ZIP archive with an image for each", async () => {
    const response = await post({ html, viewports, format: "jpeg" });
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.get("x-capture-count")).toBe("3");
    const files = unzipSync(await response.bytes());
    expect(Object.keys(files)).toEqual(["01-mobile.jpg", "02-640x400.jpg", "03-tablet-700x.jpg"]);
    const { width, format } = await sharp(files["02-640x400.jpg"]).metadata();
    expect([width, format]).toEqual([640, "jpeg"]);
    expect(shots.map(({ viewport }) => [viewport.width, viewport.mobile])).toEqual([
      [412, true],
      [640, false],
      [700, true],
    ]);
  });

  test("returns a list as JSON, and costs a unit for each", async () => {
    const { captures } = await json(await post({ html, viewports, format: "json" }));
    expect(captures).toHaveLength(3);
    expect(captures[1]).toMatchObject({ width: 640, height: 400, format: "png" });
    const values = { body: { viewports } };
    expect((captureRoute.cost as (input: unknown) => number)(values)).toBe(3);
  });

  test.each([
    [{ width: 400 }, "body.width"],
    [{ device: "mobile" }, "body.device"],
    [{ format: "base64" }, "body.format"],
    [{ viewports: [] }, "body.viewports"],
    [{ viewports: Array(11).fill({}) }, "body.viewports"],
    [{ viewports: [{ width: 5 }] }, "body.viewports.0.width"],
    [{ viewports: [{ full_page: true }] }, "body.viewports.0.full_page"],
  ])("rejects %j", async (fields, location) => {
    const answer = await json(await post({ html, viewports, ...fields }));
    expect([answer.status, answer.errors[0].location]).toEqual([400, location]);
    expect(shots).toEqual([]);
  });
});

test("reports the banners that were hidden", async () => {
  const removed = [{ selector: "#bar", text: "We use cookies" }];
  answer = () => ({ scriptResult: removed });
  const response = await get("format=json");
  expect(response.headers.get("x-screenshot-removed")).toBe("1");
  expect((await json(response)).removed).toEqual(removed);
  answer = () => ({ scriptResult: "no list" });
  expect((await json(await get("format=json&delay=1"))).removed).toEqual([]);
});

test("renders Markdown as a page without active content", async () => {
  await post({
    markdown: "# A & B\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) **bold**",
  });
  const [{ source }] = shots as [Shot];
  const html = "html" in source ? source.html : "";
  expect(html).toContain("<title>A &amp; B</title>");
  expect(html).toContain("&lt;script&gt;");
  expect(html).toContain("<strong>bold</strong>");
  expect(html).not.toContain("javascript:");
});

test("draws a frame around the image, on a background", async () => {
  const background = "linear-gradient(45deg, #f06, #48f)";
  await post({ url: "https://example.com/a?b", frame: "dark", background, format: "jpeg" });
  const [page, frame] = shots as [Shot, Shot];
  expect([page.image.type, frame.image.type]).toEqual(["png", "jpeg"]);
  const { html = "", files = {} } = "html" in frame.source ? frame.source : {};
  expect(html).toContain("<span>example.com/a</span>");
  expect(html).toContain(`background:${background};`);
  expect([Object.keys(files), frame.javascript]).toEqual([["/picture.png"], false]);
});

test("passes cookies, headers and a location to the page", async () => {
  await post({
    url: "https://example.com/",
    cookies: [{ name: "a", value: "b", http_only: true }],
    headers: { Authorization: "Bearer x" },
    geolocation: { latitude: 1, longitude: 2 },
  });
  expect(shots[0]).toMatchObject({
    cookies: [{ name: "a", value: "b", httpOnly: true }],
    headers: { Authorization: "Bearer x" },
    geolocation: { latitude: 1, longitude: 2, accuracy: 10 },
  });
});

test("fail_on_status fails with 422 and the page's status", async () => {
  answer = () => ({ status: 404 });
  const failed = await get("fail_on_status=true");
  expect([failed.status, await json(failed)]).toMatchObject([
    ...[422, { code: "page_status", page_status: 404 }],
  ]);
  expect((await get("fail_on_status=false")).headers.get("x-page-status")).toBe("404");
});

describe("fails with 400 for", () => {
  const page = { url: "https://example.com/" };
  test.each<[string, object, string]>([
    ["no page", {}, "body"],
    ["two pages", { ...page, html: "x" }, "body"],
    ["a file", { url: "file:///etc/passwd" }, "body.url"],
    ["the source of a page", { url: "view-source:https://example.com/" }, "body.url"],
    ["a password in the address", { url: "https://a:b@example.com/" }, "body.url"],
    ["blanks in the address", { url: "https://exam\nple.com/" }, "body.url"],
    [
      "too many pixels",
      { ...page, width: 3840, device_scale_factor: 3 },
      "body.device_scale_factor",
    ],
    ["a page and an element", { ...page, full_page: true, selector: "a" }, "body"],
    ["an invalid time zone", { ...page, timezone: "Mars/Base" }, "body.timezone"],
    ["an invalid language", { ...page, locale: "x" }, "body.locale"],
    ["a rule for a selector", { ...page, hide_selectors: ["a{}b"] }, "body.hide_selectors.0"],
    ["a header of the browser's", { ...page, headers: { Host: "x" } }, "body.headers.Host"],
    ["a header of a proxy's", { ...page, headers: { "Proxy-X": "x" } }, "body.headers.Proxy-X"],
    ["two headers in one", { ...page, headers: { A: "x\r\nB: y" } }, "body.headers.A"],
    ["a background to fetch", { ...page, background: "url(//evil)" }, "body.background"],
    ["a background that ends its rule", { ...page, background: "red;}a{" }, "body.background"],
  ])("%s", async (_, body, location) => {
    const refused = await post(body);
    expect([refused.status, (await json(refused)).errors[0].location]).toEqual([400, location]);
    expect(shots).toEqual([]);
  });
});

test.each([
  ["address_not_allowed", 403],
  ["selector_not_found", 422],
  ["navigation_failed", 502],
  ["browser_unavailable", 503],
  ["busy", 503],
  ["capture_timeout", 504],
])("%s of the browser fails with %d, and isn't cached", async (code, status) => {
  answer = () => {
    throw new HubError(code, "It failed");
  };
  const failed = await get(`wait_for=${code}`);
  expect([failed.status, (await json(failed)).code]).toEqual([status, code]);
  answer = () => ({});
  expect((await get(`wait_for=${code}`)).status).toBe(200);
});

test("an operator can disable the browser", async () => {
  const closed = await testHub(import.meta.dir, { denied: ["browser"] });
  const refused = await closed.example("capture.get.ts");
  expect([refused.status, (await json(refused)).code]).toEqual([501, "capability_unavailable"]);
});

test.each([
  [{ paper: "a4" }, "body.paper"],
  [{ footer: "x" }, "body.footer"],
  [{ format: "pdf", selector: "h1" }, "body.selector"],
  [{ format: "pdf", resize_width: 100 }, "body.resize_width"],
  [{ format: "pdf", frame: "dark" }, "body.frame"],
  [{ format: "pdf", page_margin: 100 }, "body.page_margin"],
  [{ format: "pdf", page_ranges: "1-" }, "body.page_ranges"],
] as const)("rejects the layout %j", async (fields, location) => {
  const { status, errors } = await json(await post({ html: "<p>", ...fields }));
  expect([status, errors[0].location]).toEqual([400, location]);
  expect(shots).toEqual([]);
});

test("a PDF has the number of its pages instead of a size in pixels", async () => {
  answer = () => ({ pages: 3 });
  const { headers } = await get("format=pdf&paper=a5&landscape=true");
  expect([headers.get("content-type"), headers.get("x-page-count")]).toEqual([
    "application/pdf",
    "3",
  ]);
  expect(headers.has("x-image-width")).toBe(false);
  expect(shots[0]?.print).toMatchObject({ landscape: true, media: "print", tagged: true });
});

test("renders long Markdown in a job process", async () => {
  const apart = await testHub(import.meta.dir, { browser, jobs: true });
  const response = await apart.post(capture, { markdown: "Text *here*\n\n".repeat(2000) });
  expect(response.status).toBe(200);
  expect(shots).toHaveLength(1);
  expect(shots[0]?.source).toMatchObject({ html: expect.stringContaining("<em>here</em>") });
  const { heavy } = captureRoute;
  for (const [length, expected] of [
    [16_384, false],
    [16_385, true],
  ] as const)
    expect(typeof heavy === "function" && heavy({ body: { markdown: "x".repeat(length) } })).toBe(
      expected,
    );
  await apart.close();
});

test.each([
  [{ steps: [{ action: "click" }] }, "body.steps.0"],
  [{ steps: [{ action: "click", selector: "a", text: "x" }] }, "body.steps.0.text"],
  [{ steps: [{ action: "type", selector: "a" }] }, "body.steps.0"],
  [{ steps: [{ action: "press", text: "F5" }] }, "body.steps.0.text"],
  [{ steps: [{ action: "wait" }] }, "body.steps.0"],
  [{ steps: [{ action: "scroll", selector: "a", y: 3 }] }, "body.steps.0"],
  [{ steps: [{ action: "eval", text: "1" }] }, "body.steps.0.action"],
  [{ steps: Array(21).fill({ action: "wait", ms: 1 }) }, "body.steps"],
  [{ frozen_at: "noon" }, "body.frozen_at"],
  [{ frozen_at: "2026-01-31T12:00" }, "body.frozen_at"],
  [{ frozen_at: "2026-02-40" }, "body.frozen_at"],
  [{ frozen_at: "2026-02-30T12:00:00Z" }, "body.frozen_at"],
])("rejects %j", async (fields, location) => {
  const { status, errors } = await json(await post({ html: "<p>", ...fields }));
  expect([status, errors[0].location]).toEqual([400, location]);
  expect(shots).toEqual([]);
});
