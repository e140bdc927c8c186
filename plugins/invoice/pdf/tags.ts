import {
  type PDFContext,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFRef,
  PDFString,
} from "pdf-lib";

/** Structure types of ISO 32000-1, 14.8.4. */
type Role =
  | "Document"
  | "Sect"
  | "H1"
  | "H2"
  | "P"
  | "L"
  | "LI"
  | "Lbl"
  | "LBody"
  | "Table"
  | "THead"
  | "TBody"
  | "TR"
  | "TH"
  | "TD"
  | "Figure"
  | "Link";

/** A page with marks. */
interface MarkedPage {
  readonly height: number;
}

interface TagOptions {
  /** Alternative text of a figure. */
  alt?: string;
  /** Cells that a header cell describes. */
  scope?: "Row" | "Column";
  /** Numbering of a list. */
  numbering?: "None" | "Disc" | "Decimal";
}

/** A sequence of operators on a page. */
interface Mark {
  page: MarkedPage;
  id: number;
}

/** A link on a page, with a rectangle for each of its lines. Rectangles are measured from the upper left corner. */
export interface PageLink {
  url: string;
  text: string;
  lines: readonly { x: number; y: number; width: number; height: number }[];
}

/** An element of the structure tree, which screen readers follow. Its kids are in reading order. */
export class Tag {
  readonly role: Role;
  readonly options: TagOptions;
  readonly kids: (Tag | Mark | PageLink)[] = [];
  /** The text of the element, if all of it is in the element's own content. */
  text = "";
  /** Area of a figure. */
  area: { page: MarkedPage; box: PageLink["lines"][number] } | undefined;

  constructor(role: Role, options: TagOptions = {}) {
    this.role = role;
    this.options = options;
  }

  /** Adds an element at the end. */
  add(role: Role, options?: TagOptions): Tag {
    const tag = new Tag(role, options);
    this.kids.push(tag);
    return tag;
  }
}

/** Adds a list of labels with values. */
export function addList(parent: Tag, numbering: TagOptions["numbering"] = "None"): Tag {
  return parent.add("L", { numbering });
}

/** Writes the structure tree and the links of a document with the given pages. */
export function writeTags(pdf: PDFDocument, root: Tag, pages: readonly MarkedPage[]): void {
  const { context, catalog } = pdf;
  const tree = context.nextRef();
  const writer = new TagWriter(context, new Map(pages.map((page, index) => [page, index])));
  const pageRefs = pdf.getPages().map(({ ref }) => ref);
  const document = writer.write(root, { parent: tree, pageRefs });
  for (const [index, page] of pdf.getPages().entries()) {
    page.node.set(PDFName.of("StructParents"), context.obj(index));
    page.node.set(PDFName.of("Tabs"), PDFName.of("S"));
    const links = writer.annotations[index] ?? [];
    if (links.length > 0) page.node.set(PDFName.of("Annots"), context.obj(links));
  }
  context.assign(
    tree,
    context.obj({
      Type: "StructTreeRoot",
      K: [document],
      ParentTree: context.register(context.obj({ Nums: writer.listParents() })),
      ParentTreeNextKey: pages.length + writer.linkParents.length,
    }),
  );
  catalog.set(PDFName.of("StructTreeRoot"), tree);
  catalog.set(PDFName.of("MarkInfo"), context.obj({ Marked: true }));
}

interface ParentRefs {
  parent: PDFRef;
  pageRefs: readonly PDFRef[];
}

class TagWriter {
  /** Links by page. */
  readonly annotations: PDFRef[][] = [];
  readonly linkParents: PDFRef[] = [];
  /** Elements by page and number of the mark. */
  readonly #parents: PDFRef[][];
  readonly #context: PDFContext;
  readonly #pages: ReadonlyMap<MarkedPage, number>;

  constructor(context: PDFContext, pages: ReadonlyMap<MarkedPage, number>) {
    this.#context = context;
    this.#pages = pages;
    this.#parents = Array.from(pages, () => []);
  }

  /** Writes an element with its kids. */
  write(tag: Tag, { parent, pageRefs }: ParentRefs): PDFRef {
    const ref = this.#context.nextRef();
    const [home] = tag.kids.filter((kid) => "page" in kid);
    const homeIndex = home ? this.#indexOf(home.page) : undefined;
    const kids = tag.kids.filter(hasContent).map((kid) => {
      if (kid instanceof Tag) return this.write(kid, { parent: ref, pageRefs });
      if ("url" in kid) return this.#writeLink(kid, { ref, page: homeIndex ?? 0, pageRefs });
      const index = this.#indexOf(kid.page);
      const own = this.#parents[index];
      if (own) own[kid.id] = ref;
      if (index === homeIndex) return kid.id;
      return { Type: "MCR", Pg: pageRefs[index], MCID: kid.id };
    });
    const { alt } = tag.options;
    // The content has letters from left to right, and some brackets mirrored.
    const actual = isRightToLeft(tag.text) ? tag.text : undefined;
    const element = this.#context.obj({
      S: tag.role,
      P: parent,
      ...(homeIndex !== undefined && { Pg: pageRefs[homeIndex] }),
      ...(alt !== undefined && { Alt: PDFHexString.fromText(alt) }),
      ...(actual !== undefined && { ActualText: PDFHexString.fromText(actual) }),
      ...buildAttributes(tag),
      K: kids,
    });
    this.#context.assign(ref, element);
    return ref;
  }

  /** Returns the number tree from pages and links to elements. */
  listParents() {
    return [...this.#parents, ...this.linkParents].flatMap((parent, key) => [key, parent]);
  }

  #indexOf(page: MarkedPage): number {
    const index = this.#pages.get(page);
    if (index === undefined) throw new Error("Cannot write a tag of a discarded page");
    return index;
  }

  /** Writes a link as an annotation. Returns the reference to it. */
  #writeLink(
    { url, text, lines }: PageLink,
    { ref, page, pageRefs }: { ref: PDFRef; page: number; pageRefs: readonly PDFRef[] },
  ) {
    const height = [...this.#pages.keys()][page]?.height ?? 0;
    const corners = lines.map((box) => toCorners(box, height));
    const annotation = this.#context.obj({
      Type: "Annot",
      Subtype: "Link",
      Rect: enclose(corners),
      QuadPoints: corners.flatMap(([left, bottom, right, top]) => [
        ...[left, bottom, right, bottom],
        ...[right, top, left, top],
      ]),
      Border: [0, 0, 0],
      F: 4,
      Contents: PDFHexString.fromText(text),
      A: { S: "URI", URI: PDFString.of(new URL(url).href.replace(/[()\\]/g, "\\$&")) },
      StructParent: this.#pages.size + this.linkParents.length,
    });
    const own = this.#context.register(annotation);
    this.linkParents.push(ref);
    const links = this.annotations[page] ?? [];
    links.push(own);
    this.annotations[page] = links;
    return { Type: "OBJR", Obj: own, Pg: pageRefs[page] };
  }
}

/** Returns whether a text has Hebrew or Arabic letters, or others that are written from right to left. */
function isRightToLeft(text: string): boolean {
  return /[\u0590-\u08FF\uFB1D-\uFEFC]/.test(text);
}

/** Cells without text remain, so that each row of a table has the same columns. */
function hasContent(kid: Tag["kids"][number]): boolean {
  if (!(kid instanceof Tag)) return true;
  return kid.role === "TD" || kid.role === "TH" || kid.kids.some(hasContent);
}

function buildAttributes({ options: { scope, numbering }, area }: Tag) {
  if (scope) return { A: { O: "Table", Scope: scope } };
  if (numbering) return { A: { O: "List", ListNumbering: numbering } };
  if (area) return { A: { O: "Layout", BBox: toCorners(area.box, area.page.height) } };
  return {};
}

type Corners = readonly [left: number, bottom: number, right: number, top: number];

/** Converts a box measured from the upper left corner to the coordinates of PDF. */
function toCorners({ x, y, width, height }: PageLink["lines"][number], pageHeight: number) {
  return [x, pageHeight - y - height, x + width, pageHeight - y].map(
    (value) => Math.round(value * 100) / 100,
  ) as unknown as Corners;
}

function enclose(corners: readonly Corners[]): number[] {
  return [
    Math.min(...corners.map(([left]) => left)),
    Math.min(...corners.map(([, bottom]) => bottom)),
    Math.max(...corners.map(([, , right]) => right)),
    Math.max(...corners.map(([, , , top]) => top)),
  ];
}
