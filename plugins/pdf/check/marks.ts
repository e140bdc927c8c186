import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject, PDFStream } from "pdf-lib";
import { decodeString, readWord, type Token } from "../objects/content-tokens.ts";
import {
  dictEntry,
  entry,
  nameEntry,
  numberEntry,
  readText,
  textEntry,
  toDict,
} from "../objects/entries.ts";
import { pageBytes } from "../objects/pages.ts";
import { showing } from "../objects/shown-text.ts";
import { streamBytes } from "../objects/streams.ts";
import { decodeName, type Instruction, readInstructions } from "./content.ts";
import type { Finders, Finding, Subject } from "./rule.ts";
import { hasLanguage, listAncestors } from "./structure.ts";

/** Rules of ISO 14289-1 for marked content. */
export const markFinders: Finders = {
  "untagged-content": (subject) => listFaults(subject, "untagged"),
  "tagged-artifacts": (subject) => listFaults(subject, "mixed"),
  *"content-languages"(subject) {
    if (textEntry(subject.document.catalog, "Lang") === undefined)
      yield* listFaults(subject, "no language");
  },
  "content-language-codes": (subject) => listFaults(subject, "language code"),
  "repeated-forms": (subject) => listFaults(subject, "drawn again"),
};

type Fault = "untagged" | "mixed" | "no language" | "language code" | "drawn again";

/** The properties that content inherits from the marks around it. */
interface Marking {
  isTagged: boolean;
  isArtifact: boolean;
  hasLanguage: boolean;
}

/** A content stream of a page or form, with the entries that find its elements. */
interface Walked {
  dict: PDFDict;
  bytes: Uint8Array;
  resources: PDFDict | undefined;
}

const depthMax = 20;
/** The maximum number of findings of a kind that are counted. */
const findingsMax = 10_000;
const painting = new Set(["f", "F", "f*", "B", "B*", "b", "b*", "s", "S", "sh", "EI"]);

const walks = new WeakMap<Subject, ReadonlyMap<Fault, readonly Finding[]>>();

/** Returns the pages with faults of a kind. The contents are walked once for all kinds. */
function listFaults(subject: Subject, kind: Fault): readonly Finding[] {
  const known = walks.get(subject) ?? findFaults(subject);
  walks.set(subject, known);
  return known.get(kind) ?? [];
}

/** Finds the faults in the contents of all pages and of the forms that they draw. */
function findFaults({ document, structure }: Subject): Map<Fault, Finding[]> {
  const found = new Map<Fault, Finding[]>();
  /** The markings with which each form was walked. Forms that draw each other would take forever. */
  const walked = new Map<PDFStream, Set<string>>();
  const tagged = new Map<PDFDict, boolean>();
  const outside: Marking = { isTagged: false, isArtifact: false, hasLanguage: false };
  for (const [index, page] of document.getPages().entries()) {
    const resources = document.context.lookup(
      page.node.getInheritableAttribute(PDFName.of("Resources")),
    );
    const content = { dict: page.node, bytes: pageBytes(page), resources: toDict(resources) };
    for (const fault of walk(content, outside, 0)) {
      const findings = found.get(fault) ?? [];
      if (findings.length < findingsMax) findings.push({ page: index + 1 });
      found.set(fault, findings);
    }
  }
  return found;

  function* walk(content: Walked, around: Marking, depth: number): Generator<Fault> {
    const open = [around];
    for (const instruction of readInstructions(content)) {
      const { operator } = instruction;
      const marking = open.at(-1) ?? around;
      if (operator === "BDC" || operator === "BMC") {
        const mark = readMark(content, instruction);
        const own = extend(marking, mark, findOwner(content.dict, mark.id));
        if (own.isTagged && own.isArtifact) yield "mixed";
        if (mark.tag === "Span" && mark.hasText && !own.hasLanguage) yield "no language";
        if (mark.language !== undefined && !isLanguageCode(mark.language)) yield "language code";
        open.push(own);
      } else if (operator === "EMC" && open.length > 1) open.pop();
      else if (operator === "Do") yield* draw(content, instruction, { marking, depth });
      else if (showing.has(operator) || painting.has(operator)) {
        if (!marking.isTagged && !marking.isArtifact) yield "untagged";
        if (showing.has(operator) && !marking.hasLanguage) yield "no language";
      }
    }
  }

  function* draw(
    { bytes, resources }: Walked,
    { operands }: Instruction,
    { marking, depth }: { marking: Marking; depth: number },
  ): Generator<Fault> {
    const [name] = operands;
    const key = name && PDFName.of(decodeName(readWord(bytes, name)));
    const drawn = key && dictEntry(resources, "XObject")?.lookup(key);
    if (!(drawn instanceof PDFStream)) return;
    if (nameEntry(drawn.dict, "Subtype") !== "Form") {
      if (!marking.isTagged && !marking.isArtifact) yield "untagged";
      return;
    }
    const known = walked.get(drawn) ?? new Set();
    if (known.size > 0 && drawn.dict.has(PDFName.of("StructParents"))) yield "drawn again";
    const state = JSON.stringify(marking);
    const isWalked = known.has(state);
    walked.set(drawn, known.add(state));
    if (marking.isArtifact || isWalked || depth >= depthMax) return;
    const own = entry(drawn.dict, "Resources", PDFDict) ?? resources;
    const content = { dict: drawn.dict, bytes: streamBytes(drawn) ?? new Uint8Array() };
    yield* walk({ ...content, resources: own }, marking, depth + 1);
  }

  /** Returns the element that the parent tree names for marked content. */
  function findOwner(dict: PDFDict, id: number | undefined): PDFDict | undefined {
    if (id === undefined) return undefined;
    const single = structure.owners.get(numberEntry(dict, "StructParent") ?? -1);
    const all = structure.owners.get(numberEntry(dict, "StructParents") ?? -1);
    return toDict(single ?? (all instanceof PDFArray ? lookUp(all, id) : undefined));
  }

  function extend(around: Marking, mark: Mark, owner: PDFDict | undefined): Marking {
    return {
      isTagged: owner ? isInTree(owner) : around.isTagged,
      isArtifact: around.isArtifact || mark.tag === "Artifact",
      hasLanguage:
        around.hasLanguage || mark.language !== undefined || (owner ? hasLanguage(owner) : false),
    };
  }

  function isInTree(owner: PDFDict): boolean {
    const known = tagged.get(owner) ?? listAncestors(owner).some((one) => one === structure.root);
    tagged.set(owner, known);
    return known;
  }
}

/** Returns an item of an array, whose method throws for other numbers than its own. */
function lookUp(array: PDFArray, index: number): PDFObject | undefined {
  return Number.isInteger(index) && index >= 0 && index < array.size()
    ? array.lookup(index)
    : undefined;
}

/** Whether a language is named as RFC 3066 requires it. */
export function isLanguageCode(code: string): boolean {
  return /^[A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8})*$/.test(code);
}

/** The start of marked content. */
interface Mark {
  tag: string;
  /** The number by which the structure tree refers to it. */
  id: number | undefined;
  language: string | undefined;
  /** Whether it has a text that replaces or describes it. */
  hasText: boolean;
}

const texts = ["ActualText", "Alt", "E"];

function readMark({ bytes, resources }: Walked, { operands }: Instruction): Mark {
  const [tag, second] = operands;
  const name = tag?.kind === "name" ? decodeName(readWord(bytes, tag)) : "";
  if (second?.kind === "name") {
    const key = PDFName.of(decodeName(readWord(bytes, second)));
    const dict = toDict(dictEntry(resources, "Properties")?.lookup(key));
    const hasText = texts.some((one) => textEntry(dict, one) !== undefined);
    return { tag: name, id: numberEntry(dict, "MCID"), language: textEntry(dict, "Lang"), hasText };
  }
  const own = readEntries(bytes, operands.slice(2));
  const id = own.get("MCID");
  const language = own.get("Lang");
  return {
    tag: name,
    id: id && Number(readWord(bytes, id)),
    language: language && readString(bytes, language),
    hasText: texts.some((one) => own.has(one)),
  };
}

/** Reads the entries of a dictionary, without those of others in it. */
function readEntries(bytes: Uint8Array, tokens: readonly Token[]): Map<string, Token> {
  const entries = new Map<string, Token>();
  let key: string | undefined;
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === "open") depth++;
    if (depth === 0 && key !== undefined) {
      entries.set(key, token);
      key = undefined;
    } else if (depth === 0 && token.kind === "name") key = decodeName(readWord(bytes, token));
    if (token.kind === "close" && depth > 0 && --depth === 0) key = undefined;
  }
  return entries;
}

function readString(bytes: Uint8Array, token: Token): string | undefined {
  if (token.kind !== "string" && token.kind !== "hex") return undefined;
  return readText(PDFHexString.of(decodeString(bytes, token).toHex()));
}
