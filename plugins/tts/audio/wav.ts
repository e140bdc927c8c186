import { HubError } from "hub";

/** Mono sound. */
export interface Sound {
  samples: Int16Array<ArrayBuffer>;
  /** Samples per second. */
  rate: number;
}

const headBytes = 44;

/** Returns the duration of a sound in milliseconds. */
export function getDurationMs({ samples, rate }: Sound): number {
  return Math.round((1000 * samples.length) / rate);
}

/** Creates silence of a given duration. */
export function createSilence(ms: number, rate: number): Sound {
  return { samples: new Int16Array(Math.round((ms * rate) / 1000)), rate };
}

/** Joins sounds of the same sample rate. */
export function joinSounds(sounds: readonly Sound[], rate: number): Sound {
  const samples = new Int16Array(sounds.reduce((sum, one) => sum + one.samples.length, 0));
  let at = 0;
  for (const one of sounds) {
    samples.set(one.samples, at);
    at += one.samples.length;
  }
  return { samples, rate };
}

/** Encodes sound as a 16-bit WAV file. */
export function writeWav({ samples, rate }: Sound): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(headBytes + 2 * samples.length);
  file.set(writeWavHead(rate, 2 * samples.length), 0);
  // Bun only runs on little-endian machines, and WAV is little-endian.
  file.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), headBytes);
  return file;
}

/** The largest size of a file with an even number of bytes, which streams declare before they know theirs. */
const unknownBytes = 0xffff_fffe - headBytes;

/** Returns the header of a 16-bit WAV file. By default, that of a stream. */
export function writeWavHead(rate: number, dataBytes = unknownBytes): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(headBytes);
  const head = new DataView(file.buffer);
  file.set(Buffer.from("RIFF"), 0);
  head.setUint32(4, dataBytes + headBytes - 8, true);
  file.set(Buffer.from("WAVEfmt "), 8);
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, rate, true);
  head.setUint32(28, 2 * rate, true);
  head.setUint16(32, 2, true);
  head.setUint16(34, 16, true);
  file.set(Buffer.from("data"), 36);
  head.setUint32(40, dataBytes, true);
  return file;
}

/** Parses the WAV file of a network engine: 16 bits, one channel. */
export function readWav(file: Uint8Array): Sound {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const isAt = (at: number, name: string) =>
    Buffer.from(file.subarray(at, at + 4)).equals(Buffer.from(name));
  if (file.length < headBytes || !isAt(0, "RIFF") || !isAt(8, "WAVE")) throw unreadable();
  let rate = 0;
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true);
    const from = at + 8;
    if (isAt(at, "fmt ") && from + 16 <= file.length) {
      const [kind, channels, bits] = [0, 2, 14].map((place) => view.getUint16(from + place, true));
      rate = view.getUint32(from + 4, true);
      const isPlain = (kind === 1 || kind === 0xfffe) && channels === 1 && bits === 16;
      if (!isPlain || rate < 8000 || rate > 48_000) throw unreadable();
    }
    if (isAt(at, "data") && rate > 0) {
      // Streaming servers don't know the size yet and send the largest possible value.
      const count = Math.floor(Math.min(size, file.length - from) / 2);
      return { samples: new Int16Array(file.slice(from, from + 2 * count).buffer), rate };
    }
    at = from + size + (size % 2);
  }
  throw unreadable();
}

function unreadable(): HubError {
  return new HubError("upstream_failed", "The speech engine's response is not a mono WAV file");
}
