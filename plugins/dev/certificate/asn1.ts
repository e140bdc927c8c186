import { AsnParser } from "@peculiar/asn1-schema";
import { Constructed, fromBER, Integer } from "asn1js";
import { asTable } from "hub";
import { openTable } from "hub/data-file";

/** Thrown for bytes that are not DER of the expected type. */
export class DerError extends Error {}

/** Parses DER. Throws a `DerError` if it is not of the type, or if other bytes follow. */
export function decode<T>(bytes: ArrayBuffer | Uint8Array, type: new () => T): T {
  try {
    return AsnParser.fromASN(parse(bytes), type);
  } catch (cause) {
    throw new DerError(`no ${type.name}`, { cause });
  }
}

/** Elements of a list with some 10,000 revoked certificates, which takes seconds to read. */
const nodesMax = 100_000;

function parse(bytes: ArrayBuffer | Uint8Array) {
  const { result, offset } = fromBER(bytes, { maxNodes: nodesMax });
  if (offset !== bytes.byteLength) throw new DerError(`${offset} of ${bytes.byteLength} bytes`);
  return result;
}

const readObjectNames = openTable(new URL("./object-names.tsv", import.meta.url), {
  id: "text",
  short: "text",
  long: "text",
});

interface ObjectName {
  /** Such as `CN` or `serverAuth`. */
  short: string;
  /** Such as `commonName` or `TLS Web Server Authentication`. */
  long: string;
}

let objectNames: Record<string, ObjectName> | undefined;

/** Returns the names that OpenSSL has for an object identifier, which otherwise names itself. */
export function nameObject(id: string): ObjectName {
  objectNames ??= asTable(Object.fromEntries(readObjectNames().map((row) => [row.id, row])));
  return objectNames[id] ?? { short: id, long: id };
}

/** Formats bytes in hexadecimal. */
export function formatHex(bytes: ArrayBuffer | Uint8Array): string {
  return Buffer.from(new Uint8Array(bytes)).toString("hex");
}

/** Formats a serial number in hexadecimal, with whole bytes and without zeros in front. */
export function formatSerial(serial: ArrayBuffer): string {
  const hex = formatHex(serial).toUpperCase();
  return hex.length > 2 && hex.startsWith("00") ? hex.slice(2) : hex;
}

/** Returns the text of a string in DER, or undefined for other types. */
export function readText(der: ArrayBuffer): string | undefined {
  const result = parse(der);
  const value = "getValue" in result && result.getValue();
  return typeof value === "string" ? value : undefined;
}

/** Returns an integer in DER, or those of a sequence. */
export function readIntegers(der: ArrayBuffer): string[] {
  const result = parse(der);
  const parts = result instanceof Constructed ? result.valueBlock.value : [result];
  return parts.map((part) => {
    if (!(part instanceof Integer)) throw new DerError("no integer");
    return part.toBigInt().toString();
  });
}
