import type { PDFDocument } from "pdf-lib";
import { checkSource, createSubject } from "../check/check.ts";
import type { Profile } from "../check/rule.ts";
import { deleteUnreachable, openSource, pdfLibName, saveDocument } from "../engines/pdf-lib.ts";
import { qpdfOutput } from "../engines/qpdf.ts";
import { drawFields } from "../fields/draw-fields.ts";
import { openBytes, openPdf, type Source } from "../input/open.ts";
import { checkRestrictions, isRestricted } from "../input/restrictions.ts";
import { dropClaim, hasClaim, readMetadata } from "../objects/claim.ts";
import pdf from "../plugin.ts";
import { answerFile } from "../response.ts";
import { convertAttachments } from "./attachments.ts";
import { Changes } from "./changes.ts";
import { convertColors } from "./colors.ts";
import { correctContents } from "./contents.ts";
import { convertFonts } from "./fonts.ts";
import { writeMetadata } from "./metadata.ts";
import { correctAnnotations, removeForbidden, removeSignatures } from "./remove.ts";
import type { PdfaBody } from "./request.ts";

/** Converts a PDF to PDF/A. Throws if the result doesn't pass the check of the same standard. */
export async function toPdfa({ profile, ...body }: PdfaBody) {
  const source = await openPdf(body, { drawFields });
  await checkRestrictions(source, { at: "body.file", what: isRestricted });
  const changes = new Changes();
  // A file without metadata claims nothing, and corrected pages or fields differ from what was sent.
  const mayBeSound = source.bytes === source.original && source.hasMetadata;
  const isSound = mayBeSound && (await checkSource(source, profile)).passed;
  const bytes = isSound ? source.original : await convert(source, { profile, changes });
  return answerFile(
    {
      bytes,
      pages: source.pages.length,
      engine: pdfLibName,
      input: source,
      suffix: "pdfa",
      protection: source.wasEncrypted ? "removed" : "none",
      compared: { inputs: [source.bytes], outputs: [bytes] },
      facts: { profile, converted: !isSound, changes: changes.toHeader() },
      warnings: changes.toSentences(),
    },
    body,
  );
}

async function convert(
  source: Source,
  { profile, changes }: { profile: PdfaBody["profile"]; changes: Changes },
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await openSource(source);
  if (source.wasEncrypted) changes.add("encryption");
  if (source.isSigned) removeSignatures(document, changes);
  const createParts = () =>
    createSubject(document, { source, profile, xmp: readMetadata(document) });
  removeForbidden(createParts(), changes);
  await convertAttachments(createParts(), changes);
  correctAnnotations(createParts(), changes);
  deleteUnreachable(document);
  correctContents(document, changes);
  await convertColors(createParts(), changes);
  await convertFonts(createParts(), { bytes: source.bytes, changes });
  writeMetadata(document, { profile, changes });
  let bytes = await writeArchive(document);
  if (hasClaim(document, "pdfua") && !(await checkBytes(bytes, "pdfua-1")).passed) {
    dropClaim(document, "pdfua");
    bytes = await writeArchive(document);
  }
  await confirm(bytes, profile);
  return bytes;
}

async function writeArchive(document: PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  deleteUnreachable(document);
  return qpdfOutput(
    ["--force-version=1.7", "--newline-before-endstream", "--object-streams=generate", "/in.pdf"],
    { files: { "in.pdf": await saveDocument(document) } },
  );
}

async function checkBytes(bytes: Uint8Array<ArrayBuffer>, profile: Profile) {
  const options = {
    at: "body.file",
    passwordAt: "body.password",
    allowsSigned: true,
  };
  return checkSource(await openBytes(bytes, options), profile);
}

/** Throws if the file doesn't pass the check. */
async function confirm(
  bytes: Uint8Array<ArrayBuffer>,
  profile: PdfaBody["profile"],
): Promise<void> {
  const at = "body.file";
  const { passed, violations } = await checkBytes(bytes, profile);
  if (passed) return;
  const rules = violations.map(({ rule, details }) =>
    details.length > 0 ? `${rule} (${details.join(", ")})` : rule,
  );
  throw pdf.error("pdfa_impossible", `Cannot convert ${at} to ${profile}: ${rules.join("; ")}`, {
    at,
    members: { violations },
  });
}
