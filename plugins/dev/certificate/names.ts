import type { AttributeTypeAndValue, GeneralName, OtherName } from "@peculiar/asn1-x509";
import { asTable } from "hub";
import { formatHex, nameObject, readText } from "./asn1.ts";

/** The relative distinguished names of a subject or an issuer, each with its attributes. */
type Names = AttributeTypeAndValue[][];

/** Formats names as OpenSSL does, one text for each relative distinguished name. */
export function formatNames(names: Names): string[] {
  return names.map((parts) => parts.map(formatName).join(" + "));
}

/** Returns names as one text, to compare an issuer with a subject. */
export function joinNames(names: Names): string {
  return formatNames(names).join("\n");
}

/** Returns the last common name. */
export function findCommonName(names: Names): string | null {
  const name = names.flat().findLast(({ type }) => type === "2.5.4.3");
  return name ? readValue(name) : null;
}

function readValue({ value }: AttributeTypeAndValue): string {
  const { anyValue } = value;
  return anyValue ? (readText(anyValue) ?? `#${formatHex(anyValue)}`) : value.toString();
}

/** Formats a name with the escapes of RFC 2253. */
function formatName(name: AttributeTypeAndValue): string {
  const escaped = readValue(name)
    .replace(/[,+"\\<>;]/g, "\\$&")
    .replace(/^[# ]/, "\\$&")
    .replace(/ $/, "\\ ")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 2253 escapes them.
    .replace(/[\0-\x1f\x7f]/g, (char) => `\\${Buffer.from(char).toString("hex").toUpperCase()}`);
  return `${nameObject(name.type).short}=${escaped}`;
}

/** Formats a general name of RFC 5280, section 4.2.1.6. */
export function formatGeneralName(name: GeneralName): string {
  if (name.rfc822Name !== undefined) return `email:${name.rfc822Name}`;
  if (name.dNSName !== undefined) return `DNS:${name.dNSName}`;
  if (name.uniformResourceIdentifier !== undefined) return `URI:${name.uniformResourceIdentifier}`;
  if (name.iPAddress !== undefined) return `IP:${formatAddress(name.iPAddress)}`;
  if (name.registeredID !== undefined) return `Registered ID:${nameObject(name.registeredID).long}`;
  if (name.directoryName) return `DirName:${formatNames(name.directoryName).join(",")}`;
  return name.otherName ? `othername:${formatOtherName(name.otherName)}` : "<unsupported>";
}

/** Formats a name of another type: its type, and its text or its bytes in hexadecimal. */
function formatOtherName({ typeId, value }: OtherName): string {
  const type = otherNames[typeId] ?? nameObject(typeId).long;
  return `${type}:${readText(value) ?? formatHex(value)}`;
}

/** Names that OpenSSL has only here. */
const otherNames: Record<string, string> = asTable({
  "1.3.6.1.4.1.311.20.2.3": "UPN",
  "1.3.6.1.5.5.7.8.9": "SmtpUTF8Mailbox",
});

/** Writes out the eight groups of an IPv6 address, in upper case. A block has a prefix. */
function formatAddress(block: string): string {
  const [address = "", ...prefix] = block.split("/");
  if (!address.includes(":")) return block;
  const [left = [], right = []] = address
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array<string>(8 - left.length - right.length).fill("0");
  const groups = [...left, ...zeros, ...right].join(":").toUpperCase();
  return [groups, ...prefix].join("/");
}
