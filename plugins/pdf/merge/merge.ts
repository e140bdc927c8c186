import { answerFile } from "../answer.ts";
import { newDocument, pdfLibName, saveDocument } from "../engines/pdf-lib.ts";
import { mergeAttachments } from "../graft/attachments.ts";
import { mergeFields } from "../graft/fields.ts";
import { hangPages } from "../graft/graft.ts";
import { copyInformation, writeMetadata } from "../graft/information.ts";
import { writeLabels } from "../graft/labels.ts";
import { mergeLayers } from "../graft/layers.ts";
import type { Metadata } from "../graft/metadata.ts";
import { writeOutline } from "../graft/outline.ts";
import { isRestricted } from "../security/permissions.ts";
import { checkRestrictions } from "../security/protection.ts";
import { type FilesBody, readFiles } from "./files.ts";
import type { ImagePage } from "./image-page.ts";
import { Assembly } from "./joined.ts";
import { sortFiles, type Order } from "./order.ts";
import { openParts, type Part } from "./parts.ts";

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

/** Joins PDF files and images into one PDF. */
export async function mergeFiles(body: MergeBody, { clock }: { clock: () => number }) {
  const sent = await readFiles(body);
  const parts = sortFiles(await openParts(sent, body), body.order);
  const protectedBy = await protectionOf(parts);
  const target = await newDocument();
  const joined = new Assembly(target);
  for (const [index, part] of parts.entries()) {
    await joined.add(part, body);
    if (body.blank_between && index < parts.length - 1) joined.fillSheet();
  }
  const { grafts, pages } = joined;
  hangPages(target, pages);
  writeOutline(target, joined.bookmarks);
  mergeLayers(target, grafts);
  if (body.page_labels) writeLabels(target, joined.labels);
  const attachments = mergeAttachments(target, grafts);
  const renamed_fields = mergeFields(target, grafts);
  if (grafts[0]) copyInformation(grafts[0].source, target);
  if (body.metadata) writeMetadata(target, body.metadata, clock());
  return answerFile(
    {
      bytes: await saveDocument(target),
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

/** The first protected file protects the whole: no other may have restrictions that would fall. */
async function protectionOf(parts: readonly Part[]) {
  const [first, ...others] = parts.filter(({ source }) => source?.wasEncrypted);
  for (const { source, at } of others)
    if (source) await checkRestrictions(source, { at, what: isRestricted });
  return first?.source;
}
