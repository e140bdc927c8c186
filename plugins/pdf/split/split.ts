import { zip } from "hub";
import { answerFile } from "../answer.ts";
import { openSource, pdfLibName, saveDocument } from "../engines/pdf-lib.ts";
import { flattenForms } from "../forms/flatten.ts";
import { listAttachments } from "../graft/catalog.ts";
import { dropClaim } from "../graft/claim.ts";
import { derive } from "../graft/derive.ts";
import { openPdf } from "../input/open.ts";
import pdf from "../plugin.ts";
import { keepProtection } from "../security/protection.ts";
import { type Part, partsOf } from "./parts.ts";
import type { SplitBody } from "./schema.ts";

/** Splits a PDF into several, in a ZIP, or takes some of its pages as one. */
export async function splitPdf(body: SplitBody) {
  const source = await openPdf(body);
  const document = await openSource(source);
  const attachments_left_out = listAttachments(document).length;
  const pdfa_claim_removed = dropClaim(document);
  const isSeen = body.mode === "blank" || body.mode === "text";
  const seen = isSeen ? { ...source, bytes: await flattenForms(source.bytes) } : source;
  const found = await partsOf({ source: seen, document }, body);
  const parts = body.unify ? unifyParts(found) : found;
  const { splitPartsMax } = pdf.limits;
  if (parts.length > splitPartsMax)
    throw pdf.error(
      "too_many_parts",
      `The document would fall into ${parts.length} parts: at most ${splitPartsMax} are answered`,
      { at: "body.mode" },
    );
  const files: Record<string, Uint8Array> = {};
  const manifest = [];
  for (const [index, { numbers, title }] of parts.entries()) {
    const name = `${String(index + 1).padStart(3, "0")}.pdf`;
    const part = await saveDocument(await derive(document, numbers));
    const bytes = await keepProtection(part, source);
    files[name] = bytes;
    manifest.push({
      name,
      pages: numbers.length,
      page_numbers: numbers,
      bytes: bytes.byteLength,
      title: title ?? null,
    });
  }
  const isOne = parts.length === 1;
  const bytes = isOne
    ? files["001.pdf"]!
    : await zip({
        "manifest.json": Buffer.from(`${JSON.stringify({ parts: manifest }, null, 2)}\n`),
        ...files,
      });
  return answerFile(
    {
      bytes,
      pages: manifest.reduce((sum, { pages }) => sum + pages, 0),
      engine: pdfLibName,
      type: isOne ? "application/pdf" : "application/zip",
      input: source,
      suffix: isOne ? "pages" : "split",
      facts: { parts: parts.length, attachments_left_out, pdfa_claim_removed },
      protection: source.wasEncrypted ? "kept" : "none",
      details: { manifest },
    },
    body,
  );
}

function unifyParts(parts: readonly Part[]): Part[] {
  const numbers = parts.flatMap((part) => part.numbers);
  const { pagesMax } = pdf.limits;
  if (numbers.length > pagesMax)
    throw pdf.error(
      "pdf_limit_exceeded",
      `The answer must have at most ${pagesMax} pages: it would have ${numbers.length}`,
      { at: "body.ranges", members: { limit: "pages" } },
    );
  return [{ numbers }];
}
