import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import sharp from "sharp";
import { readCodes } from "../../decode/codes.ts";

const logo = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#e00" } })
  .png()
  .toBuffer();
const hub = await testHub(new URL("../..", import.meta.url).pathname, {
  net: {
    "img.example": ({ url }) => {
      const isLogo = url.endsWith("/logo.png");
      return new Response(isLogo ? logo : "<html>", { status: url.endsWith("/gone") ? 404 : 200 });
    },
  },
});
const get = (query: Record<string, string>) => hub.get(`/qr?${new URLSearchParams(query)}`);

async function read(image: Uint8Array) {
  const options = { at: "x", tryHarder: false, otherCodes: false, multiple: false };
  return (await readCodes(image, options))[0]?.text;
}

async function readPixel(image: Uint8Array, x: number, y: number) {
  const { data, info } = await sharp(image)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.toString("hex", (y * info.width + x) * 4, (y * info.width + x) * 4 + 4);
}

test("draws a code of QuickChart's size and colours", async () => {
  const plain = await get({ text: "Hello world" });
  expect(plain.headers.get("content-type")).toBe("image/png");
  const image = await plain.bytes();
  expect(await sharp(image).metadata()).toMatchObject({ width: 150, height: 150 });
  expect(await read(image)).toBe("Hello world");
  const query = { text: "Hello", dark: "f00", light: "0f08", size: "300", margin: "2" };
  const colored = await (await get(query)).bytes();
  expect(await readPixel(colored, 0, 0)).toBe("00ff0088");
  expect(await readPixel(colored, 30, 30)).toBe("ff0000ff");
  const clear = await (await get({ text: "Hello", light: "0000" })).bytes();
  expect(await readPixel(clear, 0, 0)).toEndWith("00");
});

test("returns SVG, or PNG as base64 text", async () => {
  const svg = await get({ text: "Hello", format: "svg" });
  expect(svg.headers.get("content-type")).toStartWith("image/svg+xml");
  expect(svg.headers.get("content-security-policy")).toContain("default-src 'none'");
  const base64 = await get({ text: "Hello", format: "base64" });
  expect(base64.headers.get("content-type")).toStartWith("text/plain");
  expect(await read(Uint8Array.fromBase64(await base64.text()))).toBe("Hello");
});

test("uses the requested error correction, in either case", async () => {
  for (const ecLevel of ["Q", "q"])
    expect((await get({ text: "Hello world", ecLevel })).headers.get("x-qr-ecc")).toBe("Q");
});

test.each(["https://img.example/logo.png", `data:image/png;base64,${logo.toString("base64")}`])(
  "puts an image in the centre, and a caption below",
  async (centerImageUrl) => {
    const query = { text: "Hello", size: "400", caption: "Scan me", centerImageUrl };
    const image = await (await get(query)).bytes();
    const { width = 0, height = 0 } = await sharp(image).metadata();
    expect(height).toBeGreaterThan(width);
    expect(await readPixel(image, 200, 200)).toBe("ee0000ff");
    expect(await read(image)).toBe("Hello");
  },
);

test.each([
  [{}, "query.text"],
  [{ text: "x", dark: "red" }, "query.dark"],
  [{ text: "x", captionFontSize: "20" }, "query.captionFontSize"],
  [{ text: "x", centerImageUrl: "file:///etc/passwd" }, "query.centerImageUrl"],
  [{ text: "x", centerImageUrl: "https://img.example/gone" }, "query.centerImageUrl"],
  [{ text: "x", centerImageUrl: "https://img.example/page" }, "query.centerImageUrl"],
] as [Record<string, string>, string][])("rejects %j", async (query, location) => {
  const { errors, status } = await json(await get(query));
  expect(errors[0].location).toBe(location);
  expect(status).toBeLessThan(500);
});

test("has QuickChart's quiet zone of 4 modules by default", async () => {
  const [usual, wide, four] = await Promise.all(
    [{}, { margin: "5" }, { margin: "4" }].map(async (query) =>
      (await get({ text: "x", ...query } as Record<string, string>)).bytes(),
    ),
  );
  expect(usual).toEqual(four!);
  expect(usual).not.toEqual(wide!);
});

test.each([
  [{ margin: "0" }, 200],
  [{ margin: "20", size: "500" }, 200],
  [{ margin: "-1" }, 400],
  [{ margin: "21", size: "500" }, 400],
  [{ centerImageSizeRatio: "0.05" }, 200],
  [{ centerImageSizeRatio: "0.3" }, 200],
  [{ centerImageSizeRatio: "0.04" }, 400],
  [{ centerImageSizeRatio: "0.31" }, 400],
  [{ text: "" }, 400],
] as [Record<string, string>, number][])("%j returns %i", async (query, status) => {
  expect((await get({ text: "x", ...query })).status).toBe(status);
});

test.each([
  [{}, false],
  [{ caption: "Scan me" }, true],
  [{ centerImageUrl: "https://img.example/logo.png" }, true],
] as const)("with %j, it is drawn in a job: %p", (query, isHeavy) => {
  const [{ route } = { route: undefined }] = hub.open;
  const { heavy } = route as unknown as { heavy(call: object): boolean };
  expect(heavy({ query })).toBe(isHeavy);
});

test("names the allowed kinds of URLs for an image", async () => {
  const { detail } = await json(await get({ text: "x", centerImageUrl: "x" }));
  expect(detail).toBe('query.centerImageUrl must be an http, https or data URL: it is "x"');
});
