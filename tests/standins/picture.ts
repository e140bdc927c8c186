import { crc32, deflateSync } from "node:zlib";
import { invented } from "./invented.ts";

/** Returns a PNG of this size in one colour that depends on the text. */
export function picture(text: string, { width, height }: { width: number; height: number }) {
  const colour = [0, 1, 2].map((channel) => Math.floor(256 * invented(`${text}${channel}`)));
  const row = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
