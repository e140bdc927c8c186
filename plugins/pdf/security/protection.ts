import { qpdfOutput, runQpdf } from "../engines/qpdf.ts";
import pdf from "../plugin.ts";
import type { Permissions } from "./permissions.ts";

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
export async function keepProtection(
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
export async function restrictionsOf({ original, password = "" }: Protected): Promise<{
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
  const { permissions, isOwner } = await restrictionsOf(source);
  if (isOwner || !what(permissions)) return;
  throw pdf.error(
    "pdf_restricted",
    `${at} has restrictions that this would take off: give the owner's password, or unlock it first`,
    { at },
  );
}
