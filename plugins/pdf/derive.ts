import type { PDFDocument } from "pdf-lib";
import { dropLostTagClaim, reduceMetadata } from "./check/claim.ts";
import { newDocument } from "./engines/pdf-lib.ts";
import {
  copyEntries,
  copyInformation,
  listBookmarks,
  mergeAttachments,
  mergeDestinations,
  mergeFields,
  mergeLayers,
  readPageLabels,
  writeLabels,
  writeOutline,
} from "./graft/catalog.ts";
import { graftPages, hangPages } from "./graft/graft.ts";
import { mergeTags } from "./graft/tags.ts";
import { pageAt } from "./input/request.ts";
import { dropClaim } from "./objects/claim.ts";
import { listAttachments } from "./objects/entries.ts";

interface DeriveOptions {
  /** Also copies the files attached to the document. */
  keepsAttachments?: boolean;
}

/** Entries of a whole document that also apply to some of its pages. */
const keptEntries = ["Lang", "ViewerPreferences", "PageLayout", "Metadata", "OutputIntents"];

/**
 * Creates a document from these pages of another, counted from 1, with everything that belongs to
 * them.
 */
export async function derive(
  source: PDFDocument,
  numbers: readonly number[],
  { keepsAttachments = false }: DeriveOptions = {},
): Promise<PDFDocument> {
  const target = await newDocument();
  const graft = graftPages(source, target, { numbers });
  hangPages(target, graft.pages);
  writeOutline(target, listBookmarks(graft));
  mergeLayers(target, [graft]);
  mergeFields(target, [graft]);
  const labels = readPageLabels(source, Math.max(0, ...numbers));
  if (labels)
    writeLabels(
      target,
      numbers.map((number) => pageAt(labels, number)),
    );
  copyInformation(source, target);
  copyEntries(graft, target, keptEntries);
  mergeTags(target, [graft]);
  mergeDestinations(target, [graft]);
  if (keepsAttachments) {
    mergeAttachments(target, [graft]);
    copyEntries(graft, target, ["AF"]);
  }
  // Without its files, a document no longer matches its XMP metadata.
  else if (listAttachments(source).length > 0) reduceMetadata(target);
  dropClaim(target);
  dropLostTagClaim(target, [graft]);
  return target;
}
