import { openWords } from "hub/data-file";
import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFStream,
  PDFString,
} from "pdf-lib";
import { listAttachedFiles } from "../graft/attached-files.ts";
import { claimNamespaces } from "../objects/claim.ts";
import {
  dictEntry,
  entry,
  flattenArrays,
  listDicts,
  listItems,
  nameEntry,
  numberEntry,
  textEntry,
  toDict,
} from "../objects/entries.ts";
import { integerMax, readInlineImages, readIntents, stringMax } from "./content.ts";
import { findDeviceColors } from "./device-colors.ts";
import { readProfiles, readProperty } from "./parts.ts";
import type { Finders, Finding, Subject } from "./rule.ts";
import { usesTransparency } from "./transparency.ts";
import { readProperties } from "./xmp-properties.ts";

/** Rules of ISO 19005-2 and -3 for the structure of the file and of its objects. */
export const pdfaFinders: Finders = {
  *header({ source: { original } }) {
    const start = Buffer.from(original.subarray(0, 40)).toString("latin1");
    if (!/^%PDF-1\.[0-7][\r\n]{1,2}%[\x80-\xff]{4}/.test(start)) yield {};
  },
  *"file-id"({ document }) {
    const parts = listItems(document.context.lookup(document.context.trailerInfo.ID));
    const isFilled = (part: unknown) => isText(part) && part.asBytes().length > 0;
    if (parts.length < 2 || !parts.every(isFilled)) yield {};
  },
  *encryption({ source }) {
    if (source.wasEncrypted) yield {};
  },
  *"end-of-file"({ source: { original } }) {
    const end = Buffer.from(original.subarray(-1024)).toString("latin1");
    if (!/%%EOF(\r\n|\r|\n)?$/.test(end)) yield {};
  },
  *filters({ streams }) {
    for (const { dict } of streams)
      for (const name of listNames(dict.lookup(PDFName.of("Filter"))))
        if (!filters.has(name)) yield { detail: name };
    for (const stream of streams)
      if (stream.dict.has(PDFName.of("Filter")) && stream.getContentsSize() === 0)
        yield { detail: "no data" };
  },
  *"inline-filters"({ contents }) {
    for (const content of contents)
      for (const image of readInlineImages(content))
        for (const [, name = ""] of (image.get("F") ?? "").matchAll(/\/([^\s/[\]]{1,40})/g))
          if (!inlineFilters.has(name)) yield { page: content.page, detail: name };
  },
  *"external-streams"({ streams }) {
    for (const { dict } of streams)
      for (const key of ["F", "FFilter", "FDecodeParms"])
        if (dict.has(PDFName.of(key))) yield { detail: key };
  },
  *"output-intent"({ document }) {
    const intents = readProfiles(document);
    const spaces = new Set(intents.map(({ space }) => space));
    if (spaces.has(undefined)) yield { detail: "invalid profile" };
    if (new Set(intents.map(({ ref }) => ref)).size > 1) yield { detail: "different profiles" };
  },
  "device-colors": findDeviceColors,
  *"graphics-state"({ dicts }) {
    for (const dict of listStates(dicts)) {
      if (dict.has(PDFName.of("TR"))) yield { detail: "TR" };
      const second = nameEntry(dict, "TR2");
      if (dict.has(PDFName.of("TR2")) && second !== "Default") yield { detail: "TR2" };
      if (dict.has(PDFName.of("HTP"))) yield { detail: "HTP" };
      const halftone = dictEntry(dict, "HT");
      const kind = numberEntry(halftone, "HalftoneType");
      if (kind !== undefined && kind !== 1 && kind !== 5) yield { detail: "HalftoneType" };
      for (const key of ["HalftoneName", "TransferFunction"])
        if (halftone?.has(PDFName.of(key))) yield { detail: key };
      for (const [key, part] of kind === 5 ? (halftone?.entries() ?? []) : []) {
        const name = key.decodeText();
        const own = dict.context.lookup(part);
        if (!(own instanceof PDFDict) || name === "Default") continue;
        if (own.has(PDFName.of("TransferFunction")) === primaries.has(name)) yield { detail: name };
      }
    }
  },
  *"rendering-intent"({ dicts, contents }) {
    for (const content of contents)
      for (const name of readIntents(content))
        if (!intents.has(name)) yield { page: content.page, detail: name };
    for (const dict of dicts)
      for (const key of ["RI", "Intent"]) {
        const isImage = nameEntry(dict, "Subtype") === "Image";
        const intent = key === "RI" || isImage ? nameEntry(dict, key) : undefined;
        if (intent !== undefined && !intents.has(intent)) yield { detail: intent };
      }
  },
  *images({ streams, contents }) {
    for (const content of contents)
      for (const image of readInlineImages(content))
        if (image.get("I") === "true") yield { page: content.page, detail: "Interpolate" };
    for (const { dict } of streams) {
      if (nameEntry(dict, "Subtype") !== "Image") continue;
      for (const key of ["Alternates", "OPI"]) if (dict.has(PDFName.of(key))) yield { detail: key };
      if (isTrue(dict, "Interpolate")) yield { detail: "Interpolate" };
    }
  },
  *"external-objects"({ streams }) {
    for (const { dict } of streams) {
      const kind = nameEntry(dict, "Subtype");
      if (kind === "PS" || nameEntry(dict, "Subtype2") === "PS") yield { detail: "PS" };
      if (kind !== "Form") continue;
      for (const key of ["OPI", "Ref", "PS"]) if (dict.has(PDFName.of(key))) yield { detail: key };
    }
  },
  *"blend-modes"({ dicts }) {
    for (const dict of listStates(dicts))
      for (const mode of listNames(dict.lookup(PDFName.of("BM"))))
        if (!blendModes.has(mode)) yield { detail: mode };
  },
  *"transparency-space"({ document }) {
    if (readProfiles(document).length > 0) return;
    for (const [index, page] of document.getPages().entries()) {
      const group = dictEntry(page.node, "Group");
      if (group?.has(PDFName.of("CS"))) continue;
      if (nameEntry(group, "S") === "Transparency" || usesTransparency(page))
        yield { page: index + 1 };
    }
  },
  *"embedded-fonts"(subject) {
    for (const font of listFonts(subject))
      if (!isEmbedded(font)) yield { detail: nameEntry(font, "BaseFont") ?? "unnamed" };
  },
  *"cid-maps"({ dicts }) {
    for (const dict of dicts) {
      const file = dictEntry(dictEntry(dict, "FontDescriptor"), "FontFile2");
      const isCid = nameEntry(dict, "Subtype") === "CIDFontType2";
      const map = dict.lookup(PDFName.of("CIDToGIDMap"));
      const isMap = map instanceof PDFStream || map?.toString() === "/Identity";
      if (isCid && file && !isMap) yield { detail: nameEntry(dict, "BaseFont") };
    }
  },
  *"truetype-encodings"(subject) {
    for (const font of listFonts(subject)) {
      if (nameEntry(font, "Subtype") !== "TrueType") continue;
      const flags = numberEntry(dictEntry(font, "FontDescriptor"), "Flags") ?? 0;
      const isSymbolic = (flags & 4) !== 0;
      const encoding =
        nameEntry(font, "Encoding") ?? nameEntry(dictEntry(font, "Encoding"), "BaseEncoding");
      const isKnown = encoding === "WinAnsiEncoding" || encoding === "MacRomanEncoding";
      const isWrong = isSymbolic ? font.has(PDFName.of("Encoding")) : !isKnown;
      if (isWrong) yield { detail: nameEntry(font, "BaseFont") };
    }
  },
  *"annotation-types"(subject) {
    for (const { annotation, page } of listAnnotations(subject)) {
      const kind = nameEntry(annotation, "Subtype") ?? "none";
      if (!annotationTypes.has(kind)) yield { page, detail: kind };
    }
  },
  *"annotation-flags"(subject) {
    for (const { annotation, page } of listAnnotations(subject)) {
      if (nameEntry(annotation, "Subtype") === "Popup") continue;
      const flags = numberEntry(annotation, "F");
      // Print must be set; Invisible, Hidden, NoView and ToggleNoView must not.
      const isVisible = flags !== undefined && (flags & 4) !== 0 && (flags & 0x123) === 0;
      if (!isVisible) yield { page, detail: nameEntry(annotation, "Subtype") };
    }
  },
  *"annotation-appearances"(subject) {
    for (const { annotation, page } of listAnnotations(subject)) {
      const kind = nameEntry(annotation, "Subtype") ?? "none";
      const appearance = dictEntry(annotation, "AP");
      const hasOther = ["R", "D"].some((key) => appearance?.has(PDFName.of(key)));
      const needsOne = !["Popup", "Link"].includes(kind) && !isEmptyBox(annotation);
      const normal = appearance?.lookup(PDFName.of("N"));
      // The appearances of buttons depend on a state, and no others do.
      const isWrong = normal ? normal instanceof PDFDict !== isButton(annotation) : needsOne;
      if (hasOther || isWrong) yield { page, detail: kind };
    }
  },
  *"form-appearances"({ document }) {
    const form = dictEntry(document.catalog, "AcroForm");
    if (form && isTrue(form, "NeedAppearances")) yield {};
  },
  *xfa({ document: { catalog } }) {
    if (dictEntry(catalog, "AcroForm")?.has(PDFName.of("XFA"))) yield {};
    if (isTrue(catalog, "NeedsRendering")) yield { detail: "NeedsRendering" };
  },
  *actions({ dicts }) {
    for (const dict of dicts) {
      const detail = findForbiddenAction(dict);
      if (detail) yield { detail };
    }
  },
  *triggers(subject) {
    const { document } = subject;
    const key = PDFName.of("AA");
    if (document.catalog.has(key)) yield { detail: "document" };
    for (const [index, page] of document.getPages().entries())
      if (page.node.has(key)) yield { page: index + 1, detail: "page" };
    for (const dict of subject.dicts)
      if (dict.has(key) && (dict.has(PDFName.of("FT")) || isWidget(dict)))
        yield { detail: "field" };
  },
  *"widget-actions"(subject) {
    for (const { annotation, page } of listAnnotations(subject))
      if (isWidget(annotation) && annotation.has(PDFName.of("A"))) yield { page };
  },
  *metadata({ xmp }) {
    if (!xmp.includes("<rdf:RDF") && !xmp.includes(":RDF")) yield { detail: "missing" };
    const start = xmp.indexOf("<?xpacket ");
    const header = start < 0 ? "" : xmp.slice(start, xmp.indexOf("?>", start));
    if (/\s(bytes|encoding)\s{0,9}=/.test(header)) yield { detail: "packet" };
  },
  *identification({ xmp, profile }) {
    const part = readProperty(xmp, "pdfaid:part");
    const conformance = readProperty(xmp, "pdfaid:conformance");
    if (part !== profile.slice(5, 6)) yield { detail: `part ${part ?? "missing"}` };
    if (!/^[ABU]$/.test(conformance ?? "")) yield { detail: "conformance" };
    for (const { namespace, prefix, name } of readProperties(xmp))
      if (namespace === claimNamespaces.pdfa && prefix !== "pdfaid")
        yield { detail: `${prefix}:${name}` };
  },
  *"no-attachments"({ document }) {
    for (const { name, stream } of listAttachedFiles(document)) {
      const isPdf = nameEntry(stream?.dict, "Subtype") === "application/pdf";
      if (!isPdf) yield { detail: name };
    }
  },
  *attachments({ document, dicts }) {
    const listed = new Set(
      dicts.flatMap((dict) => listItems(dict.lookup(PDFName.of("AF")))).filter(Boolean),
    );
    for (const { name, spec, stream } of listAttachedFiles(document)) {
      for (const key of ["F", "UF", "AFRelationship"])
        if (!spec.has(PDFName.of(key))) yield { detail: `${name}: ${key}` };
      if (!/^[-\w+.]+\/[-\w+.]+$/.test(nameEntry(stream?.dict, "Subtype") ?? ""))
        yield { detail: `${name}: Subtype` };
      if (!listed.has(spec)) yield { detail: `${name}: AF` };
    }
  },
  *"optional-content"({ document }) {
    const content = dictEntry(document.catalog, "OCProperties");
    const all = listConfigs(document);
    yield* findConfigFaults(document);
    for (const one of all) {
      const order = one.lookup(PDFName.of("Order"));
      const listed = order && new Set(flattenArrays(order));
      const layers = listDicts(entry(content, "OCGs", PDFArray));
      if (listed && !layers.every((layer) => listed.has(layer))) yield { detail: "Order" };
    }
    const names = all.flatMap((one) => textEntry(one, "Name") ?? []);
    if (new Set(names).size < names.length) yield { detail: "repeated name" };
  },
  *presentations({ document }) {
    const names = dictEntry(document.catalog, "Names");
    if (names?.has(PDFName.of("AlternatePresentations"))) yield { detail: "document" };
    for (const [index, page] of document.getPages().entries())
      if (page.node.has(PDFName.of("PresSteps"))) yield { page: index + 1 };
  },
  *requirements({ document }) {
    if (document.catalog.has(PDFName.of("Requirements"))) yield {};
  },
  *permissions({ document }) {
    for (const key of dictEntry(document.catalog, "Perms")?.keys() ?? [])
      if (!["UR3", "DocMDP"].includes(key.decodeText())) yield { detail: key.decodeText() };
    const permission = dictEntry(dictEntry(document.catalog, "Perms"), "DocMDP");
    for (const reference of listDicts(permission?.lookup(PDFName.of("Reference"))))
      for (const key of ["DigestLocation", "DigestMethod", "DigestValue"])
        if (reference.has(PDFName.of(key))) yield { detail: key };
  },
  *"page-sizes"({ document }) {
    for (const [index, page] of document.getPages().entries())
      for (const key of ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"]) {
        const box = document.context.lookup(page.node.getInheritableAttribute(PDFName.of(key)));
        const sides = listItems(box).map((item) => Number(item?.toString()));
        const [left = 0, bottom = 0, right = 0, top = 0] = sides;
        const lengths = [Math.abs(right - left), Math.abs(top - bottom)];
        const isWrong = lengths.some((length) => !(length >= 3 && length <= 14_400));
        if (box && isWrong) yield { page: index + 1, detail: key };
      }
  },
  *limits({ dicts }) {
    for (const dict of dicts)
      for (const [key, item] of dict.entries())
        for (const object of [key, ...flattenArrays(item)]) {
          if (object instanceof PDFNumber && Math.abs(object.asNumber()) > integerMax)
            yield { detail: "number" };
          if (object instanceof PDFName && object.decodeText().length > 127)
            yield { detail: "name" };
          if (isText(object) && object.asBytes().length > stringMax) yield { detail: "string" };
        }
  },
};

/** Lists the configurations of optional content. */
function listConfigs({ catalog }: PDFDocument): PDFDict[] {
  const content = dictEntry(catalog, "OCProperties");
  const all = [content?.lookup(PDFName.of("D")), content?.lookup(PDFName.of("Configs"))];
  return all.flatMap(flattenArrays).flatMap((item) => toDict(item) ?? []);
}

/** Finds configurations of optional content without a name, and those with automatic states. */
export function* findConfigFaults(document: PDFDocument): Generator<Finding> {
  for (const config of listConfigs(document)) {
    if (!textEntry(config, "Name")) yield { detail: "Name" };
    if (config.has(PDFName.of("AS"))) yield { detail: "AS" };
  }
}

/** Names that PDF/A allows or forbids. */
const lists = openWords(new URL("./pdfa.txt", import.meta.url), [
  "filters",
  "inlineFilters",
  "intents",
  "blendModes",
  "annotationTypes",
  "forbiddenActions",
  "namedActions",
])();
export const { filters, intents, blendModes, annotationTypes } = lists;
const { inlineFilters, forbiddenActions, namedActions } = lists;

/** The colorants whose halftones have no transfer function of their own. */
const primaries: ReadonlySet<string> = new Set(["Cyan", "Magenta", "Yellow", "Black"]);

function isText(object: unknown): object is PDFString | PDFHexString {
  return object instanceof PDFString || object instanceof PDFHexString;
}

/** Whether an annotation shows a button, which includes check boxes. */
export function isButton(annotation: PDFDict): boolean {
  const own = nameEntry(annotation, "FT") ?? nameEntry(dictEntry(annotation, "Parent"), "FT");
  return isWidget(annotation) && own === "Btn";
}

/** Returns what a dictionary does that PDF/A forbids, if it is such an action. */
export function findForbiddenAction(dict: PDFDict): string | undefined {
  // A tag, which may have any name, refers to its parent.
  const kind = dict.has(PDFName.of("P")) ? undefined : nameEntry(dict, "S");
  if (kind === undefined) return undefined;
  if (forbiddenActions.has(kind)) return kind;
  const name = kind === "Named" ? (nameEntry(dict, "N") ?? "none") : undefined;
  return name === undefined || namedActions.has(name) ? undefined : name;
}

function isTrue(dict: PDFDict, name: string): boolean {
  return entry(dict, name, PDFBool)?.asBoolean() === true;
}

function isWidget(dict: PDFDict): boolean {
  return nameEntry(dict, "Subtype") === "Widget";
}

function listNames(value: PDFObject | undefined): string[] {
  const all = value instanceof PDFArray ? listItems(value) : [value];
  return all.flatMap((item) => (item instanceof PDFName ? item.decodeText() : []));
}

/** Lists the graphics states of a document, including those without a type. */
export function listStates(dicts: readonly PDFDict[]): PDFDict[] {
  const states = new Set(
    dicts.flatMap((dict) => {
      const named = entry(dict, "ExtGState", PDFDict);
      return named?.values().flatMap((value) => toDict(named.context.lookup(value)) ?? []) ?? [];
    }),
  );
  for (const dict of dicts) if (nameEntry(dict, "Type") === "ExtGState") states.add(dict);
  return [...states];
}

/** Lists the fonts that show text, or all fonts if that is unknown. */
export function listFonts({ shown, dicts }: Subject): PDFDict[] {
  if (shown) return [...shown.strings.keys()];
  return dicts.filter((dict) => nameEntry(dict, "Type") === "Font" && !isDescendant(dict));
}

function isDescendant(font: PDFDict): boolean {
  return (nameEntry(font, "Subtype") ?? "").startsWith("CIDFont");
}

/** Whether a font's program is in the file. The glyphs of Type 3 fonts always are. */
export function isEmbedded(font: PDFDict): boolean {
  if (nameEntry(font, "Subtype") === "Type3") return true;
  const [descendant] = listDicts(font.lookup(PDFName.of("DescendantFonts")));
  const descriptor = dictEntry(descendant ?? font, "FontDescriptor");
  return ["FontFile", "FontFile2", "FontFile3"].some(
    (key) => descriptor?.lookup(PDFName.of(key)) instanceof PDFStream,
  );
}

/** Lists the annotations of all pages. */
export function listAnnotations({ document }: Subject): { annotation: PDFDict; page: number }[] {
  return document
    .getPages()
    .flatMap((page, index) =>
      listDicts(page.node.Annots()).map((annotation) => ({ annotation, page: index + 1 })),
    );
}

/** Whether an annotation has no area. */
export function isEmptyBox(annotation: PDFDict): boolean {
  const [left, bottom, right, top] = listItems(entry(annotation, "Rect", PDFArray)).map((item) =>
    Number(item?.toString()),
  );
  return left === right && bottom === top;
}
