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
      t.Array(text(40, "A number"), { ...many, description: "Telephone numbers" }),
    ),
    emails: t.Optional(
      t.Array(text(254, "An address"), { ...many, description: "E-mail addresses" }),
    ),
    url: t.Optional(text(500, "An http or https address")),
    address: t.Optional(
      t.Object(postalFields, { additionalProperties: false, description: "Postal address" }),
    ),
    birthday: t.Optional(text(10, "Date such as `1815-12-10`")),
    note: t.Optional(text(500, "Anything else")),
  },
  {
    additionalProperties: false,
    description: "A contact, as a MECARD: smaller than a vCard, and with fewer fields",
  },
);

type Mecard = Static<typeof mecardSchema>;

/** Writes NTT DoCoMo's `MECARD:`. */
export function mecardText(card: Mecard, refuse: Refuse): string {
  const { last_name, first_name, reading, nickname, emails, url, address, note } = card;
  if (!last_name && !first_name) refuse("last_name", "is missing, and so is first_name");
  for (const [index, email] of emails?.entries() ?? [])
    if (!isAddress(email)) refuse(`emails.${index}`, "must be an e-mail address", email);
  if (url !== undefined && !webAddress(url)) refuse("url", "must be an http or https address", url);
  const name = [last_name ?? "", ...(first_name ? [first_name] : [])];
  const fields: [string, string | undefined][] = [
    ["N", listValue(name)],
    ["SOUND", reading && literal(reading)],
    ["NICKNAME", nickname && literal(nickname)],
    ...phones(card, refuse).map((number): [string, string] => ["TEL", number]),
    ...(emails ?? []).map((email): [string, string] => ["EMAIL", literal(email)]),
    ["URL", url && literal(url)],
    ["ADR", address && listValue(postalParts(address))],
    ["BDAY", birthday(card, refuse)],
    ["NOTE", note && literal(note)],
  ];
  const written = fields.filter(([, value]) => value).map(([key, value]) => `${key}:${value};`);
  return `MECARD:${written.join("")};`;
}

/** Reads `MECARD:` with its fields in any order. */
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

/** Many cards have an address as it is written on a letter, with commas of its own. */
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
  if (moment?.form !== "date") refuse("birthday", "must be a day such as 1815-12-10", day);
  return writeBasic(moment);
}

function literal(text: string): string {
  return escapeText(text, "\\;:,");
}

function listValue(parts: readonly string[]): string {
  return parts.map(literal).join(",");
}
