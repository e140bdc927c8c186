import tts from "../plugin.ts";
import type { Format } from "./formats.ts";
import { type Sound, writeWav } from "./wav.ts";

/** How well sound is kept: kbit/s for MP3, and Vorbis's own scale. */
const qualities = {
  standard: { bitrate: 48, vbrQuality: 3 },
  high: { bitrate: 96, vbrQuality: 7 },
} as const;
export type Quality = keyof typeof qualities;

const blockSamples = 65_536;

/** Writes sound as a file. The same sound gives the same bytes. */
export async function encode(
  sound: Sound,
  { format, quality }: { format: Format; quality: Quality },
): Promise<Uint8Array<ArrayBuffer>> {
  if (format === "wav") return writeWav(sound);
  const encoder = await encoderOf(format);
  const { bitrate, vbrQuality } = qualities[quality];
  const common = { channels: 1, sampleRate: sound.rate } as const;
  if (encoder.mimeType === "audio/mpeg")
    encoder.configure({ ...common, bitrate, outputSampleRate: sound.rate as 24_000 });
  // The number tells streams in one file apart: there is one, and dice would change the bytes.
  else encoder.configure({ ...common, vbrQuality, oggSerialNo: 1 } as never);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < sound.samples.length; at += blockSamples) {
    const block = Float32Array.from(sound.samples.subarray(at, at + blockSamples));
    for (let i = 0; i < block.length; i++) block[i]! /= 32_768;
    // A view of the encoder's memory, which it uses again.
    parts.push(encoder.encode([block]).slice());
  }
  parts.push(encoder.finalize().slice());
  return joined(parts);
}

const encoders = new Map<Format, Promise<Encoder>>();

/** The encoder of this process: a new one would have to be compiled, and `configure` makes it new. */
function encoderOf(format: "mp3" | "ogg"): Promise<Encoder> {
  const known = encoders.get(format);
  if (known) return known;
  const opened = open(format).catch((failure) => {
    encoders.delete(format);
    throw failure;
  });
  encoders.set(format, opened);
  return opened;
}

async function open(format: "mp3" | "ogg") {
  const { createMp3Encoder, createOggEncoder } = await import("wasm-media-encoders").catch(
    (cause) => {
      throw tts.error(
        "format_unavailable",
        `Cannot write ${format}: the package "wasm-media-encoders" is not installed. WAV can be written`,
        { at: "body.format", cause },
      );
    },
  );
  return format === "mp3" ? createMp3Encoder() : createOggEncoder();
}

type Encoder = Awaited<ReturnType<typeof open>>;

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
