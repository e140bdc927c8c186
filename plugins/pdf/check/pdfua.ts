import { asTable } from "hub";
import { PDFBool, type PDFDict, type PDFDocument, PDFName, PDFNumber } from "pdf-lib";
import { readRoleMap } from "../graft/tag-tree.ts";
import { readTokens, readWord } from "../objects/content-tokens.ts";
import {
  dictEntry,
  entry,
  listDicts,
  nameEntry,
  numberEntry,
  textEntry,
  toDict,
  treePairs,
} from "../objects/entries.ts";
import { containsText } from "./content.ts";
import { readProperty } from "./parts.ts";
import { listAnnotations } from "./pdfa.ts";
import type { ContentStream, Rule, Subject } from "./rule.ts";

/** Basic rules of ISO 14289-1, without those for fonts. Whether tags and alternative texts are right needs a person. */
export const pdfuaRules: readonly Rule[] = [
  accessible("ua-identification", {
    clause: "5",
    requires: "The metadata must claim PDF/UA-1",
    *find({ xmp }) {
      if (readProperty(xmp, "pdfuaid:part") !== "1") yield {};
    },
  }),
  accessible("tagged", {
    clause: "7.1",
    requires: "The document must be marked as tagged and have a structure tree",
    *find({ document: { catalog } }) {
      const isMarked = entry(dictEntry(catalog, "MarkInfo"), "Marked", PDFBool)?.asBoolean();
      if (!isMarked) yield { detail: "MarkInfo" };
      if (!dictEntry(catalog, "StructTreeRoot")?.has(PDFName.of("K")))
        yield { detail: "StructTreeRoot" };
    },
  }),
  accessible("suspects", {
    clause: "7.1",
    requires: "The document must not mark its tags as suspect",
    *find({ document: { catalog } }) {
      const marks = dictEntry(catalog, "MarkInfo");
      if (entry(marks, "Suspects", PDFBool)?.asBoolean()) yield {};
    },
  }),
  accessible("untagged-content", {
    clause: "7.1",
    requires: "Text must be inside tagged content or an artifact",
    *find({ contents }) {
      for (const content of contents)
        if (content.page !== undefined && hasUntaggedText(content)) yield { page: content.page };
    },
  }),
  accessible("title", {
    clause: "7.1",
    requires: "The metadata must have a title, and viewers must be asked to show it",
    *find({ document: { catalog }, xmp }) {
      if (!/<dc:title[\s>]/.test(xmp)) yield { detail: "dc:title" };
      const preferences = dictEntry(catalog, "ViewerPreferences");
      if (!entry(preferences, "DisplayDocTitle", PDFBool)?.asBoolean())
        yield { detail: "DisplayDocTitle" };
    },
  }),
  accessible("language", {
    clause: "7.2",
    requires: "The document must have a language, or each of its texts",
    *find({ document, dicts, contents }) {
      if (textEntry(document.catalog, "Lang")?.trim()) return;
      for (const { tag } of listTags(document))
        for (const key of ["Alt", "ActualText", "E"])
          if (textEntry(tag, key) && !hasLanguage(tag)) yield { detail: key };
      const isNamed = dicts.some((dict) => textEntry(dict, "Lang")?.trim());
      if (!isNamed && !contents.some((content) => containsText(content, "/Lang"))) yield {};
    },
  }),
  accessible("language-codes", {
    clause: "7.2",
    requires: "Languages must be named by codes such as en or de-CH",
    *find({ dicts }) {
      for (const dict of dicts) {
        const code = textEntry(dict, "Lang");
        if (code && !/^[A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8})*$/.test(code)) yield { detail: code };
      }
    },
  }),
  accessible("figures", {
    clause: "7.3",
    requires: "Figures must have an alternative or replacement text",
    *find({ document }) {
      for (const { tag, role } of listTags(document))
        if (role === "Figure" && !textEntry(tag, "Alt") && !hasText(tag)) yield {};
    },
  }),
  accessible("headings", {
    clause: "7.4.2",
    requires: "Numbered headings must not skip a level",
    *find({ document }) {
      for (const detail of findSkippedHeadings(document)) yield { detail };
    },
  }),
  accessible("tab-order", {
    clause: "7.18.3",
    requires: "Pages with annotations must use the order of the structure for tabs",
    *find({ document }) {
      for (const [index, page] of document.getPages().entries())
        if (listDicts(page.node.Annots()).length > 0 && nameEntry(page.node, "Tabs") !== "S")
          yield { page: index + 1 };
    },
  }),
  accessible("annotation-texts", {
    clause: "7.18.1",
    requires: "Annotations must have a text or, for form fields, an alternate name",
    *find(subject) {
      for (const { annotation, page, kind } of listShownAnnotations(subject)) {
        const isWidget = kind === "Widget";
        const parent = dictEntry(annotation, "Parent");
        const text = isWidget
          ? (textEntry(annotation, "TU") ?? textEntry(parent, "TU"))
          : textEntry(annotation, "Contents");
        if (!text) yield { page, detail: kind };
      }
    },
  }),
  accessible("annotation-tags", {
    clause: "7.18.1",
    requires: "Annotations must be in a Link, Form or Annot element that the parent tree names",
    *find(subject) {
      const root = dictEntry(subject.document.catalog, "StructTreeRoot");
      const roles = readRoleMap(root);
      const owners = new Map(
        treePairs(dictEntry(root, "ParentTree"), "Nums").map(([key, value]) => [
          key instanceof PDFNumber ? key.asNumber() : undefined,
          toDict(value),
        ]),
      );
      for (const { annotation, page, kind } of listShownAnnotations(subject)) {
        const owner = owners.get(numberEntry(annotation, "StructParent") ?? -1);
        const role = getRole(owner, roles);
        const isOwned = owner && role === (annotationRoles[kind] ?? "Annot");
        if (!isOwned || !listKids(owner).some((kid) => dictEntry(kid, "Obj") === annotation))
          yield { page, detail: kind };
      }
    },
  }),
];

/** The maximum number of elements around another one that are searched. */
const ancestorsMax = 200;

/** Whether an element or one around it has a language. */
function hasLanguage(tag: PDFDict): boolean {
  let one: PDFDict | undefined = tag;
  for (let depth = 0; one && depth < ancestorsMax; depth++) {
    if (textEntry(one, "Lang")?.trim()) return true;
    one = dictEntry(one, "P");
  }
  return false;
}

/** The roles of elements that contain annotations, for each type that has one of its own. */
const annotationRoles: Readonly<Record<string, string>> = asTable({ Link: "Link", Widget: "Form" });

/** Lists the annotations that readers must be able to reach. */
function listShownAnnotations(subject: Subject) {
  return listAnnotations(subject).flatMap(({ annotation, page }) => {
    const kind = nameEntry(annotation, "Subtype") ?? "none";
    const isShown = kind !== "Popup" && !isHidden(annotation);
    return isShown ? [{ annotation, page, kind }] : [];
  });
}

/** Returns the numbered headings of a document that skip a level. */
export function findSkippedHeadings(document: PDFDocument): string[] {
  const headings = listTags(document)
    .map(({ role }) => role)
    .filter((role) => /^H[1-6]$/.test(role));
  const getLevel = (name = "H0") => Number(name[1]);
  return headings.filter((name, index) => getLevel(name) > getLevel(headings[index - 1]) + 1);
}

function accessible(id: string, rule: Pick<Rule, "clause" | "requires" | "find">): Rule {
  return { id, profiles: ["pdfua-1"], ...rule, clause: `ISO 14289-1, ${rule.clause}` };
}

function hasText(tag: PDFDict): boolean {
  return textEntry(tag, "ActualText") !== undefined;
}

function isHidden(annotation: PDFDict): boolean {
  return ((numberEntry(annotation, "F") ?? 0) & 2) !== 0;
}

const tagsMax = 200_000;

/** Lists the structure elements of a document in reading order, with their roles. */
function listTags({ catalog }: PDFDocument): { tag: PDFDict; role: string }[] {
  const root = dictEntry(catalog, "StructTreeRoot");
  const roles = readRoleMap(root);
  const tags: { tag: PDFDict; role: string }[] = [];
  const seen = new Set<PDFDict>();
  const open = root ? [root] : [];
  for (let tag = open.pop(); tag && tags.length < tagsMax; tag = open.pop()) {
    if (seen.has(tag)) continue;
    seen.add(tag);
    const role = getRole(tag, roles);
    if (role !== undefined) tags.push({ tag, role });
    open.push(...listKids(tag).reverse());
  }
  return tags;
}

/** Returns the type of a structure element, or the standard type that it is mapped to. */
function getRole(tag: PDFDict | undefined, roles: ReadonlyMap<string, string>): string | undefined {
  const type = nameEntry(tag, "S");
  return type === undefined ? undefined : (roles.get(type) ?? type);
}

function listKids(tag: PDFDict): PDFDict[] {
  const kids = tag.lookup(PDFName.of("K"));
  const single = toDict(kids);
  return single ? [single] : listDicts(kids);
}

const showing = new Set(["Tj", "TJ", "'", '"']);

function hasUntaggedText({ bytes }: ContentStream): boolean {
  let depth = 0;
  for (const token of readTokens(bytes)) {
    if (token.kind !== "word") continue;
    const word = readWord(bytes, token);
    if (word === "BDC" || word === "BMC") depth++;
    else if (word === "EMC") depth = Math.max(0, depth - 1);
    else if (depth === 0 && showing.has(word)) return true;
  }
  return false;
}
