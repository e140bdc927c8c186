import {
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  type PDFRef,
  PDFStream,
} from "pdf-lib";
import { findResource, type Instruction, operators, readInstructions } from "../check/content.ts";
import { intents } from "../check/pdfa.ts";
import type { ContentStream } from "../check/rule.ts";
import { readWord, type Token } from "../objects/content-tokens.ts";
import { dictEntry, entry, nameEntry, numberEntry } from "../objects/entries.ts";
import { pageBytes } from "../objects/pages.ts";
import { listStreams } from "../objects/shown-text.ts";
import { streamBytes } from "../objects/streams.ts";
import type { Changes } from "./changes.ts";

/** Gives forms the resources that they inherit, and corrects the operators of all contents. */
export function correctContents(document: PDFDocument, changes: Changes): void {
  const { context } = document;
  const seen = new Set<PDFDict>();
  for (const page of document.getPages()) {
    const inherited = context.lookup(page.node.getInheritableAttribute(PDFName.of("Resources")));
    const resources = inherited instanceof PDFDict ? inherited : context.obj({});
    if (!dictEntry(page.node, "Resources")) page.node.set(PDFName.of("Resources"), resources);
    shareResources(resources, seen);
    for (const annotation of page.node.Annots()?.asArray() ?? []) {
      const appearance = dictEntry(context.lookup(annotation) as PDFDict, "AP");
      for (const form of listStreams(appearance, 0))
        addResources(form, { parent: resources, seen });
    }
    const corrected = correct({ bytes: pageBytes(page), resources });
    if (!corrected) continue;
    page.node.set(PDFName.of("Contents"), context.register(context.flateStream(corrected)));
    changes.add("contents");
  }
  correctStreams(document, changes);
}

function correctStreams({ context }: PDFDocument, changes: Changes): void {
  for (const [ref, stream] of context.enumerateIndirectObjects()) {
    if (!(stream instanceof PDFStream)) continue;
    const isContent =
      nameEntry(stream.dict, "Subtype") === "Form" || numberEntry(stream.dict, "PatternType") === 1;
    const bytes = isContent ? streamBytes(stream) : undefined;
    const resources = entry(stream.dict, "Resources", PDFDict);
    const corrected = bytes && correct({ bytes, resources });
    if (!corrected) continue;
    replaceStream(stream, { ref, bytes: corrected });
    changes.add("contents");
  }
}

function replaceStream(
  { dict }: PDFStream,
  { ref, bytes }: { ref: PDFRef; bytes: Uint8Array },
): void {
  const fresh = dict.context.flateStream(bytes);
  for (const [key, value] of dict.entries())
    if (!["Length", "Filter", "DecodeParms"].includes(key.decodeText())) fresh.dict.set(key, value);
  dict.context.assign(ref, fresh);
}

/** Gives the forms and patterns that resources name the resources that viewers take for them. */
function shareResources(resources: PDFDict, seen: Set<PDFDict>): void {
  if (seen.has(resources)) return;
  seen.add(resources);
  const { context } = resources;
  for (const kind of ["XObject", "Pattern"])
    for (const value of dictEntry(resources, kind)?.values() ?? []) {
      const stream = context.lookup(value);
      if (stream instanceof PDFStream && nameEntry(stream.dict, "Subtype") !== "Image")
        addResources(stream, { parent: resources, seen });
    }
  for (const value of dictEntry(resources, "Font")?.values() ?? []) {
    const font = context.lookup(value);
    if (!(font instanceof PDFDict) || nameEntry(font, "Subtype") !== "Type3") continue;
    const own = entry(font, "Resources", PDFDict) ?? copyForGlyphs(resources);
    font.set(PDFName.of("Resources"), own);
    shareResources(own, seen);
  }
}

/** Copies resources without fonts of Type 3: a font that contains itself makes some readers run without an end. */
function copyForGlyphs(resources: PDFDict): PDFDict {
  const copy = resources.clone();
  const fonts = dictEntry(resources, "Font")?.clone();
  for (const [name, value] of fonts?.entries() ?? []) {
    const font = resources.context.lookup(value);
    if (font instanceof PDFDict && nameEntry(font, "Subtype") === "Type3") fonts?.delete(name);
  }
  if (fonts) copy.set(PDFName.of("Font"), fonts);
  return copy;
}

function addResources(
  { dict }: PDFStream,
  { parent, seen }: { parent: PDFDict; seen: Set<PDFDict> },
): void {
  const key = PDFName.of("Resources");
  if (numberEntry(dict, "PatternType") === 2) return;
  if (!entry(dict, "Resources", PDFDict)) {
    const value: PDFObject = dict.context.getObjectRef(parent) ?? dict.context.register(parent);
    dict.set(key, value);
  }
  shareResources(entry(dict, "Resources", PDFDict) ?? parent, seen);
}

/** Operators without an effect if their resource is missing. */
const droppable = new Set(["Do", "gs", "sh", "DP"]);

/** Returns a content stream with only allowed operators, or undefined if it has no others. */
function correct(content: ContentStream): Uint8Array | undefined {
  const { bytes } = content;
  const parts: Uint8Array[] = [];
  let kept = 0;
  const replace = (from: number, to: number, text: string) => {
    parts.push(bytes.subarray(kept, from), Buffer.from(text, "latin1"));
    kept = to;
  };
  for (const instruction of readInstructions(content)) {
    const { operator, operands, token } = instruction;
    const start = operands[0]?.start ?? token.start;
    const missing = findResource(content, instruction) !== undefined;
    const intent = operator === "ri" && operands[0] ? readWord(bytes, operands[0]).slice(1) : "";
    if (!operators.has(operator) || (missing && droppable.has(operator)))
      replace(start, token.end, " ");
    else if (missing && operator === "BDC" && operands[0])
      replace(operands[0].end, token.end, " BMC");
    else if (operator === "ri" && !intents.has(intent)) replace(start, token.end, " ");
    else
      for (const { from, to, text } of correctOperands(bytes, instruction)) replace(from, to, text);
  }
  if (parts.length === 0) return undefined;
  return Buffer.concat([...parts, bytes.subarray(kept)]);
}

interface Correction {
  from: number;
  to: number;
  text: string;
}

function correctOperands(bytes: Uint8Array, { operator, operands }: Instruction): Correction[] {
  return operands.flatMap((operand, index) => {
    const { start: from, end: to } = operand;
    if (operand.kind === "hex") {
      const text = correctHex(bytes, operand);
      return text === undefined ? [] : [{ from, to, text }];
    }
    const before = operands[index - 1];
    const isInterpolation =
      operator === "ID" &&
      before?.kind === "name" &&
      ["/I", "/Interpolate"].includes(readWord(bytes, before)) &&
      readWord(bytes, operand) === "true";
    return isInterpolation ? [{ from, to, text: "false" }] : [];
  });
}

/** Returns a hexadecimal string with an even number of digits and no others, if it differs. */
function correctHex(bytes: Uint8Array, { start, end }: Token): string | undefined {
  const text = Buffer.from(bytes.subarray(start + 1, end - 1)).toString("latin1");
  const digits = text.replace(/[^\dA-Fa-f]/g, "");
  const even = digits.length % 2 === 1 ? `${digits}0` : digits;
  return even === text.replace(/[\s\0]/g, "") ? undefined : `<${even}>`;
}
