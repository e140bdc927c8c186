import { openTable, openWords } from "hub/data-file";
import { PDFDict, type PDFDocument, PDFName, PDFStream } from "pdf-lib";
import { openSource } from "../engines/pdf-lib.ts";
import { openPdf, type Source } from "../input/open.ts";
import { readMetadata } from "../objects/claim.ts";
import { entry, everyDict, nameEntry, numberEntry } from "../objects/entries.ts";
import { pageBytes } from "../objects/pages.ts";
import { collectShownText } from "../objects/shown-text.ts";
import { streamBytes } from "../objects/streams.ts";
import { colorFinders } from "./color-rules.ts";
import { contentFinders } from "./content.ts";
import { fileFinders } from "./file-rules.ts";
import { fontFinders } from "./font-rules.ts";
import { markFinders } from "./marks.ts";
import { metadataFinders } from "./metadata-rules.ts";
import { readProperty } from "./parts.ts";
import { pdfaFinders } from "./pdfa.ts";
import { pdfuaFinders } from "./pdfua.ts";
import type { CheckBody } from "./request.ts";
import { type ContentStream, type Finders, type Profile, profiles, type Subject } from "./rule.ts";
import { readStructure } from "./structure.ts";
import { structureFinders } from "./structure-rules.ts";
import { unicodeFinders } from "./unicode-rules.ts";

const findingsMax = 10_000;
const listedMax = 20;

/** Checks a PDF against the basic rules of a standard. */
export async function checkPdf({ profile, ...body }: CheckBody) {
  const source = await openPdf(body, { readsOnly: true });
  return checkSource(source, profile);
}

/** Checks an opened PDF against the basic rules of a standard. */
export async function checkSource(
  source: Pick<Source, "bytes" | "original" | "pages" | "wasEncrypted">,
  profile: CheckBody["profile"],
) {
  const document = await openSource(source);
  const xmp = readMetadata(document);
  const claims = readClaims(xmp);
  const checked = profile === "auto" ? chooseProfile(claims) : profile;
  const subject = createSubject(document, { source, xmp, profile: checked });
  const rules = listRules(checked);
  const violations = rules.flatMap((rule) => applyRule(rule, subject));
  return {
    profile: checked,
    claims,
    passed: violations.length === 0,
    verdict:
      violations.length === 0 ? ("no_violation_found" as const) : ("violations_found" as const),
    clauses: countClauses(rules, checked),
    rules: rules.map(({ id }) => id),
    violations,
  };
}

const readClauses = openWords(new URL("./clauses.txt", import.meta.url), profiles);

/** Returns how many of the checkable clauses of a standard have a rule, and the others. */
function countClauses(rules: readonly ProfileRule[], profile: Profile) {
  const all = [...readClauses()[profile]];
  const checked = new Set(rules.map(({ clause }) => clause.split(", ")[1]));
  const unchecked = all.filter((clause) => !checked.has(clause));
  const share = Math.round(((all.length - unchecked.length) / all.length) * 100) / 100;
  return { checked: all.length - unchecked.length, total: all.length, share, unchecked };
}

const finders: Finders = {
  ...pdfaFinders,
  ...fileFinders,
  ...contentFinders,
  ...colorFinders,
  ...fontFinders,
  ...metadataFinders,
  ...pdfuaFinders,
  ...structureFinders,
  ...markFinders,
  ...unicodeFinders,
};

const readRules = openTable(new URL("./rules.tsv", import.meta.url), {
  id: "text",
  standard: ["pdfa", ...profiles],
  clause: "text",
  requires: "text",
});

interface ProfileRule {
  id: string;
  /** The standard and its clause. */
  clause: string;
  /** The property that the file must have. */
  requires: string;
}

/** Lists the rules of a profile. ISO 14289-1 has the rules for fonts of ISO 19005-2, with parallel numbers. */
function listRules(profile: Profile): ProfileRule[] {
  const isArchive = profile !== "pdfua-1";
  return readRules().flatMap(({ id, standard, clause, requires }) => {
    const isFontRule = standard === "pdfa" && clause.startsWith("6.2.11.");
    const isOwn = standard === profile || (standard === "pdfa" && (isArchive || isFontRule));
    const number = isArchive ? clause : clause.replace(/^6\.2\.11\./, "7.21.");
    return isOwn ? [{ id, clause: `${standards[profile]}, ${number}`, requires }] : [];
  });
}

const standards: Readonly<Record<Profile, string>> = {
  "pdfa-2b": "ISO 19005-2",
  "pdfa-3b": "ISO 19005-3",
  "pdfua-1": "ISO 14289-1",
};

/** Collects the parts of a document that rules examine. */
export function createSubject(
  document: PDFDocument,
  given: Pick<Subject, "source" | "xmp" | "profile">,
): Subject {
  const streams = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFStream ? [object] : []));
  return {
    ...given,
    document,
    dicts: [...everyDict(document)],
    streams,
    contents: listContents(document, streams),
    shown: collectShownText(document),
    structure: readStructure(document),
  };
}

function applyRule({ id, clause, requires }: ProfileRule, subject: Subject) {
  let count = 0;
  const pages = new Set<number>();
  const details = new Set<string>();
  for (const { page, detail } of finders[id]?.(subject) ?? []) {
    if (++count >= findingsMax) break;
    if (page !== undefined && pages.size < listedMax) pages.add(page);
    if (detail !== undefined && details.size < listedMax) details.add(detail);
  }
  if (count === 0) return [];
  return [{ rule: id, clause, requires, count, pages: [...pages], details: [...details] }];
}

/** Returns what a file claims to be: values such as `pdfa-2b` and `pdfua-1`. */
function readClaims(xmp: string): string[] {
  const part = readProperty(xmp, "pdfaid:part");
  const conformance = readProperty(xmp, "pdfaid:conformance") ?? "";
  const accessible = readProperty(xmp, "pdfuaid:part");
  return [
    ...(part ? [`pdfa-${part}${conformance.toLowerCase()}`] : []),
    ...(accessible ? [`pdfua-${accessible}`] : []),
  ];
}

/** Chooses the profile that a file claims. Level A and U of PDF/A include level B. */
function chooseProfile(claims: readonly string[]): Profile {
  if (claims.some((claim) => claim.startsWith("pdfa-3"))) return "pdfa-3b";
  const isArchive = claims.some((claim) => claim.startsWith("pdfa-"));
  return !isArchive && claims.includes("pdfua-1") ? "pdfua-1" : "pdfa-2b";
}

/** Lists the content streams of pages, forms, patterns and glyphs. */
function listContents(document: PDFDocument, streams: readonly PDFStream[]): ContentStream[] {
  const { context } = document;
  const contents: ContentStream[] = document.getPages().map((page, index) => {
    const resources = context.lookup(page.node.getInheritableAttribute(PDFName.of("Resources")));
    const known = resources instanceof PDFDict ? resources : undefined;
    return { bytes: pageBytes(page), resources: known, page: index + 1 };
  });
  // The resources of a Type 3 font are those of its glyphs.
  const glyphs = new Map(
    [...everyDict(document)].flatMap((font) =>
      (entry(font, "CharProcs", PDFDict)?.values() ?? []).map(
        (value) => [context.lookup(value), font] as const,
      ),
    ),
  );
  for (const stream of streams) {
    const isForm = nameEntry(stream.dict, "Subtype") === "Form";
    const isTiling = numberEntry(stream.dict, "PatternType") === 1;
    if (!isForm && !isTiling && !glyphs.has(stream)) continue;
    const resources =
      entry(stream.dict, "Resources", PDFDict) ?? entry(glyphs.get(stream), "Resources", PDFDict);
    contents.push({ bytes: streamBytes(stream) ?? new Uint8Array(), resources });
  }
  return contents;
}
