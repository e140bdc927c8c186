import { PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFRef } from "pdf-lib";
import { answerFile } from "../answer.ts";
import { newDocument, openSource, pdfLibName, saveDocument } from "../engines/pdf-lib.ts";
import { stemName } from "../filename.ts";
import { mergeFields } from "../graft/fields.ts";
import { type Graft, graftPages, hangPages } from "../graft/graft.ts";
import { copyInformation, createdOf, titleOf, writeMetadata } from "../graft/information.ts";
import { type Label, labelsOf, plain, writeLabels } from "../graft/labels.ts";
import { mergeLayers } from "../graft/layers.ts";
import type { Metadata } from "../graft/metadata.ts";
import { type Bookmark, bookmarksOf, topOf, writeOutline } from "../graft/outline.ts";
import { openBytes } from "../input/open.ts";
import { pageNumbers } from "../pages/range.ts";
import pdf from "../plugin.ts";
import { blankLike } from "./blank.ts";
import { type FilesBody, type Sent, sentFiles } from "./files.ts";
import { type ImagePage, imagePage, isImage } from "./image-page.ts";
import { inOrder, type Order } from "./order.ts";

export interface MergeBody extends FilesBody {
  order: Order;
  ranges?: string[] | undefined;
  rotations?: number[] | undefined;
  passwords?: string[] | undefined;
  image_page: ImagePage;
  outline: "keep" | "per_file" | "both" | "none";
  page_labels: boolean;
  blank_between: boolean;
  metadata?: Metadata | undefined;
  invalidate_signatures: boolean;
  response: "binary" | "json";
  filename?: string | undefined;
}

/** A file that was read, before its pages are put into the answer. */
interface Part extends Sent {
  /** None of an image. */
  document?: PDFDocument;
  numbers: number[];
  title: string | undefined;
  created: number | undefined;
}

/** Joins PDF files and images into one PDF. */
export async function mergeFiles(body: MergeBody, { clock }: { clock: () => number }) {
  const sent = await sentFiles(body);
  const parts = inOrder(await opened(sent, body), body.order);
  const target = await newDocument();
  const joined = new Joined(target);
  for (const [index, part] of parts.entries()) {
    await joined.add(part, body);
    if (body.blank_between && index < parts.length - 1) joined.fillSheet();
  }
  const { grafts, pages } = joined;
  hangPages(target, pages);
  writeOutline(target, joined.bookmarks);
  mergeLayers(target, grafts);
  if (body.page_labels) writeLabels(target, joined.labels);
  const renamed_fields = mergeFields(target, grafts);
  if (grafts[0]) copyInformation(grafts[0].source, target);
  if (body.metadata) writeMetadata(target, body.metadata, clock());
  return answerFile(
    {
      bytes: await saveDocument(target),
      pages: pages.length,
      engine: pdfLibName,
      input: { inputBytes: sent.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) },
      suffix: "merged",
      facts: { files: parts.length, renamed_fields },
    },
    body,
  );
}

async function opened(sent: readonly Sent[], body: MergeBody): Promise<Part[]> {
  const { ranges = [], passwords = [], rotations = [] } = body;
  for (const [field, list] of [
    ["ranges", ranges],
    ["passwords", passwords],
    ["rotations", rotations],
  ] as const)
    if (list.length > sent.length)
      throw pdf.error(
        "invalid_input",
        `body.${field} must have at most one item for each of the ${sent.length} files: it has ${list.length}`,
        { at: `body.${field}` },
      );
  const parts: Part[] = [];
  let pages = 0;
  for (const file of sent) {
    const part = await open(file, {
      range: ranges[file.index] || "1-z",
      password: passwords[file.index],
      allowsSigned: body.invalidate_signatures,
    });
    pages += part.numbers.length;
    const { pagesMax } = pdf.limits;
    if (pages > pagesMax)
      throw pdf.error(
        "pdf_limit_exceeded",
        `The files must have at most ${pagesMax} pages together`,
        { at: file.at, members: { limit: "pages" } },
      );
    parts.push(part);
  }
  return parts;
}

interface Opening {
  range: string;
  password: string | undefined;
  allowsSigned: boolean;
}

async function open(file: Sent, { range, password, allowsSigned }: Opening): Promise<Part> {
  const { bytes, at, name, index } = file;
  const rangeAt = `body.ranges.${index}`;
  if (isImage(bytes))
    return {
      ...file,
      numbers: pageNumbers(range, { pages: 1, at: rangeAt }),
      title: undefined,
      created: undefined,
    };
  const source = await openBytes(bytes, {
    at,
    name,
    password,
    passwordAt: `body.passwords.${index}`,
    allowsSigned,
  });
  const document = await openSource(source, at);
  return {
    ...file,
    document,
    numbers: pageNumbers(range, { pages: source.pages.length, at: rangeAt }),
    title: titleOf(document),
    created: createdOf(document),
  };
}

/** What has been put together so far. */
class Joined {
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
        (_, index) => own?.[part.numbers[index]! - 1] ?? plain(part.numbers[index] ?? index + 1),
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
