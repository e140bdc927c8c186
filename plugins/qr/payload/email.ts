import { type Static, t } from "hub";
import { readFields, unescapeText } from "./escaping.ts";
import { kind, type Parsed, present, type Refuse, text } from "./kind.ts";
import { buildQuery, decodePercent, readQuery } from "./uri.ts";

const addresses = (description: string) =>
  t.Array(text(254, "An email address"), { minItems: 1, maxItems: 20, description });

export const emailSchema = t.Object(
  {
    type: kind("email"),
    to: addresses("Recipients"),
    cc: t.Optional(addresses("Recipients of a copy")),
    bcc: t.Optional(addresses("Recipients of a blind copy")),
    subject: t.Optional(text(500, "Subject")),
    body: t.Optional(text(2000, "Text of the message")),
  },
  { additionalProperties: false, description: "An email to send" },
);

/** Returns a `mailto:` URI (RFC 6068). */
export function emailText(email: Static<typeof emailSchema>, refuse: Refuse): string {
  const { to, cc, bcc, subject, body } = email;
  for (const field of ["to", "cc", "bcc"] as const)
    for (const [index, address] of email[field]?.entries() ?? [])
      if (!isAddress(address)) refuse(`${field}.${index}`, "must be an email address", address);
  const query = buildQuery({
    cc: cc?.join(","),
    bcc: bcc?.join(","),
    subject,
    // RFC 6068, section 5: line breaks in a body are %0D%0A.
    body: body?.replaceAll("\r\n", "\n").replaceAll("\n", "\r\n"),
  });
  return `mailto:${to.map(encodeAddress).join(",")}${query}`;
}

/** Parses `mailto:` and DoCoMo's `MATMSG:`. Line breaks of the body become `\n`. */
export function parseEmail(text: string): Parsed | undefined {
  const fields = readFields(text, "MATMSG:");
  if (fields) {
    const value = (key: string) => {
      const raw = fields.get(key)?.[0];
      return raw ? unescapeText(raw) : undefined;
    };
    const to = fields.get("TO")?.map((address) => unescapeText(address)) ?? [];
    return present({ type: "email", to, subject: value("SUB"), body: value("BODY") });
  }
  if (text.slice(0, 7).toLowerCase() !== "mailto:") return undefined;
  const { path, query } = readQuery(text.slice(7));
  const list = (value: string | undefined) => (value ? value.split(",") : []);
  const optional = (name: string) => (query.get(name) ? list(query.get(name)) : undefined);
  return present({
    type: "email",
    // Separating commas are literal, commas inside addresses are encoded.
    to: [...list(path).map(decodePercent), ...list(query.get("to"))],
    cc: optional("cc"),
    bcc: optional("bcc"),
    subject: query.get("subject"),
    body: query.get("body")?.replaceAll("\r\n", "\n"),
  });
}

/** Returns whether a text has the form of an email address. */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (at < 1 || Buffer.byteLength(local) > 64 || domain.length > 253) return false;
  const quoted = local.length > 2 && local.startsWith('"') && local.endsWith('"');
  const forbidden = quoted ? "" : ' @,;:<>()[]\\"';
  for (const char of local) if (char < " " || forbidden.includes(char)) return false;
  for (const label of domain.split("."))
    if (!/^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u.test(label)) return false;
  return quoted || !(local.startsWith(".") || local.endsWith(".") || local.includes(".."));
}

function encodeAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}
