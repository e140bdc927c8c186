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

/**
 * Copies objects of one document into another, each once. The bytes of streams are shared and not
 * copied. What is referred to is copied as well, one after another and not within each other, so that
 * a long chain of objects takes no stack.
 */
export class Copier {
  readonly #source: PDFDocument;
  readonly #target: PDFDocument;
  readonly #copies = new Map<PDFRef, PDFObject>();
  readonly #waiting: [from: PDFRef, to: PDFRef][] = [];
  /** Copies what looks the same in every copy of a page. */
  readonly #shared: Copier | undefined;

  constructor(source: PDFDocument, target: PDFDocument, shared?: Copier) {
    this.#source = source;
    this.#target = target;
    this.#shared = shared;
  }

  /** Says what stands for an object, before anything refers to it. */
  assign(from: PDFRef, to: PDFRef | typeof PDFNull): void {
    this.#copies.set(from, to);
  }

  /** What stands for an object, if anything does yet. */
  of(from: PDFRef): PDFObject | undefined {
    return this.#copies.get(from);
  }

  /** The copy of a value, and of all it refers to. */
  copy<Kind extends PDFObject>(value: Kind): Kind {
    const copy = this.#value(value);
    this.#drain();
    return copy as Kind;
  }

  #drain(): void {
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) {
      const [from, to] = next;
      const object = this.#source.context.lookup(from);
      this.#target.context.assign(to, object ? this.#value(object) : PDFNull);
    }
  }

  #value(value: PDFObject): PDFObject {
    if (value instanceof PDFRef) return this.#reference(value);
    if (value instanceof PDFDict) return this.#dictionary(value);
    if (value instanceof PDFArray) {
      const copy = PDFArray.withContext(this.#target.context);
      for (const item of value.asArray()) copy.push(this.#value(item));
      return copy;
    }
    if (value instanceof PDFRawStream)
      return PDFRawStream.of(this.#dictionary(value.dict), value.contents);
    if (value instanceof PDFStream)
      return PDFRawStream.of(this.#dictionary(value.dict), value.getContents());
    return value;
  }

  #dictionary(dict: PDFDict): PDFDict {
    const copy = PDFDict.withContext(this.#target.context);
    for (const [key, value] of dict.entries())
      copy.set(
        key,
        this.#shared && sharedKeys.has(key) ? this.#shared.copy(value) : this.#value(value),
      );
    return copy;
  }

  #reference(ref: PDFRef): PDFObject {
    const known = this.#copies.get(ref);
    if (known) return known;
    // Another's copy of a page belongs to the page that was copied first.
    const others = this.#shared?.of(ref);
    if (others && this.#isPage(ref)) return others;
    const to = this.#target.context.nextRef();
    this.#copies.set(ref, to);
    this.#waiting.push([ref, to]);
    return to;
  }

  #isPage(ref: PDFRef): boolean {
    const object = this.#source.context.lookup(ref);
    return object instanceof PDFDict && object.get(PDFName.of("Type")) === PDFName.of("Page");
  }
}

/** What annotations refer to and never change. */
const sharedKeys = new Set(
  ["AP", "Contents", "DR", "Font", "MK", "OC", "Resources", "XObject"].map((key) =>
    PDFName.of(key),
  ),
);
