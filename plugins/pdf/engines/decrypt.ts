import pdf from "../plugin.ts";
import { runQpdf } from "./qpdf.ts";

export interface DecryptOptions {
  /** The file's place in the request, for messages. */
  at: string;
  password?: string | undefined;
  /** The password's place. */
  passwordAt: string;
}

/**
 * The PDF without its encryption, and the password that opened it. A missing one is tried as the empty
 * one, and one that looks like plainer characters also as these: readers prepare it so, and not all do.
 */
export async function decrypt(
  bytes: Uint8Array,
  { at, password, passwordAt }: DecryptOptions,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; password: string }> {
  const given = password ?? "";
  let said = "";
  for (const candidate of new Set([given, given.normalize("NFKC")])) {
    const { output, messages, isOutOfMemory } = await runQpdf(
      [
        `--password=${candidate}`,
        "--decrypt",
        "--stream-data=preserve",
        "--object-streams=preserve",
        "--deterministic-id",
        "/in.pdf",
        "/out.pdf",
      ],
      { "in.pdf": bytes },
    );
    if (output) return { bytes: output, password: candidate };
    if (isOutOfMemory)
      throw pdf.error("pdf_limit_exceeded", `${at} takes more memory to decrypt than it may`, { at, members: { limit: "decryption_memory" } });
    said = messages;
  }
  if (!said.includes("invalid password"))
    throw pdf.error("pdf_corrupt", `${at} cannot be decrypted`, { at, cause: new Error(said) });
  if (password === undefined)
    throw pdf.error("pdf_password_required", `${at} is encrypted: give its password`, {
      at: passwordAt,
    });
  throw pdf.error("pdf_password_incorrect", `${passwordAt} does not open ${at}`, {
    at: passwordAt,
  });
}
