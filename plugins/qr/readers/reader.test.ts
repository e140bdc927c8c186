import { expect, test } from "bun:test";
import sharp from "sharp";
import { readPixels } from "./reader.ts";

// The smaller format of ISO/IEC 18004, drawn by bwip-js: HELLO as M2 with level M and mask 3.
const micro = [
  "1111111010101",
  "1000001001000",
  "1011101011111",
  "1011101001101",
  "1011101010010",
  "1000001001001",
  "1111111001111",
  "0000000011000",
  "1110100010011",
  "0101110111111",
  "1010101000011",
  "0101010101110",
  "1110010001110",
];

/** Draws black on white at four pixels per module, with a quiet zone of two modules. */
function drawPixels(rows: readonly string[]) {
  const width = (rows.length + 4) * 4;
  const data = new Uint8Array(width * width).fill(255);
  for (let y = 0; y < rows.length * 4; y++)
    for (let x = 0; x < rows.length * 4; x++)
      if (rows[y >> 2]![x >> 2] === "1") data[(y + 8) * width + x + 8] = 0;
  return { data, width, height: width };
}

test("decodes a Micro QR code", async () => {
  const [code] = await readPixels(drawPixels(micro));
  expect(code).toMatchObject({
    text: "HELLO",
    format: "micro_qr",
    version: "M2",
    ecc: "M",
    mask: 3,
  });
});

// The second half of the text Structured append, whose bytes have the parity 31.
const half = [
  "111111100000101111111",
  "100000101100101000001",
  "101110100000001011101",
  "101110100001001011101",
  "101110101010101011101",
  "100000100010101000001",
  "111111101010101111111",
  "000000000001100000000",
  "101010100111000010010",
  "011010000100000111010",
  "110110100000100100111",
  "001001011000000110001",
  "000010100110101110010",
  "000000001111010000000",
  "111111100011001110001",
  "100000100101110111000",
  "101110101101001111101",
  "101110100100001100000",
  "101110101100100011001",
  "100000100110001011001",
  "111111101110101110101",
];

test("reports the index of a code in a sequence", async () => {
  const [code] = await readPixels(drawPixels(half));
  expect(code?.text).toBe("append");
  expect(code?.sequence).toEqual({ index: 1, size: 2, id: "31" });
});

test("converts pixels to brightness and colours, on white if transparent", async () => {
  const { data, width, height } = drawPixels(half);
  const [code] = await readPixels({ data, width, height });
  expect(code?.text).toBe("append");
  const clear = new Uint8Array(4 * data.length);
  for (const [at, light] of data.entries()) clear[4 * at + 3] = 255 - light;
  const [same] = await readPixels({ data: clear, width, height });
  expect(same).toEqual(code!);
});

test("rejects a wrong number of pixels", async () => {
  const pixels = { data: new Uint8Array(7), width: 2, height: 2 };
  await expect(readPixels(pixels)).rejects.toThrow("2 × 2 pixels are not 7 bytes");
});

test.each([
  ["DataMatrix", "data_matrix", "Grüße"],
  ["Aztec", "aztec", "Aztec 1"],
  ["PDF417", "pdf_417", "Boarding pass"],
  ["EAN13", "ean_13", "4006381333931"],
  ["EAN8", "ean_8", "96385074"],
  ["UPCE", "upc_e", "01234565"],
  ["Code128", "code_128", "ABC-abc-1234"],
  ["Code39", "code_39", "ABC123"],
  ["ITF", "itf", "12345670"],
] as const)("decodes %s only on request", async (format, name, text) => {
  const { prepareZXingModule, writeBarcode } = await import("zxing-wasm/writer");
  const path = Bun.resolveSync("zxing-wasm/writer/zxing_writer.wasm", import.meta.dir);
  prepareZXingModule({ overrides: { wasmBinary: await Bun.file(path).arrayBuffer() } });
  const { image } = await writeBarcode(text, { format, scale: 4, addQuietZones: true });
  if (!image) throw new Error(`${format} was not drawn`);
  const { data, info } = await sharp(await image.bytes())
    .flatten({ background: "#fff" })
    .extend({ top: 20, bottom: 20, left: 40, right: 40, background: "#fff" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { data, width: info.width, height: info.height };
  expect(await readPixels(pixels)).toEqual([]);
  const [code] = await readPixels(pixels, { otherCodes: true });
  // The engine expands UPC-E to the EAN-13 that it stands for.
  expect([code?.format, code?.text]).toEqual([name, name === "upc_e" ? "0012345000065" : text]);
});
