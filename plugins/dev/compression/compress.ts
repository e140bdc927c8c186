import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  createBrotliCompress,
  createDeflate,
  createDeflateRaw,
  createGzip,
  createZstdCompress,
  deflateRawSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  inflateSync,
  zstdCompressSync,
  zstdDecompressSync,
} from "node:zlib";
import { decodeUtf8 } from "../encoding/bytes.ts";
import type { InputSource } from "../encoding/source.ts";
import dev from "../plugin.ts";
import { type CompressionFormat, compressionFormats } from "./request.ts";
import { measureZstd } from "./zstd-frames.ts";

interface Codec {
  levels: readonly [min: number, max: number, standard: number];
  compress(bytes: Uint8Array, level: number): Uint8Array;
  /** Creates a stream that compresses input of a known size. */
  createStream(level: number, size: number): Transform;
  /** Returns the content and, if the format has an end mark, the number of bytes up to it. */
  decompress(bytes: Uint8Array): { content: Uint8Array; length: number };
}

const maxOutputLength = dev.limits.compressionBytesMax;

const codecs: Readonly<Record<CompressionFormat, Codec>> = {
  gzip: {
    levels: [0, 9, 6],
    compress: (bytes, level) => gzipSync(bytes, { level }),
    createStream: (level) => createGzip({ level }),
    decompress: (bytes) => inflate(gunzipSync, bytes),
  },
  deflate: {
    levels: [0, 9, 6],
    compress: (bytes, level) => deflateSync(bytes, { level }),
    createStream: (level) => createDeflate({ level }),
    decompress: (bytes) => inflate(inflateSync, bytes),
  },
  "deflate-raw": {
    levels: [0, 9, 6],
    compress: (bytes, level) => deflateRawSync(bytes, { level }),
    createStream: (level) => createDeflateRaw({ level }),
    decompress: (bytes) => inflate(inflateRawSync, bytes),
  },
  brotli: {
    levels: [0, 11, 9],
    compress: (bytes, level) => brotliCompressSync(bytes, brotliOptions(level, bytes.length)),
    createStream: (level, size) => createBrotliCompress(brotliOptions(level, size)),
    decompress: (bytes) => inflate(brotliDecompressSync, bytes),
  },
  zstd: {
    levels: [1, 22, 3],
    compress: (bytes, level) => zstdCompressSync(bytes, zstdOptions(level)),
    createStream: (level) => createZstdCompress(zstdOptions(level)),
    decompress(bytes) {
      // The decoder accepts truncated frames without an error.
      const length = measureZstd(bytes);
      return {
        content: zstdDecompressSync(bytes.subarray(0, length), { maxOutputLength }),
        length,
      };
    },
  },
};

function brotliOptions(level: number, size: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  };
}

function zstdOptions(level: number) {
  return {
    params: {
      [constants.ZSTD_c_compressionLevel]: level,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  };
}

type Inflate = (bytes: Uint8Array, options: { maxOutputLength: number; info: true }) => unknown;

function inflate(decompress: Inflate, bytes: Uint8Array) {
  const { buffer, engine } = decompress(bytes, { maxOutputLength, info: true }) as {
    buffer: Buffer;
    engine: { bytesWritten: number };
  };
  return { content: buffer, length: engine.bytesWritten };
}

interface CompressOptions {
  format: CompressionFormat;
  level: number | undefined;
}

/** Compresses bytes. */
export function compress(bytes: Uint8Array, { format, level }: CompressOptions) {
  const content = codecs[format].compress(bytes, readLevel(format, level));
  const data_base64 = content.toBase64();
  return { data_base64, format, bytes: bytes.length, compressed_bytes: content.length, content };
}

/** Compresses input of any size. */
export function compressStream(source: InputSource, { format, level }: CompressOptions) {
  const checkedLevel = readLevel(format, level);
  const totals = { format, bytes: source.size, compressed_bytes: 0 };
  async function* write(): AsyncGenerator<Uint8Array> {
    totals.compressed_bytes = 0;
    const stream = codecs[format].createStream(checkedLevel, source.size);
    // A failure also ends the stream.
    pipeline(source.read(), stream).catch(() => {});
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      totals.compressed_bytes += chunk.length;
      yield chunk;
    }
  }
  return { write, finish: () => totals };
}

function readLevel(format: CompressionFormat, level: number | undefined): number {
  const [min, max, standard] = codecs[format].levels;
  if (level === undefined) return standard;
  if (level >= min && level <= max) return level;
  throw dev.error(
    "invalid_input",
    `body.level must be ${min} to ${max} for ${format}: it is ${level}`,
    { at: "body.level" },
  );
}

/** Decompresses bytes. Detects the format if none is given. */
export function decompress(bytes: Uint8Array, given: CompressionFormat | undefined) {
  const format = given ?? detectFormat(bytes);
  if (!format)
    throw dev.error(
      "syntax_error",
      "Cannot detect the format of the data: gzip, deflate and zstd have signatures, so choose one of brotli and deflate-raw",
      { at: "body" },
    );
  const { content, length } = runDecoder(bytes, format);
  const text = decodeUtf8(content);
  const ignored = bytes.length - length;
  return {
    text,
    data_base64: text === null ? content.toBase64() : null,
    format,
    bytes: content.length,
    compressed_bytes: bytes.length,
    notes:
      ignored > 0 ? [`${ignored} bytes after the end of the compressed data were ignored`] : [],
    content,
  };
}

function runDecoder(bytes: Uint8Array, format: CompressionFormat) {
  try {
    return codecs[format].decompress(bytes);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    if ("code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE")
      throw dev.error(
        "result_too_large",
        `The decompressed data must have at most ${maxOutputLength} bytes`,
        { at: "body" },
      );
    throw dev.error("syntax_error", `Cannot decompress the data as ${format}: ${cause.message}`, {
      at: "body",
      cause,
    });
  }
}

/** Returns the format whose signature the bytes start with. */
function detectFormat(bytes: Uint8Array): CompressionFormat | undefined {
  const [first = 0, second = 0] = bytes;
  const has = (hex: string) => bytes.subarray(0, hex.length / 2).toHex() === hex;
  if (has("1f8b")) return "gzip";
  if (has("28b52ffd")) return "zstd";
  // RFC 1950, section 2.2: method 8 with a window of at most 32 KB, and a check of both bytes.
  const isZlib = (first & 0x0f) === 8 && first >> 4 <= 7 && ((first << 8) | second) % 31 === 0;
  return isZlib ? "deflate" : undefined;
}

/** Returns the format with a name, or undefined for `auto`. */
export function findFormat(name: string): CompressionFormat | undefined {
  return compressionFormats.find((format) => format === name);
}
