import { describe, expect, test } from "bun:test";
import { isFullDepth, json, sampleCases, testHub } from "hub/testing";
import jsQR from "jsqr";
import sharp from "sharp";
import { readCodes } from "../decode/codes.ts";
import { styles } from "../request.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const text = "https://example.com/a?b=1#Grüße 漢字 😀";

async function scanned(query: Record<string, string | number>) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  const res = await hub.get(`/api/qr/generate?verify=true&${search}`);
  const image = Buffer.from(await res.bytes());
  const png = await sharp(image).flatten({ background: "#fff" }).png().toBuffer();
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const [zxing] = await readCodes(png);
  const pixels = new Uint8ClampedArray(data);
  return {
    verified: res.headers.get("x-qr-verified"),
    zxing: zxing?.text,
    jsqr: jsQR(pixels, info.width, info.height)?.data,
  };
}

const sizes = [260, 300, 444, 640, 1000];
const formats = ["png", "svg", "webp", "jpeg"];
const read = { verified: "true", zxing: text, jsqr: text };

describe.each([...styles])("three decoders read %s", (style) => {
  // At full depth each size in each format. Otherwise three sizes in one format, and others for the next style.
  const shift = styles.indexOf(style);
  // Long curves leave less of a small module.
  const modulePixels = style === "extra-rounded" || style === "classy-rounded" ? 8 : 4;
  /** Returns this many items of a list, and others for the next style. */
  const shiftedSample = <Row>(rows: readonly Row[], count: number) =>
    sampleCases(
      rows.map((_, at) => rows[(at + shift) % rows.length] as Row),
      count,
    );
  const looks = shiftedSample(sizes, 3).flatMap((size) =>
    formats
      .filter((_, at) => isFullDepth || at === (sizes.indexOf(size) + shift) % formats.length)
      .map((format) => [size, format] as const),
  );

  test.each(looks)("at %i pixels as %s", async (size, format) => {
    expect(await scanned({ data: text, style, size, format })).toEqual(read);
  });

  test.each(shiftedSample(["L", "M", "Q", "H"], 1))(
    "with error correction %s alone",
    async (ecc) => {
      const query = { data: text, style, ecc, boost_ecc: "false", size: 400 };
      const { zxing, jsqr } = await scanned(query);
      expect([zxing, jsqr]).toEqual([text, text]);
    },
  );

  test.each(shiftedSample(["c03-306", "060-00c-45", "000-900-270"], 1))(
    "in the gradient %s",
    async (gradient) => {
      expect(await scanned({ data: text, style, gradient, size: 400 })).toEqual(read);
    },
  );

  test.each(shiftedSample(["square", "rounded", "extra-rounded"], 1))(
    "with %s eyes of another colour",
    async (eye_style) => {
      const query = { data: text, style, eye_style, eye_color: "b00", fg_color: "036", size: 500 };
      expect(await scanned(query)).toEqual(read);
    },
  );

  test("at the lowest contrast without a warning", async () => {
    const query = { data: text, style, fg_color: "767676", bg_color: "fff", size: 400 };
    expect(await scanned(query)).toEqual(read);
  });

  test.each(shiftedSample([7, 14, 25, 40], 1))(
    `in version %i, ${modulePixels} pixels per module`,
    async (version) => {
      const size = modulePixels * (17 + 4 * version + 8);
      const data = "x".repeat(40);
      const query = { data, style, min_version: version, size };
      expect(await scanned(query)).toEqual({ verified: "true", zxing: data, jsqr: data });
    },
  );
});

test("circles as finder patterns are never verified, even if two decoders read them", async () => {
  const query = { data: "https://example.com/menu", eye_style: "circle", size: "800" };
  const response = await hub.get(
    `/api/qr/generate?${new URLSearchParams({ ...query, verify: "true", format: "json" })}`,
  );
  expect(response.headers.get("x-qr-verified")).toBe("false");
  expect((await json(response)).scannability.warnings).toContain(
    "The finder patterns are circles: some scanners miss them",
  );
});
