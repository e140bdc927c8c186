import { zip } from "hub";
import { listReducedMetadata } from "../check/claim.ts";
import { derive } from "../derive.ts";
import { openSource, pdfLibName, saveDocument } from "../engines/pdf-lib.ts";
import { drawFields } from "../fields/draw-fields.ts";
import { flattenForms } from "../flatten.ts";
import { listOriginals } from "../graft/tag-origins.ts";
import { openPdf } from "../input/open.ts";
import { copyProtection } from "../input/protection.ts";
import { dropClaim } from "../objects/claim.ts";
import { listAttachments } from "../objects/entries.ts";
import pdf from "../plugin.ts";
import { answerFile } from "../response.ts";
import { groupPages, type SplitDocument } from "./parts.ts";
import type { SplitBody } from "./request.ts";

/** Splits a PDF into several in a ZIP, or extracts some of its pages as one PDF. */
export async function splitPdf(body: SplitBody) {
  const source = await openPdf(body, { drawFields });
  const document = await openSource(source);
  const attachments_left_out = listAttachments(document).length;
  const removed = attachments_left_out > 0 ? listReducedMetadata(document) : [];
  const pdfa_claim_removed = dropClaim(document);
  const needsForms = body.mode === "blank" || body.mode === "text";
  const readable = needsForms ? { ...source, bytes: await flattenForms(source) } : source;
  const found = await groupPages({ source: readable, document }, body);
  const parts = body.unify ? unifyParts(found) : found;
  checkCount(parts.length);
  const written: Written[] = [];
  const outputs: Uint8Array[] = [];
  const lostTags = listOriginals(document);
  for (const [index, part] of parts.entries()) {
    const derived = await derive(document, part.numbers);
    for (const tag of listOriginals(derived)) lostTags.delete(tag);
    const output = await saveDocument(derived);
    outputs.push(output);
    written.push({ part, index, bytes: await copyProtection(output, source) });
  }
  const manifest = written.map(describePart);
  const [only] = written.length === 1 ? written : [];
  return answerFile(
    {
      bytes: only?.bytes ?? (await zipParts(written)),
      pages: manifest.reduce((sum, { pages }) => sum + pages, 0),
      engine: pdfLibName,
      type: only ? "application/pdf" : "application/zip",
      input: source,
      suffix: only ? "pages" : "split",
      facts: { parts: parts.length, attachments_left_out, pdfa_claim_removed },
      protection: source.wasEncrypted ? "kept" : "none",
      compared: { inputs: [source.bytes], outputs },
      lostTags: lostTags.size,
      warnings:
        removed.length > 0
          ? [`Removed properties of the metadata: ${removed.length} (${removed.join(", ")})`]
          : [],
      details: { manifest },
    },
    body,
  );
}

function checkCount(parts: number): void {
  const { splitPartsMax } = pdf.limits;
  if (parts > splitPartsMax)
    throw pdf.error(
      "too_many_parts",
      `The document would be split into ${parts} parts: at most ${splitPartsMax} are allowed`,
      { at: "body.mode" },
    );
}

interface Written {
  part: SplitDocument;
  index: number;
  bytes: Uint8Array;
}

/** Builds a part's entry in the manifest. */
function describePart(one: Written) {
  const { numbers, title } = one.part;
  return {
    name: buildFileName(one),
    pages: numbers.length,
    page_numbers: numbers,
    bytes: one.bytes.byteLength,
    title: title ?? null,
  };
}

function buildFileName({ index }: Written): string {
  return `${String(index + 1).padStart(3, "0")}.pdf`;
}

function zipParts(written: readonly Written[]) {
  const parts = written.map(describePart);
  return zip({
    "manifest.json": Buffer.from(`${JSON.stringify({ parts }, null, 2)}\n`),
    ...Object.fromEntries(written.map((one) => [buildFileName(one), one.bytes])),
  });
}

function unifyParts(parts: readonly SplitDocument[]): SplitDocument[] {
  const numbers = parts.flatMap((part) => part.numbers);
  const { pagesMax } = pdf.limits;
  if (numbers.length > pagesMax)
    throw pdf.error(
      "pdf_limit_exceeded",
      `The output must have at most ${pagesMax} pages: it would have ${numbers.length}`,
      { at: "body.ranges", members: { limit: "pages" } },
    );
  return [{ numbers }];
}
