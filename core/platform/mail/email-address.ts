import { domainToASCII } from "node:url";
import { HubError } from "../../contract/errors.ts";

/** An e-mail address, as mail goes to it and as it is compared. */
export interface EmailAddress {
  /** As it was given, but for the space around it and the case of the domain. */
  readonly email: string;
  /** What all spellings of it have in common, which is what accounts go by. */
  readonly folded: string;
}

/** Reads an e-mail address. Throws `invalid_email`. */
export function readEmail(given: string): EmailAddress {
  const text = given.trim().normalize("NFC");
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at);
  const domain = text.slice(at + 1).toLowerCase();
  const fits =
    at > 0 &&
    text.length <= 254 &&
    local.length <= 64 &&
    // Neither what quotes would be needed for, nor what cannot be seen.
    /^[^\s@"(),:;<>[\\\]\p{C}]+$/u.test(local) &&
    !local.startsWith(".") &&
    !local.endsWith(".") &&
    !local.includes("..") &&
    isDomain(domain);
  if (!fits)
    throw new HubError(
      "invalid_email",
      `body.email must be an e-mail address: it is ${JSON.stringify(given.slice(0, 80))}`,
      { at: "body.email" },
    );
  const email = `${local}@${domain}`;
  return { email, folded: foldEmail(email) };
}

/**
 * Folds the spellings of an address into one: its case, its composition, and a domain in letters or in
 * Punycode. Lower case, and not the upper one that Unicode's folding begins with: that would make
 * "ß" of "ss" and "ı" of "i", which are other people's mailboxes.
 */
export function foldEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const local = email.slice(0, at).normalize("NFC").toLowerCase().normalize("NFC");
  return `${local}@${domainToASCII(domain) || domain.toLowerCase()}`;
}

function isDomain(domain: string): boolean {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return false;
  const ascii = domainToASCII(domain);
  const labels = ascii.split(".");
  return (
    ascii.length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => /^(?!-)[a-z0-9-]{1,63}$/.test(label) && !label.endsWith("-")) &&
    // No name ends in a number: that is an address of a machine.
    !/^\d+$/.test(labels.at(-1) ?? "")
  );
}
