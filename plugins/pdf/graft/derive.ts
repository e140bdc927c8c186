import { type PDFDocument, PDFName } from "pdf-lib";
import { newDocument } from "../engines/pdf-lib.ts";
import { pageAt } from "../input/request.ts";
import {
  copyInformation,
  listAttachments,
  listBookmarks,
  mergeAttachments,
  mergeFields,
  mergeLayers,
  readPageLabels,
  writeLabels,
  writeOutline,
} from "./catalog.ts";
import { dropClaim } from "./claim.ts";
import { graftPages, hangPages } from "./graft.ts";

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
  const copier = graft.copiers[0];
  for (const key of keptEntries.map((key) => PDFName.of(key))) {
    const value = source.catalog.get(key);
    if (value) target.catalog.set(key, copier.copy(value));
  }
  if (keepsAttachments) {
    mergeAttachments(target, [graft]);
    const associated = source.catalog.get(PDFName.of("AF"));
    if (associated) target.catalog.set(PDFName.of("AF"), copier.copy(associated));
  }
  // Without its files and tags, a document no longer matches its XMP metadata.
  else if (listAttachments(source).length > 0) target.catalog.delete(PDFName.of("Metadata"));
  dropClaim(target);
  return target;
}
