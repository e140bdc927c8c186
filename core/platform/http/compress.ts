import type { BrotliOptions, ZlibOptions, ZstdOptions } from "node:zlib";
import { preferCoding } from "./accept.ts";

/** The supported content codings. If a caller accepts several equally, the first one wins. */
const codings = ["zstd", "br", "gzip"] as const;
type Coding = (typeof codings)[number];

/** The minimum length for compression, in bytes. Shorter bodies fit into one packet anyway. */
export const lengthMin = 1024;
/**
 * The maximum length for synchronous compression, which takes a fraction of a millisecond. Longer bodies
 * are compressed on another thread.
 */
const syncMax = 16_384;
/**
 * The maximum length for compression. Longer bodies are sent uncompressed, to avoid holding them in memory
 * twice.
 */
const lengthMax = 33_554_432;
/** The maximum number of queued compressions on other threads. Further responses are sent uncompressed. */
const waitingMax = 16;
let waiting = 0;

/** A response body that is not a stream. */
export type Body = string | Uint8Array<ArrayBuffer>;

/**
 * Returns whether a body is worth compressing, by the media type in its headers. Images, audio, PDF and ZIP
 * are already compressed. Streams are not compressed, so that each chunk is sent immediately.
 */
export function isCompressible(body: unknown, headers: Headers): body is Body {
  const isWhole = typeof body === "string" || body instanceof Uint8Array;
  if (!isWhole || body.length < lengthMin || body.length > lengthMax) return false;
  return isTextual(headers.get("content-type") ?? "");
}

/** Caches the result per media type: there are few types, and each is used often. */
const textual = new Map<string, boolean>();

function isTextual(type: string): boolean {
  let is = textual.get(type);
  if (is === undefined) {
    is = textualType.test(type) || textualData.test(type);
    textual.set(type, is);
  }
  return is;
}

const textualType = /^(?:text\/|image\/svg\+xml)/i;
const textualData = /^application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-ndjson|javascript)\b/i;

/** The compressed forms of a body that is sent more than once, by content coding. */
export type CodedBody = Map<string, Buffer>;

/**
 * Sends a response in the content coding that the caller prefers. Never pass a response that contains a
 * secret. If an attacker controls other text in it, its compressed length reveals the secret (BREACH).
 * Sends it uncompressed if the caller accepts neither a supported coding nor identity, as RFC 9110 allows
 * (section 12.5.3).
 */
export function sendCompressed(
  request: Request,
  body: Body,
  {
    headers: shared,
    status,
    coded,
  }: { headers: Headers; status: number; coded?: CodedBody | undefined },
): Response | Promise<Response> {
  const coding = preferCoding(request.headers.get("accept-encoding"), codings);
  const bytes = coding && (coded?.get(coding) ?? compress(body, coding, coded));
  if (!bytes && doesVary(shared, "Accept-Encoding"))
    return new Response(body, { status, headers: shared });
  const headers = new Headers(shared);
  vary(headers, "Accept-Encoding");
  if (!bytes) return new Response(body, { status, headers });
  headers.set("content-encoding", coding);
  // The compressed bytes differ, so only a weak tag is correct (RFC 9110, section 8.8.1).
  const etag = headers.get("etag");
  if (etag && !etag.startsWith("W/")) headers.set("etag", `W/${etag}`);
  return bytes instanceof Promise
    ? bytes.then((bytes) => new Response(bytes, { status, headers }))
    : new Response(bytes, { status, headers });
}

/** Adds a request header to `Vary`. */
export function vary(headers: Headers, name: string): void {
  if (doesVary(headers, name)) return;
  const known = headers.get("vary");
  headers.set("vary", known ? `${known}, ${name}` : name);
}

function doesVary(headers: Headers, name: string): boolean {
  const known = headers.get("vary");
  return known !== null && (known === name || known.split(/, ?/).includes(name));
}

/** The compressed forms of assets that are served repeatedly, by content coding. */
const precompressed = new WeakMap<Uint8Array, Map<Coding, Promise<Buffer>>>();

/** Registers an asset to be compressed once, at the best level, and cached while the hub runs. */
export function compressOnce<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  precompressed.set(bytes, new Map());
  return bytes;
}

/** Returns the compressed bytes, or nothing if too many compressions are queued. */
function compress(
  body: Body,
  coding: Coding,
  coded: CodedBody | undefined,
): Buffer | Promise<Buffer> | undefined {
  compressors ??= openCompressors();
  const { compressSync, compressAsync, quick, best } = compressors[coding];
  const known = typeof body === "string" ? undefined : precompressed.get(body);
  if (known) {
    const bytes = known.get(coding) ?? compressAsync(body, best);
    known.set(coding, bytes);
    return bytes;
  }
  const cache = (bytes: Buffer) => {
    coded?.set(coding, bytes);
    return bytes;
  };
  if (body.length <= syncMax) return cache(compressSync(body, quick));
  if (waiting >= waitingMax) return undefined;
  waiting++;
  return compressAsync(body, quick)
    .then(cache)
    .finally(() => waiting--);
}

/** A compressor for one content coding: at a fast level, or at the best level for assets that are cached. */
interface Compressor {
  quick: number;
  best: number;
  compressSync(body: Body, level: number): Buffer;
  /** Compresses on another thread. */
  compressAsync(body: Body, level: number): Promise<Buffer>;
}

let compressors: Readonly<Record<Coding, Compressor>> | undefined;

/** Loads the compressors on first use: loading `node:zlib` would add 7 ms to the start. */
function openCompressors(): Readonly<Record<Coding, Compressor>> {
  const zlib = process.getBuiltinModule("node:zlib");
  const { promisify } = process.getBuiltinModule("node:util");
  const zstd = promisify<Body, ZstdOptions, Buffer>(zlib.zstdCompress);
  const brotli = promisify<Body, BrotliOptions, Buffer>(zlib.brotliCompress);
  const gzip = promisify<Body, ZlibOptions, Buffer>(zlib.gzip);
  const { ZSTD_c_compressionLevel: zstdLevel, BROTLI_PARAM_QUALITY: quality } = zlib.constants;
  return {
    zstd: {
      quick: 3,
      best: 19,
      compressSync: (body, level) =>
        zlib.zstdCompressSync(body, { params: { [zstdLevel]: level } }),
      compressAsync: (body, level) => zstd(body, { params: { [zstdLevel]: level } }),
    },
    br: {
      quick: 4,
      // Level 11 takes a second for the OpenAPI document and saves only a tenth.
      best: 9,
      compressSync: (body, level) =>
        zlib.brotliCompressSync(body, { params: { [quality]: level } }),
      compressAsync: (body, level) => brotli(body, { params: { [quality]: level } }),
    },
    gzip: {
      quick: 6,
      best: 9,
      compressSync: (body, level) => zlib.gzipSync(body, { level }),
      compressAsync: (body, level) => gzip(body, { level }),
    },
  };
}
