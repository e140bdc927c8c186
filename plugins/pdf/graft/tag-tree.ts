import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber, PDFRef } from "pdf-lib";
import { dictEntry, entry, nameEntry, numberEntry, pdfName } from "../objects/entries.ts";

/** A structure element of a document. */
export interface Tag {
  dict: PDFDict;
  /** Undefined if the element is written directly into its parent's list. */
  ref: PDFRef | undefined;
  above: Tag | undefined;
  kids: (Tag | MarkedContent)[];
  /** The page of its content, "several", or undefined if it has no content. */
  page: PDFRef | "several" | undefined;
}

/**
 * Content that belongs to a structure element. Without a number and an object, the element only
 * names its page.
 */
export interface MarkedContent {
  above: Tag;
  page: PDFRef;
  /** The number of the marked content. */
  id: number | undefined;
  /** The form XObject that has the marked content, if it isn't in the content of the page. */
  stream: PDFRef | undefined;
  /** The annotation or XObject. */
  object: PDFRef | undefined;
}

/** The structure tree of a document. */
export interface TagTree {
  root: PDFDict;
  rootRef: PDFRef | undefined;
  /** The elements at the top. */
  kids: Tag[];
  /** All elements, parents before their children. */
  tags: Tag[];
  /** The content of each page. */
  contents: Map<PDFRef, MarkedContent[]>;
}

const tagsMax = 1_000_000;
/** The highest number of marked content on a page. Each smaller number takes space in the file. */
const contentIdMax = 100_000;

/** Returns the structure tree of a document, or undefined if it isn't tagged. */
export function readTags({ catalog }: PDFDocument): TagTree | undefined {
  const root = dictEntry(catalog, "StructTreeRoot");
  if (!root) return undefined;
  const rootRef = catalog.get(pdfName("StructTreeRoot"));
  const tree: TagTree = {
    root,
    rootRef: rootRef instanceof PDFRef ? rootRef : undefined,
    kids: [],
    tags: [],
    contents: new Map(),
  };
  const seen = new Set<PDFDict>();
  // Each item has the page of the elements above, which some writers set only once.
  const open: { tag: Tag; page: PDFRef | undefined }[] = [];
  readKids(root, undefined, undefined);
  for (let next = open.pop(); next; next = open.pop()) {
    tree.tags.push(next.tag);
    readKids(next.tag.dict, next.tag, next.page);
  }
  for (const tag of tree.tags.toReversed()) tag.page = findPage(tag);
  return tree;

  function readKids(dict: PDFDict, above: Tag | undefined, inherited: PDFRef | undefined): void {
    const own = dict.get(pdfName("Pg"));
    const page = own instanceof PDFRef ? own : inherited;
    const kids = dict.lookup(pdfName("K"));
    for (const item of kids instanceof PDFArray ? kids.asArray() : [dict.get(pdfName("K"))]) {
      const kid = dict.context.lookup(item);
      if (kid instanceof PDFDict && kid.has(pdfName("S"))) {
        if (seen.has(kid) || seen.size >= tagsMax) continue;
        seen.add(kid);
        const ref = item instanceof PDFRef ? item : undefined;
        const tag: Tag = { dict: kid, ref, above, kids: [], page: undefined };
        open.push({ tag, page });
        if (above) above.kids.push(tag);
        else tree.kids.push(tag);
        continue;
      }
      const content = above && readContent(kid, { above, page });
      if (content) addContent(content);
    }
    if (above?.kids.length === 0 && own instanceof PDFRef)
      addContent({ above, page: own, id: undefined, stream: undefined, object: undefined });
  }

  function addContent(content: MarkedContent): void {
    content.above.kids.push(content);
    const same = tree.contents.get(content.page);
    if (same) same.push(content);
    else tree.contents.set(content.page, [content]);
  }
}

function readContent(
  kid: unknown,
  { above, page: inherited }: { above: Tag; page: PDFRef | undefined },
): MarkedContent | undefined {
  if (kid instanceof PDFNumber)
    return inherited && isContentId(kid.asNumber())
      ? { above, page: inherited, id: kid.asNumber(), stream: undefined, object: undefined }
      : undefined;
  if (!(kid instanceof PDFDict)) return undefined;
  const getRef = (key: string) => {
    const value = kid.get(PDFName.of(key));
    return value instanceof PDFRef ? value : undefined;
  };
  const page = getRef("Pg") ?? inherited;
  const object = getRef("Obj");
  if (!page) return undefined;
  if (object) return { above, page, id: undefined, stream: undefined, object };
  const id = numberEntry(kid, "MCID");
  if (id === undefined || !isContentId(id)) return undefined;
  return { above, page, id, stream: getRef("Stm"), object: undefined };
}

function isContentId(id: number): boolean {
  return Number.isInteger(id) && id >= 0 && id <= contentIdMax;
}

/** Returns the page of an element whose children have theirs. */
function findPage({ kids }: Tag): Tag["page"] {
  const [first, ...others] = new Set(kids.flatMap(({ page }) => page ?? []));
  return others.length > 0 ? "several" : first;
}

/** Returns whether a child of an element is an element. */
export function isTag(kid: Tag | MarkedContent): kid is Tag {
  return "kids" in kid;
}

/** The roles that the types of a document stand for, without those of PDF 2.0 namespaces. */
export interface Roles {
  /** The types that are used, or that others are mapped to. */
  used: Set<string>;
  /** The final type of each mapped type. */
  mapped: Map<string, string>;
}

const stepsMax = 100;

/** The roles of trees that were read before. */
const knownRoles = new WeakMap<TagTree, Roles>();

/** Returns the types of a document's elements, with their roles. */
export function getRoles(tree: TagTree): Roles {
  const roles = knownRoles.get(tree) ?? readRoles(tree);
  knownRoles.set(tree, roles);
  return roles;
}

function readRoles({ root, tags }: TagTree): Roles {
  const used = new Set<string>();
  for (const { dict } of tags) {
    const type = dict.has(pdfName("NS")) ? undefined : nameEntry(dict, "S");
    if (type !== undefined) used.add(type);
  }
  const mapped = readRoleMap(root);
  for (const role of mapped.values()) used.add(role);
  return { used, mapped };
}

/** Returns the final role of each type that a structure tree maps to another one. */
function readRoleMap(root: PDFDict | undefined): Map<string, string> {
  const map = entry(root, "RoleMap", PDFDict);
  const mapped = new Map<string, string>();
  for (const key of map?.keys() ?? []) {
    const type = key.decodeText();
    let role = type;
    for (let step = 0; step < stepsMax; step++) {
      const next = nameEntry(map, role);
      if (next === undefined || next === type) break;
      role = next;
    }
    if (role !== type) mapped.set(type, role);
  }
  return mapped;
}
