import { qpdfOutput, runQpdf } from "../engines/qpdf.ts";
import pdf from "../plugin.ts";

/** The parts of a file that are needed to copy its protection to another file. */
export interface Protected {
  bytes: Uint8Array<ArrayBuffer>;
  /** The file as sent, still encrypted if it was. */
  original: Uint8Array<ArrayBuffer>;
  wasEncrypted: boolean;
  /** The password that opened it, if it was encrypted. */
  password?: string;
}

/**
 * Encrypts a file with the passwords, restrictions and algorithm of a protected file. This requires
 * neither the owner's nor the user's password.
 */
export async function copyProtection(
  bytes: Uint8Array,
  { bytes: plain, original, password = "", wasEncrypted }: Protected,
): Promise<Uint8Array> {
  if (!wasEncrypted) return bytes;
  if (bytes === plain) return original;
  return qpdfOutput(
    [
      // An old file keeps its weak encryption: a strong one would require the owner's password.
      "--allow-weak-crypto",
      "--copy-encryption=/lock.pdf",
      `--encryption-file-password=${password}`,
      "/in.pdf",
    ],
    { files: { "in.pdf": bytes, "lock.pdf": original }, isEncrypted: true },
  );
}

interface DecryptOptions {
  /** The file's location in the request, for messages. */
  at: string;
  password?: string | undefined;
  /** The password's location. */
  passwordAt: string;
}

/**
 * Decrypts a PDF. Returns it with the password that opened it. A missing password is tried as an
 * empty one. A password with compatibility characters is also tried in NFKC, because not all
 * writers normalise it.
 */
export async function decrypt(
  bytes: Uint8Array,
  { at, password, passwordAt }: DecryptOptions,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; password: string }> {
  const candidatePassword = password ?? "";
  let lastMessages = "";
  for (const candidate of new Set([candidatePassword, candidatePassword.normalize("NFKC")])) {
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
      throw pdf.error(
        "pdf_limit_exceeded",
        `${at} needs more memory to decrypt than the limit allows`,
        {
          at,
          members: { limit: "decryption_memory" },
        },
      );
    lastMessages = messages;
  }
  if (!lastMessages.includes("invalid password"))
    throw pdf.error("pdf_corrupt", `${at} cannot be decrypted`, {
      at,
      cause: new Error(lastMessages),
    });
  if (password === undefined)
    throw pdf.error("pdf_password_required", `${at} is encrypted: give its password`, {
      at: passwordAt,
    });
  throw pdf.error("pdf_password_incorrect", `${passwordAt} does not open ${at}`, {
    at: passwordAt,
  });
}
