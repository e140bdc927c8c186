import pdf from "../plugin.ts";
import type { PageBox } from "../preflight/page-tree.ts";
import { preflight } from "../preflight/preflight.ts";
import { bytesOfBase64, checkSize } from "./bytes.ts";

/** The fields of a body that `openPdf` reads. */
export interface PdfBody {
  file?: File | undefined;
  file_base64?: string | undefined;
  password?: string | undefined;
  invalidate_signatures?: boolean;
}

/** A PDF that was looked through and, where it was encrypted, decrypted. */
export interface Source {
  bytes: Uint8Array<ArrayBuffer>;
  /** The file as it was sent, encrypted where it was. */
  original: Uint8Array<ArrayBuffer>;
  /** As it was sent, before decryption. */
  inputBytes: number;
  /** As its part of the form was called. */
  name: string | undefined;
  /** Its pages in order, as they are seen. */
  pages: readonly PageBox[];
  wasEncrypted: boolean;
  /** What opened it, where it was encrypted. */
  password?: string;
  isSigned: boolean;
}

interface OpenOptions {
  /** Takes a signed PDF, as nothing in it is changed. */
  readsOnly?: boolean;
}

/** The one PDF of a request. */
export async function openPdf(body: PdfBody, { readsOnly = false }: OpenOptions = {}) {
  const { file, file_base64, password, invalidate_signatures = false } = body;
  const given = [file, file_base64].filter((source) => source !== undefined);
  if (given.length !== 1)
    throw pdf.error(
      "invalid_input",
      `body must have one of file and file_base64: it has ${given.length === 0 ? "neither" : "both"}`,
      { at: "body" },
    );
  const at = file ? "body.file" : "body.file_base64";
  const bytes = file ? await file.bytes() : bytesOfBase64(file_base64!, at);
  const isNamed = file instanceof File && file.name !== "body" && file.name !== "";
  return openBytes(bytes, {
    at,
    name: isNamed ? file.name : undefined,
    password,
    passwordAt: "body.password",
    allowsSigned: readsOnly || invalidate_signatures,
  });
}

export interface BytesOptions {
  /** The file's place in the request, for messages. */
  at: string;
  name?: string | undefined;
  password?: string | undefined;
  /** The password's place. */
  passwordAt: string;
  allowsSigned: boolean;
}

/** Looks a PDF through before any library does, and decrypts it. */
export async function openBytes(
  bytes: Uint8Array<ArrayBuffer>,
  { at, name, password, passwordAt, allowsSigned }: BytesOptions,
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
  if (!seen.isEncrypted) return { ...common, bytes, pages: seen.pages, wasEncrypted: false };
  const { decrypt } = await import("../engines/decrypt.ts");
  const plain = await decrypt(bytes, { at, password, passwordAt });
  const { pages } = await preflight(plain.bytes, at);
  return { ...common, ...plain, pages, wasEncrypted: true };
}
