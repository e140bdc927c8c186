import { domainToASCII } from "node:url";
import { HubError } from "../../contract/errors.ts";

/** An email address, as sent to and as compared. */
export interface EmailAddress {
  /** The address as entered, trimmed, with the domain in lower case. */
  readonly email: string;
  /** The canonical form of all its spellings. Accounts are identified by it. */
  readonly folded: string;
}

/** Parses an email address. Throws `invalid_email`. */
export function readEmail(given: string): EmailAddress {
  const text = given.trim().normalize("NFC");
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at);
  const domain = text.slice(at + 1).toLowerCase();
  const isValid =
    at > 0 &&
    text.length <= 254 &&
    local.length <= 64 &&
    // Rejects characters that need quoting, and invisible ones.
    /^[^\s@"(),:;<>[\\\]\p{C}]+$/u.test(local) &&
    !local.startsWith(".") &&
    !local.endsWith(".") &&
    !local.includes("..") &&
    isDomain(domain);
  if (!isValid)
    throw new HubError(
      "invalid_email",
      `body.email must be an email address: it is ${JSON.stringify(given.slice(0, 80))}`,
      { at: "body.email" },
    );
  const email = `${local}@${domain}`;
  return { email, folded: foldEmail(email) };
}

/**
 * Canonicalises an address: its case, its Unicode normalisation, and the domain's Unicode or Punycode form.
 * Uses lower case instead of Unicode case folding. That would turn "ß" into "ss" and "ı" into "i", which
 * are other people's mailboxes.
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
    // A numeric last label means an IP address.
    !/^\d+$/.test(labels.at(-1) ?? "")
  );
}
