import { guardPackage } from "../json/fault.ts";
import dev from "../plugin.ts";
import type { PackedFormat } from "./request.ts";

/** An encoder and a decoder of a binary format. */
interface Codec {
  encode(value: unknown): Uint8Array;
  decode(bytes: Uint8Array): unknown;
}

async function loadCodec(format: PackedFormat): Promise<Codec> {
  if (format === "cbor") {
    const { decode, encode } = await import("cbor2");
    return { encode: (value) => encode(value), decode: (bytes) => decode(bytes, strict) };
  }
  const { decode, encode } = await import("@msgpack/msgpack");
  return {
    encode: (value) => encode(value, { useBigInt64: true, ignoreUndefined: true }),
    decode: (bytes) => decode(bytes, { useBigInt64: true }),
  };
}

/** Refuses duplicate keys, of which only one would be kept. */
const strict = { rejectDuplicateKeys: true };

/** Encodes a JSON text. Integers keep all digits. */
export async function packJson(json: string, format: PackedFormat): Promise<Uint8Array> {
  const codec = await loadCodec(format);
  const value = guardPackage("body.json", () => JSON.parse(json, keepInteger) as unknown);
  if (format === "msgpack") checkIntegers(value);
  return guardPackage("body.json", () => codec.encode(value));
}

function keepInteger(_: string, value: unknown, { source }: { source?: string } = {}): unknown {
  const isUnsafe = typeof value === "number" && !Number.isSafeInteger(value);
  return isUnsafe && source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** Throws for integers that MessagePack cannot represent: those of more than 64 bits. */
function checkIntegers(value: unknown): void {
  if (typeof value === "bigint" && (value < -(2n ** 63n) || value >= 2n ** 64n))
    throw dev.error(
      "not_convertible",
      `MessagePack has no integers of more than 64 bits: ${value}`,
      {
        at: "body.json",
      },
    );
  if (typeof value === "object" && value !== null) Object.values(value).forEach(checkIntegers);
}

/** Decodes bytes to a JSON text, and lists what JSON cannot represent. */
export async function unpackJson(bytes: Uint8Array, format: PackedFormat) {
  const codec = await loadCodec(format);
  const warnings = new Set<string>();
  const result = guardPackage("body", () =>
    JSON.stringify(toJson(codec.decode(bytes), (warning) => warnings.add(warning))),
  );
  return { result, bytes: bytes.length, warnings: [...warnings] };
}

/** Converts a decoded value to one of JSON: as RFC 8949, section 6.1, for what JSON lacks. */
function toJson(value: unknown, warn: (warning: string) => void): unknown {
  const convert = (item: unknown) => toJson(item, warn);
  if (typeof value === "bigint") return JSON.rawJSON(String(value));
  if (typeof value === "number" && !Number.isFinite(value)) {
    warn(`${value} became null`);
    return null;
  }
  if (value === undefined) {
    warn("undefined became null");
    return null;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(convert);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) {
    warn("Byte strings became base64url");
    return value.toBase64({ alphabet: "base64url", omitPadding: true });
  }
  if (value instanceof Map) {
    warn("Keys that are no text became text");
    return Object.fromEntries(
      Array.from(value, ([key, item]) => [
        typeof key === "string" ? key : JSON.stringify(convert(key)),
        convert(item),
      ]),
    );
  }
  if (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, convert(item)]));
  const { tag, contents } = value as { tag?: unknown; contents?: unknown };
  if (contents !== undefined) {
    warn(`The tag ${tag} was left out`);
    return convert(contents);
  }
  warn("A value that JSON lacks became text");
  return String(value);
}
