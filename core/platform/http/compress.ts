import type { BrotliOptions, ZlibOptions, ZstdOptions } from "node:zlib";
import { preferCoding } from "./accept.ts";

/** The content codings of answers, those first that are chosen where a caller likes several alike. */
const codings = ["zstd", "br", "gzip"] as const;
type Coding = (typeof codings)[number];

/** What is shorter goes out in a packet anyway. */
export const lengthMin = 1024;
/** What is compressed at once, in a fraction of a millisecond. What is longer goes to another thread. */
const atOnceMax = 16_384;
/** What is longer goes out as it is, so that no answer fills the memory twice. */
const lengthMax = 33_554_432;
/** How many answers other threads may have before them: what comes then goes out as it is. */
const waitingMax = 16;
let waiting = 0;

/** The body of an answer that is no stream. */
export type Body = string | Uint8Array<ArrayBuffer>;

/**
 * Whether a body of the media type in its headers is worth compressing. Pictures, sound, PDF and ZIP are
 * compressed already; of a stream each part is to go out as it comes.
 */
export function isCompressible(body: unknown, headers: Headers): body is Body {
  const isWhole = typeof body === "string" || body instanceof Uint8Array;
  if (!isWhole || body.length < lengthMin || body.length > lengthMax) return false;
  return isTextual(headers.get("content-type") ?? "");
}

/** By type, as few of them are in use and each comes many times. */
const textual = new Map<string, boolean>();

function isTextual(type: string): boolean {
  let is = textual.get(type);
  if (is === undefined) {
    is = textualType.test(type);
    textual.set(type, is);
  }
  return is;
}

const textualType =
  /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-ndjson|javascript)\b)/i;

/** What a body that is sent more than once is under the codings that it was asked for in. */
export type CodedBody = Map<string, Buffer>;

/**
 * Answers under the content coding that the caller likes best. An answer that holds a secret must not come
 * here: beside text of somebody else's choice its length would tell the secret (BREACH). Where neither a
 * coding nor an answer without one is accepted, it goes out without, as RFC 9110 allows in section 12.5.3.
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
  // The same content in other bytes, which only a weak tag may say (RFC 9110, section 8.8.1).
  const etag = headers.get("etag");
  if (etag && !etag.startsWith("W/")) headers.set("etag", `W/${etag}`);
  return bytes instanceof Promise
    ? bytes.then((bytes) => new Response(bytes, { status, headers }))
    : new Response(bytes, { status, headers });
}

/** Says that an answer depends on a header of its request. */
export function vary(headers: Headers, name: string): void {
  if (doesVary(headers, name)) return;
  const known = headers.get("vary");
  headers.set("vary", known ? `${known}, ${name}` : name);
}

function doesVary(headers: Headers, name: string): boolean {
  const known = headers.get("vary");
  return known !== null && (known === name || known.split(/, ?/).includes(name));
}

/** What is given many times, under the codings in which it was asked for. */
const kept = new WeakMap<Uint8Array, Map<Coding, Promise<Buffer>>>();

/** Has bytes that are given as long as the hub runs compressed once, and as well as can be. */
export function compressOnce<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  kept.set(bytes, new Map());
  return bytes;
}

/** The bytes under a coding; nothing where too many answers wait for theirs. */
function compress(
  body: Body,
  coding: Coding,
  coded: CodedBody | undefined,
): Buffer | Promise<Buffer> | undefined {
  coders ??= openCoders();
  const { now, later, quick, best } = coders[coding];
  const known = typeof body === "string" ? undefined : kept.get(body);
  if (known) {
    const bytes = known.get(coding) ?? later(body, best);
    known.set(coding, bytes);
    return bytes;
  }
  const keep = (bytes: Buffer) => {
    coded?.set(coding, bytes);
    return bytes;
  };
  if (body.length <= atOnceMax) return keep(now(body, quick));
  if (waiting >= waitingMax) return undefined;
  waiting++;
  return later(body, quick)
    .then(keep)
    .finally(() => waiting--);
}

/** How a coding is written: at a level that costs next to nothing, or at one that is worth keeping. */
interface Coder {
  quick: number;
  best: number;
  now(body: Body, level: number): Buffer;
  /** On another thread. */
  later(body: Body, level: number): Promise<Buffer>;
}

let coders: Readonly<Record<Coding, Coder>> | undefined;

/** Not before an answer is compressed: to load this module of the runtime's takes a start seven milliseconds. */
function openCoders(): Readonly<Record<Coding, Coder>> {
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
      now: (body, level) => zlib.zstdCompressSync(body, { params: { [zstdLevel]: level } }),
      later: (body, level) => zstd(body, { params: { [zstdLevel]: level } }),
    },
    br: {
      quick: 4,
      // The eleventh takes a second for the OpenAPI document, and saves a tenth of it.
      best: 9,
      now: (body, level) => zlib.brotliCompressSync(body, { params: { [quality]: level } }),
      later: (body, level) => brotli(body, { params: { [quality]: level } }),
    },
    gzip: {
      quick: 6,
      best: 9,
      now: (body, level) => zlib.gzipSync(body, { level }),
      later: (body, level) => gzip(body, { level }),
    },
  };
}
