import { expect, test } from "bun:test";
import type { Browser } from "hub";
import { json, testHub } from "hub/testing";
import sharp from "sharp";
import { browser as gradient } from "../fixtures.ts";

/** A fake browser: a page is a plane in the colour that its HTML names, except for one pixel of another. */
const browser: Browser = async (shot, options) => {
  const picture = await gradient(shot, options);
  const html = "html" in shot.source ? shot.source.html : "";
  const [color = "#fff", spot] = html.split(" ");
  const bytes = await draw({ width: picture.width, height: picture.height, color, spot });
  return { ...picture, bytes };
};
const hub = await testHub(new URL("..", import.meta.url).pathname, { browser });

interface Plane {
  width: number;
  height: number;
  color: string;
  /** The colour of a square of 4 by 4 pixels at 10, 20. */
  spot?: string | undefined;
}

async function draw({ width, height, color, spot }: Plane): Promise<Uint8Array> {
  const plane = sharp({ create: { width, height, channels: 3, background: color } });
  const square = {
    create: { width: 4, height: 4, channels: 3 as const, background: spot ?? color },
  };
  const layers = spot ? [{ input: square, left: 10, top: 20 }] : [];
  return new Uint8Array(await plane.composite(layers).png().toBuffer());
}

const image = async (plane: Plane) => ({ image: (await draw(plane)).toBase64() });
const white = { width: 60, height: 40, color: "#ffffff" };
const post = (body: object) => hub.post("/api/screenshot/compare", body);
const small = { width: 320, height: 240 };

test("compares two images: their different pixels, bounds and share", async () => {
  const [before, after] = [await image(white), await image({ ...white, spot: "#000000" })];
  const { image: picture, ...details } = await json(await post({ before, after }));
  expect(details).toMatchObject({
    equal: false,
    different_pixels: 16,
    compared_pixels: 2400,
    ratio: 16 / 2400,
    bounds: { x: 10, y: 20, width: 4, height: 4 },
    before: { width: 60, height: 40 },
    after: { width: 60, height: 40 },
  });
  const bytes = Buffer.from(picture.split(",")[1], "base64");
  const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray((20 * 60 + 10) * 3, (20 * 60 + 10) * 3 + 3)]).toEqual([255, 0, 0]);
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
});

test("finds no difference in equal images, also of red", async () => {
  for (const color of ["#ffffff", "#ff0000"]) {
    const same = await image({ ...white, color });
    const details = await json(await post({ before: same, after: same }));
    expect(details).toMatchObject({ equal: true, different_pixels: 0, ratio: 0, bounds: null });
  }
});

test("doesn't compare masked parts, and allows a number of different pixels", async () => {
  const [before, after] = [await image(white), await image({ ...white, spot: "#000000" })];
  const masked = await json(
    await post({ before, after, masks: [{ x: 8, y: 18, width: 999, height: 8 }] }),
  );
  expect(masked).toMatchObject({
    equal: true,
    different_pixels: 0,
    compared_pixels: 2400 - 52 * 8,
  });
  const allowed = await json(await post({ before, after, max_different_pixels: 16 }));
  expect(allowed).toMatchObject({ equal: true, different_pixels: 16 });
  const outside = { x: 900, y: 900, width: 5, height: 5 };
  expect((await json(await post({ before, after, masks: [outside] }))).compared_pixels).toBe(2400);
  const everything = { x: 0, y: 0, width: 60_000, height: 60_000 };
  expect(await json(await post({ before, after, masks: [everything] }))).toMatchObject({
    status: 400,
    detail: "body.masks must leave a part of the images",
  });
});

test("counts all pixels that only one image has, also white ones", async () => {
  const [before, after] = [await image(white), await image({ ...white, height: 45 })];
  expect(await json(await post({ before, after }))).toMatchObject({
    different_pixels: 300,
    compared_pixels: 2700,
    bounds: { x: 0, y: 40, width: 60, height: 5 },
  });
});

test("a threshold decides whether similar colours differ", async () => {
  const [before, after] = [await image(white), await image({ ...white, spot: "#f2f2f2" })];
  const count = async (threshold: number) =>
    (await json(await post({ before, after, threshold }))).different_pixels;
  expect([await count(0), await count(0.5)]).toEqual([16, 0]);
});

test("captures pages in the same window, and compares one with an image", async () => {
  const before = { html: "#ffffff" };
  expect(
    await json(await post({ ...small, before, after: { html: "#ffffff #0000ff" } })),
  ).toMatchObject({ different_pixels: 16, before: small, after: small });
  const earlier = await image({ ...small, color: "#ffffff" });
  expect((await json(await post({ ...small, before: earlier, after: before }))).equal).toBe(true);
});

test("returns the image with the result in headers", async () => {
  const [before, after] = [await image(white), await image({ ...white, spot: "#000000" })];
  const response = await post({ before, after, format: "png" });
  expect(response.headers.get("content-type")).toBe("image/png");
  expect(response.headers.get("x-images-equal")).toBe("false");
  expect(response.headers.get("x-different-pixels")).toBe("16");
  expect((await sharp(await response.bytes()).metadata()).width).toBe(60);
});

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
test.each([
  [{ before: {} }, "body.before", "exactly one of url, html and image: it has 0"],
  [{ after: { html: "x", url: "https://example.com/" } }, "body.after", "it has 2"],
  [{ before: { image: "!!!" } }, "body.before.image", "must be base64"],
  [{ before: { image: btoa("no image") } }, "body.before.image", "must be a PNG"],
  [{ before: { image: svg.toString("base64") } }, "body.before.image", "it is svg"],
  [{ before: { url: "ftp://example.com/" } }, "body.before.url", "must start with https://"],
  [{ threshold: 2 }, "body.threshold", ""],
  [{ quality: 3 }, "body.quality", "unknown"],
])("rejects %j", async (fields, at, message) => {
  const [before, after] = [{ html: "#ffffff" }, { html: "#ffffff" }];
  const answer = await json(await post({ ...small, before, after, ...fields }));
  expect([answer.status, answer.errors[0].location]).toEqual([400, at]);
  expect(answer.detail).toContain(message);
});

test("rejects images that have too many pixels", async () => {
  const large = await image({ width: 9000, height: 3000, color: "#ffffff" });
  const answer = await json(await post({ before: large, after: large }));
  expect(answer.detail).toContain("must have at most 25000000 pixels: it has 27000000");
  const [wide, high] = [
    await image({ width: 20_000, height: 10, color: "#ffffff" }),
    await image({ width: 10, height: 20_000, color: "#ffffff" }),
  ];
  const both = await json(await post({ before: wide, after: high }));
  expect(both.detail).toContain("20000 × 20000 has 400000000");
});
