import { qpdfOutput } from "../engines/qpdf.ts";
import type { algorithms } from "./algorithms.ts";
import type { Permissions } from "./permissions.ts";

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
