import { openWords } from "hub/data-file";
import { PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFObject } from "pdf-lib";
import {
  dictEntry,
  entry,
  flattenArrays,
  nameEntry,
  textEntry,
  toDict,
  treePairs,
} from "../objects/entries.ts";

const types = openWords(new URL("./structure.txt", import.meta.url), ["standard", "transparent"]);

/** A structure element. */
export interface Tag {
  dict: PDFDict;
  /** Its type in the file. */
  type: string | undefined;
  /** The standard type that it has or is mapped to. */
  role: string | undefined;
  /** The element that contains it. Elements that only group others, such as `Div`, don't count. */
  above: Tag | undefined;
  /** The elements that it contains, regardless of those that only group others. */
  kids: Tag[];
}

/** The logical structure of a document. */
export interface Structure {
  root: PDFDict | undefined;
  /** The elements in reading order. */
  tags: readonly Tag[];
  /** The entries of the parent tree: an element, or an array of them for each content stream. */
  owners: ReadonlyMap<number, PDFObject>;
  /** Whether the role map leads from a type back to itself. */
  isCircular(type: string): boolean;
  /** Returns the standard type that a type is or is mapped to. */
  getRole(type: string | undefined): string | undefined;
}

const tagsMax = 200_000;

/** Reads the structure tree of a document. */
export function readStructure({ catalog }: Pick<PDFDocument, "catalog">): Structure {
  const root = dictEntry(catalog, "StructTreeRoot");
  const map = entry(root, "RoleMap", PDFDict);
  const owners = treePairs(dictEntry(root, "ParentTree"), "Nums").flatMap(([key, value]) =>
    key instanceof PDFNumber ? [[key.asNumber(), value] as const] : [],
  );
  const getRole = (type: string | undefined) => findRole(map, type);
  return {
    root,
    tags: root ? listTags(root, getRole) : [],
    owners: new Map(owners),
    isCircular: (type) => followMap(map, type).isCircular,
    getRole,
  };
}

function listTags(root: PDFDict, getRole: Structure["getRole"]): Tag[] {
  const { transparent } = types();
  const tags: Tag[] = [];
  const seen = new Set([root]);
  const open: { dict: PDFDict; above: Tag | undefined }[] = [];
  const openKids = (dict: PDFDict, above: Tag | undefined) => {
    for (const kid of listKids(dict).reverse())
      if (kid.has(PDFName.of("S"))) open.push({ dict: kid, above });
  };
  openKids(root, undefined);
  for (let next = open.pop(); next && tags.length < tagsMax; next = open.pop()) {
    const { dict, above } = next;
    if (seen.has(dict)) continue;
    seen.add(dict);
    const type = nameEntry(dict, "S");
    const tag: Tag = { dict, type, role: getRole(type), above, kids: [] };
    tags.push(tag);
    const isTransparent = tag.role !== undefined && transparent.has(tag.role);
    if (!isTransparent) above?.kids.push(tag);
    openKids(dict, isTransparent ? above : tag);
  }
  return tags;
}

/** Lists what an element contains: elements, and references to content and objects. */
export function listKids(dict: PDFDict): PDFDict[] {
  return flattenArrays(dict.lookup(PDFName.of("K"))).flatMap((kid) => toDict(kid) ?? []);
}

const stepsMax = 1000;

/** Lists the types that a role map leads to, beginning with the one that a type is mapped to. */
function followMap(map: PDFDict | undefined, type: string) {
  const roles: string[] = [];
  const seen = new Set([type]);
  let role = nameEntry(map, type);
  for (
    ;
    role !== undefined && !seen.has(role) && roles.length < stepsMax;
    role = nameEntry(map, role)
  ) {
    seen.add(role);
    roles.push(role);
  }
  return { roles, isCircular: role !== undefined };
}

function findRole(map: PDFDict | undefined, type: string | undefined): string | undefined {
  if (type === undefined) return undefined;
  const { standard } = types();
  const { roles } = followMap(map, type);
  return roles.length > 0 || !standard.has(type) ? roles.find((role) => standard.has(role)) : type;
}

/** Whether a type is one of the standard types of ISO 32000-1. */
export function isStandardType(type: string): boolean {
  return types().standard.has(type);
}

/** The maximum number of elements around another one that are searched. */
const ancestorsMax = 200;

/** Lists an element and those around it, from inside to outside. */
export function* listAncestors(dict: PDFDict): Generator<PDFDict> {
  let one: PDFDict | undefined = dict;
  for (let depth = 0; one && depth < ancestorsMax; depth++) {
    yield one;
    one = dictEntry(one, "P");
  }
}

/** Whether an element or one around it has a language. */
export function hasLanguage(dict: PDFDict): boolean {
  return listAncestors(dict).some((one) => textEntry(one, "Lang") !== undefined);
}

/** Returns an attribute of an element: its own, or one of its classes. */
export function readAttribute(
  { root }: Pick<Structure, "root">,
  { dict }: Pick<Tag, "dict">,
  [owner, name]: readonly [owner: string, name: string],
): PDFObject | undefined {
  const classes = dictEntry(root, "ClassMap");
  const named = flattenArrays(dict.lookup(PDFName.of("C"))).flatMap((one) =>
    one instanceof PDFName ? flattenArrays(classes?.lookup(one)) : [],
  );
  const all = [...flattenArrays(dict.lookup(PDFName.of("A"))), ...named].flatMap(
    (one) => toDict(one) ?? [],
  );
  const found = all.find((one) => nameEntry(one, "O") === owner && one.has(PDFName.of(name)));
  return found?.lookup(PDFName.of(name));
}
