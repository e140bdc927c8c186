import tts from "../plugin.ts";
import type { Format, SoundOptions } from "../request.ts";
import { resample } from "./resample.ts";
import { type Sound, writeWav, writeWavHead } from "./wav.ts";

type Quality = SoundOptions["quality"];
/** MP3 bit rates in kbit/s, and the quality on Vorbis's own scale. */
const qualities = {
  standard: { bitrate: 48, vbrQuality: 3 },
  high: { bitrate: 96, vbrQuality: 7 },
} as const satisfies Record<Quality, object>;

const blockSamples = 65_536;
/** Blocks of a stream grow from this size on, so that the first one is sent early. */
const firstBlockSamples = 8192;
/** The sample rate of the format `pcm`, as in OpenAI's API. */
const pcmRate = 24_000;

/** Encodes sounds of one stream. */
interface SoundEncoder {
  /** Returns the bytes so far, which may be none. */
  encode(sound: Sound): Uint8Array;
  /** Returns the remaining bytes. */
  finish(): Uint8Array;
}

/** The formats of files, and samples without a header. */
export type StreamFormat = Format | "pcm";

/** Encodes sound as a file. The same sound always gives the same bytes. */
export async function encode(
  sound: Sound,
  { format, quality }: { format: StreamFormat; quality: Quality },
): Promise<Uint8Array<ArrayBuffer>> {
  if (format === "wav") return writeWav(sound);
  if (format === "flac") {
    const encoder = await openFlac(sound.rate);
    return encoder.complete(joinBytes([encoder.encode(sound), encoder.finish()]));
  }
  const encoder = await createEncoder(format, { rate: sound.rate, quality });
  return joinBytes([encoder.encode(sound), encoder.finish()]);
}

/** Encodes sounds into one stream as they are read. */
export async function* encodeStream(
  sounds: AsyncIterable<Sound>,
  { format, quality }: { format: StreamFormat; quality: Quality },
): AsyncGenerator<Uint8Array> {
  let encoder: SoundEncoder | undefined;
  let size = firstBlockSamples;
  try {
    for await (const sound of sounds) {
      encoder ??= await createEncoder(format, { rate: sound.rate, quality });
      for (let at = 0; at < sound.samples.length; ) {
        const samples = sound.samples.subarray(at, at + size);
        yield encoder.encode({ ...sound, samples });
        at += size;
        size = Math.min(blockSamples, 2 * size);
      }
    }
    const last = encoder;
    encoder = undefined;
    if (last) yield last.finish();
  } finally {
    // A stream that its reader cancels still gives the encoder's memory back.
    encoder?.finish();
  }
}

/** Creates the encoder of a stream that starts with a sound of the given rate. */
async function createEncoder(
  format: StreamFormat,
  { rate, quality }: { rate: number; quality: Quality },
): Promise<SoundEncoder> {
  if (format === "opus") return (await openOpus()).createOpusEncoder({ rate, quality });
  if (format === "flac") return openFlac(rate);
  if (format === "wav") return createRawEncoder(rate, writeWavHead(rate));
  if (format === "pcm") return createRawEncoder(pcmRate);
  const encoder = idle[format].pop() ?? (await openEncoder(format));
  configure(encoder, { rate, quality });
  return {
    encode: (sound) => joinBytes([...encodeBlocks(encoder, resample(sound, rate))]),
    finish() {
      const bytes = encoder.finalize().slice();
      idle[format].push(encoder);
      return bytes;
    },
  };
}

/** Writes samples as they are, after an optional header. */
function createRawEncoder(rate: number, head: Uint8Array = new Uint8Array(0)): SoundEncoder {
  let pending = head;
  const take = () => {
    const bytes = pending;
    pending = new Uint8Array(0);
    return bytes;
  };
  return {
    encode(sound) {
      const { buffer, byteOffset, byteLength } = resample(sound, rate).samples;
      // Bun only runs on little-endian machines, and so are the formats.
      return joinBytes([take(), new Uint8Array(buffer, byteOffset, byteLength)]);
    },
    finish: take,
  };
}

function joinBytes(blocks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Bun.concatArrayBuffers(blocks, Number.POSITIVE_INFINITY, true);
}

function configure(encoder: Encoder, { rate, quality }: { rate: number; quality: Quality }): void {
  const { bitrate, vbrQuality } = qualities[quality];
  const common = { channels: 1, sampleRate: rate } as const;
  if (encoder.mimeType === "audio/mpeg")
    encoder.configure({ ...common, bitrate, outputSampleRate: rate as 24_000 });
  // The number distinguishes streams within a file. There is only one stream, and a random number would change the
  // bytes. The package accepts the option, but its types lack it.
  else encoder.configure({ ...common, vbrQuality, oggSerialNo: 1 } as never);
}

function* encodeBlocks(encoder: Encoder, { samples }: Sound): Generator<Uint8Array> {
  for (let at = 0; at < samples.length; at += blockSamples) {
    const block = toFloats(samples.subarray(at, at + blockSamples));
    // A copy, because the encoder reuses its memory.
    yield encoder.encode([block]).slice();
  }
}

/** Converts samples to floats between -1 and 1, as encoders expect. */
function toFloats(samples: Int16Array): Float32Array {
  const floats = new Float32Array(samples);
  for (let at = 0; at < floats.length; at++) floats[at] = (floats[at] ?? 0) / 32_768;
  return floats;
}

/** Encoders that no request uses. A new one compiles its code again. */
const idle: Record<"mp3" | "ogg", Encoder[]> = { mp3: [], ogg: [] };

async function openEncoder(format: "mp3" | "ogg") {
  const { createMp3Encoder, createOggEncoder } = await import("wasm-media-encoders").catch(
    refuseFormat(format, "wasm-media-encoders"),
  );
  return format === "mp3" ? createMp3Encoder() : createOggEncoder();
}

type Encoder = Awaited<ReturnType<typeof openEncoder>>;

function openOpus() {
  return import("./opus.ts").catch(refuseFormat("opus", "@evan/opus"));
}

async function openFlac(rate: number) {
  const { createFlacEncoder } = await import("./flac.ts").catch(refuseFormat("flac", "libflacjs"));
  return createFlacEncoder({ rate });
}

function refuseFormat(format: Format, name: string) {
  return (cause: unknown): never => {
    throw tts.error(
      "format_unavailable",
      `Cannot write "${format}": install the package "${name}", or use wav`,
      { at: "body.format", cause },
    );
  };
}
