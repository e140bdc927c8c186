import { beforeEach, expect, test } from "bun:test";
import type { Browser, Picture, Shot } from "hub";
import { testHub } from "hub/testing";
import sharp from "sharp";
import { browser as gradient } from "../../fixtures.ts";

let shots: Shot[] = [];
let answer: Partial<Picture> = {};
const browser: Browser = async (shot, options) => {
  shots.push(shot);
  return { ...(await gradient(shot, options)), ...answer };
};
const hub = await testHub(new URL("../..", import.meta.url).pathname, { browser });
beforeEach(() => {
  shots = [];
  answer = {};
});

type Fields = Record<string, string | readonly File[]>;

/** Sends a form, as `curl --form` does. */
function send(route: string, fields: Fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const part of [value].flat()) form.append(name, part as string);
  const path = route.startsWith("convert/") ? route : `screenshot/${route}`;
  return hub.post(`/forms/chromium/${path}`, form);
}

const index = (text: string, name = "index.html") => new File([text], name, { type: "text/html" });
const url = { url: "https://example.com/" };

test("url captures the whole page as PNG, in a window of 800 by 600, and blocks nothing", async () => {
  const response = await send("url", url);
  expect(response.headers.get("content-type")).toBe("image/png");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="screenshot.png"');
  expect(shots).toMatchObject([
    {
      source: { url: "https://example.com/" },
      viewport: { width: 800, height: 600, scale: 1, mobile: false },
      area: "page",
      image: { type: "png", transparent: false },
      wait: { until: "auto", delayMs: 0 },
      media: { dark: false, reducedMotion: false },
      blockedHosts: [],
    },
  ]);
  expect(shots[0]).not.toHaveProperty("script");
  // Errors recommend no option that the path lacks.
  expect(shots[0]?.wait).not.toHaveProperty("bestEffort");
});

test("applies the fields of the form", async () => {
  const response = await send("url", {
    ...url,
    ...{ width: "1920", height: "1080", clip: "true", format: "webp", quality: "40" },
    ...{ omitBackground: "true", optimizeForSpeed: "true", waitDelay: "1.5s", userAgent: "me" },
    ...{ waitForSelector: "#id", skipNetworkIdleEvent: "false", emulatedMediaType: "screen" },
    extraHttpHeaders: '{"X-Header": "value"}',
    cookies: '[{"name": "yummy", "value": "choco", "domain": "example.com", "httpOnly": true}]',
    ...{ failOnConsoleExceptions: "false", skipNetworkAlmostIdleEvent: "true" },
  });
  expect(response.headers.get("content-type")).toBe("image/webp");
  expect((await sharp(await response.bytes()).metadata()).width).toBe(1920);
  expect(shots).toMatchObject([
    {
      viewport: { width: 1920, height: 1080 },
      area: "viewport",
      image: { type: "webp", quality: 40, transparent: true },
      wait: { until: "networkidle", delayMs: 1500, selector: "#id" },
      headers: { "X-Header": "value" },
      cookies: [{ name: "yummy", value: "choco", domain: "example.com", httpOnly: true }],
      userAgent: "me",
    },
  ]);
});

test.each([
  ["Gotenberg-Webhook-Url", "https://example.com/done"],
  ["Gotenberg-Webhook-Error-Url", "https://example.com/failed"],
  ["Gotenberg-Webhook-Events-Url", "https://example.com/events"],
  ["Gotenberg-Webhook-Method", "PUT"],
  ["Gotenberg-Webhook-Extra-Http-Headers", "{}"],
])("rejects the header %s before anything is captured", async (name, value) => {
  const form = new FormData();
  form.append("url", url.url);
  for (const path of ["screenshot/url", "convert/url"]) {
    const response = await hub.post(`/forms/chromium/${path}`, form, { [name]: value });
    expect(response.status).toBe(400);
    expect(await response.text()).toBe(
      `header.${name.toLowerCase()} must be omitted: the file is in the response, and webhooks are not supported here`,
    );
  }
  expect(shots).toEqual([]);
});

test("a selector captures one element", async () => {
  await send("url", { ...url, selector: "#chart" });
  expect(shots[0]?.area).toMatchObject({ selector: ["#chart"] });
});

test("JPEG has a quality of 100 by default, and 0 is the lowest", async () => {
  await send("url", { ...url, format: "jpeg" });
  await send("url", { ...url, format: "jpeg", quality: "0" });
  expect(shots.map(({ image }) => image.quality)).toEqual([100, 1]);
});

test.each([
  ["2s", 2000],
  ["500ms", 500],
  ["1s500ms", 1500],
])("waitDelay=%s waits for %d ms", async (waitDelay, delayMs) => {
  await send("url", { ...url, waitDelay });
  expect(shots[0]?.wait.delayMs).toBe(delayMs);
});

test("html loads the files next to index.html by their names", async () => {
  const css = new File(["h1{color:red}"], "style.css", { type: "text/css" });
  const response = await send("html", { files: [css, index('<link href="style.css">')] });
  expect(response.status).toBe(200);
  expect(shots[0]?.source).toEqual({
    html: '<link href="style.css">',
    files: { "/style.css": new TextEncoder().encode("h1{color:red}") },
  });
});

test("markdown includes the files referenced by index.html, and escapes HTML in them", async () => {
  const notes = index("# Title\n\n<script>alert(1)</script>", "notes.md");
  await send("markdown", {
    files: [index('<body>{{ toHTML "notes.md" }}<hr>{{toHTML "notes.md"}}</body>'), notes],
  });
  const { html = "" } = (shots[0]?.source ?? {}) as { html?: string };
  expect(html.match(/<h1>Title<\/h1>/g)).toHaveLength(2);
  expect(html).toContain("&lt;script&gt;");
  expect(html).not.toContain("{{");
});

test.each([
  ["404 by itself", 404, {}, 409],
  ["500 by itself", 500, {}, 409],
  ["200 by itself", 200, {}, 200],
  ["404 where none is to fail", 404, { failOnHttpStatusCodes: "[]" }, 200],
  ["404 where that is to fail", 404, { failOnHttpStatusCodes: "[404]" }, 409],
  ["403 where another is to fail", 403, { failOnHttpStatusCodes: "[404, 599]" }, 200],
] as const)("a page that answers %s", async (_, status, fields, expected) => {
  answer = { status };
  const response = await send("url", { ...url, ...fields });
  expect(response.status).toBe(expected);
  if (expected === 409)
    expect(await response.text()).toBe(`The page responded with the status ${status}`);
});

test("convert prints on letter paper with Gotenberg's margins, without backgrounds", async () => {
  const response = await send("convert/url", url);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="document.pdf"');
  const margins = { top: 0.39, right: 0.39, bottom: 0.39, left: 0.39 };
  expect(shots[0]?.print).toEqual({
    ...{ paper: { width: 8.5, height: 11 }, margins, landscape: false, scale: 1 },
    ...{ backgrounds: false, media: "print", singlePage: false, cssPageSize: false },
    ...{ tagged: false, outline: false },
  });
});

test("convert applies the fields of the form", async () => {
  const header = index("<b>Top</b>", "header.html");
  await send("convert/html", {
    files: [index("<h1>Hi</h1>"), header, index("Bottom", "footer.html")],
    ...{ paperWidth: "210mm", paperHeight: "29.7cm", marginTop: "72pt", marginBottom: "96px" },
    ...{ marginLeft: "1pc", marginRight: "0", landscape: "true", scale: "0.5" },
    ...{ nativePageRanges: "1-2, 4", singlePage: "true", preferCssPageSize: "true" },
    ...{ printBackground: "true", generateTaggedPdf: "true", generateDocumentOutline: "true" },
    ...{ emulatedMediaType: "screen", waitDelay: "1s" },
  });
  const { print, wait } = shots[0] ?? {};
  expect(print).toMatchObject({
    paper: { width: expect.closeTo(8.2677, 3), height: expect.closeTo(11.6929, 3) },
    margins: { top: 1, bottom: 1, left: expect.closeTo(1 / 6), right: 0 },
    ...{ landscape: true, scale: 0.5, pageRanges: "1-2, 4", singlePage: true, cssPageSize: true },
    ...{ backgrounds: true, tagged: true, outline: true, media: "screen" },
    ...{ header: "<b>Top</b>", footer: "Bottom" },
  });
  expect(wait?.delayMs).toBe(1000);
});

test("convert prints Markdown, and fails like a screenshot for the status of a page", async () => {
  const files = [index('{{ toHTML "a.md" }}'), index("# Title", "a.md")];
  expect((await send("convert/markdown", { files })).status).toBe(200);
  answer = { status: 503 };
  expect((await send("convert/url", url)).status).toBe(409);
});

// All form fields in the documentation of Gotenberg 8. A value in brackets is rejected.
const commonFields: Record<string, string | [string]> = {
  ...{
    waitDelay: "1s",
    waitForSelector: "#a",
    waitForExpression: "true",
    waitWindowStatus: "a",
  },
  ...{ emulatedMediaType: "screen", cookies: "[]", userAgent: "me", extraHttpHeaders: "{}" },
  emulatedMediaFeatures: '[{"name":"prefers-color-scheme","value":"dark"}]',
  ...{ failOnHttpStatusCodes: "[499]", failOnResourceHttpStatusCodes: "[499]" },
  ...{ ignoreResourceHttpStatusDomains: '["a.example"]', failOnResourceLoadingFailed: "true" },
  ...{ failOnConsoleExceptions: "true", skipNetworkIdleEvent: "false" },
  ...{ skipNetworkAlmostIdleEvent: "false", downloadFrom: ['[{"url":"https://a.example/"}]'] },
};
const documented: Record<string, Record<string, string | [string]>> = {
  url: {
    ...commonFields,
    ...{ width: "800", height: "600", clip: "true", format: "webp", quality: "50" },
    ...{ omitBackground: "true", optimizeForSpeed: "true", deviceScaleFactor: "2" },
  },
  "convert/url": {
    ...commonFields,
    ...{ singlePage: "true", paperWidth: "8.5", paperHeight: "11in", marginTop: "1cm" },
    ...{ marginBottom: "1", marginLeft: "1", marginRight: "1", preferCssPageSize: "true" },
    ...{ generateDocumentOutline: "true", generateTaggedPdf: "true", printBackground: "true" },
    ...{ omitBackground: "true", landscape: "true", scale: "1.5", nativePageRanges: "1-2" },
    ...{ splitMode: ["intervals"], splitSpan: ["1"], splitUnify: ["true"] },
    ...{ pdfa: ["PDF/A-2b"], pdfua: ["true"], metadata: ['{"Author":"Ada"}'], flatten: ["true"] },
    ...{ userPassword: ["a"], ownerPassword: ["a"], embeds: ["a"], embedsMetadata: ["{}"] },
    ...{ watermarkSource: ["text"], watermarkExpression: ["a"], watermarkPages: ["1"] },
    ...{ watermarkOptions: ["{}"], watermark: ["a"], stampSource: ["text"], stamp: ["a"] },
    ...{ stampExpression: ["a"], stampPages: ["1"], stampOptions: ["{}"], bookmarks: ["{}"] },
    ...{ rotateAngle: ["90"], rotatePages: ["1"] },
  },
};

test.each(
  Object.entries(documented).flatMap(([route, fields]) =>
    Object.entries(fields).map(([name, value]) => [route, name, value] as const),
  ),
)(
  "%s supports the field %s of Gotenberg, or rejects it by its name",
  async (route, name, value) => {
    const [given = ""] = [value].flat();
    const response = await send(route, { ...url, [name]: given });
    const isRejected = Array.isArray(value);
    expect([response.status, shots.length]).toEqual(isRejected ? [400, 0] : [200, 1]);
    if (isRejected) expect(await response.text()).toContain(name);
  },
);

test("waits for an expression and the status of the window", async () => {
  await send("url", { ...url, waitForExpression: "window.ready", waitWindowStatus: 'a"b' });
  expect(shots[0]?.wait.expression).toBe('(window.ready) && (window.status === "a\\"b")');
});

const files = [
  { url: "https://cdn.example.com/a.css", status: 404, error: undefined },
  { url: "https://example.com/b.js", status: 0, error: "net::ERR_CONNECTION_RESET" },
  { url: "https://example.com/left", status: 0, error: "net::ERR_ABORTED" },
];
test.each<[Fields, number, string]>([
  [{ failOnResourceHttpStatusCodes: "[499]" }, 409, "a.css"],
  [{ failOnResourceHttpStatusCodes: "[404, 500]" }, 409, "404"],
  [{ failOnResourceHttpStatusCodes: "[599]" }, 200, ""],
  [
    { failOnResourceHttpStatusCodes: "[499]", ignoreResourceHttpStatusDomains: '["example.com"]' },
    200,
    "",
  ],
  [
    { failOnResourceHttpStatusCodes: "[499]", ignoreResourceHttpStatusDomains: '["ample.com"]' },
    409,
    "a.css",
  ],
  [{ failOnResourceLoadingFailed: "true" }, 409, "b.js"],
  [{ failOnConsoleExceptions: "true" }, 409, "ReferenceError"],
  [{}, 200, ""],
])("%j responds with %d to a page with failures", async (fields, status, part) => {
  answer = { files, exceptions: ["ReferenceError: a is not defined"] };
  const response = await send("url", { ...url, ...fields });
  expect(response.status).toBe(status);
  if (status === 409) expect(await response.text()).toContain(part);
  expect(shots[0]?.inspect).toBe(Object.keys(fields).length > 0 || undefined);
});

test("a form can have 30 MB", async () => {
  const picture = new File([new Uint8Array(30_000_000)], "a.png", { type: "image/png" });
  expect((await send("html", { files: [index("<img src=a.png>"), picture] })).status).toBe(200);
  const large = new File([new Uint8Array(34_000_000)], "a.png", { type: "image/png" });
  expect((await send("html", { files: [index("x"), large] })).status).toBe(413);
});

test("applies the preferences of the reader, and rejects values that they don't have", async () => {
  const sendFeatures = (features: object[]) =>
    send("convert/url", { ...url, emulatedMediaFeatures: JSON.stringify(features) });
  await sendFeatures([
    { name: "prefers-color-scheme", value: "dark" },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
  expect(shots[0]?.media).toEqual({ dark: true, reducedMotion: true });
  const wrong = await sendFeatures([{ name: "prefers-color-scheme", value: "reduce" }]);
  expect([wrong.status, shots.length]).toEqual([400, 1]);
});

test.each([
  ["report", "report.pdf", ""],
  ["report.PDF", "report.PDF", ""],
  ['../../etc/pass"wd', "passwd.pdf", ""],
  ["Übersicht €", "Ubersicht _.pdf", "; filename*=UTF-8''%C3%9Cbersicht%20%E2%82%AC.pdf"],
])("names the file as the header %s says", async (name, plain, extended) => {
  const form = new FormData();
  form.append("url", url.url);
  const header = Buffer.from(name).toString("latin1");
  const headers = { "Gotenberg-Output-Filename": header };
  const response = await hub.post("/forms/chromium/convert/url", form, headers);
  expect(response.headers.get("content-disposition")).toBe(
    `attachment; filename="${plain}"${extended}`,
  );
});

const text = "text/plain; charset=UTF-8";
test.each<[string, string, Fields, string]>([
  ["no address", "url", {}, "body.url"],
  ["another scheme", "url", { url: "file:///etc/passwd" }, "https://"],
  ["an invalid format", "url", { ...url, format: "gif" }, "body.format"],
  ["a wait without a unit", "url", { ...url, waitDelay: "5" }, "body.waitDelay"],
  ["a wait that is too long", "url", { ...url, waitDelay: "11s" }, "at most 10000 ms"],
  ["print", "url", { ...url, emulatedMediaType: "print" }, "body.emulatedMediaType"],
  ["a field of no screenshot", "url", { ...url, paperWidth: "8.5" }, "paperWidth"],
  [
    "a header for some URLs",
    "url",
    { ...url, extraHttpHeaders: '{"X-Key":"secret;scope=.*"}' },
    "body.extraHttpHeaders.X-Key must have no scope",
  ],
  [
    "an invalid header",
    "url",
    { ...url, extraHttpHeaders: '{"Host":"a"}' },
    "extraHttpHeaders.Host",
  ],
  [
    "a cookie of no site",
    "url",
    { ...url, cookies: '[{"name":"a","value":"b","sameSite":"x"}]' },
    "sameSite",
  ],
  ["an invalid length", "convert/url", { ...url, paperWidth: "8 inches" }, "body.paperWidth"],
  ["too small a paper", "convert/url", { ...url, paperHeight: "1mm" }, "body.paperHeight"],
  ["no space for content", "convert/url", { ...url, marginTop: "11" }, "body.marginTop"],
  ["page ranges of letters", "convert/url", { ...url, nativePageRanges: "all" }, "PageRanges"],
  ["PDF/A", "convert/url", { ...url, pdfa: "PDF/A-2b" }, "body.pdfa"],
  ["no files", "html", {}, "body.files"],
  ["no index.html", "html", { files: [index("x", "page.html")] }, "index.html"],
  ["two of one name", "html", { files: [index("x"), index("y")] }, "more than once"],
  ["a folder", "html", { files: [index("x"), index("y", "../a.css")] }, "../a.css"],
  ["no Markdown", "markdown", { files: [index("x")] }, ".md"],
  [
    "Markdown that is not there",
    "markdown",
    { files: [index('{{ toHTML "b.md" }}'), index("x", "a.md")] },
    "b.md",
  ],
  [
    "endless Markdown",
    "markdown",
    { files: [index('{{ toHTML "a.md" }}'.repeat(101)), index("x", "a.md")] },
    "at most 100",
  ],
  ["another template", "markdown", { files: [index("{{ x }}"), index("x", "a.md")] }, "toHTML"],
])("%s fails with 400 and a plain-text message", async (_, route, fields, part) => {
  const response = await send(route, fields);
  expect([response.status, response.headers.get("content-type")]).toEqual([400, text]);
  expect(await response.text()).toContain(part);
  expect(shots).toEqual([]);
});

test("a caller without a key gets a plain-text error", async () => {
  const request = new Request("http://localhost/forms/chromium/screenshot/url", { method: "POST" });
  const response = await hub.fetch(request);
  expect([response.status, response.headers.get("content-type")]).toEqual([401, text]);
});

test("doesn't cache images, or share pages with different files", async () => {
  for (const color of ["red", "blue", "blue"])
    await send("html", { files: [index("x"), new File([color], "a.css")] });
  expect(shots).toHaveLength(3);
});
