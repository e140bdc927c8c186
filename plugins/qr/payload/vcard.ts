import { oneOf, type Static, t } from "hub";
import { type ContentLine, listTypes, readLines, textValue, writeLines } from "./content-lines.ts";
import { isAddress } from "./email.ts";
import { split, unescapeText } from "./escaping.ts";
import { kind, type Parsed, present, type Refuse, text } from "./kind.ts";
import { readBasic, readIso, writeBasic, writeIso } from "./moment.ts";
import { postalAddress, postalFields, postalParts } from "./postal-address.ts";
import { phoneFault, readNumber } from "./tel.ts";
import { webAddress } from "./url.ts";

/** Types of telephone lines, most specific first. */
const phoneKinds = ["cell", "fax", "pager", "home", "work"] as const;
/** Types of addresses. */
const locationKinds = ["home", "work"] as const;

const many = { minItems: 1, maxItems: 10 };
const locationKind = t.Optional(oneOf(locationKinds, { description: "Type: home or work" }));

export const vcardSchema = t.Object(
  {
    type: kind("vcard"),
    version: oneOf(["3.0", "4.0"], {
      default: "3.0",
      description: "Version of the vCard: RFC 2426, which all phones support, or RFC 6350",
    }),
    full_name: t.Optional(text(200, "Full name; composed of the name parts by default")),
    prefix: t.Optional(text(60, "Title before the name")),
    first_name: t.Optional(text(100, "Given name")),
    middle_name: t.Optional(text(100, "Further given names")),
    last_name: t.Optional(text(100, "Family name")),
    suffix: t.Optional(text(60, "Title after the name")),
    nickname: t.Optional(text(100, "Nickname")),
    organization: t.Optional(text(150, "Company")),
    department: t.Optional(text(150, "Department")),
    title: t.Optional(text(150, "Job title")),
    phones: t.Optional(
      t.Array(
        t.Object(
          {
            number: text(40, "The telephone number"),
            kind: t.Optional(oneOf(phoneKinds, { description: "Kind of line" })),
          },
          { additionalProperties: false },
        ),
        { ...many, description: "Telephone numbers, the preferred one first" },
      ),
    ),
    emails: t.Optional(
      t.Array(
        t.Object(
          { address: text(254, "The email address"), kind: locationKind },
          { additionalProperties: false },
        ),
        { ...many, description: "Email addresses, the preferred one first" },
      ),
    ),
    urls: t.Optional(
      t.Array(text(500, "An http or https URL"), { ...many, description: "Web pages" }),
    ),
    addresses: t.Optional(
      t.Array(t.Object({ kind: locationKind, ...postalFields }, { additionalProperties: false }), {
        ...many,
        description: "Postal addresses",
      }),
    ),
    birthday: t.Optional(text(10, "Date such as `1815-12-10`")),
    note: t.Optional(text(1000, "Free text")),
  },
  { additionalProperties: false, description: "A contact as a vCard" },
);

type Vcard = Static<typeof vcardSchema>;

/** Returns a vCard. */
export function vcardText(card: Vcard, refuse: Refuse): string {
  validateVcard(card, refuse);
  const parts = [card.last_name, card.first_name, card.middle_name, card.prefix, card.suffix];
  const full = card.full_name ?? (joinNames(card) || card.organization);
  if (!full)
    refuse("full_name", "must be set if first_name, last_name and organization are missing");
  // iOS displays N instead of FN, so a full name without parts is written to both.
  const names = parts.some(Boolean) ? parts : [card.full_name];
  const lines = [
    "BEGIN:VCARD",
    `VERSION:${card.version}`,
    `N:${joinCompound(Array.from({ length: 5 }, (_, index) => names[index] ?? ""))}`,
    `FN:${textValue(full)}`,
    ...formatLine("NICKNAME", card.nickname),
    ...(card.organization || card.department
      ? [
          `ORG:${joinCompound([card.organization ?? "", ...(card.department ? [card.department] : [])])}`,
        ]
      : []),
    ...formatLine("TITLE", card.title),
    ...(card.phones ?? []).map((phone) => `TEL${formatType(phone.kind)}:${phone.number}`),
    ...(card.emails ?? []).map(
      (email) => `EMAIL${formatType(email.kind)}:${textValue(email.address)}`,
    ),
    ...(card.addresses ?? []).map(
      ({ kind, ...address }) => `ADR${formatType(kind)}:${joinCompound(postalParts(address))}`,
    ),
    ...(card.urls ?? []).map((url) => `URL:${url}`),
    ...birthdayLine(card),
    ...formatLine("NOTE", card.note),
    "END:VCARD",
  ];
  return writeLines(lines);
}

/** Returns the full name in spoken order. */
function joinNames({ prefix, first_name, middle_name, last_name, suffix }: Partial<Vcard>) {
  return [prefix, first_name, middle_name, last_name, suffix].filter(Boolean).join(" ");
}

function formatLine(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${name}:${textValue(value)}`];
}

function birthdayLine({ version, birthday }: Vcard): string[] {
  const moment = birthday === undefined ? undefined : readIso(birthday);
  if (!moment || !birthday) return [];
  // RFC 6350 only allows the basic format.
  return [`BDAY:${version === "4.0" ? writeBasic(moment) : birthday}`];
}

function joinCompound(parts: readonly string[]): string {
  return parts.map(textValue).join(";");
}

function formatType(kind: string | undefined): string {
  return kind === undefined ? "" : `;TYPE=${kind.toUpperCase()}`;
}

function validateVcard({ phones, emails, urls, birthday }: Vcard, refuse: Refuse): void {
  for (const [index, { number }] of phones?.entries() ?? [])
    if (!readNumber(number)) refuse(`phones.${index}.number`, phoneFault, number);
  for (const [index, { address }] of emails?.entries() ?? [])
    if (!isAddress(address)) refuse(`emails.${index}.address`, "must be an email address", address);
  for (const [index, url] of urls?.entries() ?? [])
    if (!webAddress(url)) refuse(`urls.${index}`, "must be an http or https URL", url);
  if (birthday !== undefined && readIso(birthday)?.form !== "date")
    refuse("birthday", "must be a date such as 1815-12-10", birthday);
}

/** Parses a vCard of any version. Quoted-printable of version 2.1 isn't decoded. */
export function parseVcard(text: string): Parsed | undefined {
  if (!text.trimStart().slice(0, 11).toUpperCase().startsWith("BEGIN:VCARD")) return undefined;
  const lines = readLines(text);
  const all = (name: string) => lines.filter((line) => line.name === name && line.value !== "");
  const first = (name: string) => all(name)[0];
  const value = (name: string) => {
    const line = first(name);
    return line && plain(line);
  };
  const [organization, department] = splitCompound(first("ORG"));
  const { full_name, ...parts } = names(first("N"), value("FN"));
  return present({
    type: "vcard",
    version: value("VERSION"),
    full_name: full_name || organization,
    ...parts,
    nickname: value("NICKNAME"),
    organization,
    department,
    title: value("TITLE"),
    phones: list(all("TEL"), (line) =>
      present({
        number: withoutScheme(plain(line), "tel:"),
        kind: findKind(line, phoneKinds),
      }),
    ),
    emails: list(all("EMAIL"), (line) =>
      present({
        address: withoutScheme(plain(line), "mailto:"),
        kind: findKind(line, locationKinds),
      }),
    ),
    urls: list(all("URL"), ({ value }) => value),
    addresses: list(all("ADR"), (line) =>
      present({
        kind: findKind(line, locationKinds),
        ...postalAddress(splitCompound(line).map((part) => part ?? "")),
      }),
    ),
    birthday: birthday(value("BDAY")),
    note: value("NOTE"),
  });
}

function names(line: ContentLine | undefined, fullName: string | undefined) {
  const [last_name, first_name, middle_name, prefix, suffix] = splitCompound(line);
  const parts = present({ prefix, first_name, middle_name, last_name, suffix });
  const full_name = fullName ?? joinNames(parts);
  // A full name that replaces the family name has no information about its parts.
  return full_name === last_name && !first_name ? { full_name } : { full_name, ...parts };
}

function birthday(text: string | undefined): string | undefined {
  const moment = text && readBasic(text);
  return moment ? writeIso(moment).slice(0, 10) : text;
}

function plain({ value }: ContentLine): string {
  return unescapeText(value, { newline: true });
}

/** Returns the parts of a compound value; empty parts are undefined. */
function splitCompound(line: ContentLine | undefined): (string | undefined)[] {
  if (!line) return [];
  return split(line.value, ";").map((part) => unescapeText(part, { newline: true }) || undefined);
}

function findKind(line: ContentLine, kinds: readonly string[]): string | undefined {
  const types = listTypes(line);
  return kinds.find((kind) => types.includes(kind.toUpperCase()));
}

function withoutScheme(text: string, scheme: string): string {
  return text.toLowerCase().startsWith(scheme) ? text.slice(scheme.length) : text;
}

function list<Item>(lines: readonly ContentLine[], read: (line: ContentLine) => Item) {
  return lines.length === 0 ? undefined : lines.map(read);
}
