import type { EmailAddress } from "../platform/mail/email-address.ts";
import type { Mail } from "../platform/mail/mailer.ts";

/** Validity of a code. */
export const codeLifeMs = 10 * 60_000;
/**
 * Maximum number of wrong guesses for a code, from all callers together. Each IP address also has its own
 * limit per minute. This limit stops guesses from many addresses, but is too high for a stranger to block
 * a sign-up. With 31^8 possible codes, this many guesses succeed once in 85 million times.
 */
export const codeAttemptsMax = 10_000;
/** Maximum number of codes that are mailed to an address within a time window. */
export const codeMails = { mailsMax: 5, windowMs: 3_600_000 };

/** Digits and capitals, without those that look alike. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const codeLength = 8;

/** Generates a random code: 8 of 31 characters, in two groups. */
export function makeCode(): string {
  let code = "";
  while (code.length < codeLength)
    // 248 is a multiple of 31: bytes above it would favour the first characters.
    for (const byte of crypto.getRandomValues(new Uint8Array(codeLength)))
      if (byte < 248 && code.length < codeLength) code += alphabet[byte % 31];
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Hashes a code for storage. The hash is bound to one email address and ignores case and spacing. */
export function hashCode(
  code: string,
  { folded, pepper }: { folded: string; pepper: Uint8Array },
): string {
  const plain = code.replace(/[\s-]/g, "").toUpperCase();
  return new Bun.CryptoHasher("sha256", pepper)
    .update(JSON.stringify([folded, plain]))
    .digest("base64");
}

/** Builds the mail with a code. It doesn't reveal whether the address has an account. */
export function codeMail(
  { code, email }: { code: string; email: string },
  { baseUrl }: { baseUrl: string | undefined },
): Mail {
  const page = baseUrl ? `Enter it at\n\n  ${baseUrl}/signup/verify\n\nor send it` : "Send it";
  return {
    to: email,
    subject: "Your verification code",
    text: `Someone requested an API key for this email address. Your verification code is

  ${code}

${page} to POST /api-key/verify.
The code expires in ${codeLifeMs / 60_000} minutes. You can use it once, and a newer code replaces it.

If you did not request this code, ignore this email. No key is issued without the code.
`,
  };
}

/** The response to a request for a code. It is the same for known and unknown addresses. */
export interface CodeResponse {
  email: string;
  expires_in_seconds: number;
  detail: string;
}

/** Builds the response to a request for a code. */
export function buildCodeResponse({ email }: EmailAddress): CodeResponse {
  return {
    email,
    expires_in_seconds: codeLifeMs / 1000,
    detail: `A verification code was sent to this address, unless it already received ${codeMails.mailsMax} codes within the last hour. Send the code to POST /api-key/verify`,
  };
}
