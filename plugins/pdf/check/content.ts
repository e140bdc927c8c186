import { asTable } from "hub";
import { PDFName, type PDFObject } from "pdf-lib";
import { readTokens, readWord, type Token } from "../objects/content-tokens.ts";
import { dictEntry } from "../objects/entries.ts";
import type { ContentStream, Finders } from "./rule.ts";

/** Rules of ISO 19005-2 and -3 for content streams. */
export const contentFinders: Finders = {
  *"content-operators"({ contents }) {
    for (const content of contents)
      for (const { operator } of readInstructions(content))
        if (!operators.has(operator)) yield { page: content.page, detail: operator };
  },
  *resources({ document, contents }) {
    for (const content of contents) {
      const page = content.page && document.getPage(content.page - 1).node;
      // A page has to have the resources itself.
      const own = page ? { ...content, resources: dictEntry(page, "Resources") } : content;
      for (const { operator, operands } of readInstructions(content)) {
        const name = findResource(own, { operator, operands });
        if (name) yield { page: content.page, detail: name };
      }
    }
  },
  *nesting({ contents }) {
    for (const content of contents) {
      let depth = 0;
      for (const { operator } of readInstructions(content)) {
        if (operator === "q") depth++;
        if (operator === "Q") depth = Math.max(0, depth - 1);
        if (depth <= nestingMax) continue;
        yield { page: content.page };
        break;
      }
    }
  },
  *"content-limits"({ contents }) {
    for (const { bytes, page } of contents)
      for (const { kind, start, end } of readTokens(bytes)) {
        const isLong = kind === "string" && end - start - 2 > stringMax;
        const isNumber = kind === "word" && end - start >= 10 && end - start < 20;
        const word = isNumber ? Buffer.from(bytes.subarray(start, end)).toString("latin1") : "";
        if (isLong || (/^[+-]?\d+$/.test(word) && Math.abs(Number(word)) > integerMax))
          yield { page };
      }
  },
  *"hex-strings"({ contents }) {
    for (const { bytes, page } of contents.filter((content) => containsText(content, "<")))
      for (const { kind, start, end } of readTokens(bytes)) {
        if (kind !== "hex") continue;
        const text = Buffer.from(bytes.subarray(start + 1, end - 1)).toString("latin1");
        const digits = text.replace(/[\s\0]/g, "");
        if (digits.length % 2 === 1 || !/^[\dA-Fa-f]*$/.test(digits)) yield { page };
      }
  },
};

/** The limits of integers and strings. */
export const integerMax = 2 ** 31;
export const stringMax = 32_767;

/** The maximum depth of `q` in PDF/A-2 and -3. */
const nestingMax = 28;

/** The operators of ISO 32000-1, table A.1. */
export const operators: ReadonlySet<string> = new Set(
  `b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m
  M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "`.split(
    /\s+/,
  ),
);

/** An operator with the tokens before it. */
export interface Instruction {
  operator: string;
  operands: readonly Token[];
  token: Token;
}

/** Reads a content stream operator by operator. */
export function* readInstructions({ bytes }: Pick<ContentStream, "bytes">): Generator<Instruction> {
  let operands: Token[] = [];
  for (const token of readTokens(bytes)) {
    const word = token.kind === "word" ? readWord(bytes, token) : "";
    const isOperand = token.kind !== "word" || constants.has(word) || isNumber(word);
    if (isOperand) {
      operands.push(token);
      continue;
    }
    yield { operator: word, operands, token };
    operands = [];
  }
}

const constants = new Set(["true", "false", "null"]);

function isNumber(word: string): boolean {
  return /^[+-]{0,2}[\d.][\d.-]*$/.test(word);
}

const resourceKinds: Readonly<Record<string, string>> = asTable({
  Tf: "Font",
  Do: "XObject",
  gs: "ExtGState",
  sh: "Shading",
  cs: "ColorSpace",
  CS: "ColorSpace",
  scn: "Pattern",
  SCN: "Pattern",
  BDC: "Properties",
  DP: "Properties",
});
const builtIn = new Set(["DeviceGray", "DeviceRGB", "DeviceCMYK", "Pattern"]);

/** Returns the name that an operator needs and the resources lack, if any. */
export function findResource(
  content: ContentStream,
  instruction: Pick<Instruction, "operator" | "operands">,
): string | undefined {
  const { kind, name } = readResource(content, instruction) ?? {};
  if (!kind || name === undefined || (kind === "ColorSpace" && builtIn.has(name))) return undefined;
  return dictEntry(content.resources, kind)?.has(PDFName.of(name)) ? undefined : name;
}

/** Returns the resource that an operator uses. */
export function findUsed(content: ContentStream, instruction: Instruction): PDFObject | undefined {
  const { kind, name } = readResource(content, instruction) ?? {};
  return kind && name !== undefined
    ? dictEntry(content.resources, kind)?.lookup(PDFName.of(name))
    : undefined;
}

function readResource(
  { bytes }: ContentStream,
  { operator, operands }: Pick<Instruction, "operator" | "operands">,
): { kind: string; name: string } | undefined {
  const kind = resourceKinds[operator];
  const names = operands.filter((token) => token.kind === "name");
  // The first name of marked content is its tag, and a dictionary may follow it.
  const isTagged = kind === "Properties";
  const last = operands.at(-1);
  const token =
    operator === "Tf" ? names[0] : isTagged ? (names[1] === last ? last : undefined) : last;
  if (!kind || token?.kind !== "name") return undefined;
  return { kind, name: decodeName(readWord(bytes, token)) };
}

/** Returns a name as `PDFName.of` expects it. */
export function decodeName(word: string): string {
  return PDFName.of(word.slice(1)).decodeText();
}

/** Whether a content stream has a text anywhere. It is searched faster than it is read. */
function containsText({ bytes }: Pick<ContentStream, "bytes">, text: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text);
}

/** Returns the rendering intents that a content stream sets. */
export function readIntents(content: ContentStream): string[] {
  const names: string[] = [];
  if (!containsText(content, "ri")) return names;
  for (const { operator, operands } of readInstructions(content)) {
    const [name] = operands;
    if (operator === "ri" && name) names.push(readWord(content.bytes, name).slice(1));
  }
  return names;
}

const shortKeys: Readonly<Record<string, string>> = asTable({
  Interpolate: "I",
  Filter: "F",
  ColorSpace: "CS",
  ImageMask: "IM",
});

/** Returns the entries of inline images by their short keys, as written. */
export function* readInlineImages(content: ContentStream): Generator<Map<string, string>> {
  const { bytes } = content;
  if (!containsText(content, "ID")) return;
  for (const { operator, operands } of readInstructions(content)) {
    if (operator !== "ID") continue;
    const entries = new Map<string, string>();
    for (let at = 0; at + 1 < operands.length; ) {
      const [key, value] = operands.slice(at, at + 2);
      if (!key || !value) break;
      const isArray = value.kind === "open";
      let end = at + 1;
      if (isArray) while (end < operands.length - 1 && operands[end]?.kind !== "close") end++;
      const last = operands[end] ?? value;
      const text = Buffer.from(bytes.subarray(value.start, last.end)).toString("latin1");
      const name = readWord(bytes, key).slice(1);
      entries.set(shortKeys[name] ?? name, text);
      at = end + 1;
    }
    yield entries;
  }
}
