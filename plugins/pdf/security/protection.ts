import { qpdfOutput, runQpdf } from "../engines/qpdf.ts";
import pdf from "../plugin.ts";
import type { algorithms, Permissions } from "./schema.ts";

/** A file as far as it takes to put its protection on another. */
export interface Protected {
  bytes: Uint8Array<ArrayBuffer>;
  /** The file as it was sent, encrypted where it was. */
  original: Uint8Array<ArrayBuffer>;
  wasEncrypted: boolean;
  /** What opened it, where it was encrypted. */
  password?: string;
}

/**
 * A file made of a protected one, by the same passwords, the same restrictions and the same
 * algorithm: neither the owner's password nor the user's has to be known for that.
 */
export async function copyProtection(
  bytes: Uint8Array,
  { bytes: plain, original, password = "", wasEncrypted }: Protected,
): Promise<Uint8Array> {
  if (!wasEncrypted) return bytes;
  if (bytes === plain) return original;
  return qpdfOutput(
    [
      // An old file keeps its weak lock: a strong one would need the owner's password.
      "--allow-weak-crypto",
      "--copy-encryption=/lock.pdf",
      `--encryption-file-password=${password}`,
      "/in.pdf",
    ],
    { files: { "in.pdf": bytes, "lock.pdf": original }, isEncrypted: true },
  );
}

/** What those may do who open a file by its user's password, and whether the owner's was given. */
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

interface Held {
  /** The file's place in the request. */
  at: string;
  /** What would be got round. */
  what: (permissions: Permissions) => boolean;
}

/** Refuses what would take an owner's restrictions off without the owner's password. */
export async function checkRestrictions(source: Protected, { at, what }: Held): Promise<void> {
  if (!source.wasEncrypted) return;
  const { permissions, isOwner } = await readRestrictions(source);
  if (isOwner || !what(permissions)) return;
  throw pdf.error(
    "pdf_restricted",
    `${at} has restrictions that this would take off: give the owner's password, or unlock it first`,
    { at },
  );
}

interface DecryptOptions {
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
      throw pdf.error("pdf_limit_exceeded", `${at} takes more memory to decrypt than it may`, {
        at,
        members: { limit: "decryption_memory" },
      });
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

export interface Encryption {
  user: string;
  owner: string;
  algorithm: (typeof algorithms)[number];
  permissions: Permissions;
  encryptMetadata: boolean;
}

/** Encrypts a PDF: by AES-256 as of ISO 32000-2 (revision 6), or by AES-128 for old readers. */
export function encrypt(
  bytes: Uint8Array,
  { user, owner, algorithm, permissions, encryptMetadata }: Encryption,
): Promise<Uint8Array<ArrayBuffer>> {
  const { print, copy, modify, annotate, fill_forms, assemble } = permissions;
  const sign = (allowed: boolean) => (allowed ? "y" : "n");
  const isOld = algorithm === "aes128";
  return qpdfOutput(
    [
      "--encrypt",
      `--user-password=${user}`,
      `--owner-password=${owner}`,
      `--bits=${isOld ? 128 : 256}`,
      ...(isOld ? ["--use-aes=y"] : []),
      `--print=${print === "high" ? "full" : print}`,
      `--extract=${sign(copy)}`,
      `--modify-other=${sign(modify)}`,
      `--annotate=${sign(annotate)}`,
      `--form=${sign(fill_forms)}`,
      `--assemble=${sign(assemble)}`,
      "--accessibility=y",
      ...(encryptMetadata ? [] : ["--cleartext-metadata"]),
      "--",
      "/in.pdf",
    ],
    { files: { "in.pdf": bytes }, isEncrypted: true },
  );
}

/** Everything allowed. */
export const unrestricted: Permissions = {
  print: "high",
  copy: true,
  modify: true,
  annotate: true,
  fill_forms: true,
  assemble: true,
};

/** Whether anything is held back. */
export function isRestricted(permissions: Permissions): boolean {
  const { print, ...others } = permissions;
  return (
    print !== "high" ||
    [others.copy, others.modify, others.annotate, others.fill_forms, others.assemble].includes(
      false,
    )
  );
}
