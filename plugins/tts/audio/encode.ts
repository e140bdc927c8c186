import tts from "../plugin.ts";
import type { Format, SoundOptions } from "../request.ts";
import { resample } from "./resample.ts";
import { type Sound, writeWav } from "./wav.ts";

type Quality = SoundOptions["quality"];
/** MP3 bit rates in kbit/s, and the quality on Vorbis's own scale. */
const qualities = {
  standard: { bitrate: 48, vbrQuality: 3 },
  high: { bitrate: 96, vbrQuality: 7 },
} as const satisfies Record<Quality, object>;

const blockSamples = 65_536;

/** Encodes sound as a file. The same sound always gives the same bytes. */
export async function encode(
  sound: Sound,
  { format, quality }: SoundOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  if (format === "wav") return writeWav(sound);
  const encoder = await getEncoder(format);
  configure(encoder, { rate: sound.rate, quality });
  return Bun.concatArrayBuffers(
    [...encodeBlocks(encoder, sound), encoder.finalize().slice()],
    Number.POSITIVE_INFINITY,
    true,
  );
}

/** Encodes sounds into one continuous MP3 as they are read. The bytes are the same as for all sounds at once. */
export async function* streamMp3(
  sounds: AsyncIterable<Sound>,
  quality: Quality,
): AsyncGenerator<Uint8Array> {
  // A separate encoder, because other requests use the shared one in the meantime.
  const encoder = await openEncoder("mp3");
  let rate: number | undefined;
  for await (const sound of sounds) {
    if (rate === undefined) configure(encoder, { rate: sound.rate, quality });
    rate ??= sound.rate;
    yield* encodeBlocks(encoder, resample(sound, rate));
  }
  yield encoder.finalize().slice();
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

const encoders = new Map<Format, Promise<Encoder>>();

/** Returns the encoder of this process. A new one would have to be compiled, and `configure` resets it. */
function getEncoder(format: "mp3" | "ogg"): Promise<Encoder> {
  const known = encoders.get(format);
  if (known) return known;
  const opened = openEncoder(format).catch((failure) => {
    encoders.delete(format);
    throw failure;
  });
  encoders.set(format, opened);
  return opened;
}

async function openEncoder(format: "mp3" | "ogg") {
  const { createMp3Encoder, createOggEncoder } = await import("wasm-media-encoders").catch(
    (cause) => {
      throw tts.error(
        "format_unavailable",
        `Cannot write "${format}": install the package "wasm-media-encoders", or use wav`,
        { at: "body.format", cause },
      );
    },
  );
  return format === "mp3" ? createMp3Encoder() : createOggEncoder();
}

type Encoder = Awaited<ReturnType<typeof openEncoder>>;
