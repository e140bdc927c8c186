import { cleanFileName, reply, zip } from "hub";
import { openSource, pdfLibName } from "../engines/pdf-lib.ts";
import { type AttachedFile, guessMediaType, listAttachedFiles } from "../graft/attached-files.ts";
import { openPdf } from "../input/open.ts";
import { checkRestrictions } from "../input/restrictions.ts";
import { nameEntry, textEntry } from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import pdf from "../plugin.ts";
import { answerFile } from "../response.ts";
import type { ExtractBody } from "./request.ts";

/** Returns the attached files of a PDF as a ZIP, or in JSON with what the PDF says about them. */
export async function extractFiles({ names, ...body }: ExtractBody) {
  const source = await openPdf(body, { readsOnly: true });
  await checkRestrictions(source, { at: "body", what: ({ copy }) => !copy });
  const all = listAttachedFiles(await openSource(source));
  for (const [index, name] of (names ?? []).entries())
    requireFile(all, name, `body.names.${index}`);
  const chosen = all.filter(({ name }) => names?.includes(name) ?? true);
  const files = chosen.map((file) => ({ ...file, bytes: streamBytes(file.stream) }));
  const { inflatedBytesMax } = pdf.limits;
  const size = files.reduce((sum, { bytes }) => sum + (bytes?.byteLength ?? 0), 0);
  if (size > inflatedBytesMax)
    throw pdf.error(
      "pdf_limit_exceeded",
      `The attached files must have at most ${inflatedBytesMax} bytes together: they have ${size}`,
      { at: "body", members: { limit: "inflated_bytes", max: inflatedBytesMax } },
    );
  if (body.response === "json") return reply({ data: { files: files.map(describeFile) } });
  return answerFile(
    {
      bytes: await zip(nameEntries(files)),
      type: "application/zip",
      pages: source.pages.length,
      engine: pdfLibName,
      input: { inputBytes: source.inputBytes, name: source.name },
      suffix: "attachments",
      facts: { attachments: files.length },
    },
    body,
  );
}

interface ReadFile extends AttachedFile {
  /** Undefined if the file is damaged. */
  bytes: Uint8Array | undefined;
}

function describeFile({ name, page, spec, stream, bytes }: ReadFile) {
  return {
    name,
    description: textEntry(spec, "Desc") ?? null,
    relationship: nameEntry(spec, "AFRelationship")?.toLowerCase() ?? null,
    mime: nameEntry(stream?.dict, "Subtype") ?? guessMediaType(name),
    page,
    base64: bytes?.toBase64() ?? null,
  };
}

/** Throws if no attached file has this name. */
export function requireFile(all: readonly AttachedFile[], name: string, at: string): void {
  if (all.some((file) => file.name === name)) return;
  const known = all.slice(0, 10).map((file) => `"${file.name}"`);
  throw pdf.error(
    "attachment_not_found",
    `${at} must be the name of an attached file: it is "${name}", and the PDF has ${known.join(", ") || "none"}`,
    { at },
  );
}

/** Gives each file a safe name of its own in the archive. */
function nameEntries(files: readonly ReadFile[]) {
  const entries = new Map<string, Uint8Array>();
  for (const { name, bytes } of files) {
    if (!bytes) continue;
    const safe = cleanFileName(name) || "unnamed";
    let unique = safe;
    for (let index = 2; entries.has(unique); index++) unique = `${index}-${safe}`;
    entries.set(unique, bytes);
  }
  return Object.fromEntries(entries);
}
