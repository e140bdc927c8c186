import sharp from "sharp";
import { withPdfium } from "../engines/pdfium.ts";
import type { Dice } from "../redact/random-layouts.fixture.ts";
import { renderPage } from "../render/page-image.ts";
import { stream, writePdf } from "../sample.ts";

/** A page of a scan. */
export interface Scan {
  lines: readonly string[];
  /** Default 200. */
  dpi?: number;
  /** How far the paper was turned in the scanner, in degrees clockwise. */
  skew?: number;
  /** Clockwise quarter turns of the paper. */
  turns?: 0 | 1 | 2 | 3;
  /** The standard deviation of the noise, out of 255. */
  noise?: number;
  /** The share of pixels that are black or white specks. */
  specks?: number;
  /** The radius of the blur, in pixels. */
  blur?: number;
  /** The brightness of the darkest corner of the paper: of a photo, or of a book. Default 1. */
  shadow?: number;
  /** Whether light text is on dark paper. */
  isNegative?: boolean;
  /** The font size in points. Default 11. */
  size?: number;
  font?: "Helvetica" | "Times-Roman" | "Courier";
  /** The /Rotate of the page. */
  rotate?: 0 | 90 | 180 | 270;
  /** Operators that are drawn over the picture. */
  over?: string;
}

/** The letter that most tests scan. */
export const letter = [
  "Acme Trading Ltd, 14 Harbour Street, Bristol BS1 4RN",
  "Invoice number 2026-0417 of 3 March 2026",
  "Dear Ms Whitfield,",
  "thank you for your order. Please transfer the total of 1,284.50",
  "pounds to the account below within thirty days of this letter.",
  "Should a part be damaged, send us a photograph and the number",
  "on the box. We replace it at no cost to you.",
  "Kind regards, Jonathan Pemberton",
];

const [width, height] = [420, 595];

/** Builds a PDF whose pages are pictures of text, as a scanner makes them. */
export async function scanPdf(...scans: readonly Scan[]): Promise<Uint8Array<ArrayBuffer>> {
  const pictures = await Promise.all(scans.map(takePicture));
  const numberOf = (index: number) => 4 + 3 * index;
  return writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${scans.length}/Kids[${scans.map((_, index) => `${numberOf(index)} 0 R`).join(" ")}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ...scans.flatMap(({ turns = 0, rotate = 0, over = "" }, index) => {
      const [wide, high] = turns % 2 === 0 ? [width, height] : [height, width];
      const number = numberOf(index);
      const { jpeg, columns, rows } = pictures[index] as Awaited<ReturnType<typeof takePicture>>;
      return [
        `<</Type/Page/Parent 2 0 R/Rotate ${rotate}/MediaBox[0 0 ${wide} ${high}]/Resources<</Font<</F 3 0 R>>/XObject<</Scan ${number + 2} 0 R>>>>/Contents ${number + 1} 0 R>>`,
        stream(`q ${wide} 0 0 ${high} 0 0 cm /Scan Do Q ${over}`),
        stream(
          jpeg.toString("latin1"),
          `/Type/XObject/Subtype/Image/Width ${columns}/Height ${rows}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode`,
        ),
      ];
    }),
  ]);
}

/** Takes the pictures of pages, in JPEG. */
export async function scanPictures(...scans: readonly Scan[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const pictures = await Promise.all(scans.map(takePicture));
  return pictures.map(({ jpeg }) => Uint8Array.from(jpeg));
}

async function takePicture({
  dpi = 200,
  skew = 0,
  turns = 0,
  noise = 0,
  specks = 0,
  blur = 0,
  shadow = 1,
  isNegative = false,
  ...page
}: Scan) {
  const [wide, high] = [width, height].map((side) => Math.round((side * dpi) / 72)) as [
    number,
    number,
  ];
  const background = [255, 255, 255, 255] as const;
  const pixels = await withPdfium(buildPage(page), (opened) =>
    renderPage(opened, 1, { width: wide, height: high, background, annotations: false }),
  );
  const raw = { raw: { width: wide, height: high, channels: 4 } } as const;
  const skewed = await sharp(pixels, raw)
    .removeAlpha()
    .greyscale()
    .rotate(skew, { background: "#fff" })
    .blur(blur > 0 ? { sigma: blur } : false)
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  addShadow(skewed.data, skewed.info, shadow);
  addNoise(skewed.data, noise);
  addSpecks(skewed.data, specks);
  const { width: columns, height: rows } = skewed.info;
  const paper = await sharp(skewed.data, { raw: { width: columns, height: rows, channels: 1 } })
    .resize(wide, high, { fit: "cover" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  const { data, info } = await sharp(paper, { raw: { width: wide, height: high, channels: 1 } })
    .rotate(90 * turns)
    .negate(isNegative)
    .toColourspace("b-w")
    .jpeg({ quality: 80 })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, columns: info.width, rows: info.height };
}

function buildPage({ lines, size = 11, font = "Helvetica" }: Scan): Uint8Array<ArrayBuffer> {
  const escaped = lines.map((line) => `(${line.replace(/[\\()]/g, "\\$&")}) Tj T*`);
  return writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>`,
    stream(`BT /F ${size} Tf ${1.6 * size} TL 40 ${height - 60} Td ${escaped.join(" ")} ET`),
    `<</Type/Font/Subtype/Type1/BaseFont/${font}/Encoding/WinAnsiEncoding>>`,
  ]);
}

/** Returns a source of numbers from 0 to 1: the same for each run. */
function createNoise(): () => number {
  let state = 12_345;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** Turns a share of pixels black or white. */
function addSpecks(pixels: Uint8Array, share: number): void {
  if (share === 0) return;
  const next = createNoise();
  for (let index = 0; index < pixels.length; index++)
    if (next() < share) pixels[index] = next() < 0.5 ? 0 : 255;
}

/** Darkens the paper from its upper left to its lower right corner. */
function addShadow(
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
  darkest: number,
): void {
  if (darkest === 1) return;
  for (let index = 0; index < pixels.length; index++) {
    const share = ((index % width) / width + Math.floor(index / width) / height) / 2;
    pixels[index] = Math.round((pixels[index] ?? 0) * (1 - share * (1 - darkest)));
  }
}

/** Builds a random page of amounts, dates and numbers, scanned in one of six ways. */
export function randomScan({ between, integer, pick }: Dice): Scan {
  const digits = (count: number) =>
    Array.from({ length: count }, () => String(integer(0, 9))).join("");
  const amount = () => `${pick(["", `${integer(1, 99)},`])}${integer(100, 999)}.${digits(2)}`;
  const date = () => `${integer(10, 28)}.${integer(10, 12)}.20${integer(10, 29)}`;
  const labels = ["Consulting", "Delivery", "Paper and ink", "Repair of the roof", "Insurance"];
  const lines = [
    `Invoice ${digits(4)}-${digits(5)} of ${date()}`,
    `IBAN CH${digits(2)} ${Array.from({ length: 4 }, () => digits(4)).join(" ")} ${digits(1)}`,
    ...Array.from({ length: 6 }, () => `${pick(labels)}    ${integer(1, 48)}    ${amount()}`),
    `Please pay ${amount()} by ${date()} or call 0${digits(2)} ${digits(3)} ${digits(4)}.`,
  ];
  const ways: Scan[] = [
    { lines, blur: between(0.5, 1.6) },
    { lines, noise: between(10, 45) },
    { lines, shadow: between(0.4, 0.8), blur: between(0.3, 0.8) },
    { lines, skew: between(-3, 3) },
    { lines, shadow: between(0.5, 0.8), skew: between(-2, 2), blur: between(0.4, 1), noise: 12 },
    { lines, dpi: integer(110, 150), blur: between(0.3, 0.7) },
  ];
  const fonts = ["Helvetica", "Times-Roman", "Courier"] as const;
  return { ...pick(ways), font: pick(fonts), size: integer(9, 12) };
}

/** Adds noise to pixels. */
function addNoise(pixels: Uint8Array, deviation: number): void {
  if (deviation === 0) return;
  const next = createNoise();
  for (let index = 0; index < pixels.length; index++) {
    const sum = next() + next() + next() + next() - 2;
    const value = (pixels[index] ?? 0) + sum * deviation * 1.7;
    pixels[index] = Math.max(0, Math.min(255, Math.round(value)));
  }
}
