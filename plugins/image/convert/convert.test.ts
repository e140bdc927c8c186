import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import sharp from "sharp";

/** A QR code that says "HEIC" in 58 × 58 pixels, written by heif-enc. */
const heic =
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAvxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAGGlkYXQAAAAAADoAOgAAAAAAOgA6AAAAYGlsb2MBAAAAREAABAABAAAAAAAAAyAAAQAAAAAAAAElAAIAAQAAAAAAAAABAAAAAAAAAAgAAwAAAAAAAARFAAEAAAAAAAAAEwAEAAEAAAAAAAAAAQAAAAgAAAAIAAAAYmlpbmYAAAAAAAQAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAAAVaW5mZQIAAAEAAwAAaHZjMQAAAAAVaW5mZQIAAAAABAAAZ3JpZAAAAAGxaXBycAAAAYRpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAOgAAADoAAAAQcGl4aQAAAAADCAgIAAAAcWh2Y0MBBAgAAAAAAAAAAAAe8AD8/Pj4AAAPAyAAAQAXQAEMAf//BAgAAAMAn/gAAAMAAB66AkAhAAEAJkIBAQQIAAADAJ/4AAADAAAewIIEFlurkprmwIAAAAMAgAAAAwCEIgABAAZEAcFzwIkAAAAUaXNwZQAAAAAAAABAAAAAQAAAABRpc3BlAAAAAAAAADoAAAA6AAAADnBpeGkAAAAAAQgAAAAnYXV4QwAAAAB1cm46bXBlZzpoZXZjOjIwMTU6YXV4aWQ6MQAAAAAlaXBtYQAAAAAAAAAEAAECgQIAAgIDhAADAoUGAAQDB4iJAAAANmlyZWYAAAAAAAAADmRpbWcAAgABAAEAAAAOZGltZwAEAAEAAwAAAA5hdXhsAAQAAQACAAABQG1kYXQAAAEhKAGvBBj8it8eJpSyHaBRGwmwigHjR1zR1AQ9JccSx4Q78URbwyvSE9laqu5rH7kTLo4vdv4dhEjJU1PG8+2kyhxZpdKiaUbGkDYdJd6vN+b5IL9aiWCZbNpmvi33Dy15foE30ae/IHEJBwShvaMTnpyftPAitGq/PjrlAPrIiCvJy42wGOaCKcBxitp8ZdfnTCK6e9fveWlBbmKESoUdn1KZOGAJHTSKrvzmQH/ARTwwLg8yEOPjorHWO8TKEs8/3I9N2BTfWyXWbBFytk7EDv2Ej2TQ2ZhuTcFY4GPxBvgP6Pe2eMrMFcvZbTp3FePvyLbU1a7ztdbnuUCBYFEeck/Qbg6gZ5bzxwM1mSAFif5lBUwiabCGiBz2mTIM0WTeYwAAAA8oAa4IMNselem9WllIpYA=";
const hub = await testHub(`${import.meta.dir}/..`);

/** A smooth picture with detail: two waves and a fine grid. */
async function photo(width = 240, height = 160): Promise<Buffer> {
  const data = Buffer.alloc(3 * width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x);
      data[at] = 128 + 100 * Math.sin(x / 17);
      data[at + 1] = 128 + 100 * Math.cos(y / 11);
      data[at + 2] = (x ^ y) & 8 ? 200 : 60;
    }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

function plain(color: string, width = 30, height = 20) {
  return sharp({ create: { width, height, channels: 4, background: color } });
}

/** An animation of red, green and blue frames of 40 × 30 pixels. */
async function animation(format: "gif" | "webp"): Promise<Buffer> {
  const frames = await Promise.all(
    ["red", "lime", "blue"].map((color) => plain(color, 40, 30).raw().toBuffer()),
  );
  const raw = { width: 40, height: 90, channels: 4, pageHeight: 30 } as const;
  const picture = sharp(Buffer.concat(frames), { raw });
  return picture.toFormat(format, { delay: [40, 80, 120], loop: 3, lossless: true }).toBuffer();
}

const uri = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const convert = (source: Uint8Array | string, fields: object = {}) =>
  hub.post("/api/image/convert", {
    image: uri(typeof source === "string" ? Buffer.from(source) : source),
    ...fields,
  });
async function converted(source: Uint8Array | string, fields: object = {}) {
  const answer = await convert(source, fields);
  if (answer.status !== 200) throw new Error(await answer.text());
  return Buffer.from(await answer.bytes());
}
async function readSize(bytes: Buffer) {
  const { width, height } = await sharp(bytes).metadata();
  return [width, height];
}
/** The red, green, blue and opacity of one pixel. */
async function pixel(bytes: Buffer, left: number, top: number) {
  const part = sharp(bytes).toColourspace("srgb").ensureAlpha();
  return [...(await part.extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}

const svg = (inner: string, size = 'width="40" height="20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inner}</svg>`;
const halves = svg('<path fill="red" d="M0 0h20v20H0z"/><path fill="blue" d="M20 0h20v20H20z"/>');

describe("the size", () => {
  test.each([
    ["a width", { width: 60 }, [60, 40]],
    ["a height", { height: 40 }, [60, 40]],
    ["a box inside", { width: 60, height: 60 }, [60, 40]],
    ["a box outside", { width: 60, height: 60, fit: "outside" }, [90, 60]],
    ["a box to cover", { width: 60, height: 60, fit: "cover" }, [60, 60]],
    ["a box to contain it", { width: 60, height: 60, fit: "contain" }, [60, 60]],
    ["a box to fill", { width: 60, height: 60, fit: "fill" }, [60, 60]],
    ["a larger width", { width: 480 }, [240, 160]],
    ["a larger width with enlarge", { width: 480, enlarge: true }, [480, 320]],
    ["a larger square to cover", { width: 320, height: 320, fit: "cover" }, [160, 160]],
    ["a larger box to contain it", { width: 320, height: 320, fit: "contain" }, [320, 320]],
    ["a turn", { rotate: "90", width: 80 }, [80, 120]],
    ["a crop", { crop: { x: 10, y: 20, width: 100, height: 50 } }, [100, 50]],
    [
      "a crop after a turn",
      { rotate: "90", crop: { x: 0, y: 200, width: 160, height: 40 } },
      [160, 40],
    ],
  ])("follows from %s", async (_, fields, size) => {
    expect(await readSize(await converted(await photo(), fields))).toEqual(size);
  });

  test("applies the orientation that a camera stored", async () => {
    const picture = await sharp(await photo())
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await readSize(await converted(picture, { width: 80 }))).toEqual([80, 120]);
  });

  test("draws an SVG at the requested size", async () => {
    const drawn = await converted(halves, { width: 400 });
    expect(await readSize(drawn)).toEqual([400, 200]);
    expect([await pixel(drawn, 198, 100), await pixel(drawn, 201, 100)]).toEqual([
      [255, 0, 0, 255],
      [0, 0, 255, 255],
    ]);
  });

  test.each([
    ["no box", 'width="20" height="20"'],
    ["no size", 'viewBox="0 0 20 20"'],
    ["millimetres", 'width="5mm" height="5mm" viewBox="0 0 20 20"'],
  ])("draws an SVG with %s sharply", async (_, size) => {
    const drawn = await converted(svg('<path d="M0 0h10v20H0z"/>', size), { width: 200 });
    const [before, after] = [await pixel(drawn, 98, 100), await pixel(drawn, 101, 100)];
    expect([before[3], after[3]]).toEqual([255, 0]);
  });

  test("rejects a crop outside the picture", async () => {
    const answer = await json(
      await convert(halves, { crop: { x: 30, y: 0, width: 11, height: 5 } }),
    );
    expect([answer.status, answer.detail]).toEqual([
      400,
      "body.crop must lie within the picture of 40 × 20 pixels: it ends at 41 × 5",
    ]);
  });

  test.each(["", "x", "0", "10x", "1x2x3", "9000", "a"])("rejects the size %j", async (size) => {
    const answer = await convert(halves, { sizes: [size] });
    expect(answer.status).toBe(size === "10x" ? 200 : 400);
  });
});

describe("the visible part", () => {
  const square = { width: 20, height: 20, fit: "cover" };

  test.each([
    ["left", [255, 0, 0, 255]],
    ["right", [0, 0, 255, 255]],
  ])("is at the %s with that focus", async (focus, color) => {
    const drawn = await converted(halves, { ...square, focus });
    expect([await pixel(drawn, 1, 10), await pixel(drawn, 18, 10)]).toEqual([color, color]);
  });

  test.each([
    [0, [255, 0, 0, 255]],
    [1, [0, 0, 255, 255]],
  ])("is around the point at %p of the width", async (focus_x, color) => {
    const picture = await sharp(Buffer.from(halves)).png().toBuffer();
    for (const source of [picture, halves]) {
      const drawn = await converted(source, { ...square, focus_x });
      expect([await pixel(drawn, 1, 10), await pixel(drawn, 18, 10)]).toEqual([color, color]);
    }
  });

  test.each(["attention", "entropy"])("contains the subject with %s", async (focus) => {
    const subject =
      '<circle cx="260" cy="50" r="24" fill="#e33"/><circle cx="260" cy="50" r="9" fill="#fe0"/>';
    const scene = svg(
      `<rect width="320" height="100" fill="#ccc"/>${subject}`,
      'width="320" height="100"',
    );
    const picture = await sharp(Buffer.from(scene)).png().toBuffer();
    const drawn = await converted(picture, { width: 100, height: 100, fit: "cover", focus });
    const { data } = await sharp(drawn).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const isYellow = (at: number) => data[at]! > 230 && data[at + 1]! > 200 && data[at + 2]! < 60;
    const yellow = Array.from({ length: 10_000 }, (_, index) => 3 * index).filter(isYellow);
    expect(yellow.length).toBeGreaterThan(150);
  });
});

describe("colours", () => {
  const dot = svg('<circle cx="20" cy="10" r="5" fill="red"/>');

  test.each([
    [{ format: "png" }, [0, 0, 0, 0]],
    [{ format: "png", background: "navy" }, [0, 0, 128, 255]],
    [{ format: "jpg" }, [255, 255, 255, 255]],
    [
      { format: "png", background: "lime", fit: "contain", width: 40, height: 40 },
      [0, 255, 0, 255],
    ],
  ])("are behind a transparent picture as in %j", async (fields, color) => {
    expect(await pixel(await converted(dot, fields), 1, 1)).toEqual(color);
  });

  test("of a wide gamut are converted to sRGB, or keep their profile", async () => {
    const wide = await plain("#40c060").removeAlpha().withIccProfile("p3").png().toBuffer();
    const srgb = await sharp(await converted(wide)).metadata();
    const kept = await converted(wide, { profile: "keep" });
    expect(srgb.icc).toBeUndefined();
    expect((await sharp(kept).metadata()).icc?.length).toBeGreaterThan(100);
    const [red = 0, green = 0, blue = 0] = await pixel(await converted(wide), 3, 3);
    const error = Math.max(Math.abs(red - 0x40), Math.abs(green - 0xc0), Math.abs(blue - 0x60));
    expect(error).toBeLessThan(4);
  });

  test("are blurred", async () => {
    const [red = 0, , blue = 0] = await pixel(await converted(halves, { blur: 4 }), 20, 10);
    expect(Math.abs(red - blue)).toBeLessThan(60);
  });

  test.each([
    ["horizontal", 1, [0, 0, 255, 255]],
    ["vertical", 1, [255, 0, 0, 255]],
  ])("are mirrored by %s", async (flip, left, color) => {
    expect(await pixel(await converted(halves, { flip }), left, 10)).toEqual(color);
  });

  test("are reported with their shares", async () => {
    const { colors, blurhash, dominant_color } = await json(
      await convert(halves, { width: 400, response: "json" }),
    );
    expect(colors.map(({ color }: { color: string }) => color).sort()).toEqual([
      "#0000ff",
      "#ff0000",
    ]);
    expect([dominant_color, blurhash.length]).toEqual([colors[0].color, 28]);
  });
});

describe("the file", () => {
  test.each(["jpg", "png", "webp", "avif", "gif", "tiff"] as const)("can be %s", async (format) => {
    const { format: written, compression } = await sharp(
      await converted(await photo(), { format, width: 50 }),
    ).metadata();
    const expected = { jpg: "jpeg", avif: "heif" }[format as string] ?? format;
    expect(written).toBe(expected as typeof written);
    if (format === "avif") expect(compression).toBe("av1");
  });

  test.each(["jpg", "png", "webp", "avif", "gif", "tiff"])(
    "can be made from %s",
    async (format) => {
      const source = await converted(await photo(), { format, width: 50 });
      expect(await readSize(await converted(source, { format: "png" }))).toEqual([50, 33]);
    },
  );

  test("of HEIC becomes JPEG", async () => {
    const photo = await converted(Buffer.from(heic, "base64"));
    const { format, width, height } = await sharp(photo).metadata();
    expect([format, width, height]).toEqual(["jpeg", 58, 58]);
    expect(await pixel(photo, 1, 1)).toEqual([255, 255, 255, 255]);
  });

  test.each(["jpg", "webp", "avif", "png", "gif"])(
    "in %s has the best quality that fits",
    async (format) => {
      const whole = await converted(await photo(), { format });
      const budget = Math.round(whole.length * 0.7);
      const answer = await json(
        await convert(await photo(), { format, max_bytes: budget, response: "json" }),
      );
      const [{ bytes, quality }] = answer.files;
      expect(bytes).toBeLessThanOrEqual(budget);
      const better = await converted(await photo(), { format, quality: quality + 1 });
      expect(better.length).toBeGreaterThan(budget);
    },
  );

  test("is rejected if no quality fits", async () => {
    const answer = await json(await convert(await photo(), { format: "jpg", max_bytes: 500 }));
    expect([answer.status, answer.code]).toEqual([422, "budget_too_small"]);
  });

  test("keeps EXIF data only on request, and never the stored orientation", async () => {
    const source = await sharp(await photo())
      .withExif({ IFD0: { Copyright: "Ada" } })
      .withMetadata({ orientation: 3 })
      .withExifMerge({ IFD0: { Copyright: "Ada" } })
      .jpeg()
      .toBuffer();
    const kept = await sharp(await converted(source, { metadata: "keep" })).metadata();
    expect([kept.exif?.includes("Ada"), kept.orientation ?? 1]).toEqual([true, 1]);
    const budgeted = await converted(source, { metadata: "keep", max_bytes: 100_000 });
    expect((await sharp(budgeted).metadata()).exif?.includes("Ada")).toBe(true);
    expect((await sharp(await converted(source)).metadata()).exif).toBeUndefined();
  });

  test("is one of several in a ZIP", async () => {
    const form = new FormData();
    form.set("file", new File([await photo()], "sea.view.png"));
    form.append("sizes", "120");
    form.append("sizes", "x40");
    form.set("format", "webp");
    const answer = await hub.post("/api/image/convert", form);
    expect(answer.headers.get("content-type")).toBe("application/zip");
    expect(answer.headers.get("content-disposition")).toContain("sea.view.zip");
    const text = Buffer.from(await answer.bytes()).toString("latin1");
    expect(text).toContain("sea.view-120x80.webp");
    expect(text).toContain("sea.view-60x40.webp");
  });
});

describe("animations", () => {
  test.each(["gif", "webp"] as const)("in %s keep frames and times", async (format) => {
    const source = await animation(format);
    for (const fields of [
      { width: 20 },
      { rotate: "90", width: 20 },
      { width: 20, height: 20, fit: "cover", focus: "attention" },
      { width: 20, height: 20, fit: "cover", focus_x: 0.2 },
      { watermark_text: "x", blur: 1 },
    ]) {
      const result = await converted(source, { ...fields, format: "webp", lossless: true });
      const { pages, delay, loop } = await sharp(result, { animated: true }).metadata();
      expect([pages, delay, loop]).toEqual([3, [40, 80, 120], 3]);
    }
    const last = sharp(await converted(source, { format: "webp", lossless: true }), { page: 2 });
    expect([...(await last.removeAlpha().raw().toBuffer())].slice(0, 3)).toEqual([0, 0, 255]);
  });

  test("have one frame if the format or the request says so", async () => {
    for (const fields of [{ format: "png" }, { animated: false }]) {
      const still = await converted(await animation("gif"), fields);
      expect((await sharp(still).metadata()).pages ?? 1).toBe(1);
    }
  });
});

describe("a watermark", () => {
  const grey = plain("#808080", 200, 100).png().toBuffer();

  test("of text is where its position says", async () => {
    const marked = await converted(await grey, {
      watermark_text: "Ada",
      watermark_position: "left top",
    });
    const changed = async (left: number, top: number) => {
      const part = sharp(
        await sharp(marked).extract({ left, top, width: 100, height: 50 }).png().toBuffer(),
      );
      const { channels } = await part.stats();
      return channels.some(({ stdev }) => stdev > 5);
    };
    expect([await changed(0, 0), await changed(100, 0), await changed(100, 50)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("of a picture has its opacity", async () => {
    const form = new FormData();
    form.set("file", new File([await grey], "a.png"));
    form.set("watermark", new File([await plain("#ffffff").png().toBuffer()], "b.png"));
    form.set("watermark_position", "center");
    form.set("watermark_opacity", "0.5");
    const marked = Buffer.from(await (await hub.post("/api/image/convert", form)).bytes());
    const [middle = 0] = await pixel(marked, 100, 50);
    expect([Math.abs(middle - 192) < 4, (await pixel(marked, 10, 10))[0]]).toEqual([true, 128]);
  });
});

describe("a hostile file", () => {
  test.each([
    ["text", "hello", "must be a JPEG"],
    ["a cut-off PNG", null, "damaged"],
    [
      "an SVG of copies",
      svg(`<g id="a">${"<path/>".repeat(200)}</g>${'<use href="#a"/>'.repeat(300)}`),
      "copies",
    ],
  ])("of %s is rejected", async (_, source, problem) => {
    const file = source ?? (await photo()).subarray(0, 2000);
    const answer = await json(await convert(file));
    expect([answer.status, answer.code]).toEqual([422, "unusable_picture"]);
    expect(answer.detail).toContain(problem);
  });

  test("of a header with too many pixels is rejected", async () => {
    const bomb = await plain("red", 1, 1).png().toBuffer();
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    bomb.writeUInt32BE(Bun.hash.crc32(bomb.subarray(12, 29)), 29);
    expect((await json(await convert(bomb))).detail).toContain("50000000 pixels");
  });

  test("with thousands of frames is rejected, unless one frame is enough", async () => {
    const head = Buffer.from("47494638396101000100800000ff0000000000", "hex");
    const frame = Buffer.from("2c0000000001000100000202440100", "hex");
    const long = Buffer.concat([head, ...Array(10_000).fill(frame), Buffer.from([0x3b])]);
    expect((await json(await convert(long))).detail).toContain("500 frames");
    expect((await convert(long, { format: "png" })).status).toBe(200);
  });

  test("of a huge SVG is rejected, unless the output is small", async () => {
    const huge = svg("", 'width="100000" height="100000"');
    const answer = await json(await convert(huge));
    expect([answer.status, answer.code]).toEqual([422, "image_too_large"]);
    expect(await readSize(await converted(huge, { width: 50 }))).toEqual([50, 50]);
  });

  test("of an SVG with many filters on many pixels is rejected, unless it is small", async () => {
    const blurs = `${'<g filter="blur(9px)">'.repeat(20)}<path d="M0 0h9v9z"/>${"</g>".repeat(20)}`;
    const blurred = svg(blurs, 'width="6000" height="6000"');
    const answer = await json(await convert(blurred));
    expect([answer.status, answer.code]).toEqual([422, "unusable_picture"]);
    expect(answer.detail).toContain("too many filters");
    expect((await convert(blurred, { width: 60 })).status).toBe(200);
  });

  test("that refers to other files draws nothing of them", async () => {
    const drawn = await converted(svg('<image href="file:///etc/passwd" width="9" height="9"/>'));
    expect(await pixel(drawn, 4, 4)).toEqual([0, 0, 0, 0]);
  });
});
