import { PDFDict, type PDFDocument, PDFName, PDFStream } from "pdf-lib";
import { decodeString, readTokens, readWord, type Token } from "./content-tokens.ts";
import { dictEntry, everyDict, nameEntry } from "./entries.ts";
import { collectShownText } from "./shown-text.ts";
import { streamBytes } from "./streams.ts";

const toUnicode = PDFName.of("ToUnicode");

/** The letters of the codes of a font. */
export interface CodeMap {
  letters: ReadonlyMap<number, string>;
  /** Whether engines may read it in different ways, or drop parts of it. */
  isDamaged: boolean;
  /** Whether an entry is not as the standard requires it, so that its letter may be another one. */
  isDoubtful: boolean;
}

interface Section {
  kind: "bfchar" | "bfrange";
  /** The stated number of entries. */
  stated: number;
  /** The codes and letters of its entries. A range can have a list of letters. */
  items: (Uint8Array | Uint8Array[])[];
}

/** The maximum number of codes of a range and of a map. */
const codesMax = 65_536;

/** Reads a ToUnicode map (ISO 32000-2, 9.10.3) up to its end, regardless of the stated counts. */
export function readCodeMap(bytes: Uint8Array): CodeMap {
  const letters = new Map<number, string>();
  let isDamaged = false;
  let isDoubtful = false;
  let section: Section | undefined;
  let list: Uint8Array[] | undefined;
  let number = 0;
  const set = (code: Uint8Array | number, text: string | undefined) => {
    const key = typeof code === "number" ? code : readNumber(code);
    if (text === undefined || (letters.has(key) && letters.get(key) !== text)) isDoubtful = true;
    if (text !== undefined && letters.size < codesMax) letters.set(key, text);
  };
  const endSection = () => {
    if (!section) return;
    const { kind, stated, items } = section;
    const size = kind === "bfchar" ? 2 : 3;
    if (items.length !== stated * size || list) isDamaged = true;
    for (let at = 0; at + size <= items.length; at += size) {
      const [from, to, target = to] = items.slice(at, at + size);
      if (Array.isArray(from) || Array.isArray(to) || !from || !to || !target) isDamaged = true;
      else if (kind === "bfchar" && !Array.isArray(target)) set(from, decodeLetters(target));
      else setRange(readNumber(from), readNumber(to), target);
    }
    section = undefined;
    list = undefined;
  };
  const setRange = (from: number, to: number, target: Uint8Array | Uint8Array[]) => {
    if (to < from || to - from >= codesMax) isDamaged = true;
    const texts = Array.isArray(target) ? target.map(decodeLetters) : undefined;
    if (texts && texts.length !== to - from + 1) isDamaged = true;
    const first = Array.isArray(target) ? undefined : decodeLetters(target);
    for (let code = from; code <= Math.min(to, from + codesMax - 1); code++)
      if (texts ? code - from < texts.length : true)
        set(code, texts ? texts[code - from] : advance(first, code - from));
  };
  const readToken = (token: Token) => {
    if (token.kind === "word") {
      const word = readWord(bytes, token);
      const kind = /^begin(bfchar|bfrange)$/.exec(word)?.[1] as Section["kind"] | undefined;
      if (section && word !== `end${section.kind}`) isDamaged = true;
      if (word === "usecmap") isDamaged = true;
      endSection();
      if (kind) section = { kind, stated: number, items: [] };
      number = /^\d+$/.test(word) ? Number(word) : 0;
    } else if (section) readItem(token, section);
  };
  const readItem = (token: Token, { items }: Section) => {
    if (token.kind === "open" || token.kind === "close") {
      if (list) items.push(list);
      list = token.kind === "open" ? [] : undefined;
      return;
    }
    // A hexadecimal string has whole bytes, and nothing else. White space doesn't change its letters.
    const isHex = token.kind === "hex";
    if (!isHex || (token.end - token.start) % 2 !== 0) isDamaged = true;
    if (!isHex || countDigits(bytes, token) % 2 !== 0) isDoubtful = true;
    if (token.kind === "hex" || token.kind === "string")
      (list ?? items).push(decodeString(bytes, token));
  };
  for (const token of readTokens(bytes)) readToken(token);
  if (section) isDamaged = true;
  endSection();
  return { letters, isDamaged: isDamaged || isDoubtful, isDoubtful };
}

function countDigits(bytes: Uint8Array, { start, end }: Token): number {
  const text = Buffer.from(bytes.subarray(start, end)).toString("latin1");
  return text.replace(/[^0-9A-Fa-f]/g, "").length;
}

function readNumber(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

const utf16 = new TextDecoder("utf-16be");

/** Decodes letters in UTF-16. Returns undefined for other bytes. */
function decodeLetters(bytes: Uint8Array): string | undefined {
  if (bytes.length === 1) return String.fromCharCode(bytes[0] ?? 0);
  return bytes.length % 2 === 0 ? utf16.decode(bytes) : undefined;
}

/** Returns the letters of a later code of a range. */
function advance(text: string | undefined, steps: number): string | undefined {
  if (steps === 0 || !text) return text;
  const last = text.length - 1;
  return text.slice(0, last) + String.fromCharCode(text.charCodeAt(last) + steps);
}

/** The maximum number of entries of a section (Adobe Technical Note 5014). */
const sectionMax = 100;

function writeCodeMap({ letters }: Pick<CodeMap, "letters">, bytesOfCode: 1 | 2): string {
  const toHex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");
  const digits = 2 * bytesOfCode;
  const lines = [...letters].map(([code, text]) => {
    const units = Array.from({ length: text.length }, (_, at) => toHex(text.charCodeAt(at), 4));
    return `<${toHex(code, digits)}> <${units.join("")}>`;
  });
  const sections: string[] = [];
  for (let at = 0; at < lines.length; at += sectionMax) {
    const own = lines.slice(at, at + sectionMax);
    sections.push(`${own.length} beginbfchar\n${own.join("\n")}\nendbfchar`);
  }
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
    `1 begincodespacerange <${"0".repeat(digits)}> <${"F".repeat(digits)}> endcodespacerange`,
    ...sections,
    "endcmap end end",
  ].join("\n");
}

/**
 * Rewrites damaged ToUnicode maps, so that all engines read the same. Returns their fonts with the
 * maps, which are undefined if they can't be read.
 */
export function repairCodeMaps(document: PDFDocument): Map<PDFDict, CodeMap | undefined> {
  const repaired = new Map<PDFDict, CodeMap | undefined>();
  const known = new Map<PDFStream, CodeMap | undefined>();
  for (const font of everyDict(document)) {
    const stream = font.lookup(toUnicode);
    if (!(stream instanceof PDFStream)) continue;
    if (!known.has(stream)) known.set(stream, readStream(stream));
    const map = known.get(stream);
    if (map && !map.isDamaged) continue;
    repaired.set(font, map);
    if (!map) font.delete(toUnicode);
    else {
      const width = nameEntry(font, "Subtype") === "Type0" ? 2 : 1;
      const text = writeCodeMap(map, width);
      font.set(toUnicode, document.context.register(document.context.flateStream(text)));
    }
  }
  return repaired;
}

function readStream(stream: PDFStream): CodeMap | undefined {
  const bytes = streamBytes(stream);
  return bytes && readCodeMap(bytes);
}

/** Returns the fonts that show codes for which their ToUnicode map has no letter. */
export function findUnmappedFonts(document: PDFDocument): Set<PDFDict> {
  const unmapped = new Set<PDFDict>();
  for (const [font, strings] of collectShownText(document)?.strings ?? []) {
    const stream = font.lookup(toUnicode);
    if (nameEntry(font, "Subtype") !== "Type0" || !(stream instanceof PDFStream)) continue;
    const letters = readStream(stream)?.letters;
    const isUnmapped = (code: number) => !isLetter(letters?.get(code));
    if (strings.some((bytes) => listCodes(bytes).some(isUnmapped))) unmapped.add(font);
  }
  return unmapped;
}

/** Returns the codes of a string whose codes have two bytes. */
export function listCodes(bytes: Uint8Array): number[] {
  return Array.from({ length: bytes.length >> 1 }, (_, at) =>
    readNumber(bytes.subarray(2 * at, 2 * at + 2)),
  );
}

function isLetter(text: string | undefined): boolean {
  return text !== undefined && text !== "" && text.isWellFormed() && !/[\0\uFFFD]/.test(text);
}

/** The maximum depth of forms within forms. */
const formsMax = 8;

/** Returns the pages whose resources, or those of their forms, have one of some fonts. */
export function listPagesWithFonts(
  document: PDFDocument,
  fonts: Pick<ReadonlySet<PDFDict>, "has" | "size">,
): number[] {
  if (fonts.size === 0) return [];
  const hasFont = (resources: PDFDict | undefined, depth: number): boolean => {
    if (!resources || depth > formsMax) return false;
    const own = [...(dictEntry(resources, "Font")?.keys() ?? [])].map((name) =>
      dictEntry(resources, "Font")?.lookup(name),
    );
    if (own.some((font) => font instanceof PDFDict && fonts.has(font))) return true;
    return [...(dictEntry(resources, "XObject")?.values() ?? [])].some((value) => {
      const form = document.context.lookup(value);
      return form instanceof PDFStream && hasFont(dictEntry(form.dict, "Resources"), depth + 1);
    });
  };
  return document.getPages().flatMap((page, index) => {
    const resources = page.node.getInheritableAttribute(PDFName.of("Resources"));
    const dict = document.context.lookup(resources);
    return dict instanceof PDFDict && hasFont(dict, 0) ? [index + 1] : [];
  });
}
