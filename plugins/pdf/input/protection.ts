import { qpdfOutput, runQpdf } from "../engines/qpdf.ts";
import pdf from "../plugin.ts";
import type { algorithms, Permissions } from "./permissions.ts";

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

/**
 * Returns the permissions of those who have only the user's password, and whether the owner's was
 * given.
 */
export async function readRestrictions({ original, password = "" }: Protected): Promise<{
  permissions: Permissions;
  isOwner: boolean;
}> {
  const args = [`--password=${password}`, "--json", "--json-key=encrypt", "/in.pdf"];
  const { messages } = await runQpdf(args, { "in.pdf": original });
  const { capabilities: may, ownerpasswordmatched } = JSON.parse(messages).encrypt;
  const permissions: Permissions = {
    print: may.printhigh ? "high" : may.printlow ? "low" : "none",
    copy: may.extract,
    modify: may.modifyother,
    annotate: may.modifyannotations,
    fill_forms: may.modifyforms,
    assemble: may.modifyassembly,
  };
  return { permissions, isOwner: ownerpasswordmatched };
}

interface RestrictionCheck {
  /** The file's location in the request. */
  at: string;
  /** Returns whether the operation would circumvent these permissions. */
  what: (permissions: Permissions) => boolean;
}

/** Throws if an operation would circumvent an owner's restrictions without the owner's password. */
export async function checkRestrictions(
  source: Protected,
  { at, what }: RestrictionCheck,
): Promise<void> {
  if (!source.wasEncrypted) return;
  const { permissions, isOwner } = await readRestrictions(source);
  if (isOwner || !what(permissions)) return;
  throw pdf.error(
    "pdf_restricted",
    `${at} has restrictions that this would circumvent: give the owner's password, or unlock it first`,
    { at },
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

export interface Encryption {
  user: string;
  owner: string;
  algorithm: (typeof algorithms)[number];
  permissions: Permissions;
  encryptMetadata: boolean;
}

/** Encrypts a PDF with AES-256 (ISO 32000-2, revision 6), or with AES-128 for old readers. */
export function encrypt(
  bytes: Uint8Array,
  { user, owner, algorithm, permissions, encryptMetadata }: Encryption,
): Promise<Uint8Array<ArrayBuffer>> {
  const { print, copy, modify, annotate, fill_forms, assemble } = permissions;
  const toFlag = (allowed: boolean) => (allowed ? "y" : "n");
  const isOld = algorithm === "aes128";
  return qpdfOutput(
    [
      "--encrypt",
      `--user-password=${user}`,
      `--owner-password=${owner}`,
      `--bits=${isOld ? 128 : 256}`,
      ...(isOld ? ["--use-aes=y"] : []),
      `--print=${print === "high" ? "full" : print}`,
      `--extract=${toFlag(copy)}`,
      `--modify-other=${toFlag(modify)}`,
      `--annotate=${toFlag(annotate)}`,
      `--form=${toFlag(fill_forms)}`,
      `--assemble=${toFlag(assemble)}`,
      "--accessibility=y",
      ...(encryptMetadata ? [] : ["--cleartext-metadata"]),
      "--",
      "/in.pdf",
    ],
    { files: { "in.pdf": bytes }, isEncrypted: true },
  );
}

/** Permissions that allow everything. */
export const unrestricted: Permissions = {
  print: "high",
  copy: true,
  modify: true,
  annotate: true,
  fill_forms: true,
  assemble: true,
};

/** Returns whether any permission is restricted. */
export function isRestricted(permissions: Permissions): boolean {
  const { print, ...others } = permissions;
  return (
    print !== "high" ||
    [others.copy, others.modify, others.annotate, others.fill_forms, others.assemble].includes(
      false,
    )
  );
}
