import {
  type BaseBlock,
  BitString,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  UTCTime,
} from "asn1js";
import { guardPackage } from "../json/fault.ts";
import dev from "../plugin.ts";
import { formatHex, nameObject } from "./asn1.ts";

const elementsMax = 20_000;
const depthMax = 100;

/** Writes a line for each element of DER or BER, which may be in PEM. */
export function describeAsn1(bytes: Uint8Array) {
  const der = readPem(bytes) ?? bytes;
  const lines: string[] = [];
  const offset = guardPackage("body", () => {
    const { result, offset } = fromBER(der, { maxNodes: elementsMax });
    if (offset < 1) throw refuse("is not ASN.1 in DER or BER");
    addLines(result, lines, 0);
    return offset;
  });
  const rest = der.length - offset;
  return {
    tree: lines.join("\n"),
    elements: lines.length,
    warnings: rest > 0 ? [`${rest} bytes follow the first element`] : [],
  };
}

function readPem(bytes: Uint8Array): Uint8Array | undefined {
  const text = Buffer.from(bytes).toString("latin1");
  const begin = /-----BEGIN [A-Z0-9 ]{1,40}-----/.exec(text);
  if (!begin) return undefined;
  const from = begin.index + begin[0].length;
  const end = text.indexOf("-----END ", from);
  if (end === -1) throw refuse("has PEM without an end");
  return Buffer.from(text.slice(from, end), "base64");
}

function refuse(problem: string) {
  return dev.error("syntax_error", `The body ${problem}`, { at: "body" });
}

function addLines(block: BaseBlock, lines: string[], depth: number): void {
  const children = listChildren(block);
  if (depth > depthMax) throw refuse(`nests deeper than ${depthMax} elements`);
  const value = children.length > 0 ? "" : describeValue(block);
  lines.push(`${"  ".repeat(depth)}${nameTag(block)}${value && ` ${value}`}`);
  for (const child of children) addLines(child, lines, depth + 1);
}

/** Lists the elements in another. Strings of bits and octets often contain one, as extensions and keys do. */
function listChildren(block: BaseBlock): BaseBlock[] {
  if (block instanceof Constructed) return block.valueBlock.value;
  if (!(block instanceof OctetString || block instanceof BitString)) return [];
  if (block instanceof BitString && block.valueBlock.unusedBits > 0) return [];
  const bytes = block.valueBlock.valueHexView;
  // Other bytes are no element, and the package throws for some of them.
  try {
    const { result, offset } = fromBER(bytes, { maxNodes: elementsMax });
    return offset === bytes.length && result instanceof Constructed ? [result] : [];
  } catch {
    return [];
  }
}

const classes = ["", "", "APPLICATION ", "", "PRIVATE "];

function nameTag(block: BaseBlock): string {
  const { tagClass, tagNumber } = block.idBlock;
  if (tagClass !== 1) return `[${classes[tagClass]}${tagNumber}]`;
  return (block.constructor as typeof BaseBlock).NAME.replace("OBJECT IDENTIFIER", "OBJECT");
}

/** Integers of more bytes are written in hexadecimal. */
const decimalBytesMax = 8;

function describeValue(block: BaseBlock): string {
  if (block instanceof Null) return "";
  const bytes = block.valueBlock.toBER();
  if (block instanceof ObjectIdentifier) {
    const id = block.getValue();
    const { long } = nameObject(id);
    return long === id ? id : `${id} (${long})`;
  }
  if (block instanceof UTCTime || block instanceof GeneralizedTime)
    return block.toDate().toISOString();
  if (block instanceof Integer && bytes.byteLength <= decimalBytesMax)
    return block.toBigInt().toString();
  const value =
    "getValue" in block && typeof block.getValue === "function" ? block.getValue() : undefined;
  if (typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  return formatHex(bytes);
}
