import type { CommonDoors } from "hub";
import { qpdfName, qpdfOutput } from "../engines/qpdf.ts";
import { openPdf, type Source } from "../input/open.ts";
import { encrypt, readRestrictions, unrestricted } from "../input/restrictions.ts";
import pdf from "../plugin.ts";
import { answerFile } from "../response.ts";
import type { UnlockBody } from "./request.ts";

/** Removes the password, the restrictions and the signatures' lock from a PDF. */
export async function unlockPdf(
  { remove, lenient, ...body }: UnlockBody,
  { random }: Pick<CommonDoors, "random">,
) {
  const removes = new Set(remove);
  const source = await openPdf(body, {
    readsOnly: removes.has("signatures"),
  });
  const hasProtection = source.wasEncrypted || (removes.has("signatures") && source.isSigned);
  if (!hasProtection && !lenient)
    throw pdf.error(
      "pdf_not_encrypted",
      'The PDF has no password and no restrictions: set "lenient" to return it unchanged',
      { at: "body" },
    );
  const plain = removes.has("signatures")
    ? await qpdfOutput(["--remove-restrictions", "/in.pdf"], { files: { "in.pdf": source.bytes } })
    : source.bytes;
  const bytes = source.wasEncrypted
    ? await encryptAgain(plain, { source, removes, random })
    : plain;
  const facts = { was_encrypted: source.wasEncrypted, was_signed: source.isSigned };
  return answerFile(
    {
      bytes,
      pages: source.pages.length,
      engine: qpdfName,
      input: source,
      suffix: "unlocked",
      facts,
      protection: !source.wasEncrypted ? "none" : bytes === plain ? "removed" : "set",
      compared: { inputs: [source.bytes], outputs: [plain] },
    },
    body,
  );
}

interface ReencryptOptions {
  source: Source;
  removes: ReadonlySet<string>;
  random: CommonDoors["random"];
}

/** Encrypts a file again with the protection that was not to be removed. */
async function encryptAgain(plain: Uint8Array, { source, removes, random }: ReencryptOptions) {
  const keepsPassword = !removes.has("password");
  const keepsRestrictions = !removes.has("restrictions");
  if (!keepsPassword && !keepsRestrictions) return plain;
  const password = source.password ?? "";
  return encrypt(plain, {
    user: keepsPassword ? password : "",
    owner: keepsRestrictions || password === "" ? random.bytes(24).toBase64() : password,
    algorithm: "aes256",
    permissions: keepsRestrictions ? (await readRestrictions(source)).permissions : unrestricted,
    encryptMetadata: true,
  });
}
