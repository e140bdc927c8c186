import type { ZBarScanner } from "@undecaf/zbar-wasm";
import type { Sharp } from "sharp";
import type { CodeContent } from "../matrix/segments.ts";
import { type ImagePixels, readPixels } from "./reader.ts";

// A camera that is close enough for larger modules sees them sharp.
const blurredPixelsMax = 6;

/** A decoder that failed, and the form of the image that it didn't read as the content. */
export interface ReadingFailure {
  decoder: "ZXing" | "ZBar";
  rendition: "full size" | "blurred" | "half size";
}

/**
 * Reads an image with two independent decoders: on white, at full size, blurred and at half size. Returns the failures.
 * A decoder fails unless it returns exactly the content, as text if it is one.
 */
export async function verifyImage(
  image: string | Uint8Array,
  { content, modulePixels }: { content: CodeContent; modulePixels: number },
): Promise<ReadingFailure[]> {
  const { default: sharp } = await import("sharp");
  // Another program renders the SVG, as it will for users.
  const bytes = typeof image === "string" ? Buffer.from(image) : image;
  const full = await decodePixels(sharp(bytes).flatten({ background: "#fff" }));
  const { width, height } = full;
  const source = () => sharp(full.data, { raw: { width, height, channels: 1 } });
  const failures: ReadingFailure[] = [];
  const blurredPixels = Math.min(modulePixels, blurredPixelsMax);
  const blurredWidth = Math.round((width * blurredPixels) / modulePixels);
  const renditions = [
    ["full size", () => full],
    [
      "blurred",
      () =>
        decodePixels(
          source()
            .resize(blurredWidth)
            .blur(0.4 * blurredPixels),
        ),
    ],
    ["half size", () => decodePixels(source().resize(Math.round(width / 2)))],
  ] as const;
  for (const [rendition, render] of renditions) {
    const pixels = await render();
    if (!(await readsWithZXing(pixels, content))) failures.push({ decoder: "ZXing", rendition });
    if (!(await readsWithZBar(pixels, content))) failures.push({ decoder: "ZBar", rendition });
    // Other renditions of an unreadable image aren't readable either.
    if (failures.length > 0) break;
  }
  return failures;
}

async function decodePixels(image: Sharp): Promise<ImagePixels> {
  const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function readsWithZXing(pixels: ImagePixels, content: CodeContent): Promise<boolean> {
  const codes = await readPixels(pixels, { tryInvert: false });
  return codes.some(({ text, bytes }) =>
    typeof content === "string" ? text === content : Buffer.compare(bytes, content) === 0,
  );
}

async function readsWithZBar(
  { data, width, height }: ImagePixels,
  content: CodeContent,
): Promise<boolean> {
  const { scanGrayBuffer } = await import("@undecaf/zbar-wasm");
  // A used scanner has other random numbers, and may read another way.
  const scanner = await createScanner(typeof content === "string" ? "text" : "bytes");
  try {
    const symbols = await scanGrayBuffer(new Uint8Array(data).buffer, width, height, scanner);
    const expected = Buffer.from(content as Uint8Array);
    return symbols.some((symbol) => expected.equals(Uint8Array.from(symbol.data)));
  } finally {
    scanner.destroy();
  }
}

/** Creates a scanner that only reads QR codes, and returns UTF-8 or the bytes of the code. */
async function createScanner(output: "text" | "bytes"): Promise<ZBarScanner> {
  const { ZBarConfigType, ZBarScanner, ZBarSymbolType } = await import("@undecaf/zbar-wasm");
  const scanner = await ZBarScanner.create();
  const { ZBAR_NONE, ZBAR_QRCODE } = ZBarSymbolType;
  scanner.setConfig(ZBAR_NONE, ZBarConfigType.ZBAR_CFG_ENABLE, 0);
  scanner.setConfig(ZBAR_QRCODE, ZBarConfigType.ZBAR_CFG_ENABLE, 1);
  scanner.setConfig(ZBAR_QRCODE, ZBarConfigType.ZBAR_CFG_BINARY, output === "bytes" ? 1 : 0);
  return scanner;
}
