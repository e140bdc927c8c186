import { PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFRef } from "pdf-lib";
import { dropLostTagClaim } from "../check/claim.ts";
import { newDocument, openSource, pdfLibName, saveDocument } from "../engines/pdf-lib.ts";
import { drawFields } from "../fields/draw-fields.ts";
import {
  type Bookmark,
  buildTopDestination,
  copyEntries,
  copyInformation,
  creationTime,
  getTitle,
  type Label,
  listBookmarks,
  mergeAttachments,
  mergeDestinations,
  mergeFields,
  mergeLayers,
  numberLabel,
  readPageLabels,
  writeLabels,
  writeMetadata,
  writeOutline,
} from "../graft/catalog.ts";
import { type Graft, graftPages, hangPages } from "../graft/graft.ts";
import { listOriginals } from "../graft/tag-origins.ts";
import { mergeTags } from "../graft/tags.ts";
import { imagePages, isImage } from "../image-page.ts";
import { openBytes, type Source } from "../input/open.ts";
import { pageNumbers } from "../input/request.ts";
import { dropClaim } from "../objects/claim.ts";
import pdf from "../plugin.ts";
import { answerFile, stemName } from "../response.ts";
import { readFiles, type Sent } from "./files.ts";
import type { MergeBody } from "./request.ts";

/** Merges PDF files and images into one PDF. */
export async function mergeFiles(body: MergeBody, { clock }: { clock: () => number }) {
  const sent = await readFiles(body, { filesMin });
  const parts = sortFiles(await openParts(sent, body), body.order);
  const protectedBy = await findProtectedSource(parts);
  const target = await newDocument();
  const assembly = new Assembly(target);
  for (const [index, part] of parts.entries()) {
    await assembly.add(part, body);
    if (body.blank_between && index < parts.length - 1) assembly.fillSheet();
  }
  const { grafts, pages } = assembly;
  hangPages(target, pages);
  writeOutline(target, assembly.bookmarks);
  mergeLayers(target, grafts);
  if (body.page_labels ?? assembly.hasLabels) writeLabels(target, assembly.labels);
  const attachments = mergeAttachments(target, grafts);
  const renamed_fields = mergeFields(target, grafts);
  if (grafts[0]) {
    copyInformation(grafts[0].source, target);
    copyEntries(grafts[0], target, ["Lang", "Metadata", "ViewerPreferences"]);
  }
  mergeTags(target, grafts);
  mergeDestinations(target, grafts);
  dropClaim(target);
  dropLostTagClaim(target, grafts);
  if (body.metadata) writeMetadata(target, body.metadata, clock());
  const copiedTags = listOriginals(target);
  const tags = grafts.flatMap(({ source }) => [...listOriginals(source)]);
  const bytes = await saveDocument(target);
  return answerFile(
    {
      bytes,
      compared: { inputs: parts.flatMap(({ source }) => source?.bytes ?? []), outputs: [bytes] },
      lostTags: tags.filter((tag) => !copiedTags.has(tag)).length,
      pages: pages.length,
      engine: pdfLibName,
      input: {
        ...protectedBy,
        inputBytes: sent.reduce((sum, { bytes }) => sum + bytes.byteLength, 0),
        name: undefined,
      },
      suffix: "merged",
      facts: { files: parts.length, renamed_fields, attachments },
    },
    body,
  );
}

/**
 * Returns the first protected file, whose protection the output gets. Throws if another file has
 * restrictions that would be lost.
 */
async function findProtectedSource(parts: readonly MergedFile[]) {
  const [first, ...others] = parts.filter(({ source }) => source?.wasEncrypted);
  if (!first) return undefined;
  const { checkRestrictions, isRestricted } = await import("../input/restrictions.ts");
  for (const { source, at } of others)
    if (source) await checkRestrictions(source, { at, what: isRestricted });
  return first.source;
}

/** The state of the output document. */
class Assembly {
  readonly #target: PDFDocument;
  readonly pages: PDFRef[] = [];
  readonly grafts: Graft[] = [];
  readonly bookmarks: Bookmark[] = [];
  readonly labels: Label[] = [];
  /** Whether one of the files has page labels. */
  hasLabels = false;

  constructor(target: PDFDocument) {
    this.#target = target;
  }

  async add(part: MergedFile, { rotations = [], outline, image_page }: MergeBody): Promise<void> {
    const target = this.#target;
    const graft =
      part.document && graftPages(part.document, target, { numbers: part.numbers, at: part.at });
    const pages =
      graft?.pages ?? (await imagePages(part.bytes, target, { at: part.at, page: image_page }));
    this.pages.push(...pages);
    for (const page of pages) rotate(target, page, rotations[part.index] ?? 0);
    const own = part.document && readPageLabels(part.document, Math.max(0, ...part.numbers));
    this.hasLabels ||= own !== undefined;
    this.labels.push(
      ...pages.map((_, index) => {
        const number = part.numbers[index] ?? index + 1;
        return own?.[number - 1] ?? numberLabel(number);
      }),
    );
    if (graft) this.grafts.push(graft);
    const nested = graft && (outline === "keep" || outline === "both") ? listBookmarks(graft) : [];
    if (outline === "keep") this.bookmarks.push(...nested);
    else if (outline !== "none" && pages[0])
      this.bookmarks.push({
        title: stemName(part.name) ?? part.title ?? `File ${part.index + 1}`,
        to: buildTopDestination(target, pages[0]),
        isOpen: true,
        children: nested,
      });
  }

  /**
   * Adds a blank page after an odd number of pages, so that the next file starts on a new sheet.
   */
  fillSheet(): void {
    if (this.pages.length % 2 === 0) return;
    const last = this.pages.at(-1);
    if (last) this.pages.push(createBlankLike(this.#target, last));
    this.labels.push({ prefix: "", style: undefined, number: 1 });
  }
}

function rotate({ context }: PDFDocument, page: PDFRef, degrees: number): void {
  if (degrees === 0) return;
  const dict = context.lookup(page, PDFDict);
  const key = PDFName.of("Rotate");
  const before = dict.lookup(key);
  const rotated = (before instanceof PDFNumber ? before.asNumber() : 0) + degrees;
  dict.set(key, context.obj(((rotated % 360) + 360) % 360));
}

/** Creates a blank page with the size and rotation of another. */
function createBlankLike({ context }: PDFDocument, other: PDFRef): PDFRef {
  const from = context.lookup(other, PDFDict);
  const page = context.obj({ Type: "Page", Resources: {} });
  for (const key of ["MediaBox", "CropBox", "Rotate"].map((key) => PDFName.of(key))) {
    const value = from.lookup(key);
    if (value) page.set(key, value);
  }
  return context.register(page);
}

const filesMin = 2;

/** A file that was read, before its pages are added to the output. */
interface MergedFile extends Sent {
  /** Undefined for an image. */
  document?: PDFDocument;
  /** The opened file. Undefined for an image. */
  source?: Source;
  numbers: number[];
  title: string | undefined;
  created: number | undefined;
}

/** Opens the files of a request, and parses their page ranges. */
async function openParts(sent: readonly Sent[], body: MergeBody): Promise<MergedFile[]> {
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
  const parts: MergedFile[] = [];
  let pages = 0;
  for (const file of sent) {
    const part = await openPart(file, {
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

async function openPart(
  file: Sent,
  { range, password, allowsSigned }: Opening,
): Promise<MergedFile> {
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
    drawFields,
  });
  const document = await openSource(source, at);
  return {
    ...file,
    document,
    source,
    numbers: pageNumbers(range, { pages: source.pages.length, at: rangeAt }),
    title: getTitle(document),
    created: creationTime(document),
  };
}

interface Orderable {
  name: string | undefined;
  title: string | undefined;
  /** In milliseconds since 1970. */
  created: number | undefined;
}

/** Sorts files. Those without the sort property come last. */
function sortFiles<File extends Orderable>(
  files: readonly File[],
  order: MergeBody["order"],
): File[] {
  if (order === "provided") return [...files];
  // Gives the same order on every machine, and puts 2 before 10.
  const { compare } = new Intl.Collator("en", { numeric: true });
  return files.toSorted((a, b) => {
    if (order === "created")
      return (a.created ?? Number.POSITIVE_INFINITY) - (b.created ?? Number.POSITIVE_INFINITY) || 0;
    const [left, right] = order === "title" ? [a.title, b.title] : [a.name, b.name];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    return compare(left, right);
  });
}
