import type { Flac } from "libflacjs";
import { resample } from "./resample.ts";
import type { Sound } from "./wav.ts";

const bitsPerSample = 16;
const compressionLevel = 5;
/** The place of the stream's properties, after the magic number and the head of their block. */
const propertiesAt = 8;
const minFrameAt = propertiesAt + 4;
const maxFrameAt = propertiesAt + 7;
const countAt = propertiesAt + 13;
const digestAt = propertiesAt + 18;

let opened: Promise<Flac> | undefined;

function openFlac(): Promise<Flac> {
  opened ??= loadFlac().catch((failure) => {
    opened = undefined;
    throw failure;
  });
  return opened;
}

async function loadFlac(): Promise<Flac> {
  const { default: open } = await import("libflacjs");
  const flac = withoutStreaming(() => open("min.wasm"));
  if (!flac.isReady()) await new Promise((resolve) => flac.on("ready", resolve));
  return flac;
}

/** Calls a function that would fetch a WebAssembly file by its path, and makes it read the file instead. */
function withoutStreaming<T>(callback: () => T): T {
  const { instantiateStreaming } = WebAssembly;
  Object.assign(WebAssembly, { instantiateStreaming: undefined });
  try {
    return callback();
  } finally {
    Object.assign(WebAssembly, { instantiateStreaming });
  }
}

/** Encodes sound as FLAC, https://www.rfc-editor.org/rfc/rfc9639 */
export async function createFlacEncoder({ rate }: { rate: number }) {
  const flac = await openFlac();
  const id = flac.create_libflac_encoder(rate, 1, bitsPerSample, compressionLevel, 0, false, 0);
  let written: Uint8Array[] = [];
  let properties: Parameters<NonNullable<Parameters<Flac["init_encoder_stream"]>[2]>>[0];
  // The callback gets the encoder's own memory.
  flac.init_encoder_stream(
    id,
    (bytes) => void written.push(bytes.slice()),
    (data) => {
      properties = data;
    },
  );
  const take = () => {
    const bytes = Buffer.concat(written);
    written = [];
    return bytes;
  };
  return {
    encode(sound: Sound): Uint8Array {
      const { samples } = resample(sound, rate);
      flac.FLAC__stream_encoder_process_interleaved(id, Int32Array.from(samples), samples.length);
      return take();
    },
    finish(): Uint8Array {
      flac.FLAC__stream_encoder_finish(id);
      flac.FLAC__stream_encoder_delete(id);
      return take();
    },
    /** Writes the length and the digest, which the encoder knows only at its end, into a complete file. */
    complete(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
      if (!properties) return file;
      const view = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
      view.writeUIntBE(properties.min_framesize, minFrameAt, 3);
      view.writeUIntBE(properties.max_framesize, maxFrameAt, 3);
      // The count has 36 bits. The first four share their byte with other properties, and speech needs none of them.
      view.writeUInt32BE(properties.total_samples, countAt + 1);
      view.write(properties.md5sum, digestAt, "hex");
      return file;
    },
  };
}
