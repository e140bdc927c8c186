import { qpdfOutput, runQpdf } from "../engines/qpdf.ts";
import pdf from "../plugin.ts";
import type { algorithms, Permissions } from "./permissions.ts";
import type { Protected } from "./protection.ts";

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
