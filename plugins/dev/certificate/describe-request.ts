import { constants, createPublicKey, type KeyObject, verify } from "node:crypto";
import { asTable } from "hub";
import { openTable, openTexts } from "hub/data-file";
import {
  DerError,
  type Element,
  formatObjectId,
  parseElements,
  readBits,
  readChildren,
  readContent,
  readObjectId,
  readString,
  tags,
} from "./der.ts";
import { describeKey } from "./key.ts";
import { purposes } from "./purposes.ts";

const texts = openTexts(new URL("./describe-request.txt", import.meta.url), [
  "name types",
  "other names",
])();

/** Describes a certificate signing request (RFC 2986) in DER, and verifies its signature. */
export function describeRequest(bytes: Uint8Array) {
  const [request, ...more] = parseElements(bytes);
  if (more.length > 0) throw new DerError("bytes after the request");
  const [info, algorithm, signature] = readChildren(request, tags.sequence);
  const [, subject, spki, ...rest] = readChildren(info, tags.sequence);
  if (!info || !subject || !spki) throw new DerError("no subject or key");
  const names = readNames(subject);
  const attributes = readAttributes(rest.find(({ tag }) => tag === 0xa0));
  const key = readKey(spki);
  const scheme = readScheme(algorithm);
  return {
    subject: formatNames(names),
    common_name: findCommonName(names),
    ...readExtensions(attributes.get("1.2.840.113549.1.9.14")),
    ...describeKey(key, spki.bytes),
    signature_algorithm: scheme.name,
    is_signature_valid: key
      ? verifySignature(key, { scheme, data: info.bytes, signature: readBits(signature) })
      : null,
    has_challenge_password: attributes.has("1.2.840.113549.1.9.7"),
  };
}

type Name = readonly [type: string, value: string];

/** Formats names as OpenSSL does, one text for each relative distinguished name. */
export function formatNames(names: Name[][]): string[] {
  return names.map((parts) => parts.map(formatName).join(" + "));
}

/** Returns the last common name. */
export function findCommonName(names: Name[][]): string | null {
  return names.flat().findLast(([type]) => type === "CN")?.[1] ?? null;
}

/** Returns the relative distinguished names, each with its attributes. */
export function readNames(subject: Element): Name[][] {
  return readChildren(subject, tags.sequence).map((parts) =>
    readChildren(parts, tags.set).map((part) => {
      const [type, value] = readChildren(part, tags.sequence);
      const id = readObjectId(type);
      if (!value) throw new DerError("a name without value");
      const text = readString(value) ?? `#${Buffer.from(value.bytes).toString("hex")}`;
      return [nameTypes[id] ?? id, text] as const;
    }),
  );
}

/** Short names of RFC 4514 and OpenSSL. */
const nameTypes = texts["name types"];

/** Formats a name with the escapes of RFC 2253. */
function formatName([type, value]: Name): string {
  const escaped = value
    .replace(/[,+"\\<>;]/g, "\\$&")
    .replace(/^[# ]/, "\\$&")
    .replace(/ $/, "\\ ")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 2253 escapes them.
    .replace(/[\0-\x1f\x7f]/g, (char) => `\\${Buffer.from(char).toString("hex").toUpperCase()}`);
  return `${type}=${escaped}`;
}

/** Returns the first value of each attribute. */
function readAttributes(element: Element | undefined): Map<string, Element | undefined> {
  const attributes = element ? parseElements(element.content) : [];
  return new Map(
    attributes.map((attribute) => {
      const [type, values] = readChildren(attribute, tags.sequence);
      return [readObjectId(type), readChildren(values, tags.set)[0]];
    }),
  );
}

/** Describes the extensions of a certificate or request that name and restrict it. */
export function readExtensions(element: Element | undefined) {
  const extensions = new Map(
    (element ? readChildren(element, tags.sequence) : []).map((extension) => {
      const parts = readChildren(extension, tags.sequence);
      const [value] = parseElements(readContent(parts.at(-1), tags.octetString));
      return [readObjectId(parts[0]), value];
    }),
  );
  const children = (id: string) => {
    const extension = extensions.get(id);
    return extension ? readChildren(extension, tags.sequence) : [];
  };
  const [authority] = children("2.5.29.19");
  return {
    alternative_names: children("2.5.29.17").map(formatAlternativeName),
    is_ca: authority?.tag === tags.boolean && authority.content[0] !== 0,
    key_usage: readKeyUsage(extensions.get("2.5.29.15")),
    extended_key_usage: children("2.5.29.37").map((purpose) => {
      const id = readObjectId(purpose);
      return purposes[id] ?? id;
    }),
  };
}

/** Formats a general name of RFC 5280, section 4.2.1.6. */
function formatAlternativeName({ tag, content }: Element): string {
  const text = Buffer.from(content).toString("latin1");
  switch (tag & 0x1f) {
    case 1:
      return `email:${text}`;
    case 2:
      return `DNS:${text}`;
    case 4:
      return `DirName:${parseElements(content)
        .flatMap((names) => readNames(names))
        .map((parts) => parts.map(formatName).join(" + "))
        .join(",")}`;
    case 6:
      return `URI:${text}`;
    case 7:
      return `IP:${formatAddress(content)}`;
    case 8:
      return `Registered ID:${formatObjectId(content)}`;
    default:
      return `othername:${formatOtherName(content)}`;
  }
}

/** Formats a name of another type: its type, and its text or its bytes in hexadecimal. */
function formatOtherName(content: Uint8Array): string {
  const [type, wrapped] = parseElements(content);
  const id = readObjectId(type);
  const [value] = wrapped ? parseElements(wrapped.content) : [];
  const text = value && (readString(value) ?? Buffer.from(value.bytes).toString("hex"));
  return `${texts["other names"][id] ?? id}:${text ?? ""}`;
}

function formatAddress(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from({ length: bytes.length / 2 }, (_, index) =>
    Buffer.from(bytes)
      .readUInt16BE(2 * index)
      .toString(16)
      .toUpperCase(),
  );
  return bytes.length === 16 ? groups.join(":") : Buffer.from(bytes).toString("hex");
}

/** Key usages of RFC 5280, section 4.2.1.3, in the order of their bits. */
const keyUsages = [
  "digitalSignature",
  "nonRepudiation",
  "keyEncipherment",
  "dataEncipherment",
  "keyAgreement",
  "keyCertSign",
  "cRLSign",
  "encipherOnly",
  "decipherOnly",
];

function readKeyUsage(element: Element | undefined): string[] {
  const bits = element ? readBits(element) : new Uint8Array();
  return keyUsages.filter((_, index) => ((bits[index >> 3] ?? 0) << (index & 7)) & 0x80);
}

/** Returns undefined for keys that the runtime does not support, such as those of secp256k1. */
function readKey(spki: Element): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(spki.bytes), format: "der", type: "spki" });
  } catch {
    return undefined;
  }
}

/** A signature algorithm. */
interface Scheme {
  /** Name in OpenSSL, or the object identifier. */
  name: string;
  /** Type of its keys. Undefined if the runtime cannot verify the algorithm. */
  keyType?: string | undefined;
  /** Undefined for EdDSA. */
  hash?: string | undefined;
  isPss?: boolean;
}

const readSchemes = openTable(new URL("./describe-request.tsv", import.meta.url), {
  id: "text",
  name: "text",
  keyType: "optional",
  hash: "optional",
});

const pssId = "1.2.840.113549.1.1.10";

const pssHashes: Record<string, string> = asTable({
  "1.3.14.3.2.26": "sha1",
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
});

function readScheme(algorithm: Element | undefined): Scheme {
  const [type, parameters] = readChildren(algorithm, tags.sequence);
  const id = readObjectId(type);
  if (id !== pssId) return readSchemes().find((scheme) => scheme.id === id) ?? { name: id };
  // RFC 4055, section 3.1: SHA-1 is the default.
  const first =
    parameters && readChildren(parameters, tags.sequence).find(({ tag }) => tag === 0xa0);
  const [hashId] = first ? readChildren(parseElements(first.content)[0], tags.sequence) : [];
  const hash = hashId ? pssHashes[readObjectId(hashId)] : "sha1";
  return { name: "rsassaPss", isPss: true, ...(hash && { keyType: "rsa", hash }) };
}

interface Signed {
  scheme: Scheme;
  data: Uint8Array;
  signature: Uint8Array;
}

/** Verifies a signature. Returns null if the runtime does not support the algorithm. */
function verifySignature(key: KeyObject, { scheme, data, signature }: Signed): boolean | null {
  const { keyType, hash, isPss } = scheme;
  if (!keyType) return null;
  if (keyType !== key.asymmetricKeyType) return false;
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_AUTO: saltLength } = constants;
  try {
    return verify(hash ?? null, data, { key, ...(isPss && { padding, saltLength }) }, signature);
  } catch {
    return null;
  }
}
