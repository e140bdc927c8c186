import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFStream,
  PDFString,
  pdfDocEncodingDecode,
} from "pdf-lib";

/** A class, with a public or private constructor. */
interface ObjectClass<Value> {
  prototype: Value;
}

/** Returns a PDF name. `text` has no slash. */
export function pdfName(text: string): PDFName {
  return PDFName.of(text);
}

/** Returns a dictionary's entry if it has this type. Follows references. */
export function entry<Value extends PDFObject>(
  dict: PDFDict | undefined,
  name: string,
  kind: ObjectClass<Value>,
): Value | undefined {
  const value = dict?.lookup(PDFName.of(name));
  // The library's constructors are private, so TypeScript rejects the classes in `instanceof`.
  return value instanceof (kind as never) ? (value as Value) : undefined;
}

/** Returns the dictionary of an entry: the entry itself or the dictionary of its stream. */
export function dictEntry(dict: PDFDict | undefined, name: string): PDFDict | undefined {
  return toDict(dict?.lookup(PDFName.of(name)));
}

/** Returns a dictionary, or the dictionary of a stream. */
export function toDict(value: PDFObject | undefined): PDFDict | undefined {
  if (value instanceof PDFDict) return value;
  return value instanceof PDFStream ? value.dict : undefined;
}

/** Returns the text of an entry: a text string in any encoding. */
export function textEntry(dict: PDFDict | undefined, name: string): string | undefined {
  return readText(dict?.lookup(PDFName.of(name)));
}

/** Decodes a text string. */
export function readText(value: PDFObject | undefined): string | undefined {
  if (!(value instanceof PDFString) && !(value instanceof PDFHexString)) return undefined;
  const bytes = value.asBytes();
  // PDF 2.0 allows UTF-8 with a byte order mark. Without a mark, it is PDFDocEncoding.
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return new TextDecoder().decode(bytes.subarray(3));
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return new TextDecoder("utf-16be").decode(bytes.subarray(2));
  // The library passes each character as an argument of one call, which overflows the stack.
  let text = "";
  for (let at = 0; at < bytes.length; at += chunkSize)
    text += pdfDocEncodingDecode(bytes.subarray(at, at + chunkSize));
  return text;
}

const chunkSize = 8192;

/** Returns the name of an entry, without its slash. */
export function nameEntry(dict: PDFDict | undefined, name: string): string | undefined {
  return entry(dict, name, PDFName)?.decodeText();
}

/** Returns the number of an entry. */
export function numberEntry(dict: PDFDict | undefined, name: string): number | undefined {
  return entry(dict, name, PDFNumber)?.asNumber();
}

/** Returns the values of an array. Follows references. */
export function listItems(array: PDFObject | undefined): (PDFObject | undefined)[] {
  if (!(array instanceof PDFArray)) return [];
  return Array.from({ length: array.size() }, (_, index) => array.lookup(index));
}

/** Returns the dictionaries of an array. */
export function listDicts(array: PDFObject | undefined): PDFDict[] {
  return listItems(array).flatMap((item) => toDict(item) ?? []);
}

const nodesMax = 20_000;
const levelsMax = 200;

/** Returns the leaves of a name tree or number tree in order, as pairs of a key and a value. */
export function treePairs(root: PDFDict | undefined, list: "Names" | "Nums") {
  const pairs: [PDFObject, PDFObject][] = [];
  const seen = new Set<PDFDict>();
  const visit = (node: PDFDict) => {
    if (seen.has(node) || seen.size >= nodesMax) return;
    seen.add(node);
    const items = listItems(entry(node, list, PDFArray));
    for (let at = 0; at + 1 < items.length; at += 2) {
      const [key, value] = [items[at], items[at + 1]];
      if (key && value) pairs.push([key, value]);
    }
    for (const kid of listDicts(entry(node, "Kids", PDFArray))) visit(kid);
  };
  if (root) visit(root);
  return pairs;
}

/** Returns a value, or the values of an array and of the arrays in it. Follows their references. */
export function flattenArrays(value: PDFObject | undefined): PDFObject[] {
  const found: PDFObject[] = [];
  const seen = new Set<PDFArray>();
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (!(next instanceof PDFArray)) {
      if (next) found.push(next);
    } else if (!seen.has(next)) {
      seen.add(next);
      for (const item of listItems(next).reverse()) open.push(item);
    }
  }
  return found;
}

/**
 * Yields the dictionaries of a tree whose nodes have /Kids, each once and parents before children.
 */
export function* walkNodes(
  roots: readonly PDFDict[],
): Generator<{ node: PDFDict; parents: PDFDict[] }> {
  const seen = new Set<PDFDict>();
  const open = roots.map((node) => ({ node, parents: [] as PDFDict[] })).reverse();
  for (let next = open.pop(); next && seen.size < nodesMax; next = open.pop()) {
    const { node, parents } = next;
    if (seen.has(node) || parents.length > levelsMax) continue;
    seen.add(node);
    yield { node, parents };
    const kids = listDicts(entry(node, "Kids", PDFArray));
    for (const kid of kids.reverse()) open.push({ node: kid, parents: [...parents, node] });
  }
}

/** Yields every dictionary of a document once, including nested ones and those of streams. */
export function* everyDict({ context }: PDFDocument): Generator<PDFDict> {
  for (const [, object] of context.enumerateIndirectObjects()) yield* dictsIn(object, 0);
}

const depthMax = 50;

function* dictsIn(object: PDFObject, depth: number): Generator<PDFDict> {
  if (depth > depthMax) return;
  const inner = object instanceof PDFStream ? object.dict : object;
  if (inner instanceof PDFDict) {
    yield inner;
    for (const value of inner.values()) yield* dictsIn(value, depth + 1);
  } else if (inner instanceof PDFArray)
    for (const value of inner.asArray()) yield* dictsIn(value, depth + 1);
}

/** Returns the files attached to the whole document, with their keys. */
export function listAttachments({ catalog }: PDFDocument): [key: string, file: PDFObject][] {
  const tree = dictEntry(dictEntry(catalog, "Names"), "EmbeddedFiles");
  return treePairs(tree, "Names").map(([key, file]) => [readText(key) ?? "", file]);
}
