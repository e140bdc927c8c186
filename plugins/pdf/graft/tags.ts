import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from "pdf-lib";
import { dictEntry, entry, listItems, nameEntry, pdfName, textEntry } from "../objects/entries.ts";
import { pageLeaves } from "../objects/page-leaves.ts";
import { listAnnotations } from "./catalog.ts";
import type { Copier, Graft } from "./graft.ts";
import { recordCopy } from "./tag-origins.ts";
import { getRoles, isTag, type MarkedContent, type Tag, type TagTree } from "./tag-tree.ts";

/** A document whose tags are copied. */
interface TaggedGraft extends Graft {
  tags: TagTree;
}

/**
 * Merges the structure trees of grafted documents into one. It has the elements of the copied
 * pages, and those above them.
 */
export function mergeTags(target: PDFDocument, grafts: readonly Graft[]): void {
  const tagged = grafts.filter((graft): graft is TaggedGraft => graft.tags !== undefined);
  if (tagged.length === 0) return;
  const tree = new TreeWriter(target, mapTypes(tagged.map(({ tags }) => tags)));
  const complete = tagged.filter((graft) => tree.add(graft));
  tree.write();
  writeMarks(target, { grafts, complete });
}

/** The copy of a structure element. */
interface Copy {
  tag: Tag;
  ref: PDFRef;
  dict: PDFDict;
  copier: Copier;
  kids: Kid[];
}

/** A child in the output: an element, or content at this location. */
type Kid = Copy | { content: MarkedContent; location: Location };

/** The location of content in the output. */
interface Location {
  page: PDFRef;
  /** The page, form XObject or annotation whose number in the parent tree the content uses. */
  holder: PDFRef;
}

/** The maximum number of entries of the parent tree. */
const parentsMax = 2_000_000;

/** Writes the structure tree of the output. */
class TreeWriter {
  readonly #target: PDFDocument;
  readonly #root: PDFRef;
  readonly #rootDict: PDFDict;
  readonly #types: ReadonlyMap<TagTree, TypeNames>;
  readonly #kids: PDFRef[] = [];
  readonly #ids = new Map<string, PDFRef>();
  readonly #classes = new Map<string, PDFObject>();
  /** The elements of marked content by its number, for each page and form XObject. */
  readonly #parents = new Map<PDFRef, (PDFRef | undefined)[]>();
  /** The elements of annotations and of form XObjects as a whole. */
  readonly #owners = new Map<PDFRef, PDFRef>();
  #parentsLeft = parentsMax;

  constructor(target: PDFDocument, types: ReadonlyMap<TagTree, TypeNames>) {
    this.#target = target;
    this.#types = types;
    this.#root = target.context.nextRef();
    this.#rootDict = target.context.obj({ Type: "StructTreeRoot" });
  }

  /** Adds the elements of a document. Returns false if repeated pages have too many. */
  add(graft: TaggedGraft): boolean {
    const { context } = this.#target;
    const selection = new Selection(graft, this.#target);
    const { roots, copies, isComplete } = selection.select();
    const classes = this.#copyClasses(graft);
    const ids = this.#assignIds(copies);
    const names = this.#types.get(graft.tags) ?? new Map<string, string>();
    for (const copy of copies) {
      this.#copyEntries(copy, { graft, classes, ids });
      const type = nameEntry(copy.tag.dict, "S") ?? "Span";
      const isOwn = !copy.tag.dict.has(pdfName("NS"));
      copy.dict.set(pdfName("S"), pdfName((isOwn && names.get(type)) || type));
      const page = this.#writeKids(copy);
      if (page) copy.dict.set(pdfName("Pg"), page);
      for (const kid of copy.kids) if ("tag" in kid) kid.dict.set(pdfName("P"), copy.ref);
      context.assign(copy.ref, copy.dict);
    }
    const language = textEntry(graft.source.catalog, "Lang");
    const isOther = language && language !== textEntry(this.#target.catalog, "Lang");
    for (const { dict, ref } of roots) {
      dict.set(pdfName("P"), this.#root);
      if (isOther && !dict.has(pdfName("Lang"))) dict.set(pdfName("Lang"), PDFString.of(language));
      this.#kids.push(ref);
    }
    for (const key of ["Namespaces", "PronunciationLexicon", "AF"]) this.#appendItems(key, graft);
    return isComplete;
  }

  /** Writes the root of the tree, if it has any elements. */
  write(): void {
    const { context, catalog } = this.#target;
    if (this.#kids.length === 0) return;
    this.#rootDict.set(pdfName("K"), context.obj(this.#wrapKids()));
    this.#writeParents();
    const roles = [...this.#types].flatMap(([tree, names]) =>
      [...getRoles(tree).mapped].map(([type, role]) => [names.get(type) ?? type, role] as const),
    );
    this.#writeMap("RoleMap", new Map(roles.map(([type, role]) => [type, pdfName(role)])));
    this.#writeMap("ClassMap", this.#classes);
    if (this.#ids.size > 0) {
      const sorted = [...this.#ids].sort(([a], [b]) => (a < b ? -1 : 1));
      const pairs = sorted.flatMap(([id, ref]) => [PDFHexString.of(id), ref]);
      this.#rootDict.set(pdfName("IDTree"), context.register(context.obj({ Names: pairs })));
    }
    context.assign(this.#root, this.#rootDict);
    catalog.set(pdfName("StructTreeRoot"), this.#root);
  }

  /** Returns the elements at the top: for several documents, one that has those of all. */
  #wrapKids(): PDFRef[] {
    if (this.#types.size === 1 || this.#kids.length === 1) return this.#kids;
    const { context } = this.#target;
    const dict = { Type: "StructElem", S: "Document", P: this.#root, K: this.#kids };
    const top = context.register(context.obj(dict));
    for (const kid of this.#kids) context.lookup(kid, PDFDict).set(pdfName("P"), top);
    return [top];
  }

  #writeMap(key: string, values: ReadonlyMap<string, PDFObject>): void {
    if (values.size === 0) return;
    const map = PDFDict.withContext(this.#target.context);
    for (const [name, value] of values) map.set(pdfName(name), value);
    this.#rootDict.set(pdfName(key), map);
  }

  #appendItems(key: string, { source, copiers }: Graft): void {
    const items = entry(dictEntry(source.catalog, "StructTreeRoot"), key, PDFArray);
    if (!items) return;
    const all = entry(this.#rootDict, key, PDFArray) ?? this.#target.context.obj([]);
    for (const item of copiers[0].copy(items).asArray()) all.push(item);
    this.#rootDict.set(pdfName(key), all);
  }

  /** Copies the classes of a document. Returns the new names of those that are taken. */
  #copyClasses({ tags, copiers }: TaggedGraft): Map<string, string> {
    const renamed = new Map<string, string>();
    const before = new Set(this.#classes.keys());
    for (const [key, value] of entry(tags.root, "ClassMap", PDFDict)?.entries() ?? []) {
      const name = key.decodeText();
      const unique = findUnused(name, (one) => before.has(one));
      if (unique !== name) renamed.set(name, unique);
      this.#classes.set(unique, copiers[0].copy(value));
    }
    return renamed;
  }

  /** Registers the IDs of elements. Returns the new IDs of each copier whose old ones are taken. */
  #assignIds(copies: readonly Copy[]): Map<Copier, Map<string, string>> {
    const renamed = new Map<Copier, Map<string, string>>();
    for (const { tag, ref, dict, copier } of copies) {
      const id = readId(tag.dict.lookup(pdfName("ID")));
      if (id === undefined) continue;
      const unique = findUnusedId(id, this.#ids);
      const own = renamed.get(copier) ?? new Map<string, string>();
      renamed.set(copier, own.set(id, unique));
      this.#ids.set(unique, ref);
      dict.set(pdfName("ID"), PDFHexString.of(unique));
    }
    return renamed;
  }

  #copyEntries(
    { tag, dict, copier }: Copy,
    { graft, classes, ids }: CopiedNames & { graft: TaggedGraft },
  ): void {
    const { context } = this.#target;
    const [first] = graft.copiers;
    const getId = (id: string) => ids.get(copier)?.get(id) ?? ids.get(first)?.get(id) ?? id;
    for (const [key, value] of tag.dict.entries()) {
      const name = key.decodeText();
      if (writtenKeys.has(name)) continue;
      if (name === "A") dict.set(key, renameHeaders(first.copy(value), { context, getId }));
      else if (name === "C") dict.set(key, renameClasses(first.copy(value), classes));
      else dict.set(key, (name === "Ref" ? copier : first).copy(value));
    }
  }

  /** Writes the children of an element. Returns the page of its marked content. */
  #writeKids({ dict, ref, kids }: Copy): PDFRef | undefined {
    const { context } = this.#target;
    const page = kids.flatMap((kid) => ("tag" in kid ? [] : kid.location.page))[0];
    const items = kids.flatMap((kid): PDFObject[] => {
      if ("tag" in kid) return [kid.ref];
      const { content, location } = kid;
      if (content.object) {
        if (!this.#owners.has(location.holder)) this.#owners.set(location.holder, ref);
        return [context.obj({ Type: "OBJR", Pg: location.page, Obj: location.holder })];
      }
      const { id } = content;
      if (id === undefined || !this.#addParent(location.holder, { id, ref })) return [];
      if (location.holder === page) return [context.obj(id)];
      const isOnPage = location.holder === location.page;
      const entries = { Type: "MCR", Pg: location.page, MCID: id };
      return [context.obj(isOnPage ? entries : { ...entries, Stm: location.holder })];
    });
    const [only] = items;
    if (only) dict.set(pdfName("K"), items.length === 1 ? only : context.obj(items));
    return page;
  }

  /** Records the element of marked content. Returns false if there are too many. */
  #addParent(holder: PDFRef, { id, ref }: { id: number; ref: PDFRef }): boolean {
    const own = this.#parents.get(holder) ?? [];
    const more = Math.max(0, id + 1 - own.length);
    if (more > this.#parentsLeft) return false;
    this.#parentsLeft -= more;
    this.#parents.set(holder, own);
    own[id] ??= ref;
    return true;
  }

  /** Writes the parent tree, and the numbers of its entries into what they are for. */
  #writeParents(): void {
    const { context } = this.#target;
    const numbers = PDFArray.withContext(context);
    let next = 0;
    const add = (holder: PDFRef, { key, value }: { key: string; value: PDFObject }) => {
      const object = context.lookup(holder);
      const dict = object instanceof PDFStream ? object.dict : object;
      if (!(dict instanceof PDFDict)) return;
      dict.set(pdfName(key), context.obj(next));
      numbers.push(context.obj(next));
      numbers.push(value);
      next++;
    };
    for (const [holder, own] of this.#parents) {
      const elements = PDFArray.withContext(context);
      for (const element of own) elements.push(element ?? PDFNull);
      add(holder, { key: "StructParents", value: context.register(elements) });
    }
    for (const [holder, element] of this.#owners)
      add(holder, { key: "StructParent", value: element });
    const tree = context.obj({ Nums: numbers });
    this.#rootDict.set(pdfName("ParentTree"), context.register(tree));
    this.#rootDict.set(pdfName("ParentTreeNextKey"), context.obj(next));
  }
}

/** The entries of elements that are written for the new tree. */
const writtenKeys = new Set(["S", "K", "P", "Pg", "ID"]);

interface CopiedNames {
  classes: ReadonlyMap<string, string>;
  ids: ReadonlyMap<Copier, ReadonlyMap<string, string>>;
}

/**
 * The number of elements from which further copies of a page have no tags. A page with many elements
 * that is repeated many times would exhaust the memory.
 */
const repeatedMax = 200_000;

/** The elements of one document that the output gets. */
class Selection {
  readonly #graft: TaggedGraft;
  readonly #target: PDFDocument;
  readonly #annotations: ReadonlySet<PDFRef>;
  readonly #positions: ReadonlyMap<PDFRef, number>;
  readonly #roles: ReadonlyMap<string, string>;
  readonly #copies: Copy[] = [];
  readonly #firstCopies = new Map<Tag, Copy>();

  constructor(graft: TaggedGraft, target: PDFDocument) {
    this.#graft = graft;
    this.#target = target;
    this.#annotations = listAnnotations(target, graft.pages);
    this.#positions = new Map(graft.pages.map((page, index) => [page, index]));
    this.#roles = getRoles(graft.tags).mapped;
  }

  /** Copies the elements. Their entries are still missing. */
  select(): { roots: Copy[]; copies: readonly Copy[]; isComplete: boolean } {
    const { copiers, tags, numbers } = this.#graft;
    const roots: Copy[] = [];
    let isComplete = true;
    for (const copier of copiers) {
      isComplete = copier === copiers[0] || this.#copies.length < repeatedMax;
      if (isComplete) this.#selectCopies(copier, roots);
    }
    const [top] = tags.kids;
    if (roots.length === 0 && top) roots.push(this.#copyTag(top, copiers[0]));
    if (numbers.some((number, index) => number <= (numbers[index - 1] ?? 0))) this.#sort(roots);
    return { roots, copies: this.#copies, isComplete };
  }

  /** Copies the elements of the pages that this copier copied. */
  #selectCopies(copier: Copier, roots: Copy[]): void {
    const { tags, copiers } = this.#graft;
    const isFirst = copier === copiers[0];
    const kept = this.#findKept(copier);
    const open = [
      { kids: tags.kids as readonly (Tag | MarkedContent)[], into: roots as Kid[], isNew: isFirst },
    ];
    for (let next = open.pop(); next; next = open.pop()) {
      const { into } = next;
      for (const kid of selectKids(next, kept)) {
        if (!isTag(kid)) {
          const location = this.#locate(copier, kid);
          if (location) into.push({ content: kid, location });
          continue;
        }
        const first = this.#firstCopies.get(kid);
        const isReused = !isFirst && first && (kid.page === "several" || this.#isDocument(kid));
        const copy = isReused ? first : this.#copyTag(kid, copier);
        if (!isReused) into.push(copy);
        open.push({ kids: kid.kids, into: copy.kids, isNew: !isReused });
      }
    }
  }

  /** Returns the elements and contents of the pages that this copier copied. */
  #findKept(copier: Copier): Set<Tag | MarkedContent> {
    const kept = new Set<Tag | MarkedContent>();
    for (const [page, contents] of this.#graft.tags.contents) {
      if (!(copier.of(page) instanceof PDFRef)) continue;
      for (const content of contents) {
        if (!this.#locate(copier, content)) continue;
        kept.add(content);
        for (let tag: Tag | undefined = content.above; tag && !kept.has(tag); tag = tag.above)
          kept.add(tag);
      }
    }
    return kept;
  }

  #copyTag(tag: Tag, copier: Copier): Copy {
    const { context } = this.#target;
    const known = tag.ref && copier.of(tag.ref);
    const ref = known instanceof PDFRef ? known : context.nextRef();
    if (tag.ref) copier.assign(tag.ref, ref);
    const copy: Copy = { tag, ref, dict: PDFDict.withContext(context), copier, kids: [] };
    this.#copies.push(copy);
    recordCopy(copy.dict, tag.dict);
    if (!this.#firstCopies.has(tag)) this.#firstCopies.set(tag, copy);
    return copy;
  }

  /** Returns the location of content in the output, or undefined if it wasn't copied. */
  #locate(copier: Copier, { page, id, object, stream }: MarkedContent): Location | undefined {
    const to = copier.of(page);
    if (!(to instanceof PDFRef)) return undefined;
    const inner = stream ?? object;
    if (!inner)
      return { page: to, holder: (id !== undefined && this.#graft.forms?.get(page)) || to };
    const holder = copier.of(inner);
    if (!(holder instanceof PDFRef)) return undefined;
    const isStream = this.#target.context.lookup(holder) instanceof PDFStream;
    return isStream || (object && this.#annotations.has(holder)) ? { page: to, holder } : undefined;
  }

  #getRole({ dict }: Tag): string {
    const type = nameEntry(dict, "S") ?? "";
    return this.#roles.get(type) ?? type;
  }

  #isDocument(tag: Tag): boolean {
    return this.#getRole(tag) === "Document";
  }

  /** Sorts the elements of chapters and the like by their pages. Tables and lists stay as they are. */
  #sort(roots: Copy[]): void {
    const positions = new Map<Kid, number>();
    const findPosition = (kids: readonly Kid[]) =>
      kids.reduce((least, kid) => Math.min(least, positions.get(kid) ?? least), Infinity);
    for (const copy of this.#copies.toReversed()) {
      for (const kid of copy.kids)
        if (!("tag" in kid)) positions.set(kid, this.#positions.get(kid.location.page) ?? 0);
      const position = findPosition(copy.kids);
      if (Number.isFinite(position)) positions.set(copy, position);
    }
    const sort = <Item extends Kid>(kids: Item[]) => {
      // Elements without content stay behind those that they follow.
      let last = -1;
      const keyed = kids.map((kid) => {
        last = positions.get(kid) ?? last;
        return { kid, key: last };
      });
      keyed.sort((a, b) => a.key - b.key);
      for (const [index, { kid }] of keyed.entries()) kids[index] = kid;
    };
    sort(roots);
    for (const copy of this.#copies) if (groups.has(this.#getRole(copy.tag))) sort(copy.kids);
  }
}

/** The roles of elements whose children have an order of their own. */
const groups = new Set(["Document", "DocumentFragment", "Part", "Art", "Sect", "Div", "NonStruct"]);

/**
 * Returns the children of an element that are copied. Those without content go with the one before
 * them: an empty cell of a table belongs to its row.
 */
function selectKids(
  { kids, isNew }: { kids: readonly (Tag | MarkedContent)[]; isNew: boolean },
  kept: ReadonlySet<Tag | MarkedContent>,
): (Tag | MarkedContent)[] {
  const hasContent = (kid: Tag | MarkedContent) => !isTag(kid) || kid.page !== undefined;
  const first = kids.find(hasContent);
  let isKept = first ? kept.has(first) : isNew;
  return kids.filter((kid) => {
    if (hasContent(kid)) isKept = kept.has(kid);
    return isKept;
  });
}

/** The new names of a document's types that other documents use for another role. */
type TypeNames = ReadonlyMap<string, string>;

/** Finds the types that have to be renamed, because documents map them to different roles. */
function mapTypes(trees: readonly TagTree[]): Map<TagTree, TypeNames> {
  const all = trees.map((tree) => ({ tree, roles: getRoles(tree) }));
  const merged = new Map<string, string>();
  const names = new Set(all.flatMap(({ roles }) => [...roles.used, ...roles.mapped.keys()]));
  return new Map(
    all.map(({ tree, roles }) => {
      const renamed = new Map<string, string>();
      for (const [type, role] of roles.mapped) {
        const isOther = all.some(
          ({ roles: other }) => other.used.has(type) && !other.mapped.has(type),
        );
        const isTaken = (name: string) =>
          name === type ? isOther || (merged.get(name) ?? role) !== role : names.has(name);
        const unique = findUnused(type, isTaken);
        if (unique !== type) renamed.set(type, unique);
        names.add(unique);
        merged.set(unique, role);
      }
      return [tree, renamed];
    }),
  );
}

/** Returns the name, or the first of `name_2`, `name_3` and so on that isn't taken. */
function findUnused(name: string, isTaken: (name: string) => boolean): string {
  let unique = name;
  for (let index = 2; isTaken(unique); index++) unique = `${name}_${index}`;
  return unique;
}

/** Returns the ID of an element in hexadecimal. */
function readId(value: PDFObject | undefined): string | undefined {
  if (!(value instanceof PDFString) && !(value instanceof PDFHexString)) return undefined;
  return Buffer.from(value.asBytes()).toString("hex");
}

function findUnusedId(id: string, taken: ReadonlyMap<string, PDFRef>): string {
  let unique = id;
  for (let index = 2; taken.has(unique); index++)
    unique = `${id}${Buffer.from(`_${index}`).toString("hex")}`;
  return unique;
}

/**
 * Returns attributes in which the cells of a table refer to their header cells by new IDs. Several
 * elements may share the given ones.
 */
function renameHeaders(value: PDFObject, { context, getId }: HeaderOptions): PDFObject {
  const direct = context.lookup(value);
  if (direct instanceof PDFArray) {
    const items = direct.asArray().map((item) => {
      const isNested = context.lookup(item) instanceof PDFArray;
      return isNested ? item : renameHeaders(item, { context, getId });
    });
    return context.obj(items);
  }
  const headers = direct instanceof PDFDict ? entry(direct, "Headers", PDFArray) : undefined;
  if (!(direct instanceof PDFDict) || !headers) return value;
  const copy = direct.clone(context);
  const ids = listItems(headers).flatMap((header) => readId(header) ?? []);
  copy.set(pdfName("Headers"), context.obj(ids.map((id) => PDFHexString.of(getId(id)))));
  return copy;
}

interface HeaderOptions {
  context: PDFContext;
  getId: (id: string) => string;
}

/** Renames classes: one name, or a list of names and revision numbers. */
function renameClasses(value: PDFObject, renamed: ReadonlyMap<string, string>): PDFObject {
  const rename = (item: PDFObject) => {
    const name = item instanceof PDFName ? renamed.get(item.decodeText()) : undefined;
    return name === undefined ? item : pdfName(name);
  };
  if (!(value instanceof PDFArray)) return rename(value);
  for (const [index, item] of value.asArray().entries()) value.set(index, rename(item));
  return value;
}

/**
 * Marks the output as tagged. Tags are suspect if pages of a document without tags have content,
 * which would be skipped.
 */
function writeMarks(
  target: PDFDocument,
  { grafts, complete }: { grafts: readonly Graft[]; complete: readonly TaggedGraft[] },
): void {
  const { catalog, context } = target;
  const taggedPages = new Set(complete.flatMap(({ pages }) => pages));
  const has = (key: string) =>
    grafts.some(({ source }) => isTrue(dictEntry(source.catalog, "MarkInfo"), key));
  const isMarked = has("Marked");
  const isSuspect =
    has("Suspects") ||
    pageLeaves(target).some(
      ({ ref, dict }) => !(ref && taggedPages.has(ref)) && dict.has(pdfName("Contents")),
    );
  if (!isMarked || !catalog.has(pdfName("StructTreeRoot"))) return;
  const marks = context.obj({ Marked: true });
  if (isSuspect) marks.set(pdfName("Suspects"), PDFBool.True);
  if (has("UserProperties")) marks.set(pdfName("UserProperties"), PDFBool.True);
  catalog.set(pdfName("MarkInfo"), marks);
}

function isTrue(dict: PDFDict | undefined, key: string): boolean {
  return entry(dict, key, PDFBool)?.asBoolean() ?? false;
}
