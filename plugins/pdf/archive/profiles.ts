import type { PDFDocument, PDFRef } from "pdf-lib";
import sharp from "sharp";
import { withPdfium } from "../engines/pdfium.ts";
import { renderPage } from "../render/page-image.ts";
import { stream, writePdf } from "../sample.ts";

/** Builds an ICC profile that gives CMYK colours as PDFium displays them. */
export async function buildCmykProfile(): Promise<Uint8Array> {
  const colors = await sampleCmyk();
  const table = Buffer.alloc(tableHead + 2 * (4 * 2 + 3 * gridColors + 3 * 2));
  table.write("mft2", 0, "latin1");
  table.set([4, 3, grid], 8);
  for (const [index, value] of [1, 0, 0, 0, 1, 0, 0, 0, 1].entries())
    table.writeInt32BE(value * 65_536, 12 + 4 * index);
  table.writeUInt16BE(2, 48);
  table.writeUInt16BE(2, 50);
  const ramps = (count: number) => Array.from({ length: count }, () => [0, 65_535]).flat();
  const values = [...ramps(4), ...colors.flatMap(encodeLab), ...ramps(3)];
  for (const [index, value] of values.entries()) table.writeUInt16BE(value, tableHead + 2 * index);
  return writeProfile({
    desc: writeDescription("CMYK as displayed"),
    cprt: Buffer.from("text\0\0\0\0CC0\0", "latin1"),
    wtpt: Buffer.from([...Buffer.from("XYZ \0\0\0\0", "latin1"), ...d50]),
    A2B0: table,
  });
}

const white = [255, 255, 255, 255] as const;
/** The colours of the table for each channel. */
const grid = 9;
const gridColors = grid ** 4;
const tableHead = 52;
/** The white point of ICC profiles, as three numbers with 16 fractional bits. */
const d50 = [0, 0, 0xf6, 0xd6, 0, 1, 0, 0, 0, 0, 0xd3, 0x2d];

type Color = [red: number, green: number, blue: number];

/** Returns the colour of each combination of four channels. The last one varies fastest. */
async function sampleCmyk(): Promise<Color[]> {
  const side = grid ** 2;
  const samples = Buffer.alloc(4 * gridColors);
  for (let index = 0; index < gridColors; index++)
    for (let channel = 0; channel < 4; channel++) {
      const level = Math.floor(index / grid ** (3 - channel)) % grid;
      samples[4 * index + channel] = Math.round((level * 255) / (grid - 1));
    }
  const image = stream(
    samples.toString("latin1"),
    `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceCMYK`,
  );
  const bytes = writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${side} ${side}]/Resources<</XObject<</I 4 0 R>>>>/Contents 5 0 R>>`,
    image,
    stream(`${side} 0 0 ${side} 0 0 cm /I Do`),
  ]);
  const size = { width: side, height: side };
  const options = { ...size, background: white, annotations: false };
  const pixels = await withPdfium(bytes, (opened) => renderPage(opened, 1, options));
  return Array.from({ length: gridColors }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(4 * index, 4 * index + 3);
    return [red, green, blue];
  });
}

/** Converts an sRGB colour to Lab with the white point D50, as 16-bit numbers of ICC version 2. */
function encodeLab(color: Color): [number, number, number] {
  const [red, green, blue] = color.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Color;
  const x = (0.4360747 * red + 0.3850649 * green + 0.1430804 * blue) / 0.9642;
  const y = 0.2225045 * red + 0.7168786 * green + 0.0606169 * blue;
  const z = (0.0139322 * red + 0.0971045 * green + 0.7141733 * blue) / 0.8249;
  const [fx, fy, fz] = [x, y, z].map((value) =>
    value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116,
  ) as Color;
  const clamp = (value: number) => Math.max(0, Math.min(65_535, Math.round(value)));
  return [
    clamp(((116 * fy - 16) / 100) * 0xff00),
    clamp((500 * (fx - fy) + 128) * 256),
    clamp((200 * (fy - fz) + 128) * 256),
  ];
}

function writeDescription(text: string): Buffer {
  const bytes = Buffer.alloc(90 + text.length + 1);
  bytes.write("desc", 0, "latin1");
  bytes.writeUInt32BE(text.length + 1, 8);
  bytes.write(text, 12, "latin1");
  return bytes;
}

/** Writes a profile of version 2 for an input device with four channels. */
function writeProfile(tags: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(tags);
  const start = 128 + 4 + 12 * entries.length;
  const head = Buffer.alloc(start);
  head.writeUInt32BE(0x02400000, 8);
  head.write("scnrCMYKLab ", 12, "latin1");
  // A fixed date, so that the same input gives the same bytes.
  for (const [index, value] of [2026, 1, 1].entries()) head.writeUInt16BE(value, 24 + 2 * index);
  head.write("acsp", 36, "latin1");
  head.set(d50, 68);
  head.writeUInt32BE(entries.length, 128);
  const contents: Buffer[] = [];
  let offset = start;
  for (const [index, [name, tag]] of entries.entries()) {
    head.write(name, 132 + 12 * index, "latin1");
    head.writeUInt32BE(offset, 136 + 12 * index);
    head.writeUInt32BE(tag.length, 140 + 12 * index);
    const padded = Buffer.concat([tag, Buffer.alloc(-tag.length & 3)]);
    contents.push(padded);
    offset += padded.length;
  }
  head.writeUInt32BE(offset, 0);
  return Buffer.concat([head, ...contents]);
}

/** Returns the sRGB profile that the image library has. */
export async function readRgbProfile(): Promise<Uint8Array> {
  const pixel = { width: 1, height: 1, channels: 3, background: "white" } as const;
  const image = await sharp({ create: pixel }).withIccProfile("srgb").png().toBuffer();
  const { icc } = await sharp(image).metadata();
  if (!icc) throw new Error("Cannot read the sRGB profile: the image has none");
  return icc;
}

/** Adds an ICC profile to a document. */
export function addProfile(
  { context }: PDFDocument,
  { bytes, components }: { bytes: Uint8Array; components: 3 | 4 },
): PDFRef {
  return context.register(context.flateStream(bytes, { N: components }));
}
