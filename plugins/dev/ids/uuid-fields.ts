import type { Inspection } from "./inspect.ts";
import { spell } from "./spelling.ts";

/** Takes the 16 bytes of a UUID apart: RFC 9562. */
export function inspectUuid(bytes: Uint8Array): Partial<Inspection> {
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
  const variant = variantOf(bytes[8]!);
  if (variant !== "rfc9562")
    return { ...shape, variant, reason: `Its variant is not that of RFC 9562, but ${variant}` };
  const version = bytes[6]! >> 4;
  if (version < 1 || version > 8)
    return { ...shape, variant, reason: `RFC 9562 has the versions 1 to 8: this is ${version}` };
  return { ...shape, valid: true, variant, version: String(version), ...timeOf(bytes, version) };
}

/** The three first bits of the ninth byte, as many of them as count. */
function variantOf(byte: number): string {
  if (byte < 0x80) return "ncs";
  if (byte < 0xc0) return "rfc9562";
  return byte < 0xe0 ? "microsoft" : "future";
}

function timeOf(bytes: Uint8Array, version: number): Partial<Inspection> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 16);
  const low = BigInt(view.getUint32(0));
  const middle = BigInt(view.getUint16(4));
  const high = BigInt(view.getUint16(6) & 0xfff);
  switch (version) {
    case 1:
      return gregorian(bytes, (high << 48n) | (middle << 32n) | low);
    case 2:
      // DCE security: a user's number took the place of the low bits and of half the sequence.
      return {
        ...gregorian(bytes, (high << 48n) | (middle << 32n)),
        clock_seq: bytes[8]! & 0x3f,
      };
    case 6:
      return gregorian(bytes, (low << 28n) | (middle << 12n) | high);
    case 7:
      return { timestamp: new Date(view.getUint32(0) * 65_536 + view.getUint16(4)).toISOString() };
    default:
      return {};
  }
}

/** Milliseconds from the Gregorian reform, 15 October 1582, to 1970. */
const reformMs = 12_219_292_800_000;

function gregorian(bytes: Uint8Array, ticks: bigint): Partial<Inspection> {
  const date = new Date(Number(ticks / 10_000n) - reformMs).toISOString();
  return {
    // To the tick of 100 ns, of which a date has only the milliseconds.
    timestamp: date.replace("Z", `${String(ticks % 10_000n).padStart(4, "0")}Z`),
    node: Array.from(bytes.subarray(10), (byte) => byte.toString(16).padStart(2, "0")).join(":"),
    clock_seq: ((bytes[8]! & 0x3f) << 8) | bytes[9]!,
  };
}
