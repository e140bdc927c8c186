import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFNull,
  PDFNumber,
  type PDFPage,
  type PDFRef,
} from "pdf-lib";
import { getRoles, readTags, type TagTree } from "../graft/tag-tree.ts";
import { dictEntry, nameEntry, numberEntry, pdfName, treePairs } from "../objects/entries.ts";
import { pageBytes } from "../objects/pages.ts";

/** The highest number of marked content. Each smaller number takes space in the file. */
const contentIdMax = 100_000;

/** Adds paragraphs to the structure tree of a document. */
export class ParagraphWriter {
  readonly #document: PDFDocument;
  readonly #tree: TagTree;
  /** The element that contains the paragraphs, or the root of the tree. */
  readonly #parent: { dict: PDFDict; ref: PDFRef };
  /** The index of the first page on which each child of the parent has content. */
  readonly #firstPages: Map<PDFDict, number>;

  private constructor(
    document: PDFDocument,
    tree: TagTree,
    parent: { dict: PDFDict; ref: PDFRef },
  ) {
    this.#document = document;
    this.#tree = tree;
    this.#parent = parent;
    this.#firstPages = findFirstPages(document, { tree, parent: parent.dict });
  }

  /** Returns undefined if the document has no tags to which paragraphs can be added. */
  static open(document: PDFDocument): ParagraphWriter | undefined {
    const tree = readTags(document);
    const parent = tree && findParent(tree);
    return parent && new ParagraphWriter(document, tree, parent);
  }

  /**
   * Adds a paragraph behind the elements of a page. Returns the number for its marked content, or
   * undefined if the page can't have further content.
   */
  add(page: PDFPage): number | undefined {
    const { context } = this.#document;
    const id = this.#findId(page);
    if (id > contentIdMax) return undefined;
    const paragraph = context.obj({
      Type: "StructElem",
      S: "P",
      P: this.#parent.ref,
      Pg: page.ref,
      K: id,
    });
    const ref = context.register(paragraph);
    this.#insert(ref, paragraph, this.#document.getPages().indexOf(page));
    const parents = this.#findParents(page) ?? this.#createParents(page);
    while (parents.size() < id) parents.push(PDFNull);
    parents.push(ref);
    return id;
  }

  /** Returns a number that no content of the page has. */
  #findId(page: PDFPage): number {
    let id = this.#findParents(page)?.size() ?? 0;
    for (const content of this.#listContents(page)) id = Math.max(id, content.id + 1);
    const drawn = Buffer.from(pageBytes(page)).toString("latin1");
    for (const [, digits] of drawn.matchAll(/\/MCID\s{0,9}(\d{1,9})/g))
      id = Math.max(id, Number(digits) + 1);
    return id;
  }

  /** Returns the tagged content of a page, without that of its form XObjects. */
  #listContents({ ref }: PDFPage) {
    const contents = this.#tree.contents.get(ref) ?? [];
    return contents.flatMap(({ id, stream, above }) =>
      id === undefined || stream ? [] : [{ id, element: above.ref }],
    );
  }

  #insert(ref: PDFRef, paragraph: PDFDict, index: number): void {
    const { context } = this.#document;
    const { dict } = this.#parent;
    const kids = dict.lookup(pdfName("K"));
    const single = dict.get(pdfName("K"));
    const items = kids instanceof PDFArray ? kids.asArray() : single ? [single] : [];
    const last = items.findLastIndex((item) => {
      const kid = context.lookup(item);
      return kid instanceof PDFDict && (this.#firstPages.get(kid) ?? Infinity) <= index;
    });
    dict.set(pdfName("K"), context.obj(items.toSpliced(last + 1, 0, ref)));
    this.#firstPages.set(paragraph, index);
  }

  /** Returns the elements of a page's marked content by its number. */
  #findParents({ node }: PDFPage): PDFArray | undefined {
    const key = numberEntry(node, "StructParents");
    if (key === undefined) return undefined;
    const found = this.#listParents().find(([number]) => number === key)?.[1];
    return found instanceof PDFArray ? found : undefined;
  }

  #listParents() {
    return treePairs(dictEntry(this.#tree.root, "ParentTree"), "Nums").flatMap(([key, value]) =>
      key instanceof PDFNumber ? [[key.asNumber(), value] as const] : [],
    );
  }

  #createParents(page: PDFPage): PDFArray {
    const { context } = this.#document;
    const { root } = this.#tree;
    const parents = PDFArray.withContext(context);
    for (const { id, element } of this.#listContents(page)) {
      while (parents.size() <= id) parents.push(PDFNull);
      if (element) parents.set(id, element);
    }
    const keys = this.#listParents().map(([key]) => key + 1);
    const key = keys.reduce(
      (most, one) => Math.max(most, one),
      numberEntry(root, "ParentTreeNextKey") ?? 0,
    );
    const leaf = context.obj({ Nums: [key, context.register(parents)], Limits: [key, key] });
    const old = dictEntry(root, "ParentTree");
    const kids = old?.lookup(pdfName("Kids"));
    if (old && kids instanceof PDFArray) kids.push(context.register(leaf));
    else {
      const nums = old?.lookup(pdfName("Nums"));
      const items = nums instanceof PDFArray ? nums.asArray() : [];
      const all = [...items, PDFNumber.of(key), context.register(parents)];
      root.set(pdfName("ParentTree"), context.register(context.obj({ Nums: all })));
    }
    root.set(pdfName("ParentTreeNextKey"), PDFNumber.of(key + 1));
    page.node.set(pdfName("StructParents"), PDFNumber.of(key));
    return parents;
  }
}

function findParent(tree: TagTree): { dict: PDFDict; ref: PDFRef } | undefined {
  const [first, ...others] = tree.kids;
  if (!first) return undefined;
  const type = nameEntry(first.dict, "S") ?? "";
  const role = getRoles(tree).mapped.get(type) ?? type;
  if (others.length === 0 && role === "Document" && first.ref)
    return { dict: first.dict, ref: first.ref };
  return tree.rootRef && { dict: tree.root, ref: tree.rootRef };
}

function findFirstPages(
  document: PDFDocument,
  { tree, parent }: { tree: TagTree; parent: PDFDict },
): Map<PDFDict, number> {
  const first = new Map<PDFDict, number>();
  for (const [index, { ref }] of document.getPages().entries())
    for (const content of tree.contents.get(ref) ?? []) {
      let tag = content.above;
      while (tag.above && tag.above.dict !== parent) tag = tag.above;
      if (!first.has(tag.dict)) first.set(tag.dict, index);
    }
  return first;
}
