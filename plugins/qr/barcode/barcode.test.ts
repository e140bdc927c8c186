import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import sharp from "sharp";
import { readPixels } from "../readers/reader.ts";
import { checkContent } from "./content.ts";
import { type BarcodeType, symbologies } from "./symbologies.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const post = (fields: object) => hub.post("/api/qr/barcode", fields);
const get = (query: Record<string, string>) =>
  hub.get(`/api/qr/barcode?${new URLSearchParams(query)}`);

/** Returns the code in an image, with the elements of GS1 in brackets. */
async function read(image: Uint8Array, type: BarcodeType): Promise<string | undefined> {
  const picture = sharp(image).greyscale().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  const pixels = { data, width: info.width, height: info.height };
  const { zxing: only, characters } = symbologies[type];
  const [code] = await readPixels(pixels, { only, hasElements: characters === "gs1" });
  return code?.text;
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const printable = (maxLength: number) =>
  fc.string({
    unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength,
  });
const elements = fc
  .tuple(
    digits(13),
    fc.stringMatching(/^[A-Z0-9/-]{1,20}$/),
    fc.stringMatching(/^[a-zA-Z0-9.]{1,9}$/),
  )
  .map(([gtin, lot, serial]) => `(01)${gtin}${checkDigit(gtin)}(10)${lot}(21)${serial}`);

function checkDigit(digits: string): number {
  const weighted = [...digits].reverse().map((digit, index) => Number(digit) * (index % 2 ? 1 : 3));
  return (10 - (weighted.reduce((sum, value) => sum + value) % 10)) % 10;
}

/** Random contents of each type. */
const contents: Readonly<Record<BarcodeType, fc.Arbitrary<string>>> = {
  ean_13: digits(12),
  ean_8: digits(7),
  upc_a: digits(11),
  upc_e: digits(6).map((number) => `0${number}`),
  itf_14: digits(13),
  code_128: printable(30),
  gs1_128: elements,
  code_39: fc.stringMatching(/^[0-9A-Z .$/+%-]{0,20}[0-9A-Z]$/),
  data_matrix: fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
  gs1_data_matrix: elements,
  pdf_417: fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
  aztec: fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
  micro_qr: fc.oneof(digits(20), fc.stringMatching(/^[0-9A-Z:/.]{1,15}$/), printable(10)),
  rmqr: fc.oneof(digits(50), fc.stringMatching(/^[0-9A-Z:/.]{1,40}$/), printable(40)),
};

describe.each(Object.keys(contents) as BarcodeType[])("%s", (type) => {
  test.each([2, 4, 7])("is read back exactly with modules of %p pixels", async (module_px) => {
    await fc.assert(
      fc.asyncProperty(contents[type], async (data) => {
        const answer = await get({ type, data, module_px: String(module_px) });
        const drawn = decodeURIComponent(answer.headers.get("x-barcode-data") ?? "");
        expect([answer.status, drawn.slice(0, data.length)]).toEqual([200, data]);
        expect(await read(await answer.bytes(), type)).toBe(
          checkContent(type, data, "data").reading,
        );
      }),
      cases(40, 8),
    );
  });
});

test.each([
  ["ean_13", "4012345678901", "1", true],
  ["ean_8", "9638507", "4", true],
  ["upc_a", "03600029145", "2", true],
  ["upc_e", "0425261", "4", true],
  ["itf_14", "1540141289864", "3", true],
  ["gs1_128", "(01)04012345678901(10)AB", "1", true],
  ["code_128", "Hello, world", null, true],
  ["code_39", "HELLO-39", null, true],
  ["data_matrix", "Blüte", null, null],
  ["aztec", "https://example.com", null, null],
])(
  "%s of %s has the check digit %p and the verdict %p",
  async (type, data, check_digit, verified) => {
    expect(await json(await post({ type, data, format: "json" }))).toMatchObject({
      check_digit,
      verified,
      warnings: [],
    });
  },
);

test.each([
  ["ean_13", "4012345678902", "data must end with the check digit 1: it is"],
  ["upc_e", "04252615", "data must end with the check digit 4: it is"],
  [
    "gs1_data_matrix",
    "(01)04012345678905",
    "data must end with the check digit 1 after (01): it has",
  ],
  ["gs1_128", "(01)0401234567890", "data must have 14 digits after (01): it has"],
  ["gs1_128", "(17)279931", "data has an invalid GS1 element: (17)"],
  ["gs1_128", "01040", "data must have GS1 elements such as"],
  ["code_39", "hello", "data must have up to 50 digits, capital letters"],
  ["ean_8", "12", "data must have 7 digits, or 8 with the check digit for ean_8"],
  ["micro_qr", "far too much for a small code", "data must have up to 35 digits, 21 capital"],
])("%s rejects %s", async (type, data, problem) => {
  const answer = await json(await post({ type, data }));
  expect([answer.status, answer.code]).toEqual([422, "invalid_payload"]);
  expect(answer.detail).toStartWith(`body.${problem}`);
});

test.each([
  ["light on dark", { fg_color: "fff", bg_color: "000" }],
  ["a low contrast", { fg_color: "ccc" }],
  ["a narrow quiet zone", { margin: 0, show_text: false }],
  ["tiny modules", { module_px: 1 }],
])("is not verified with %s, and strict rejects it", async (_, look) => {
  const fields = { type: "ean_13", data: "401234567890", ...look };
  expect((await post(fields)).headers.get("x-barcode-verified")).toBe("false");
  expect((await json(await post({ ...fields, strict: true }))).code).toBe("unscannable");
});

test.each(["webp", "jpeg", "svg"])("is read from %s", async (format) => {
  const answer = await get({ type: "code_128", data: "A-1", format });
  expect(await read(await answer.bytes(), "code_128")).toBe("A-1");
});

test("has its size in millimetres in PDF and EPS", async () => {
  const print = { type: "ean_13", data: "401234567890", module_mm: "0.33" };
  // 95 modules with quiet zones of 11 at each side.
  const points = (117 * 0.33 * 72) / 25.4;
  const pdf = await (await get({ ...print, format: "pdf" })).text();
  const eps = await (await get({ ...print, format: "eps" })).text();
  expect(Number(/MediaBox \[0 0 ([\d.]+)/.exec(pdf)?.[1])).toBeCloseTo(points, 2);
  expect(Number(/HiResBoundingBox: 0 0 ([\d.]+)/.exec(eps)?.[1])).toBeCloseTo(points, 2);
});

test("has no text without show_text", async () => {
  const height = async (show_text: string) => {
    const answer = await get({ type: "code_39", data: "A", show_text });
    return (await sharp(await answer.bytes()).metadata()).height;
  };
  expect(await height("false")).toBeLessThan(await height("true"));
});
