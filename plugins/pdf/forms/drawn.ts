import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import { flattenAnnotations } from "../organize/flatten.ts";
import { mayHaveFields } from "./may-have-fields.ts";

/**
 * A file as it is seen: what is in its form fields is part of the pages, since pdfium neither draws
 * fields nor reads them. A file without any is answered as it is.
 */
export async function flattenForms(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (!mayHaveFields(bytes)) return bytes;
  const document = await openDocument(bytes);
  await flattenAnnotations(document, ["forms"]);
  return saveDocument(document);
}
