import pdf from "../plugin.ts";
import { runQpdf } from "./qpdf.ts";

export interface DecryptOptions {
  /** The file's place in the request, for messages. */
  at: string;
  password?: string | undefined;
  /** The password's place. */
  passwordAt: string;
}

/** The PDF without its encryption. A missing password is tried as the empty one. */
export async function decrypt(
  bytes: Uint8Array,
  { at, password, passwordAt }: DecryptOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { output, messages, isOutOfMemory } = await runQpdf(
    [
      `--password=${password ?? ""}`,
      "--decrypt",
      "--stream-data=preserve",
      "--object-streams=preserve",
      "--deterministic-id",
      "/in.pdf",
      "/out.pdf",
    ],
    { "in.pdf": bytes },
  );
  if (output) return output;
  if (isOutOfMemory)
    throw pdf.error("pdf_limit_exceeded", `${at} takes more memory to decrypt than it may`, {
      at,
      members: { limit: "decryption_memory" },
    });
  if (!messages.includes("invalid password"))
    throw pdf.error("pdf_corrupt", `${at} cannot be decrypted`, { at, cause: new Error(messages) });
  if (password === undefined)
    throw pdf.error("pdf_password_required", `${at} is encrypted: give its password`, {
      at: passwordAt,
    });
  throw pdf.error("pdf_password_incorrect", `${passwordAt} does not open ${at}`, {
    at: passwordAt,
  });
}
