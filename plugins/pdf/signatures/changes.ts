import { openTable } from "hub/data-file";
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from "pdf-lib";
import { entry, nameEntry, pdfName, textEntry, toDict } from "../objects/entries.ts";
import { pageLeaves } from "../objects/page-leaves.ts";
import { changeKinds } from "./request.ts";

type ChangeKind = (typeof changeKinds)[number];

/** A part of a document that differs between two of its revisions. */
export interface Change {
  kind: ChangeKind;
  what: string;
  page?: number;
}

const regions = [
  "catalog",
  "names",
  "form",
  "pages",
  "page",
  "annotations",
  "fields",
  "part",
] as const;

const readEntries = openTable(
  new URL("./changes.tsv", import.meta.url),
  { region: regions, entry: "text", child: regions, kind: changeKinds, what: "text" },
  { unique: ["region", "entry"] },
);

/** A place in both revisions. Parts of a region are compared alike. */
interface Spot {
  region: (typeof regions)[number];
  change: Change;
}

interface Pair {
  before: PDFObject | undefined;
  after: PDFObject | undefined;
  place: Spot;
}

const changesMax = 100;
const pairsMax = 2_000_000;

/** Lists the visible and usable differences between two revisions of a document. */
export function listChanges(before: PDFDocument, after: PDFDocument): Change[] {
  return new Comparison(before, after).list();
}

class Comparison {
  readonly #before: PDFDocument;
  readonly #after: PDFDocument;
  readonly #pages: ReadonlyMap<PDFDict, number>;
  readonly #seen = new Set<string>();
  readonly #found = new Map<string, Change>();
  readonly #open: Pair[] = [];

  constructor(before: PDFDocument, after: PDFDocument) {
    this.#before = before;
    this.#after = after;
    this.#pages = new Map(
      [before, after].flatMap((document) =>
        pageLeaves(document).map(({ dict }, index): [PDFDict, number] => [dict, index + 1]),
      ),
    );
  }

  list(): Change[] {
    const [old, now] = [this.#before.context.trailerInfo, this.#after.context.trailerInfo];
    const metadata: Change = { kind: "metadata", what: "the document information" };
    this.#open.push(
      { before: old.Root, after: now.Root, place: at("catalog", "document", "the document") },
      { before: old.Info, after: now.Info, place: { region: "part", change: metadata } },
    );
    let pairs = 0;
    for (let pair = this.#open.pop(); pair; pair = this.#open.pop()) {
      if (++pairs > pairsMax) throw new Error("Cannot compare the revisions: they are too large");
      if (this.#found.size >= changesMax) break;
      this.#compare(pair);
    }
    return [...this.#found.values()];
  }

  #report({ change }: Spot): void {
    this.#found.set(JSON.stringify(change), change);
  }

  #compare({ before, after, place }: Pair): void {
    if (before instanceof PDFRef && after instanceof PDFRef) {
      const key = `${before.tag} ${after.tag} ${place.region} ${place.change.kind}`;
      if (this.#seen.has(key)) return;
      this.#seen.add(key);
    }
    const old = this.#before.context.lookup(before) ?? PDFNull;
    const now = this.#after.context.lookup(after) ?? PDFNull;
    const [oldDict, nowDict] = [toDict(old), toDict(now)];
    if (oldDict && nowDict && old instanceof PDFStream === now instanceof PDFStream) {
      this.#compareDicts(oldDict, nowDict, place);
      if (old instanceof PDFStream && now instanceof PDFStream && !hasSameBytes(old, now))
        this.#report(place);
    } else if (old instanceof PDFArray && now instanceof PDFArray)
      this.#compareArrays(old, now, place);
    else if (old === PDFNull && place.region === "form" && nowDict)
      // A document without a form gets one with its first signature.
      this.#compareDicts(this.#before.context.obj({}), nowDict, place);
    else if (!(oldDict || nowDict) && old.toString() === now.toString()) return;
    else this.#report(place);
  }

  #compareDicts(before: PDFDict, after: PDFDict, place: Spot): void {
    const keys = new Set([...before.keys(), ...after.keys()]);
    for (const name of keys) {
      const key = name.decodeText();
      if (skipped.has(key)) continue;
      const child = describeEntry(key, { before, after, place });
      this.#open.push({ before: before.get(name), after: after.get(name), place: child });
    }
  }

  #compareArrays(before: PDFArray, after: PDFArray, place: Spot): void {
    for (let index = 0; index < Math.max(before.size(), after.size()); index++) {
      const [old, now] = [before.get(index), after.get(index)];
      const dict = toDict(
        this.#after.context.lookup(now) ?? this.#before.context.lookup(old) ?? PDFNull,
      );
      const item = describeItem(place, dict, this.#pages);
      if (old !== undefined && now !== undefined)
        this.#open.push({ before: old, after: now, place: item });
      else this.#report(old === undefined ? describeNew(item, dict) : item);
    }
  }
}

/** Entries that lead back, or that describe the bytes of a stream. */
const skipped = new Set(["Parent", "P", "Length"]);

function at(region: Spot["region"], kind: ChangeKind, what: string): Spot {
  return { region, change: { kind, what } };
}

function hasSameBytes(before: PDFStream, after: PDFStream): boolean {
  const read = (one: PDFStream) => (one instanceof PDFRawStream ? one.contents : one.getContents());
  return Buffer.compare(read(before), read(after)) === 0;
}

/** Returns the place of an entry of a dictionary. */
function describeEntry(
  key: string,
  { before, after, place }: { before: PDFDict; after: PDFDict; place: Spot },
): Spot {
  const { region, change } = place;
  if (region === "part") return place;
  if (region === "fields") return describeFieldEntry(key, { before, after, change });
  const rows = readEntries().filter((row) => row.region === region);
  const row = rows.find(({ entry }) => entry === key) ?? rows.find(({ entry }) => entry === "*");
  if (!row) return place;
  const { page } = change;
  const what = row.what.replaceAll("%", key);
  return { region: row.child, change: { kind: row.kind, what, ...(page && { page }) } };
}

function describeItem(
  place: Spot,
  dict: PDFDict | undefined,
  pages: ReadonlyMap<PDFDict, number>,
): Spot {
  const { region, change } = place;
  if (region === "pages") {
    const page = dict && pages.get(dict);
    return page ? { region: "page", change: { kind: "pages", what: `page ${page}`, page } } : place;
  }
  if (region === "annotations" && dict) {
    const kind = nameEntry(dict, "Subtype") ?? "unknown";
    if (kind === "Widget") return describeItem({ region: "fields", change }, dict, pages);
    return { region: "part", change: { ...change, what: `an annotation of type "${kind}"` } };
  }
  if (region !== "fields" || !dict) return place;
  const { page } = change;
  const what = `the field "${getFieldName(dict)}"`;
  return { region, change: { kind: "form_fields", what, ...(page && { page }) } };
}

/** Returns what a new item of a list is: a signature, or another field. */
function describeNew(place: Spot, dict: PDFDict | undefined): Spot {
  if (place.region !== "fields" || !dict || !isSignature(dict)) return place;
  const isSigned = inherit(dict, "V") !== undefined;
  return isSigned ? { ...place, change: { ...place.change, kind: "signatures" } } : place;
}

const levelsMax = 50;

/** Returns an entry of a field, or that of a field above it. */
function inherit(field: PDFDict, key: string): PDFObject | undefined {
  let node: PDFDict | undefined = field;
  for (let level = 0; node && level < levelsMax; level++) {
    const value = node.lookup(pdfName(key));
    if (value) return value;
    node = entry(node, "Parent", PDFDict);
  }
  return undefined;
}

function isSignature(field: PDFDict): boolean {
  const type = inherit(field, "FT");
  return type instanceof PDFName && type.decodeText() === "Sig";
}

function getFieldName(field: PDFDict): string {
  const names: string[] = [];
  let node: PDFDict | undefined = field;
  for (let level = 0; node && level < levelsMax; level++) {
    const name = textEntry(node, "T");
    if (name !== undefined) names.unshift(name);
    node = entry(node, "Parent", PDFDict);
  }
  return names.join(".");
}

/** The entries of a field that show its value. */
const drawn = new Set(["AP", "AS"]);

function describeFieldEntry(
  key: string,
  { before, after, change }: { before: PDFDict; after: PDFDict; change: Change },
): Spot {
  if (key === "Kids") return { region: "fields", change };
  const is = (kind: ChangeKind, what = change.what): Spot => ({
    region: "part",
    change: { ...change, kind, what },
  });
  const [old, now] = [inherit(before, "V"), inherit(after, "V")];
  if (isSignature(after) || isSignature(before)) {
    if (!old && now) return is("signatures");
    if (key === "V") return is("signatures");
    return drawn.has(key) || key === "Rect" ? is("signature_appearance") : is("form_fields");
  }
  if (key === "V" || key === "I" || key === "RV" || key === "M") return is("form_values");
  if (!drawn.has(key)) return is("form_fields");
  // A drawing that changes without the value may show anything.
  return old?.toString() === now?.toString()
    ? is("form_fields", `the drawing of ${change.what}, but not its value`)
    : is("form_values");
}
