import type { EmailAddress } from "../platform/mail/email-address.ts";
import type { Mail } from "../platform/mail/mailer.ts";

/** How long a code may be exchanged for a key. */
export const codeLifeMs = 15 * 60_000;
/**
 * Most wrong tries of a code from all callers together. Each address has its own limit per minute; this
 * one is for guesses from many, and high enough that a stranger can't end another person's sign-up: a
 * code is one of 31^8, so this many tries find it once in 85 million times.
 */
export const codeAttemptsMax = 10_000;
/** How many codes an address is mailed in how long, whoever asks. */
export const codeMails = { mailsMax: 5, windowMs: 3_600_000 };

/** Digits and capitals without those that are taken for each other. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const codeLength = 8;

/** Makes a code: 31 characters to the power of 8, in two groups. */
export function makeCode(): string {
  let code = "";
  while (code.length < codeLength)
    // 248 is a multiple of 31: above it the first characters would be likelier.
    for (const byte of crypto.getRandomValues(new Uint8Array(codeLength)))
      if (byte < 248 && code.length < codeLength) code += alphabet[byte % 31];
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** What is kept of a code. It is of one address, and typed in whatever case and spacing. */
export function hashCode(
  code: string,
  { folded, pepper }: { folded: string; pepper: Uint8Array },
): string {
  const plain = code.replace(/[\s-]/g, "").toUpperCase();
  return new Bun.CryptoHasher("sha256", pepper)
    .update(JSON.stringify([folded, plain]))
    .digest("base64");
}

/** The mail with a code. The same to everybody: known or not is told by what the code gives. */
export function codeMail(
  { code, email }: { code: string; email: string },
  { baseUrl }: { baseUrl: string | undefined },
): Mail {
  const page = baseUrl ? `at\n\n  ${baseUrl}/signup/verify\n\nor send it` : "by sending it";
  return {
    to: email,
    subject: "Your code for an API key",
    text: `Somebody asked for an API key for this address. If it was you, the code is

  ${code}

Use it within ${codeLifeMs / 60_000} minutes ${page} to POST /api-key/verify.
It works once, and not after a newer one was sent.

If it was not you, do nothing: without the code nothing happens.
`,
  };
}

/** What is answered to whoever asks for a code, whether the address is known or not. */
export interface CodeSent {
  email: string;
  expires_in_seconds: number;
  detail: string;
}

/** Says what was done, which is the same for every address. */
export function codeSent({ email }: EmailAddress): CodeSent {
  return {
    email,
    expires_in_seconds: codeLifeMs / 1000,
    detail: `A code is on its way to this address, unless it was sent ${codeMails.mailsMax} within the hour: send it to POST /api-key/verify`,
  };
}
