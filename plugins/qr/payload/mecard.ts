import { type Static, t } from "hub";
import { isAddress } from "./email.ts";
import { escapeText, readFields, split, unescapeText } from "./escaping.ts";
import { kind, type Parsed, present, type Refuse, text } from "./kind.ts";
import { readBasic, readIso, writeBasic, writeIso } from "./moment.ts";
import { type PostalAddress, postalAddress, postalFields, postalParts } from "./postal-address.ts";
import { phoneFault, readNumber } from "./tel.ts";
import { webAddress } from "./url.ts";

const many = { minItems: 1, maxItems: 10 };

export const mecardSchema = t.Object(
  {
    type: kind("mecard"),
    last_name: t.Optional(text(100, "Family name")),
    first_name: t.Optional(text(100, "Given name")),
    reading: t.Optional(text(100, "Reading of the name, in kana")),
    nickname: t.Optional(text(100, "Nickname")),
    phones: t.Optional(
      t.Array(text(40, "A telephone number"), { ...many, description: "Telephone numbers" }),
    ),
    emails: t.Optional(
      t.Array(text(254, "An email address"), { ...many, description: "Email addresses" }),
    ),
    url: t.Optional(text(500, "An http or https URL")),
    address: t.Optional(
      t.Object(postalFields, { additionalProperties: false, description: "Postal address" }),
    ),
    birthday: t.Optional(text(10, "Date such as `1815-12-10`")),
    note: t.Optional(text(500, "Free text")),
  },
  {
    additionalProperties: false,
    description: "A contact as a MECARD: smaller than a vCard, with fewer fields",
  },
);

type Mecard = Static<typeof mecardSchema>;

/** Returns NTT DoCoMo's `MECARD:` format. */
export function mecardText(card: Mecard, refuse: Refuse): string {
  const { last_name, first_name, reading, nickname, emails, url, address, note } = card;
  if (!last_name && !first_name) refuse("last_name", "must be set if first_name is missing");
  for (const [index, email] of emails?.entries() ?? [])
    if (!isAddress(email)) refuse(`emails.${index}`, "must be an email address", email);
  if (url !== undefined && !webAddress(url)) refuse("url", "must be an http or https URL", url);
  const name = [last_name ?? "", ...(first_name ? [first_name] : [])];
  const fields: [string, string | undefined][] = [
    ["N", joinLiterals(name)],
    ["SOUND", reading && escapeLiteral(reading)],
    ["NICKNAME", nickname && escapeLiteral(nickname)],
    ...phones(card, refuse).map((number): [string, string] => ["TEL", number]),
    ...(emails ?? []).map((email): [string, string] => ["EMAIL", escapeLiteral(email)]),
    ["URL", url && escapeLiteral(url)],
    ["ADR", address && joinLiterals(postalParts(address))],
    ["BDAY", birthday(card, refuse)],
    ["NOTE", note && escapeLiteral(note)],
  ];
  const fieldTexts = fields.filter(([, value]) => value).map(([key, value]) => `${key}:${value};`);
  return `MECARD:${fieldTexts.join("")};`;
}

/** Parses `MECARD:` with fields in any order. */
export function parseMecard(text: string): Parsed | undefined {
  const fields = readFields(text, "MECARD:");
  if (!fields) return undefined;
  const value = (key: string) => {
    const raw = fields.get(key)?.[0];
    return raw ? unescapeText(raw) : undefined;
  };
  const list = (raw: string | undefined) => split(raw ?? "", ",").map((part) => unescapeText(part));
  const [last_name, first_name] = list(fields.get("N")?.[0]);
  const address = fields.get("ADR")?.[0];
  const born = value("BDAY");
  const moment = born && readBasic(born);
  return present({
    type: "mecard",
    last_name: last_name || undefined,
    first_name: first_name || undefined,
    reading: value("SOUND"),
    nickname: value("NICKNAME"),
    phones: fields.get("TEL")?.map((number) => unescapeText(number)),
    emails: fields.get("EMAIL")?.map((email) => unescapeText(email)),
    url: value("URL"),
    address: address ? parseAddress(list(address)) : undefined,
    birthday: moment ? writeIso(moment).slice(0, 10) : born,
    note: value("NOTE"),
  });
}

/** Parses an address. Many cards have one in the form of a letter, with commas of its own. */
function parseAddress(parts: readonly string[]): PostalAddress {
  return parts.length === 7 ? postalAddress(parts) : { street: parts.join(",") };
}

function phones(card: Mecard, refuse: Refuse): string[] {
  return (card.phones ?? []).map(
    (number, index) => readNumber(number) ?? refuse(`phones.${index}`, phoneFault, number),
  );
}

function birthday({ birthday: day }: Mecard, refuse: Refuse): string | undefined {
  if (day === undefined) return undefined;
  const moment = readIso(day);
  if (moment?.form !== "date") refuse("birthday", "must be a date such as 1815-12-10", day);
  return writeBasic(moment);
}

function escapeLiteral(text: string): string {
  return escapeText(text, "\\;:,");
}

function joinLiterals(parts: readonly string[]): string {
  return parts.map(escapeLiteral).join(",");
}
