import { beforeAll, describe, expect, test } from "bun:test";
import { isFullDepth, json, testHub } from "hub/testing";
import jsQR from "jsqr";
import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { styles } from "../request.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const post = (body: object) => hub.post("/api/qr/generate", body);
const data = "https://example.com/menu";
let logo: string;

beforeAll(async () => {
  const create = { width: 90, height: 60, channels: 3, background: "#00aa77" } as const;
  logo = (await sharp({ create }).png().toBuffer()).toString("base64");
});

async function decoded(response: Response) {
  const image = sharp(Buffer.from(await response.bytes())).flatten({ background: "#fff" });
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const color = (x: number, y: number) =>
    data.subarray((y * info.width + x) * 4).toString("hex", 0, 3);
  return { ...info, color, text: jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data };
}

describe("a logo", () => {
  // At full depth each style in each format. Otherwise each style in one format, and the next in another.
  const formats = ["png", "svg", "webp", "jpeg"];
  const looks = [...styles].flatMap((style, index) =>
    formats
      .filter((_, at) => isFullDepth || at === index % formats.length)
      .map((format) => [style, format] as const),
  );

  test.each(looks)("keeps %s as %s readable", async (style, format) => {
    const res = await post({ data, style, format, size: 500, logo: { data: logo } });
    expect(res.headers.get("x-qr-verified")).toBe("true");
    expect(res.headers.get("x-qr-ecc")).toBe("H");
    expect((await decoded(res)).text).toBe(data);
  });

  // An image of 3 : 2 in a square of 99 pixels: fitted or cropped to the shape.
  test.each([
    ["square", [true, false, false]],
    ["rounded", [true, true, true]],
    ["circle", [true, true, false]],
  ] as const)("is cropped to a %s", async (shape, covers) => {
    const res = await post({ data, size: 410, logo: { data: logo, shape, size_ratio: 0.3 } });
    const { color, text } = await decoded(res);
    const [left, top, diagonal] = [color(157, 205), color(205, 157), color(165, 165)];
    expect([left, top, diagonal].map((one) => one === "00aa77")).toEqual([...covers]);
    expect(text).toBe(data);
  });

  test("has no modules beneath it", async () => {
    const clear = await sharp({
      create: { width: 8, height: 8, channels: 4, background: "#0000" },
    })
      .png()
      .toBuffer();
    const look = { size: 410, logo: { data: clear.toString("base64"), size_ratio: 0.3 } };
    const image = await decoded(await post({ data, ...look }));
    for (let at = 150; at < 260; at += 5) expect(image.color(at, 205)).toBe("ffffff");
  });

  test("can be a data URI", async () => {
    const plain = await (await post({ data, logo: { data: logo } })).bytes();
    const uri = `data:image/png;base64,${logo}`;
    expect(await (await post({ data, logo: { data: uri } })).bytes()).toEqual(plain);
  });

  test("enlarges the code if it would cover too much", async () => {
    const res = await post({
      data: "hi",
      style: "star",
      logo: { data: logo, size_ratio: 0.3, margin: 2 },
    });
    expect(res.headers.get("x-qr-version")).toBe("8");
    expect(res.headers.get("x-qr-verified")).toBe("true");
  });

  test.each([
    ["not base64!", 400, "invalid_input"],
    ["data:image/png,abc", 400, "invalid_input"],
    [btoa('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, "unsupported_logo"],
    [btoa("\x89PNG\r\n\x1a\nnothing more"), 415, "unsupported_logo"],
    [btoa("GIF89a"), 415, "unsupported_logo"],
    [btoa("\x00".repeat(1_048_577)), 413, "logo_too_large"],
  ])("is rejected when it is %#", async (data, status, code) => {
    const res = await post({ data: "hi", logo: { data } });
    expect(await json(res)).toMatchObject({
      status,
      code,
      errors: [{ location: "body.logo.data" }],
    });
  });

  test("is rejected for its size before it is decoded", async () => {
    const create = { width: 2001, height: 2000, channels: 3, background: "#000" } as const;
    const png = await sharp({ create }).png().toBuffer();
    const body = await json(await post({ data, logo: { data: png.toString("base64") } }));
    expect(body).toMatchObject({ code: "logo_too_large", status: 413 });
    expect(body.detail).toContain("2001 × 2000");
  });

  test("is rejected when its pixel data is missing", async () => {
    const half = Buffer.from(logo, "base64").subarray(0, 90).toString("base64");
    expect((await post({ data, logo: { data: half } })).status).toBe(415);
  });
});

describe("a caption", () => {
  test("is drawn below the code in the colour of the modules", async () => {
    const image = await decoded(await post({ data, caption: "Menü", fg_color: "a00", size: 300 }));
    expect(image.width).toBe(300);
    expect(image.height).toBeGreaterThan(320);
    const line = Array.from({ length: 300 }, (_, x) => image.color(x, 312));
    expect(line).toContain("aa0000");
    expect(image.text).toBe(data);
  });

  test("is drawn as outlines in an SVG", async () => {
    const svg = await (await post({ data, caption: "<b>Menu</b>", format: "svg" })).text();
    expect(svg).not.toContain("Menu");
    expect(svg.split("<path").length - 1).toBe(2);
  });

  test("wraps to several lines", async () => {
    const short = await decoded(await post({ data, caption: "one" }));
    const long = await decoded(await post({ data, caption: "one two three ".repeat(5) }));
    expect(long.height - 300).toBeGreaterThan(2 * (short.height - 300));
  });

  test("is rejected for characters without a glyph", async () => {
    const res = await post({ data, caption: "menu ᠮ" });
    expect(await json(res)).toMatchObject({ status: 400, errors: [{ location: "body.caption" }] });
  });
});

describe("POST generate", () => {
  test("encodes a payload", async () => {
    const payload = { type: "wifi", ssid: "Café; 2", password: "se:cret12", security: "WPA" };
    const body = await json(await post({ payload, format: "json" }));
    expect(body.data).toStartWith("WIFI:");
    expect(body.data).toContain("S:Café\\; 2;");
  });

  test("verifies the code by decoding it", async () => {
    const body = await json(await post({ data, format: "json", style: "heart" }));
    expect(body.scannability).toMatchObject({ score: 100, decoded_ok: true });
  });

  test("reports a code that can't be decoded, and rejects it with strict", async () => {
    const faint = { data, fg_color: "fefefe", format: "json" };
    expect((await json(await post(faint))).scannability).toMatchObject({
      score: 10,
      decoded_ok: false,
    });
    const strict = await post({ ...faint, strict: true });
    expect(await json(strict)).toMatchObject({ code: "unscannable", status: 422 });
  });

  test("with strict, considers the decoded result, not the heuristics", async () => {
    expect((await post({ data, margin: 2, strict: true })).status).toBe(200);
    expect((await hub.get("/api/qr/generate?data=hi&margin=2&strict=true")).status).toBe(200);
  });

  // A decoder reads all of these, but phones don't.
  test.each([
    { fg_color: "eee" },
    { fg_color: "fff", bg_color: "edda00" },
    { fg_color: "fff", bg_color: "000" },
    { gradient: "ffd000-ffffff", bg_color: "102030" },
    { eye_color: "ddd" },
    { fg_color: "00000030" },
    { margin: 0 },
    { margin: 1 },
  ])("never verifies %j in any format, and rejects it with strict", async (look) => {
    for (const format of ["png", "svg", "webp", "jpeg"]) {
      const res = await post({ data, ...look, format });
      expect([res.status, res.headers.get("x-qr-verified")]).toEqual([200, "false"]);
      const strict = await post({ data, ...look, format, strict: true });
      expect(await json(strict)).toMatchObject({ code: "unscannable", status: 422 });
    }
  });

  test("can't verify a code with a transparent background or in a terminal", async () => {
    const verified = async (look: object) =>
      (await post({ data, ...look })).headers.get("x-qr-verified");
    expect(await verified({ bg_color: "transparent" })).toBe("unknown");
    expect(await verified({ bg_color: "ffffff80", format: "svg" })).toBe("unknown");
    expect(await verified({ bg_color: "transparent", format: "jpeg" })).toBe("true");
    expect(await verified({ format: "text" })).toBe("unknown");
    expect((await post({ data, bg_color: "transparent", strict: true })).status).toBe(422);
  });

  test("rejects a payload that breaks the rules of its type", async () => {
    const res = await post({ payload: { type: "epc", name: "A", iban: "DE00370400440532013000" } });
    expect(await json(res)).toMatchObject({ code: "invalid_payload", status: 422 });
  });

  test.each([
    [{}, "body must have one of data and payload: it has neither"],
    [
      { data: "a", payload: { type: "tel", number: "+4930123456" } },
      "body must have one of data and payload: it has both",
    ],
    [{ data: "\ud800" }, "body.data must not have a lone surrogate"],
  ])("rejects %j", async (body, detail) => {
    expect(await json(await post(body))).toMatchObject({ status: 400, detail });
  });
});

test("a Swiss QR-bill has its cross, error correction M and a verdict", async () => {
  const payload = {
    type: "swiss_bill",
    iban: "CH5800791123000889012",
    creditor: { name: "Müller AG", postal_code: "2501", city: "Biel", country: "CH" },
  };
  const res = await post({ payload, size: 460, margin: 5, strict: true });
  expect([res.headers.get("x-qr-ecc"), res.headers.get("x-qr-verified")]).toEqual(["M", "true"]);
  const { color } = await decoded(res);
  // The white bar of the cross, in a black square with a white edge.
  expect([230, 215, 204].map((x) => color(x, 220))).toEqual(["ffffff", "000000", "ffffff"]);
});

// Sizes of which a part is no whole module: the blur is a share of the module, not of the image.
test.each([400, 450, 543, 600, 700, 800, 1000])(
  "a Swiss QR-bill of the standard is verified at %d pixels",
  async (size) => {
    const res = await post({ payload: standardBill, size });
    expect(res.headers.get("x-qr-verified")).toBe("true");
  },
);

const standardBill = {
  type: "swiss_bill",
  iban: "CH4431999123000889012",
  creditor: {
    name: "Robert Schneider AG",
    street: "Rue du Lac",
    house_number: "1268",
    postal_code: "2501",
    city: "Biel",
    country: "CH",
  },
  amount: 1949.75,
  currency: "CHF",
  reference: "210000000003139471430009017",
};

test("a Swiss QR-bill has 46 mm in print without its margin, unless a width is given", async () => {
  const measure = async (fields: object) => {
    const file = await post({ payload: standardBill, format: "pdf", ...fields });
    const [page] = (await PDFDocument.load(await file.bytes())).getPages();
    return ((page?.getWidth() ?? 0) * 25.4) / 72;
  };
  const modules = 17 + 4 * 14;
  for (const margin of [4, 8])
    expect(await measure({ margin })).toBeCloseTo((46 * (modules + 2 * margin)) / modules, 2);
  expect(await measure({ width_mm: 40 })).toBeCloseTo(40, 2);
});
