import { base62 } from "../encoding/positional.ts";
import { base32, ksuidEpoch } from "./kinds.ts";
import { type Platform, platforms } from "./request.ts";
import { bareUuid, readUuid, spell } from "./spelling.ts";

/** The parts of an id. A part is null if the type doesn't have it. */
interface Inspection {
  valid: boolean;
  /** The problem with an invalid id. */
  reason: string | null;
  type: string | null;
  version: string | null;
  variant: string | null;
  timestamp: string | null;
  /** The possible timestamps by platform, if the id doesn't say which. */
  timestamp_candidates: TimestampCandidate[];
  node: string | null;
  clock_seq: number | null;
  integer: string | null;
  hex: string | null;
  canonical: string | null;
}

/** Detects the type of an id and decodes its parts. */
export function inspectId(text: string, options: SnowflakeOptions = {}): Inspection {
  const uuid = readUuid(text);
  if (uuid) return { ...emptyInspection, ...inspectUuid(uuid) };
  const inspection =
    inspectObjectId(text) ??
    inspectUlid(text) ??
    inspectKsuid(text) ??
    inspectSnowflake(text, options) ??
    inspectNanoid(text);
  if (inspection) return { ...emptyInspection, valid: true, ...inspection };
  return { ...emptyInspection, reason: explainUnknown(text) };
}

const emptyInspection: Inspection = {
  valid: false,
  reason: null,
  type: null,
  version: null,
  variant: null,
  timestamp: null,
  timestamp_candidates: [],
  node: null,
  clock_seq: null,
  integer: null,
  hex: null,
  canonical: null,
};

type PartialInspection = Partial<Inspection> | undefined;

function inspectObjectId(text: string): PartialInspection {
  if (!/^[0-9a-f]{24}$/i.test(text)) return undefined;
  const value = BigInt(`0x${text}`);
  return {
    type: "objectid",
    timestamp: toIsoTime(Number(value >> 64n) * 1000),
    node: text.slice(8, 18).toLowerCase(),
    clock_seq: Number(value & 0xffffffn),
    ...formatNumber(value, 12),
    canonical: text.toLowerCase(),
  };
}

function inspectUlid(text: string): PartialInspection {
  const value = decodeNumber(text.toUpperCase(), { letters: base32, length: 26 });
  if (value === undefined || value >> 128n) return undefined;
  return {
    type: "ulid",
    timestamp: toIsoTime(Number(value >> 80n)),
    ...formatNumber(value, 16),
    canonical: text.toUpperCase(),
  };
}

function inspectKsuid(text: string): PartialInspection {
  const value = decodeNumber(text, { letters: base62, length: 27 });
  if (value === undefined || value >> 160n) return undefined;
  return {
    type: "ksuid",
    timestamp: toIsoTime((Number(value >> 128n) + ksuidEpoch) * 1000),
    ...formatNumber(value, 20),
    canonical: text,
  };
}

interface SnowflakeOptions {
  platform?: Platform | undefined;
  /** A custom epoch of the layout that Twitter introduced, in milliseconds since 1970. */
  epoch_ms?: number | undefined;
}

interface TimestampCandidate {
  platform: Platform;
  epoch_ms: number;
  timestamp: string;
}

/**
 * Decodes a Snowflake. The id doesn't say which platform made it, so without the caller's word it has no date, only
 * one candidate per platform.
 */
function inspectSnowflake(
  text: string,
  { platform, epoch_ms }: SnowflakeOptions,
): PartialInspection {
  if (!/^[0-9]{1,20}$/.test(text)) return undefined;
  const value = BigInt(text);
  // Smaller values contain no time. Larger ones exceed a signed 64-bit integer.
  if (value < 1n << 22n || value >> 63n) return undefined;
  const shape = { type: "snowflake", ...formatNumber(value, 8), canonical: String(value) };
  if (platform === undefined && epoch_ms === undefined)
    return { ...shape, timestamp_candidates: listCandidates(value) };
  const layout = platforms[platform ?? "twitter"];
  const epoch = epoch_ms ?? layout.epochMs;
  return {
    ...shape,
    timestamp: toIsoTime(Number(value >> BigInt(layout.timeShift)) + epoch),
    node:
      layout.nodeBits === 0 ? null : String(takeBits(value, layout.sequenceBits, layout.nodeBits)),
    clock_seq: Number(takeBits(value, 0, layout.sequenceBits)),
  };
}

function listCandidates(value: bigint): TimestampCandidate[] {
  return Object.entries(platforms).map(([platform, { epochMs, timeShift }]) => ({
    platform: platform as Platform,
    epoch_ms: epochMs,
    timestamp: toIsoTime(Number(value >> BigInt(timeShift)) + epochMs),
  }));
}

function takeBits(value: bigint, shift: number, bits: number): bigint {
  return BigInt.asUintN(bits, value >> BigInt(shift));
}

/** Detected by its length and alphabet alone. */
function inspectNanoid(text: string): PartialInspection {
  return /^[\w-]{21}$/.test(text) ? { type: "nanoid", canonical: text } : undefined;
}

function decodeNumber(
  text: string,
  { letters, length }: { letters: string; length: number },
): bigint | undefined {
  if (text.length !== length) return undefined;
  let value = 0n;
  for (const char of text) {
    const digit = letters.indexOf(char);
    if (digit < 0) return undefined;
    value = value * BigInt(letters.length) + BigInt(digit);
  }
  return value;
}

function formatNumber(value: bigint, bytes: number) {
  return { integer: String(value), hex: value.toString(16).padStart(2 * bytes, "0") };
}

function toIsoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function explainUnknown(text: string): string {
  const digits = bareUuid(text);
  if (digits.includes("-") && digits.length > 30 && digits.length < 42) {
    const at = [...uuidPattern].findIndex((sign, index) =>
      sign === "-" ? digits[index] !== "-" : !/^[0-9a-f]$/i.test(digits[index] ?? ""),
    );
    const expected = uuidPattern[at] === "-" ? "a hyphen" : "a hexadecimal digit";
    return at < 0
      ? `A UUID has ${uuidPattern.length} characters: the text has ${digits.length}`
      : `A UUID has ${expected} at position ${at}: the text has ${digits[at] ? `"${digits[at]}"` : "none"}`;
  }
  return `Not a UUID, ULID, ObjectId, KSUID, Snowflake or NanoID: the text has ${text.length} characters`;
}

const uuidPattern = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

/** Decodes the 16 bytes of a UUID: RFC 9562. */
function inspectUuid(bytes: Uint8Array): Partial<Inspection> {
  const hex = bytes.toHex();
  const value = BigInt(`0x${hex}`);
  const shape = {
    type: "uuid",
    integer: String(value),
    hex,
    canonical: spell(bytes, { format: "standard" }),
  };
  if (value === 0n) return { ...shape, valid: true, version: "nil" };
  if (value === (1n << 128n) - 1n) return { ...shape, valid: true, version: "max" };
  const view = createView(bytes);
  const variant = getVariant(view.getUint8(8));
  // RFC 9562, section 4.1: GUIDs of Microsoft's early software, such as those of COM interfaces, have no version.
  if (variant === "microsoft") return { ...shape, variant, valid: true };
  if (variant !== "rfc9562")
    return { ...shape, variant, reason: `The variant must be that of RFC 9562: it is ${variant}` };
  const version = view.getUint8(6) >> 4;
  if (version < 1 || version > 8)
    return {
      ...shape,
      variant,
      reason: `RFC 9562 defines the versions 1 to 8: the version is ${version}`,
    };
  return {
    ...shape,
    valid: true,
    variant,
    version: String(version),
    ...readTimestamp(bytes, version),
  };
}

function createView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, 16);
}

/** Decodes the variant from the first bits of the ninth byte. One to three of them count. */
function getVariant(byte: number): string {
  if (byte < 0x80) return "ncs";
  if (byte < 0xc0) return "rfc9562";
  return byte < 0xe0 ? "microsoft" : "future";
}

function readTimestamp(bytes: Uint8Array, version: number): Partial<Inspection> {
  const view = createView(bytes);
  const low = BigInt(view.getUint32(0));
  const middle = BigInt(view.getUint16(4));
  const high = BigInt(view.getUint16(6) & 0xfff);
  switch (version) {
    case 1:
      return readGregorianTime(bytes, (high << 48n) | (middle << 32n) | low);
    case 2:
      // DCE security: a user id replaces the low bits of the time and half of the sequence.
      return {
        ...readGregorianTime(bytes, (high << 48n) | (middle << 32n)),
        clock_seq: view.getUint8(8) & 0x3f,
      };
    case 6:
      return readGregorianTime(bytes, (low << 28n) | (middle << 12n) | high);
    case 7:
      return { timestamp: new Date(view.getUint32(0) * 65_536 + view.getUint16(4)).toISOString() };
    default:
      return {};
  }
}

/** Milliseconds from the Gregorian reform, 15 October 1582, to 1970. */
const reformMs = 12_219_292_800_000;

function readGregorianTime(bytes: Uint8Array, ticks: bigint): Partial<Inspection> {
  const date = new Date(Number(ticks / 10_000n) - reformMs).toISOString();
  return {
    // A tick is 100 ns, but a Date only has milliseconds.
    timestamp: date.replace("Z", `${String(ticks % 10_000n).padStart(4, "0")}Z`),
    node: Array.from(bytes.subarray(10), (byte) => byte.toString(16).padStart(2, "0")).join(":"),
    clock_seq: createView(bytes).getUint16(8) & 0x3fff,
  };
}
