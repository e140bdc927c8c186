import fc from "fast-check";
import QRCode from "qrcode";
import sharp from "sharp";
import { readCodes } from "../../../plugins/qr/decode/codes.ts";
import { importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface Photo {
  png: Buffer;
  text: string;
}

type Read = (photo: Photo) => Promise<string | undefined>;

export default {
  engine: "qr/read",
  ours: ["plugins/qr/decode/*.ts", "plugins/qr/readers/*.ts"],
  theirs: ["jsqr", "@undecaf/zbar-wasm"],
  async measure() {
    const photos = await takePhotos();
    const readers: Record<string, Read> = {
      ours: async ({ png }) => (await readCodes(png, { tryHarder: true }))[0]?.text,
      ...(await loadTheirs()),
    };
    const counts: Record<string, number> = {};
    for (const [name, read] of Object.entries(readers)) {
      counts[name] = 0;
      for (const photo of photos) if ((await attempt(read, photo)) === photo.text) counts[name]++;
    }
    const { ours = 0, ...theirs } = counts;
    return [
      {
        set: "codes of the package qrcode, turned, blurred, noisy, faint or small",
        inputs: photos.length,
        figure: "codes read",
        ours,
        theirs,
      },
    ];
  },
} satisfies Row;

/** Draws codes and damages each picture in several ways at once. */
async function takePhotos(): Promise<Photo[]> {
  const damage = fc.record({
    text: fc.webUrl().map((url) => url.slice(0, 120)),
    width: fc.integer({ min: 90, max: 400 }),
    angle: fc.integer({ min: -45, max: 45 }),
    blur: fc.integer({ min: 3, max: 25 }).map((one) => one / 10),
    noise: fc.integer({ min: 1, max: 60 }),
    dark: fc.integer({ min: 0, max: 120 }),
    quality: fc.integer({ min: 5, max: 80 }),
  });
  const photos: Photo[] = [];
  for (const { text, width, angle, blur, noise, dark, quality } of fc.sample(damage, {
    numRuns: 240,
    seed: 1,
  })) {
    const code = await QRCode.toBuffer(text, {
      width,
      color: { dark: `#${dark.toString(16).padStart(2, "0").repeat(3)}` },
    });
    const turned = await sharp(code)
      .rotate(angle, { background: "#ddd" })
      .blur(blur)
      .jpeg({ quality })
      .toBuffer();
    const { width: wide = 0, height: high = 0 } = await sharp(turned).metadata();
    const grain = await sharp({
      create: {
        width: wide,
        height: high,
        channels: 3,
        background: "#808080",
        noise: { type: "gaussian", mean: 128, sigma: noise },
      },
    })
      .png()
      .toBuffer();
    const png = await sharp(turned)
      .composite([{ input: grain, blend: "soft-light" }])
      .png()
      .toBuffer();
    photos.push({ png, text });
  }
  return photos;
}

async function loadTheirs(): Promise<Record<string, Read>> {
  type JsQr = {
    default(pixels: Uint8ClampedArray, width: number, height: number): { data: string } | null;
  };
  const { default: jsQr } = await importPackage<JsQr>("jsqr");
  type ZBar = {
    scanRGBABuffer(
      pixels: ArrayBuffer,
      width: number,
      height: number,
    ): Promise<{ decode(): string }[]>;
  };
  const { scanRGBABuffer } = await importPackage<ZBar>("@undecaf/zbar-wasm");
  const open = async (png: Buffer) => {
    const { data, info } = await sharp(png)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { pixels: new Uint8ClampedArray(data), width: info.width, height: info.height };
  };
  return {
    jsqr: async ({ png }) => {
      const { pixels, width, height } = await open(png);
      return jsQr(pixels, width, height)?.data;
    },
    "@undecaf/zbar-wasm": async ({ png }) => {
      const { pixels, width, height } = await open(png);
      return (await scanRGBABuffer(pixels.buffer, width, height))[0]?.decode();
    },
  };
}

async function attempt(read: Read, photo: Photo): Promise<string | undefined> {
  try {
    return await read(photo);
  } catch {
    return undefined;
  }
}
