import pdf from "../plugin.ts";
import { type PageBox, type Preflight, preflight } from "../preflight/preflight.ts";
import type { Protected } from "../security/protection.ts";
import type { PdfBody } from "./fields.ts";

/** A PDF that was looked through and, where it was encrypted, decrypted. */
export interface Source extends Protected {
  /** As it was sent, before decryption. */
  inputBytes: number;
  /** As its part of the form was called. */
  name: string | undefined;
  /** Its pages in order, as they are seen. */
  pages: readonly PageBox[];
  isSigned: boolean;
  hasMetadata: boolean;
  mayHaveFields: boolean;
}

interface OpenOptions {
  /** Takes a signed PDF, as nothing in it is changed. */
  readsOnly?: boolean;
  /** Leaves it to viewers to draw fields that have no appearance, as no page is drawn or copied. */
  leavesFields?: boolean;
}

/** The one PDF of a request. */
export async function openPdf(
  body: PdfBody,
  { readsOnly = false, leavesFields = false }: OpenOptions = {},
) {
  const { file, file_base64, password, invalidate_signatures = false } = body;
  const given = [file, file_base64].filter((source) => source !== undefined);
  if (given.length !== 1)
    throw pdf.error(
      "invalid_input",
      `body must have one of file and file_base64: it has ${given.length === 0 ? "neither" : "both"}`,
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
  /** The file's place in the request, for messages. */
  at: string;
  name?: string | undefined;
  password?: string | undefined;
  /** The password's place. */
  passwordAt: string;
  allowsSigned: boolean;
  /** Leaves fields without an appearance as they are. */
  leavesFields?: boolean;
}

/** Looks a PDF through before any library does, and decrypts it. */
export async function openBytes(
  bytes: Uint8Array<ArrayBuffer>,
  { at, name, password, passwordAt, allowsSigned, leavesFields = false }: BytesOptions,
): Promise<Source> {
  checkSize(bytes, at);
  const seen = await preflight(bytes, at);
  if (seen.isSigned && !allowsSigned)
    throw pdf.error(
      "pdf_signed",
      `${at} is signed, and the change would break its signature: allow it by "invalidate_signatures"`,
      { at },
    );
  const common = { original: bytes, inputBytes: bytes.byteLength, name, isSigned: seen.isSigned };
  if (!seen.isEncrypted)
    return {
      ...common,
      ...(await preparePages({ bytes, ...seen }, { at, leavesFields })),
      wasEncrypted: false,
    };
  const { decrypt } = await import("../security/protection.ts");
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

/** A file in which all engines find the same pages, with what is to be seen in its form fields. */
async function preparePages(
  { bytes, pages, isOdd, hasMetadata, mayHaveFields }: FileInspection,
  { at, leavesFields }: Pick<Required<BytesOptions>, "at" | "leavesFields">,
): Promise<Omit<FileInspection, "isOdd">> {
  const hasFields = !leavesFields && mayHaveFields;
  const seen = { bytes, pages, hasMetadata, mayHaveFields };
  if (!isOdd && !hasFields) return seen;
  const { openSource, saveDocument } = await import("../engines/pdf-lib.ts");
  const { makeAppearances } = await import("../forms/appearances.ts");
  const document = await openSource({ bytes, pages }, at);
  const drawn = hasFields ? await makeAppearances(document, at) : 0;
  if (!isOdd && drawn === 0) return seen;
  return { ...seen, bytes: await saveDocument(document) };
}

/** The bytes of base64, alone or in a data URI. `at` is the field's place, for messages. */
export function decodeBase64(text: string, at: string): Uint8Array<ArrayBuffer> {
  const comma = text.startsWith("data:") ? text.indexOf(",") : -1;
  try {
    return Uint8Array.fromBase64(comma < 0 ? text : text.slice(comma + 1));
  } catch (cause) {
    throw pdf.error("invalid_input", `${at} must be base64, alone or as a data URI`, { at, cause });
  }
}

/** Refuses a file that has more bytes than it may. */
export function checkSize({ byteLength }: Uint8Array, at: string): void {
  const { fileBytesMax } = pdf.limits;
  if (byteLength > fileBytesMax)
    throw pdf.error("payload_too_large", `${at} must have at most ${fileBytesMax} bytes`, {
      at,
      members: { max_bytes: fileBytesMax },
    });
}
