/** An element of DER (X.690): its tag, its content, and all its bytes. */
export interface Element {
  /** The identifier octet. Types have low tag numbers in certificates and requests. */
  tag: number;
  content: Uint8Array;
  bytes: Uint8Array;
}

/** Thrown for bytes that are not DER. */
export class DerError extends Error {}

/** Parses the elements that follow one another in the bytes. */
export function parseElements(bytes: Uint8Array): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const element = parseElement(bytes.subarray(at));
    elements.push(element);
    at += element.bytes.length;
  }
  return elements;
}

function parseElement(bytes: Uint8Array): Element {
  const [tag = 0, first = 0x80] = bytes;
  let start = 2;
  let length = first;
  if (first >= 0x80) {
    start += first - 0x80;
    // A longer length exceeds each input, and 0x80 is the indefinite length of BER.
    if (start === 2 || start > 6) throw new DerError(`bad length octet ${first}`);
    length = bytes.subarray(2, start).reduce((sum, octet) => sum * 256 + octet, 0);
  }
  const end = start + length;
  if (end > bytes.length) throw new DerError(`${end} bytes expected, ${bytes.length} found`);
  return { tag, content: bytes.subarray(start, end), bytes: bytes.subarray(0, end) };
}

/** Returns the elements in a constructed element, which must have the tag. */
export function readChildren(element: Element | undefined, tag: number): Element[] {
  return parseElements(readContent(element, tag));
}

/** Returns the content of an element, which must have the tag. */
export function readContent(element: Element | undefined, tag: number): Uint8Array {
  if (element?.tag !== tag) throw new DerError(`tag ${tag} expected, ${element?.tag} found`);
  return element.content;
}

/** Tags of ASN.1's universal types. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Returns an object identifier in dotted form. */
export function readObjectId(element: Element | undefined): string {
  return formatObjectId(readContent(element, tags.objectId));
}

const objectIdMax = 128;

/** Formats the content of an object identifier in dotted form. */
export function formatObjectId(content: Uint8Array): string {
  // Numbers of any length would take quadratic time.
  if (content.length > objectIdMax) throw new DerError(`${content.length} bytes of an object id`);
  const arcs: bigint[] = [];
  let value = 0n;
  for (const octet of content) {
    value = value * 128n + BigInt(octet & 0x7f);
    if (octet & 0x80) continue;
    arcs.push(value);
    value = 0n;
  }
  const [joined = 0n, ...rest] = arcs;
  const first = joined < 80n ? joined / 40n : 2n;
  return [first, joined - first * 40n, ...rest].join(".");
}

/** Returns the bytes of a bit string of whole bytes. */
export function readBits(element: Element | undefined): Uint8Array {
  return readContent(element, tags.bitString).subarray(1);
}

/** Decodes the string types of names. Returns undefined for other types. */
export function readString({ tag, content }: Element): string | undefined {
  const decode = (charset: "utf-8" | "utf-16be" | "latin1") =>
    new TextDecoder(charset).decode(content);
  if (tag === 0x0c) return decode("utf-8");
  if (tag === 0x1e) return decode("utf-16be");
  // NumericString, PrintableString, TeletexString, IA5String and VisibleString.
  if ([0x12, 0x13, 0x14, 0x16, 0x1a].includes(tag)) return decode("latin1");
  return undefined;
}
