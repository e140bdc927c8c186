import { escapeXml } from "hub/drawing";
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFParser,
  PDFString,
} from "pdf-lib";
import { SaxesParser } from "saxes";
import {
  dictEntry,
  entry,
  listDicts,
  listItems,
  nameEntry,
  readText,
  textEntry,
} from "../objects/entries.ts";
import pdf from "../plugin.ts";
import type { FillValue } from "./request.ts";

/** The value of a field in form data. */
type DataValue = string | string[];

/** A field of form data to write. */
export interface DataField {
  /** The full name: the names of its groups and its own, joined by dots. */
  name: string;
  value: DataValue;
  /** Whether the value is the state of a check box or radio button. */
  isState: boolean;
}

const { formDataBytesMax, formDataDepthMax } = pdf.limits;

/** Reads the values of fields from an FDF or XFDF file, by full name. */
export async function readFormData(
  bytes: Uint8Array,
  at: string,
): Promise<Record<string, FillValue>> {
  if (bytes.byteLength > formDataBytesMax)
    throw pdf.error("payload_too_large", `${at} must have at most ${formDataBytesMax} bytes`, {
      at,
      members: { max_bytes: formDataBytesMax },
    });
  const start = Buffer.from(bytes.subarray(0, 1024)).toString("latin1").trimStart();
  if (start.startsWith("%FDF-")) return Object.fromEntries(await readFdf(bytes, at));
  const text = decodeXml(bytes, at);
  return Object.fromEntries(readXfdf(text, at));
}

function refuse(at: string, problem: string, cause?: unknown): Error {
  return pdf.error("invalid_form_data", `${at} ${problem}`, { at, cause });
}

/** Decodes XML by its byte order mark, or the encoding that it declares. UTF-8 by default. */
function decodeXml(bytes: Uint8Array, at: string): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const declared = /^<\?xml[^>]{1,100}encoding\s{0,9}=\s{0,9}["']([\w.-]{1,40})/.exec(head)?.[1];
  const marked = { "\u00fe\u00ff": "utf-16be", "\u00ff\u00fe": "utf-16le" }[head.slice(0, 2)];
  try {
    return new TextDecoder((marked ?? declared ?? "utf-8") as "utf-8", { fatal: true }).decode(
      bytes,
    );
  } catch (cause) {
    throw refuse(at, `must be XFDF in its encoding, "${marked ?? declared ?? "utf-8"}"`, cause);
  }
}

/** Reads FDF (ISO 32000-2, 12.7.8), which has the syntax of a PDF. */
async function readFdf(bytes: Uint8Array, at: string): Promise<Map<string, DataValue>> {
  const text = Buffer.from(bytes).toString("latin1");
  // Streams could inflate to any size. Only annotations and embedded files have them.
  if (/\bstream[\r\n]/.test(text)) throw refuse(at, "must be an FDF file without streams");
  const asPdf = Buffer.from(text.replace("%FDF-", "%PDF-"), "latin1");
  let data: PDFDict | undefined;
  try {
    const parser = PDFParser.forBytesWithOptions(asPdf, Number.POSITIVE_INFINITY, true);
    const context = await parser.parseDocument();
    data = context
      .enumerateIndirectObjects()
      .map(([, object]) => dictEntry(object instanceof PDFDict ? object : undefined, "FDF"))
      .find((found) => found !== undefined);
  } catch (cause) {
    throw refuse(at, "cannot be read as FDF", cause);
  }
  if (!data) throw refuse(at, "must have a dictionary FDF");
  const encoding = nameEntry(data, "Encoding")?.toLowerCase().replace("_", "-");
  if (encoding !== undefined && encoding !== "utf-8" && encoding !== "pdfdocencoding")
    throw refuse(at, `must have values in PDFDocEncoding, UTF-8 or UTF-16: it has "${encoding}"`);
  const decode = encoding === "utf-8" ? readUtf8 : readText;
  const values = new Map<string, DataValue>();
  const open = listDicts(entry(data, "Fields", PDFArray)).map((dict) => ({ dict, path: [""] }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { dict, path } = next;
    if (path.length > formDataDepthMax) throw refuse(at, tooDeep);
    const name = [...path, textEntry(dict, "T") ?? ""];
    const value = readFdfValue(dict, decode);
    if (value !== undefined) values.set(name.filter(Boolean).join("."), value);
    for (const kid of listDicts(entry(dict, "Kids", PDFArray)))
      open.push({ dict: kid, path: name });
  }
  return values;
}

const tooDeep = `must be nested at most ${formDataDepthMax} deep`;

/** Decodes a text in UTF-8, unless it has a byte order mark. */
function readUtf8(value: PDFObject | undefined): string | undefined {
  if (!(value instanceof PDFString) && !(value instanceof PDFHexString)) return undefined;
  const bytes = value.asBytes();
  return bytes[0] === 0xfe && bytes[1] === 0xff ? readText(value) : new TextDecoder().decode(bytes);
}

function readFdfValue(field: PDFDict, decode: typeof readText): DataValue | undefined {
  const value = field.lookup(PDFName.of("V"));
  if (value instanceof PDFName) return value.decodeText();
  if (value instanceof PDFArray) return listItems(value).flatMap((item) => decode(item) ?? []);
  return decode(value);
}

/** Reads XFDF (ISO 19444-1). */
function readXfdf(xml: string, at: string): Map<string, DataValue> {
  const values = new Map<string, DataValue>();
  const path: string[] = [];
  let depth = 0;
  let hasRoot = false;
  let text: string | undefined;
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", ({ message }) => {
    throw refuse(at, `must be FDF, or well-formed XFDF: ${message}`);
  });
  // Entities of a DOCTYPE can multiply or include other files.
  parser.on("doctype", () => {
    throw refuse(at, "must not have a DOCTYPE");
  });
  parser.on("opentag", ({ local, attributes }) => {
    if (++depth > formDataDepthMax) throw refuse(at, tooDeep);
    if (depth === 1 && local !== "xfdf")
      throw refuse(at, `must be FDF or XFDF: it has the element "${local}"`);
    hasRoot = true;
    if (local === "field") path.push(attributes.name?.value ?? "");
    if (local === "value") text = "";
  });
  const append = (more: string) => {
    if (text !== undefined) text += more;
  };
  parser.on("text", append);
  parser.on("cdata", append);
  parser.on("closetag", ({ local }) => {
    depth--;
    if (local === "field") path.pop();
    if (local !== "value" || text === undefined || path.length === 0) return;
    const name = path.filter(Boolean).join(".");
    const before = values.get(name);
    values.set(name, before === undefined ? text : [before, text].flat());
    text = undefined;
  });
  parser.write(xml).close();
  if (!hasRoot) throw refuse(at, "must be FDF or XFDF: it is empty");
  return values;
}

/** A group of fields, or a field, by the parts of its name. */
interface DataNode {
  field?: DataField;
  kids: Map<string, DataNode>;
}

function buildTree(fields: readonly DataField[]): DataNode {
  const root: DataNode = { kids: new Map() };
  for (const field of fields) {
    let node = root;
    for (const part of field.name.split(".")) {
      const next: DataNode = node.kids.get(part) ?? { kids: new Map() };
      node.kids.set(part, next);
      node = next;
    }
    node.field = field;
  }
  return root;
}

/** Writes fields as FDF. */
export function writeFdf(fields: readonly DataField[]): string {
  const write = ({ kids }: DataNode): string =>
    [...kids]
      .map(([name, node]) => {
        const value = node.field ? `/V ${writeFdfValue(node.field)}` : "";
        const below = node.kids.size > 0 ? `/Kids[${write(node)}]` : "";
        return `<</T ${PDFHexString.fromText(name)}${value}${below}>>`;
      })
      .join("\n");
  return `%FDF-1.2\n1 0 obj\n<</FDF<</Fields[\n${write(buildTree(fields))}\n]>>>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n`;
}

function writeFdfValue({ value, isState }: DataField): string {
  if (Array.isArray(value)) return `[${value.map((one) => PDFHexString.fromText(one)).join("")}]`;
  return String(isState ? PDFName.of(value) : PDFHexString.fromText(value));
}

/** Writes fields as XFDF. */
export function writeXfdf(fields: readonly DataField[]): string {
  const write = ({ kids }: DataNode): string =>
    [...kids]
      .map(([name, { field, ...node }]) => {
        const values = field
          ? [field.value].flat().map((one) => `<value>${escapeText(one)}</value>`)
          : [];
        return `<field name="${escapeText(name)}">${values.join("")}${write(node)}</field>`;
      })
      .join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve">\n<fields>\n${write(buildTree(fields))}\n</fields>\n</xfdf>\n`;
}

/** Escapes a text for XML, without the characters that it forbids. */
function escapeText(text: string): string {
  const allowed = text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");
  return escapeXml(allowed).replaceAll("\r", "&#13;");
}
