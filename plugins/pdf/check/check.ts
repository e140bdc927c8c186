import { openWords } from "hub/data-file";
import { PDFDict, type PDFDocument, PDFName, PDFStream } from "pdf-lib";
import { openSource } from "../engines/pdf-lib.ts";
import { openPdf, type Source } from "../input/open.ts";
import { readMetadata } from "../objects/claim.ts";
import { entry, everyDict, nameEntry, numberEntry } from "../objects/entries.ts";
import { pageBytes } from "../objects/pages.ts";
import { collectShownText } from "../objects/shown-text.ts";
import { streamBytes } from "../objects/streams.ts";
import { colorRules } from "./color-rules.ts";
import { contentRules } from "./content.ts";
import { fileRules } from "./file-rules.ts";
import { fontRules } from "./font-rules.ts";
import { metadataRules } from "./metadata-rules.ts";
import { readProperty } from "./parts.ts";
import { pdfaRules } from "./pdfa.ts";
import { pdfuaRules } from "./pdfua.ts";
import type { CheckBody } from "./request.ts";
import { type ContentStream, type Profile, profiles, type Rule, type Subject } from "./rule.ts";

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
  const rules = allRules.filter(({ profiles }) => profiles.includes(checked));
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
function countClauses(rules: readonly Rule[], profile: Profile) {
  const all = [...readClauses()[profile]];
  const checked = new Set(rules.map(({ clause }) => clause.split(", ")[1]));
  const unchecked = all.filter((clause) => !checked.has(clause));
  const share = Math.round(((all.length - unchecked.length) / all.length) * 100) / 100;
  return { checked: all.length - unchecked.length, total: all.length, share, unchecked };
}

/** The clauses on fonts, which ISO 14289-1 has from ISO 19005-2 with parallel numbers. */
const fontClauses = { archive: "ISO 19005-2, 6.2.11.", accessible: "ISO 14289-1, 7.21." } as const;

const accessibleFontRules: readonly Rule[] = [...pdfaRules, ...fontRules]
  .filter(({ clause }) => clause.startsWith(fontClauses.archive))
  .map((rule) => ({
    ...rule,
    profiles: ["pdfua-1"],
    clause: rule.clause.replace(fontClauses.archive, fontClauses.accessible),
  }));

const allRules = [
  ...pdfaRules,
  ...fileRules,
  ...contentRules,
  ...colorRules,
  ...fontRules,
  ...metadataRules,
  ...pdfuaRules,
  ...accessibleFontRules,
];

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
  };
}

function applyRule({ id, clause, requires, find }: Rule, subject: Subject) {
  let count = 0;
  const pages = new Set<number>();
  const details = new Set<string>();
  for (const { page, detail } of find(subject)) {
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
