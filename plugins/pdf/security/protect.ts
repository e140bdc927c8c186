import type { CommonDoors } from "hub";
import { removeClaim } from "../check/claim.ts";
import { qpdfName } from "../engines/qpdf.ts";
import { openPdf } from "../input/open.ts";
import type { Permissions } from "../input/permissions.ts";
import {
  checkRestrictions,
  type Encryption,
  encrypt,
  isRestricted,
} from "../input/restrictions.ts";
import pdf from "../plugin.ts";
import { answerFile } from "../response.ts";
import type { ProtectBody } from "./request.ts";

/** Encrypts a PDF with a user password, an owner password, or both. */
export async function protectPdf(body: ProtectBody, { random }: Pick<CommonDoors, "random">) {
  const { algorithm, permissions, encrypt_metadata, require_strong } = body;
  const { user, owner } = requirePasswords(body, permissions);
  for (const [field, value] of [
    ["user_password", user],
    ["owner_password", owner],
  ] as const)
    if (value)
      checkPassword(value, { at: `body.${field}`, algorithm, requireStrong: require_strong });
  const source = await openPdf(body);
  await checkRestrictions(source, { at: "body", what: isRestricted });
  // PDF/A forbids encryption: ISO 19005-2, 6.1.3.
  const plain = await removeClaim(source);
  const bytes = await encrypt(plain.bytes, {
    user: preparePassword(user ?? "", algorithm),
    // A random owner password can't be used to lift the restrictions. Without restrictions, there
    // is nothing to lift.
    owner:
      owner === undefined
        ? isRestricted(permissions)
          ? random.bytes(24).toBase64()
          : (user ?? "")
        : preparePassword(owner, algorithm),
    algorithm,
    permissions,
    encryptMetadata: encrypt_metadata,
  });
  const pages = source.pages.length;
  return answerFile(
    {
      bytes,
      pages,
      engine: qpdfName,
      input: source,
      suffix: "protected",
      facts: { algorithm, pdfa_claim_removed: plain.isDropped },
      protection: "set",
      compared: { inputs: [source.bytes], outputs: [plain.bytes] },
    },
    body,
  );
}

function requirePasswords(
  { user_password: user, owner_password: owner }: ProtectBody,
  permissions: Permissions,
) {
  const passwords = [user, owner].filter((password) => password !== undefined && password !== "");
  const restricted = isRestricted(permissions);
  if (passwords.length === 0)
    throw restricted
      ? pdf.error(
          "permissions_need_password",
          "body.owner_password is required with restricted permissions: without it, every reader can lift them",
          { at: "body.owner_password" },
        )
      : pdf.error("invalid_input", "body must have user_password, owner_password or both", {
          at: "body",
        });
  if (restricted && user === owner)
    throw pdf.error(
      "permissions_need_password",
      "body.owner_password must differ from body.user_password with restricted permissions: otherwise everyone who opens the file has all permissions",
      { at: "body.owner_password" },
    );
  return { user: user || undefined, owner: owner || undefined };
}

interface PasswordRules {
  at: string;
  algorithm: Encryption["algorithm"];
  requireStrong: boolean;
}

function checkPassword(password: string, { at, algorithm, requireStrong }: PasswordRules): void {
  const bytes = Buffer.byteLength(preparePassword(password, algorithm));
  const { passwordMax } = pdf.limits;
  if (bytes > passwordMax)
    throw pdf.error(
      "invalid_input",
      `${at} must have at most ${passwordMax} bytes of UTF-8: it has ${bytes}`,
      { at },
    );
  if (algorithm === "aes128" && (password.length > 32 || !Array.from(password).every(isAscii)))
    throw pdf.error(
      "invalid_input",
      `${at} must have at most 32 characters, all ASCII, for aes128`,
      {
        at,
      },
    );
  if (requireStrong && isWeak(password))
    throw pdf.error(
      "weak_password",
      `${at} must be stronger: longer, or with more kinds of characters`,
      { at },
    );
}

function isAscii(char: string): boolean {
  return char >= " " && char <= "~";
}

/** Normalises a password as readers do (ISO 32000-2, 7.6.4.3.2). */
function preparePassword(password: string, algorithm: Encryption["algorithm"]): string {
  return algorithm === "aes256" ? password.normalize("NFKC") : password;
}

const bitsMin = 60;

/** Returns whether a password could be guessed, given its length and kinds of characters. */
function isWeak(password: string): boolean {
  const chars = Array.from(password);
  const kinds = [
    ["a", "z", 26],
    ["A", "Z", 26],
    ["0", "9", 10],
  ] as const;
  let alphabet = 0;
  for (const [from, to, size] of kinds)
    if (chars.some((char) => char >= from && char <= to)) alphabet += size;
  const isOther = (char: string) => !kinds.some(([from, to]) => char >= from && char <= to);
  if (chars.some(isOther)) alphabet += 33;
  // Repetitions add little: "aaaaaaaaaaaa" is one character and a count.
  const length = Math.min(chars.length, 2 * new Set(chars).size);
  return length * Math.log2(alphabet || 1) < bitsMin;
}
