import { oneOf, type Static, t } from "hub";
import { textValue, writeLines } from "./content-lines.ts";
import { isAddress } from "./email.ts";
import { kind, type Refuse, text } from "./kind.ts";
import { readIso, writeBasic } from "./moment.ts";
import { readNumber, phoneFault } from "./phone.ts";
import { postalFields, postalParts } from "./postal-address.ts";
import { webAddress } from "./url.ts";

/** What may answer at a telephone number, the telling ones first. */
export const phoneKinds = ["cell", "fax", "pager", "home", "work"] as const;
/** Where an address may belong to. */
export const placeKinds = ["home", "work"] as const;

const many = { minItems: 1, maxItems: 10 };
const place = t.Optional(oneOf(placeKinds, { description: "Where it belongs to" }));

export const vcardSchema = t.Object(
  {
    type: kind("vcard"),
    version: oneOf(["3.0", "4.0"], {
      default: "3.0",
      description: "RFC 2426, which every telephone reads, or RFC 6350",
    }),
    full_name: t.Optional(text(200, "The whole name. By default it is made of its parts")),
    prefix: t.Optional(text(60, "Title before the name")),
    first_name: t.Optional(text(100, "Given name")),
    middle_name: t.Optional(text(100, "Further given names")),
    last_name: t.Optional(text(100, "Family name")),
    suffix: t.Optional(text(60, "Title after the name")),
    nickname: t.Optional(text(100, "Nickname")),
    organization: t.Optional(text(150, "Company")),
    department: t.Optional(text(150, "Part of the company")),
    title: t.Optional(text(150, "Position")),
    phones: t.Optional(
      t.Array(
        t.Object(
          {
            number: text(40, "The number"),
            kind: t.Optional(oneOf(phoneKinds, { description: "What answers there" })),
          },
          { additionalProperties: false },
        ),
        { ...many, description: "Telephone numbers, the preferred one first" },
      ),
    ),
    emails: t.Optional(
      t.Array(
        t.Object(
          { address: text(254, "The address"), kind: place },
          { additionalProperties: false },
        ),
        { ...many, description: "E-mail addresses, the preferred one first" },
      ),
    ),
    urls: t.Optional(
      t.Array(text(500, "An http or https address"), { ...many, description: "Web pages" }),
    ),
    addresses: t.Optional(
      t.Array(t.Object({ kind: place, ...postalFields }, { additionalProperties: false }), {
        ...many,
        description: "Postal addresses",
      }),
    ),
    birthday: t.Optional(text(10, "As `1815-12-10`")),
    note: t.Optional(text(1000, "Anything else")),
  },
  { additionalProperties: false, description: "A contact, as a vCard" },
);

type Vcard = Static<typeof vcardSchema>;

/** Writes a vCard. */
export function vcardText(card: Vcard, refuse: Refuse): string {
  check(card, refuse);
  const parts = [card.last_name, card.first_name, card.middle_name, card.prefix, card.suffix];
  const full = card.full_name ?? (joinNames(card) || card.organization);
  if (!full) refuse("full_name", "is missing, and so are first_name, last_name and organization");
  // iOS shows N and not FN, so a whole name alone goes into both.
  const names = parts.some(Boolean) ? parts : [card.full_name];
  const lines = [
    "BEGIN:VCARD",
    `VERSION:${card.version}`,
    `N:${compound(Array.from({ length: 5 }, (_, index) => names[index] ?? ""))}`,
    `FN:${textValue(full)}`,
    ...line("NICKNAME", card.nickname),
    ...(card.organization || card.department
      ? [
          `ORG:${compound([card.organization ?? "", ...(card.department ? [card.department] : [])])}`,
        ]
      : []),
    ...line("TITLE", card.title),
    ...(card.phones ?? []).map((phone) => `TEL${typeOf(phone.kind)}:${phone.number}`),
    ...(card.emails ?? []).map((email) => `EMAIL${typeOf(email.kind)}:${textValue(email.address)}`),
    ...(card.addresses ?? []).map(
      ({ kind, ...address }) => `ADR${typeOf(kind)}:${compound(postalParts(address))}`,
    ),
    ...(card.urls ?? []).map((url) => `URL:${url}`),
    ...birthdayLine(card),
    ...line("NOTE", card.note),
    "END:VCARD",
  ];
  return writeLines(lines);
}

/** The whole name, as its parts are spoken. */
export function joinNames({ prefix, first_name, middle_name, last_name, suffix }: Partial<Vcard>) {
  return [prefix, first_name, middle_name, last_name, suffix].filter(Boolean).join(" ");
}

function line(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${name}:${textValue(value)}`];
}

function birthdayLine({ version, birthday }: Vcard): string[] {
  const moment = birthday === undefined ? undefined : readIso(birthday);
  if (!moment || !birthday) return [];
  // RFC 6350 has the basic form alone.
  return [`BDAY:${version === "4.0" ? writeBasic(moment) : birthday}`];
}

function compound(parts: readonly string[]): string {
  return parts.map(textValue).join(";");
}

function typeOf(kind: string | undefined): string {
  return kind === undefined ? "" : `;TYPE=${kind.toUpperCase()}`;
}

function check({ phones, emails, urls, birthday }: Vcard, refuse: Refuse): void {
  for (const [index, { number }] of phones?.entries() ?? [])
    if (!readNumber(number)) refuse(`phones.${index}.number`, phoneFault, number);
  for (const [index, { address }] of emails?.entries() ?? [])
    if (!isAddress(address))
      refuse(`emails.${index}.address`, "must be an e-mail address", address);
  for (const [index, url] of urls?.entries() ?? [])
    if (!webAddress(url)) refuse(`urls.${index}`, "must be an http or https address", url);
  if (birthday !== undefined && readIso(birthday)?.form !== "date")
    refuse("birthday", "must be a day such as 1815-12-10", birthday);
}
