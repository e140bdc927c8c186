import { describe, expect, test } from "bun:test";
import { FLACDecoder } from "@wasm-audio-decoders/flac";
import { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis";
import fc from "fast-check";
import { cases } from "hub/testing";
import { MPEGDecoder } from "mpg123-decoder";
import { OggOpusDecoder } from "ogg-opus-decoder";
import { encode, encodeStream } from "./encode.ts";
import { amplify, findAudible, measurePeak, measureRms } from "./level.ts";
import { resample } from "./resample.ts";
import { measurePitch, readSound, tone } from "./sound.fixture.ts";
import { stretch } from "./stretch.ts";
import { getDurationMs, readWav, writeWav } from "./wav.ts";

/** Decoders that are independent of the encoders. */
const decoders = {
  async mp3(file: Uint8Array) {
    const decoder = new MPEGDecoder();
    await decoder.ready;
    return decoder.decode(file);
  },
  async ogg(file: Uint8Array) {
    const decoder = new OggVorbisDecoder();
    await decoder.ready;
    return decoder.decodeFile(file);
  },
  async opus(file: Uint8Array) {
    const decoder = new OggOpusDecoder();
    await decoder.ready;
    return decoder.decodeFile(file);
  },
  async flac(file: Uint8Array) {
    const decoder = new FLACDecoder();
    await decoder.ready;
    return decoder.decodeFile(file);
  },
};

describe.each(["mp3", "ogg", "opus", "flac"] as const)("%s", (format) => {
  test.each([16_000, 22_050, 24_000])("another decoder reads %d Hz correctly", async (rate) => {
    const sound = tone({ ms: 2000, rate });
    const file = await encode(sound, { format, quality: "standard" });
    const { channelData, sampleRate, errors } = await decoders[format](file);
    expect([sampleRate, errors]).toEqual([format === "opus" ? 48_000 : rate, []]);
    const samples = Int16Array.from(channelData[0] ?? [], (value) => Math.round(value * 32_767));
    const heard = { samples, rate: sampleRate };
    // MP3 has silence before and after the sound, and decoders of Vorbis omit half a block.
    expect(getDurationMs(heard)).toBeWithin(1980, 2100);
    expect(measurePitch(heard)).toBeWithin(219, 221);
    expect(measureRms(heard) / measureRms(sound)).toBeWithin(0.9, 1.1);
    expect(measurePeak(heard)).toBeLessThan(32_767);
  });
});

test("Opus has the exact length of the sound, and FLAC its exact samples, length and digest", async () => {
  for (const ms of [1, 20, 333, 1987]) {
    const sound = tone({ ms, rate: 24_000 });
    const opus = Buffer.from(await encode(sound, { format: "opus", quality: "standard" }));
    // RFC 7845: the length is the last granule position less the samples to skip at the start, at 48 kHz.
    const last = opus.readUIntLE(opus.lastIndexOf("OggS") + 6, 6);
    const skipped = opus.readUInt16LE(opus.indexOf("OpusHead") + 10);
    expect(last - skipped).toBe(2 * sound.samples.length);
    const file = await encode(sound, { format: "flac", quality: "standard" });
    const { channelData } = await decoders.flac(file);
    const samples = Int16Array.from(channelData[0] ?? [], (value) => Math.round(value * 32_768));
    expect(samples).toEqual(sound.samples);
    const properties = Buffer.from(file);
    expect(properties.readUIntBE(21, 5) % 2 ** 36).toBe(sound.samples.length);
    const digest = new Bun.CryptoHasher("md5").update(new Uint8Array(sound.samples.buffer));
    expect(properties.toString("hex", 26, 42)).toBe(digest.digest("hex"));
  }
});

test.each(["wav", "pcm", "mp3", "opus", "flac"] as const)(
  "a %s stream of several sounds sounds like one file of them",
  async (format) => {
    const rate = 24_000;
    const sounds = [tone({ ms: 700, rate }), tone({ ms: 33, rate }), tone({ ms: 900, rate })];
    const whole = tone({ ms: 1633, rate });
    let at = 0;
    for (const sound of sounds) {
      whole.samples.set(sound.samples, at);
      at += sound.samples.length;
    }
    const generator = (async function* () {
      yield* sounds;
    })();
    const options = { format, quality: "standard" } as const;
    const stream = Buffer.concat(await Array.fromAsync(encodeStream(generator, options)));
    const file = Buffer.from(await encode(whole, options));
    // The lengths in the headers of a WAV and a FLAC stream are unknown.
    const from = format === "wav" ? 44 : format === "flac" ? 42 : 0;
    expect(Bun.hash(stream.subarray(from))).toBe(Bun.hash(file.subarray(from)));
  },
);

test("reads WAV as it was written", async () => {
  const sound = tone({ ms: 123 });
  expect(readWav(writeWav(sound))).toEqual(sound);
  expect(await readSound(new Response(writeWav(sound)))).toEqual(sound);
});

test("reads WAV of an unknown length to its end", () => {
  const file = writeWav(tone({ ms: 100 }));
  new DataView(file.buffer).setUint32(40, 0xffff_ffff, true);
  expect(readWav(file).samples).toHaveLength(2205);
});

test.each([
  ["nothing", () => new Uint8Array()],
  ["a page", () => new TextEncoder().encode(`<!doctype html>${" ".repeat(100)}`)],
  ["two channels", () => changeHeader(22, 2)],
  ["eight bits", () => changeHeader(34, 8)],
  ["no rate", () => changeHeader(24, 0)],
  ["no data", () => changeHeader(36, 0)],
])("WAV with %s is an engine error", (_, file) => {
  expect(() => readWav(file())).toThrow("not a mono WAV file");
});

function changeHeader(at: number, value: number): Uint8Array {
  const file = writeWav(tone({ ms: 10 }));
  new DataView(file.buffer).setUint16(at, value, true);
  return file;
}

test.each([0.5, 0.8, 1.25, 2])(
  "speech that takes %d times as long keeps its pitch and level",
  (factor) => {
    const sound = tone();
    const length = Math.round(sound.samples.length * factor);
    const other = stretch(sound, length);
    expect(other.samples).toHaveLength(length);
    expect(measurePitch(other)).toBeWithin(215, 225);
    expect(measureRms(other) / measureRms(sound)).toBeWithin(0.9, 1.1);
    expect(measurePeak(other)).toBeLessThan(9000);
  },
);

test.each([16_000, 24_000, 44_100])("a tone sounds the same at %d samples per second", (rate) => {
  const sound = tone();
  const other = resample(sound, rate);
  expect(getDurationMs(other)).toBe(getDurationMs(sound));
  expect(measurePitch(other)).toBeWithin(219, 221);
  expect(measureRms(other) / measureRms(sound)).toBeWithin(0.98, 1.02);
});

test("stretching returns the exact length, and resampling the exact number of samples", () => {
  const ms = fc.integer({ min: 1, max: 300 });
  fc.assert(
    fc.property(ms, fc.integer({ min: 1, max: 20_000 }), (ms, length) => {
      const sound = tone({ ms });
      expect(stretch(sound, length).samples).toHaveLength(length);
      const { samples, rate } = resample(sound, 8000 + length);
      expect([samples.length, rate]).toEqual([
        Math.round((sound.samples.length * (8000 + length)) / sound.rate),
        8000 + length,
      ]);
    }),
    cases(20),
  );
});

test("detects the start and end of audible sound", () => {
  const part = fc.integer({ min: 0, max: 500 });
  fc.assert(
    fc.property(part, part, part, (before, middle, after) => {
      const samples = new Int16Array(before + middle + after);
      samples.fill(63);
      samples.fill(-64, before, before + middle);
      const { from, to } = findAudible(samples, { from: 0, to: samples.length });
      expect(to - from).toBe(middle);
      if (middle > 0) expect(from).toBe(before);
    }),
    cases(50),
  );
});

test("never amplifies sound to clipping, and keeps silence", () => {
  expect(measurePeak(amplify(tone({ loudness: 20_000 }), 2))).toBe(30_000);
  expect(measurePeak(amplify(tone({ loudness: 32_767 }), 1))).toBe(30_000);
  expect(measurePeak(amplify(tone({ loudness: 0 }), 2))).toBe(0);
});
