import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import sharp from "sharp";
import { contrast, parseColor } from "../color/color.ts";

const hub = await testHub(new URL("..", import.meta.url).pathname);
const get = (query: Record<string, string>) =>
  hub.get(`/api/image/placeholder?${new URLSearchParams(query)}`);
const pixels = async (query: Record<string, string>) =>
  sharp(await (await get(query)).bytes())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });

test.each([
  ["600x400", 600, 400],
  ["300", 300, 300],
  ["16:9@800", 800, 450],
  ["640x360@2x", 1280, 720],
] as const)("placeholder parses the size %s", async (size, width, height) => {
  const { info } = await pixels({ size, format: "png" });
  expect([info.width, info.height]).toEqual([width, height]);
});

test.each(["0x10", "4097", "abc", "1:0@100", "100x100x100", "600x400@4x"])(
  "placeholder fails with 400 for the size %s",
  async (size) => {
    expect(await json(await get({ size }))).toMatchObject({
      status: 400,
      errors: [{ location: "query.size" }],
    });
  },
);

test("placeholder accepts width and height, and one value for both", async () => {
  expect(await (await get({ width: "30", height: "20" })).text()).toContain('viewBox="0 0 30 20"');
  expect(await (await get({ width: "30" })).text()).toContain('viewBox="0 0 30 30"');
});

test.each([
  ["svg", "image/svg+xml"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["gif", "image/gif"],
])("placeholder writes %s", async (format, type) => {
  const res = await get({ size: "60x40", format });
  expect(res.headers.get("content-type")).toBe(type);
  expect(await sharp(await res.bytes()).metadata()).toMatchObject({ width: 60, height: 40 });
});

test("placeholder's PNG writer and its SVG have the same pixels", async () => {
  const query = { size: "300x200", bg: "264653", text: "Hello, World", border: "4" };
  const own = await pixels({ ...query, format: "png" });
  const svg = await (await get(query)).bytes();
  const drawn = await sharp(svg).ensureAlpha().raw().toBuffer();
  const apart = own.data.reduce((sum, value, at) => sum + Math.abs(value - drawn[at]!), 0);
  expect(apart / own.data.length).toBeLessThan(2);
});

test("placeholder has its background, also a transparent one", async () => {
  const { data } = await pixels({ size: "40", text: "", bg: "ff634780", format: "png" });
  expect([...data.subarray(0, 4)]).toEqual([255, 99, 71, 128]);
  const { data: rounded } = await pixels({ size: "40", radius: "20", format: "png" });
  expect(rounded[3]).toBe(0);
});

test("placeholder has the same random colour for the same seed", async () => {
  const fill = async (bg: string) => /fill="(#\w+)"/.exec(await (await get({ bg })).text())?.[1];
  expect(await fill("random:cat")).toBe(await fill("random:cat"));
  expect(await fill("random:cat")).not.toBe(await fill("random:dog"));
});

test("placeholder escapes the caller's text in its SVG", async () => {
  const svg = await (await get({ text: `</title><script>alert(1)</script>` })).text();
  expect(svg).not.toContain("<script");
});

test.each([
  ["bg", { bg: `red"/><script>` }],
  ["color", { color: "url(#x)" }],
  ["gradient.1", { gradient: "red,nope" }],
  ["gradient", { gradient: "red,blue,north" }],
])("placeholder fails with 400 for an invalid colour in %s", async (field, query) => {
  expect(await json(await get(query))).toMatchObject({
    status: 400,
    errors: [{ location: `query.${field}` }],
  });
});

test("placeholder fails with 422 above the limit of pixels", async () => {
  for (const query of [
    { size: "4096", scale: "2", format: "webp" },
    { size: "4096", format: "avif" },
  ])
    expect(await json(await get(query))).toMatchObject({ status: 422, code: "image_too_large" });
});

/** Returns the lowest contrast of an SVG's text at any pixel. */
async function measureContrast(svg: string): Promise<number> {
  const path = /<path fill="(#[0-9a-f]{6})" d="[^"]*"\/>/;
  const [letters = "", ink = ""] = path.exec(svg) ?? [];
  const head = /^<svg [^>]*>/.exec(svg)?.[0] ?? "";
  const renderPixels = (drawing: string) =>
    sharp(Buffer.from(drawing)).ensureAlpha().raw().toBuffer();
  const behind = await renderPixels(svg.replace(letters, ""));
  const where = await renderPixels(`${head}${letters}</svg>`);
  const color = parseColor(ink, "test");
  let least = 21;
  for (let at = 0; at < where.length; at += 4)
    if (where[at + 3] === 255)
      least = Math.min(
        least,
        contrast(color, [behind[at] ?? 0, behind[at + 1] ?? 0, behind[at + 2] ?? 0, 255]),
      );
  return least;
}

test("placeholder has readable text at every pixel of its background", async () => {
  const color = fc.nat(0xffffff).map((number) => number.toString(16).padStart(6, "0"));
  await fc.assert(
    fc.asyncProperty(
      color,
      fc.option(fc.tuple(color, color, fc.nat(360).map(String))),
      fc.constantFrom("none", "diagonal", "cross", "dots", "grid"),
      async (bg, gradient, pattern) => {
        const query = { size: "240x120", text: "Hello wide World", bg, pattern };
        const answer = await get({ ...query, ...(gradient && { gradient: gradient.join() }) });
        expect(answer.headers.get("x-low-contrast")).toBeNull();
        expect(await measureContrast(await answer.text())).toBeGreaterThanOrEqual(4.5);
      },
    ),
    cases(30, 6),
  );
});

test("placeholder keeps a requested colour, and reports if it isn't readable", async () => {
  const answer = await get({ size: "100", bg: "888", color: "999" });
  expect(Number(answer.headers.get("x-low-contrast"))).toBeLessThan(1.3);
  expect(await answer.text()).toContain('<path fill="#999999"');
});

test("placeholder never cuts off a letter, whatever the size", async () => {
  for (const [size, text] of [
    ["300x100", "gjpq"],
    ["300x200", "Clipped?"],
    ["100x30", "འགྲོ་བ་མིའི་རིགས་རྒྱུད"],
  ] as const) {
    const svg = await (await get({ size, text, font_size: "300" })).text();
    const points = [...svg.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    const [width = 0, height = 0] = size.split("x").map(Number);
    expect(points.length).toBeGreaterThan(3);
    for (const [x = -1, y = -1] of points) {
      expect(Math.min(x, y, width - x, height - y)).toBeGreaterThan(0);
    }
  }
});

test("placeholder describes itself in JSON", async () => {
  const answer = await json(await get({ size: "60x40", bg: "ff0000", response: "json" }));
  expect(answer).toMatchObject({
    success: true,
    format: "svg",
    media_type: "image/svg+xml",
    width: 60,
    height: 40,
    alt: "Placeholder, 60×40 pixels",
    dominant_color: "#ff0000",
  });
  expect(answer.blurhash).toHaveLength(28);
  expect(answer.lqip).toStartWith("data:image/webp;base64,");
  expect(answer.contrast_ratio).toBeGreaterThan(4);
  expect(Buffer.from(answer.data_uri.split(",")[1], "base64")).toHaveLength(answer.bytes);
});

test("the trial endpoint draws the size in its path", async () => {
  const res = await hub.get("/try/placeholder/320x240");
  expect(await res.text()).toContain('viewBox="0 0 320 240"');
});

test("placeholder answers 304 to a client that has it", async () => {
  const etag = (await get({ size: "50" })).headers.get("etag")!;
  const again = await hub.get("/api/image/placeholder?size=50", { "if-none-match": etag });
  expect(again.status).toBe(304);
});
