import type { PDFDocument } from "pdf-lib";
import pdf from "../plugin.ts";
import { type PageBox, type Preflight, preflight } from "../preflight/preflight.ts";
import type { Protected } from "./protection.ts";
import type { PdfBody } from "./request.ts";

/** A PDF that passed preflight and is decrypted. */
export interface Source extends Protected {
  /** The size of the file as sent, before decryption. */
  inputBytes: number;
  /** The filename of its form part. */
  name: string | undefined;
  /** Its pages in order, as displayed. */
  pages: readonly PageBox[];
  isSigned: boolean;
  hasMetadata: boolean;
  mayHaveFields: boolean;
}

interface OpenOptions {
  /** Accepts a signed PDF, because nothing in it is changed. */
  readsOnly?: boolean;
  /** Draws fields without an appearance, if pages are drawn or copied. By default they are left to the viewer. */
  drawFields?: DrawFields;
}

/** Draws the fields of a document that have no appearance, and returns their number. */
type DrawFields = (document: PDFDocument, at: string) => Promise<number>;

/** Opens the one PDF of a request. */
export function openPdf(body: PdfBody, { readsOnly = false, drawFields }: OpenOptions = {}) {
  const { file, file_base64, password, invalidate_signatures = false } = body;
  return openField(
    { file, base64: file_base64, password },
    {
      field: "file",
      passwordAt: "body.password",
      allowsSigned: readsOnly || invalidate_signatures,
      ...(drawFields && { drawFields }),
    },
  );
}

/** A PDF of a request, as a form part or in base64. */
interface GivenPdf {
  file?: PdfBody["file"];
  base64?: string | undefined;
  password?: string | undefined;
}

/** Opens a PDF from the field of this name, or from the one whose name ends in `_base64`. */
export async function openField(
  { file, base64, password }: GivenPdf,
  { field, ...options }: Omit<BytesOptions, "at" | "name" | "password"> & { field: string },
) {
  const sources = [file, base64].filter((source) => source !== undefined);
  if (sources.length !== 1)
    throw pdf.error(
      "invalid_input",
      `body must have one of ${field} and ${field}_base64: it has ${sources.length === 0 ? "neither" : "both"}`,
      { at: "body" },
    );
  const at = file ? `body.${field}` : `body.${field}_base64`;
  const bytes = file ? await file.bytes() : decodeBase64(base64 ?? "", at);
  const isNamed = file instanceof File && file.name !== "body" && file.name !== "";
  return openBytes(bytes, { ...options, at, name: isNamed ? file.name : undefined, password });
}

interface BytesOptions {
  /** The file's location in the request, for messages. */
  at: string;
  name?: string | undefined;
  password?: string | undefined;
  /** The password's location. */
  passwordAt: string;
  allowsSigned: boolean;
  drawFields?: DrawFields;
}

/** Checks a PDF before any library reads it, and decrypts it. */
export async function openBytes(
  bytes: Uint8Array<ArrayBuffer>,
  { at, name, password, passwordAt, allowsSigned, drawFields }: BytesOptions,
): Promise<Source> {
  checkSize(bytes, at);
  const inspected = await preflight(bytes, at);
  if (inspected.isSigned && !allowsSigned)
    throw pdf.error(
      "pdf_signed",
      `${at} is signed, and the change would break its signature: set "invalidate_signatures" to allow it`,
      { at },
    );
  const common = {
    original: bytes,
    inputBytes: bytes.byteLength,
    name,
    isSigned: inspected.isSigned,
  };
  if (!inspected.isEncrypted)
    return {
      ...common,
      ...(await preparePages({ bytes, ...inspected }, { at, drawFields })),
      wasEncrypted: false,
    };
  const { decrypt } = await import("./protection.ts");
  const plain = await decrypt(bytes, { at, password, passwordAt });
  const pages = await preflight(plain.bytes, at);
  return {
    ...common,
    ...plain,
    ...(await preparePages({ ...plain, ...pages }, { at, drawFields })),
    wasEncrypted: true,
  };
}

interface FileInspection extends Omit<Preflight, "isEncrypted" | "isSigned"> {
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Returns a file in which all engines find the same pages, and whose form fields are drawn on request.
 */
async function preparePages(
  { bytes, pages, isOdd, hasMetadata, mayHaveFields }: FileInspection,
  { at, drawFields }: { at: string; drawFields: DrawFields | undefined },
): Promise<Omit<FileInspection, "isOdd">> {
  const draw = mayHaveFields ? drawFields : undefined;
  const inspected = { bytes, pages, hasMetadata, mayHaveFields };
  if (!isOdd && !draw) return inspected;
  const { openSource, saveDocument } = await import("../engines/pdf-lib.ts");
  const document = await openSource({ bytes, pages }, at);
  const drawn = (await draw?.(document, at)) ?? 0;
  if (!isOdd && drawn === 0) return inspected;
  return { ...inspected, bytes: await saveDocument(document) };
}

/** Decodes base64, alone or in a data URI. `at` is the field's location, for messages. */
export function decodeBase64(text: string, at: string): Uint8Array<ArrayBuffer> {
  const comma = text.startsWith("data:") ? text.indexOf(",") : -1;
  try {
    return Uint8Array.fromBase64(comma < 0 ? text : text.slice(comma + 1));
  } catch (cause) {
    throw pdf.error("invalid_input", `${at} must be base64, alone or as a data URI`, { at, cause });
  }
}

/** Throws if the file exceeds the size limit. */
export function checkSize({ byteLength }: Uint8Array, at: string): void {
  const { fileBytesMax } = pdf.limits;
  if (byteLength > fileBytesMax)
    throw pdf.error("payload_too_large", `${at} must have at most ${fileBytesMax} bytes`, {
      at,
      members: { max_bytes: fileBytesMax },
    });
}
