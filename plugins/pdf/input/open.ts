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
  /** Leaves fields without an appearance to the viewer, because no page is drawn or copied. */
  leavesFields?: boolean;
}

/** Opens the one PDF of a request. */
export async function openPdf(
  body: PdfBody,
  { readsOnly = false, leavesFields = false }: OpenOptions = {},
) {
  const { file, file_base64, password, invalidate_signatures = false } = body;
  const sources = [file, file_base64].filter((source) => source !== undefined);
  if (sources.length !== 1)
    throw pdf.error(
      "invalid_input",
      `body must have one of file and file_base64: it has ${sources.length === 0 ? "neither" : "both"}`,
      { at: "body" },
    );
  const at = file ? "body.file" : "body.file_base64";
  const bytes = file ? await file.bytes() : decodeBase64(file_base64 ?? "", at);
  const isNamed = file instanceof File && file.name !== "body" && file.name !== "";
  return openBytes(bytes, {
    at,
    name: isNamed ? file.name : undefined,
    password,
    passwordAt: "body.password",
    allowsSigned: readsOnly || invalidate_signatures,
    leavesFields,
  });
}

interface BytesOptions {
  /** The file's location in the request, for messages. */
  at: string;
  name?: string | undefined;
  password?: string | undefined;
  /** The password's location. */
  passwordAt: string;
  allowsSigned: boolean;
  /** Leaves fields without an appearance unchanged. */
  leavesFields?: boolean;
}

/** Checks a PDF before any library reads it, and decrypts it. */
export async function openBytes(
  bytes: Uint8Array<ArrayBuffer>,
  { at, name, password, passwordAt, allowsSigned, leavesFields = false }: BytesOptions,
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
      ...(await preparePages({ bytes, ...inspected }, { at, leavesFields })),
      wasEncrypted: false,
    };
  const { decrypt } = await import("./protection.ts");
  const plain = await decrypt(bytes, { at, password, passwordAt });
  const pages = await preflight(plain.bytes, at);
  return {
    ...common,
    ...plain,
    ...(await preparePages({ ...plain, ...pages }, { at, leavesFields })),
    wasEncrypted: true,
  };
}

interface FileInspection extends Omit<Preflight, "isEncrypted" | "isSigned"> {
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Returns a file in which all engines find the same pages, and whose form fields have appearances.
 */
async function preparePages(
  { bytes, pages, isOdd, hasMetadata, mayHaveFields }: FileInspection,
  { at, leavesFields }: Pick<Required<BytesOptions>, "at" | "leavesFields">,
): Promise<Omit<FileInspection, "isOdd">> {
  const hasFields = !leavesFields && mayHaveFields;
  const inspected = { bytes, pages, hasMetadata, mayHaveFields };
  if (!isOdd && !hasFields) return inspected;
  const { openSource, saveDocument } = await import("../engines/pdf-lib.ts");
  const { makeAppearances } = await import("../fields/appearances.ts");
  const document = await openSource({ bytes, pages }, at);
  const drawn = hasFields ? (await makeAppearances(document, at)).drawn : 0;
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
