import { PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFRef } from "pdf-lib";
import { stemName } from "../filename.ts";
import { type Graft, graftPages } from "../graft/graft.ts";
import { type Label, labelsOf, numberLabel } from "../graft/labels.ts";
import { type Bookmark, bookmarksOf, topOf } from "../graft/outline.ts";
import { blankLike } from "./blank.ts";
import { imagePage } from "./image-page.ts";
import type { MergeBody } from "./merge.ts";
import type { Part } from "./parts.ts";

/** What has been put together so far. */
export class Assembly {
  readonly #target: PDFDocument;
  readonly pages: PDFRef[] = [];
  readonly grafts: Graft[] = [];
  readonly bookmarks: Bookmark[] = [];
  readonly labels: Label[] = [];

  constructor(target: PDFDocument) {
    this.#target = target;
  }

  async add(part: Part, { rotations = [], outline, image_page }: MergeBody): Promise<void> {
    const target = this.#target;
    const graft =
      part.document && graftPages(part.document, target, { numbers: part.numbers, at: part.at });
    const pages = graft?.pages ?? [
      await imagePage(part.bytes, target, { at: part.at, page: image_page }),
    ];
    this.pages.push(...pages);
    for (const page of pages) rotate(target, page, rotations[part.index] ?? 0);
    const own = part.document && labelsOf(part.document, Math.max(0, ...part.numbers));
    this.labels.push(
      ...pages.map(
        (_, index) => own?.[part.numbers[index]! - 1] ?? numberLabel(part.numbers[index] ?? index + 1),
      ),
    );
    if (graft) this.grafts.push(graft);
    const inside = graft && (outline === "keep" || outline === "both") ? bookmarksOf(graft) : [];
    if (outline === "keep") this.bookmarks.push(...inside);
    else if (outline !== "none" && pages[0])
      this.bookmarks.push({
        title: stemName(part.name) ?? part.title ?? `File ${part.index + 1}`,
        to: topOf(target, pages[0]),
        isOpen: true,
        children: inside,
      });
  }

  /** A blank page behind an odd number of pages, so that the next file begins on a sheet of its own. */
  fillSheet(): void {
    if (this.pages.length % 2 === 0) return;
    this.pages.push(blankLike(this.#target, this.pages.at(-1)!));
    this.labels.push({ prefix: "", style: undefined, number: 1 });
  }
}

function rotate({ context }: PDFDocument, page: PDFRef, degrees: number): void {
  if (degrees === 0) return;
  const dict = context.lookup(page, PDFDict);
  const key = PDFName.of("Rotate");
  const before = dict.lookup(key);
  const turned = (before instanceof PDFNumber ? before.asNumber() : 0) + degrees;
  dict.set(key, context.obj(((turned % 360) + 360) % 360));
}
