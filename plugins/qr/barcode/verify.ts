import type { Sharp } from "sharp";
import { type ImagePixels, readPixels } from "../readers/reader.ts";
import type { BarcodeContent } from "./content.ts";
import { type BarcodeType, symbologies } from "./symbologies.ts";

/** The result of reading a code back: null if only one decoder knows its type. */
export interface BarcodeVerdict {
  verified: boolean | null;
  warnings: string[];
}

/** Reads an image at full size, blurred by 0.4 modules and at half its size, with each decoder that knows the type. */
export async function verifyBarcode(
  image: Uint8Array,
  {
    type,
    content,
    modulePixels,
  }: { type: BarcodeType; content: BarcodeContent; modulePixels: number },
): Promise<BarcodeVerdict> {
  const { default: sharp } = await import("sharp");
  const source = () => sharp(image);
  const { width } = await source().metadata();
  const renditions: [name: string, picture: Sharp][] = [
    ["", source()],
    [" when it is blurred", source().blur(Math.max(0.3, 0.4 * modulePixels))],
    [" at half its size", source().resize(Math.max(1, Math.round(width / 2)))],
  ];
  const { zbar } = symbologies[type];
  for (const [name, picture] of renditions) {
    const { data: bytes, info } = await picture
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = { data: bytes, width: info.width, height: info.height };
    const failed = !(await readsWithZXing(pixels, type, content))
      ? "ZXing"
      : zbar && !(await readsWithZBar(pixels, type, content))
        ? "ZBar"
        : undefined;
    if (failed) return { verified: false, warnings: [`${failed} cannot read the image${name}`] };
  }
  return { verified: zbar ? true : null, warnings: [] };
}

async function readsWithZXing(pixels: ImagePixels, type: BarcodeType, { reading }: BarcodeContent) {
  const isGs1 = symbologies[type].characters === "gs1";
  const codes = await readPixels(pixels, {
    only: symbologies[type].zxing,
    hasElements: isGs1,
    tryInvert: false,
  });
  return codes.some(({ text }) => text === reading);
}

async function readsWithZBar(
  { data: bytes, width, height }: ImagePixels,
  type: BarcodeType,
  { data, reading }: BarcodeContent,
) {
  const { scanGrayBuffer, ZBarConfigType, ZBarScanner, ZBarSymbolType } = await import(
    "@undecaf/zbar-wasm"
  );
  const { zbar = "ZBAR_NONE", characters } = symbologies[type];
  const scanner = await ZBarScanner.create();
  try {
    const { ZBAR_CFG_ENABLE, ZBAR_CFG_EMIT_CHECK } = ZBarConfigType;
    scanner.setConfig(ZBarSymbolType.ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
    // A UPC is read as an EAN-13 first.
    scanner.setConfig(ZBarSymbolType.ZBAR_EAN13, ZBAR_CFG_ENABLE, 1);
    scanner.setConfig(ZBarSymbolType[zbar], ZBAR_CFG_ENABLE, 1);
    scanner.setConfig(ZBarSymbolType[zbar], ZBAR_CFG_EMIT_CHECK, 1);
    const symbols = await scanGrayBuffer(new Uint8Array(bytes).buffer, width, height, scanner);
    const texts = symbols.map((symbol) => symbol.decode().replaceAll("\x1d", ""));
    const expected = characters === "gs1" ? data.replaceAll(/[()]/g, "") : data;
    return texts.includes(expected) || texts.includes(reading);
  } finally {
    scanner.destroy();
  }
}
