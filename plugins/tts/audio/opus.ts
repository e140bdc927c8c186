import { OggPages } from "./ogg-pages.ts";
import { resample } from "./resample.ts";
import type { Sound } from "./wav.ts";

/** The sample rates of Opus, https://www.rfc-editor.org/rfc/rfc6716#section-2 */
const rates = [8000, 12_000, 16_000, 24_000, 48_000] as const;
const frameMs = 20;
/** Granule positions count samples of this rate, independent of the input's. */
const granuleRate = 48_000;
const bitrates = { standard: 32_000, high: 64_000 } as const;

/** Encodes sound as Opus in an Ogg container (https://www.rfc-editor.org/rfc/rfc7845). */
export async function createOpusEncoder({
  rate: inputRate,
  quality,
}: {
  rate: number;
  quality: keyof typeof bitrates;
}) {
  // Not the package's main file: it would load a native library.
  const { Encoder } = await import("@evan/opus/wasm/index.mjs");
  const rate = rates.find((one) => one >= inputRate) ?? granuleRate;
  const encoder = new Encoder({ channels: 1, sample_rate: rate, application: "audio" });
  encoder.ctl(controls.setBitrate, bitrates[quality]);
  encoder.ctl(controls.setSignal, controls.voice);
  const scale = granuleRate / rate;
  const preSkip = encoder.ctl(controls.getLookahead) * scale;
  const pages = new OggPages();
  const frame = new Int16Array((rate * frameMs) / 1000);
  let filled = 0;
  let count = 0;
  let packets = 0;
  const encodeFrame = () => {
    filled = 0;
    packets++;
    return pages.add(encoder.encode(frame), packets * frame.length * scale);
  };
  const head = Buffer.concat([
    pages.writePage([buildHead(preSkip, inputRate)], { granule: 0, isFirst: true }),
    pages.writePage([buildTags()], { granule: 0 }),
  ]);
  let isStarted = false;
  return {
    encode(sound: Sound): Uint8Array {
      const written: Uint8Array[] = isStarted ? [] : [head];
      isStarted = true;
      const { samples } = resample(sound, rate);
      count += samples.length;
      for (let at = 0; at < samples.length; ) {
        const taken = samples.subarray(at, at + frame.length - filled);
        frame.set(taken, filled);
        filled += taken.length;
        at += taken.length;
        if (filled === frame.length) written.push(encodeFrame());
      }
      return Buffer.concat(written);
    },
    finish(): Uint8Array {
      // The encoder delays its output, so the last samples need further frames.
      const wanted = count * scale + preSkip;
      const written: Uint8Array[] = isStarted ? [] : [head];
      while (packets * frame.length * scale < wanted) {
        frame.fill(0, filled);
        written.push(encodeFrame());
      }
      // Players cut the frames at this granule position.
      written.push(pages.finish(wanted));
      encoder.drop();
      return Buffer.concat(written);
    },
  };
}

/** Constants of https://opus-codec.org/docs/opus_api-1.3.1/opus__defines_8h_source.html */
const controls = { setBitrate: 4002, setSignal: 4024, voice: 3001, getLookahead: 4027 } as const;

function buildHead(preSkip: number, inputRate: number): Uint8Array {
  const head = Buffer.alloc(19);
  head.write("OpusHead", 0, "latin1");
  head.writeUInt8(1, 8);
  head.writeUInt8(1, 9);
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(inputRate, 12);
  return head;
}

function buildTags(): Uint8Array {
  const vendor = "libopus";
  const tags = Buffer.alloc(8 + 4 + vendor.length + 4);
  tags.write("OpusTags", 0, "latin1");
  tags.writeUInt32LE(vendor.length, 8);
  tags.write(vendor, 12, "latin1");
  return tags;
}
