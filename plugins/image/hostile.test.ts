import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { isFullDepth, json, sampleCases, testHub } from "hub/testing";
import { SaxesParser } from "saxes";
import sharp from "sharp";

const buildSvg = (inner: string, attributes = 'viewBox="0 0 9 9"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`;
const buildDataUri = (type: string, bytes: string | Uint8Array) =>
  `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}`;

/** The header of a PNG of 30,000 × 30,000 pixels, which would need 3.6 GB. */
async function bombPng(): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  bytes.writeUInt32BE(30_000, 16);
  bytes.writeUInt32BE(30_000, 20);
  bytes.writeUInt32BE(Bun.hash.crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

/** A GIF whose one pixel is shown ten thousand times. */
function longGif(): Uint8Array<ArrayBuffer> {
  const head = Buffer.from("47494638396101000100800000ff0000000000", "hex");
  const frame = Buffer.from("2c00000000010001000002024401 00".replace(" ", ""), "hex");
  return new Uint8Array(Buffer.concat([head, ...Array(10_000).fill(frame), Buffer.from([0x3b])]));
}

const nested = Array.from(
  { length: 9 },
  (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(9)}</g>`,
);
const files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
  "elements.svg": buildSvg("<g/>".repeat(20_000)),
  "packed.svgz": new Uint8Array(gzipSync(buildSvg('<rect width="9" height="9"/>'))),
  "frames.gif": longGif(),
};
const hub = await testHub(import.meta.dir, {
  net: {
    "pictures.example": ({ url }) => {
      const name = new URL(url).pathname.slice(1);
      const file = files[name];
      return file === undefined ? new Response("no", { status: 404 }) : new Response(file);
    },
  },
});
const get = (path: string, query: Record<string, string>) =>
  hub.get(`/api/image/${path}?${new URLSearchParams(query)}`);

const far = '<g opacity=".5"><path d="M-90000-90000h9v9z" stroke="red" opacity=".3"/></g>';
test.each([
  ["groups with an opacity far outside", buildDataUri("svg+xml", buildSvg(far.repeat(50)))],
  [
    "an address of a file",
    buildDataUri(
      "svg+xml",
      buildSvg('<image href="file:///etc/passwd"/><rect width="9" height="9"/>'),
    ),
  ],
  [
    "a script",
    buildDataUri(
      "svg+xml",
      buildSvg('<script>alert(1)</script><rect width="9" height="9" onload="alert(1)"/>'),
    ),
  ],
  ["ten thousand frames", "https://pictures.example/frames.gif"],
])("draws a logo with %s, and only its pixels are in the card", async (_, logo_url) => {
  const query = { title: "A title", logo_url, avatar_url: logo_url, author: "Ada" };
  const svg = await (await get("og", { ...query, format: "svg" })).text();
  const hrefs = Array.from(svg.matchAll(/href="[^"]{22}/g), ([href]) => href);
  expect(hrefs).toEqual(Array(2).fill(`href="data:image/png;base64,`));
  expect((await get("og", { ...query, width: "600" })).status).toBe(200);
});

test.each([
  [
    "copies of copies",
    buildDataUri("svg+xml", buildSvg(`<path id="g0" d="M0 0"/>${nested.join("")}`)),
    "20000 elements",
  ],
  [
    "a copy of itself",
    buildDataUri("svg+xml", buildSvg('<g id="a"><use href="#a"/></g>')),
    "copy of itself",
  ],
  [
    "entities of entities",
    buildDataUri(
      "svg+xml",
      `<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${buildSvg("<text>&b;</text>")}`,
    ),
    "not well-formed",
  ],
  ["20,000 elements", "https://pictures.example/elements.svg", "at most 5000 elements"],
  ["packed bytes", "https://pictures.example/packed.svgz", "PNG, JPEG, WebP, GIF or SVG"],
  ["30,000 × 30,000 pixels", buildDataUri("png", await bombPng()), "30000 × 30000"],
  [
    "40,000 × 40,000 units",
    buildDataUri("svg+xml", buildSvg("", 'width="40000" height="40000"')),
    "",
  ],
  ["a huge view", buildDataUri("svg+xml", buildSvg(far, 'viewBox="-1e9 -1e9 2e9 2e9"')), "broken"],
  [
    "a pattern larger than itself",
    buildDataUri(
      "svg+xml",
      buildSvg(
        `<pattern id="p" width="9e5" height="9e5" patternUnits="userSpaceOnUse">${far}</pattern><rect width="9" height="9" fill="url(#p)"/>`,
      ),
    ),
    "broken",
  ],
])("rejects a logo with %s", async (_, logo_url, why) => {
  const answer = await json(await get("og", { title: "A title", logo_url }));
  expect(answer).toMatchObject({ status: 422, code: "unusable_picture" });
  expect(answer.detail).toContain(why);
});

const markup = `]]></title><script>alert(1)</script>"' onload='x' &lt;<foreignObject/>\u0000\u0008\uFFFE`;
const texts = (max: number, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, markup.slice(0, max)]));
const card = {
  ...texts(60, "title", "description", "site_name", "author", "handle", "eyebrow"),
  ...texts(40, "date", "reading_time", "cta", "quote"),
  ...texts(20, "stat", "tags"),
};

/** Returns the names of all elements and attributes that would run or load something. */
function dangersIn(svg: string): string[] {
  const found: string[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (/^(?:script|foreignObject|iframe|a|animate|set)$/i.test(name)) found.push(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (/^on/i.test(key)) found.push(key);
      if (/href$/.test(key) && !/^(?:#|data:image\/png)/.test(value)) found.push(value);
      if (/url\((?!#)/i.test(value) && key !== "aria-label") found.push(value);
    }
  });
  parser.write(svg).close();
  return found;
}

test.each([
  ["placeholder", { text: markup.slice(0, 120) }],
  ["badge", { label: markup.slice(0, 90), message: markup.slice(0, 120) }],
  ["badge", { label: markup.slice(0, 90), message: markup, style: "social" }],
  ["avatar", { name: markup.slice(0, 120), seed: markup }],
  ["gradient", { seed: markup, type: "mesh" }],
  ["pattern", { seed: markup, pattern: "topography" }],
  ["banner", { ...texts(90, "title", "subtitle"), icon: markup.slice(0, 30) }],
  ["social-card", card],
  ...sampleCases(
    ["article", "product", "docs", "code", "quote", "minimal", "split", "event"],
    4,
  ).map((template): [string, Record<string, string>] => [
    "og",
    { ...card, template, theme: "auto" },
  ]),
])("%s escapes markup in the text %j", async (path, query) => {
  const answer = await get(path, { ...(query as Record<string, string>), format: "svg" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(dangersIn(await answer.text())).toEqual([]);
});

test("chart escapes markup in its texts", async () => {
  for (const type of ["bar", "line", "pie", "radar", "gauge", "heatmap", "scatter"]) {
    const answer = await hub.post("/api/image/chart", {
      type,
      ...texts(90, "title", "subtitle", "x_label", "y_label"),
      labels: [markup.slice(0, 90)],
      series: [{ name: markup.slice(0, 90), data: [3] }],
    });
    expect(answer.status).toBe(200);
    expect(dangersIn(await answer.text())).toEqual([]);
  }
});

test.each([
  ["placeholder", { bg: "red;background:url(x)" }, "query.bg"],
  ["placeholder", { gradient: "red,url(#g)" }, "query.gradient.1"],
  ["badge", { message: "m", color: 'red"/><script>' }, "query.color"],
  ["badge", { message: "m", color: "red..url(x)" }, "query.color"],
  ["avatar", { seed: "s", background: "expression(alert(1))" }, "query.background"],
  ["gradient", { colors: "red,url(//evil.example)" }, "query.colors.1"],
  ["pattern", { fg: "var(--x)" }, "query.fg"],
  ["og", { title: "t", accent: "red;background:url(x)" }, "query.accent"],
  ["banner", { title: "t", colors: "url(x)" }, "query.colors.0"],
])("%s rejects the colour in %j", async (path, query, at) => {
  const answer = await json(await get(path, query as unknown as Record<string, string>));
  expect(answer).toMatchObject({ status: 400, code: "invalid_input" });
  expect(answer.errors[0].location).toBe(at);
});

const letters: Readonly<Record<string, string>> = {
  Arabic: "بتثجحخدذرزسشصضطظعغ",
  Devanagari: "क्षत्रज्ञश्रद्धि",
  directions: "\u202Ea\u2067ש\u2069(1",
  families: "👨‍👩‍👧",
  marks: "a\u0301\u0302\u0303",
  ideographs: "漢字仮名交文",
  unpaired: "\uD83D\uDE00\u200D",
};

test.each(Object.keys(letters))("sets texts of only %s up to the limits", async (kind) => {
  const long = (max: number) => letters[kind]!.repeat(max).slice(0, max - 1);
  const all = Object.entries({
    placeholder: { text: long(200), width: "4096", height: "40", font_size: "400" },
    badge: { label: long(100), message: long(200) },
    avatar: { name: long(200) },
    banner: { title: long(120), subtitle: long(200), icon: long(32) },
    og: { title: long(200), description: long(300), author: long(80), cta: long(40) },
  });
  // By default each kind of letters is tried with two of the others.
  const start = Object.keys(letters).indexOf(kind);
  const tried = isFullDepth
    ? all
    : all.filter((_, at) => [0, 2].includes((at + start) % all.length));
  for (const [path, query] of tried)
    expect((await get(path, { ...query, format: "svg" } as Record<string, string>)).status).toBe(
      200,
    );
});
