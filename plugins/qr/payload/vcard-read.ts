import { type ContentLine, readLines, typesOf } from "./content-lines.ts";
import { split, unescape } from "./escaping.ts";
import { type Parsed, present } from "./kind.ts";
import { readBasic, writeIso } from "./moment.ts";
import { postalAddress } from "./postal-address.ts";
import { phoneKinds, placeKinds, joinNames } from "./vcard.ts";

/** Reads a vCard of any version, of which 2.1's quoted-printable stays as it is. */
export function parseVcard(text: string): Parsed | undefined {
  if (!text.trimStart().slice(0, 11).toUpperCase().startsWith("BEGIN:VCARD")) return undefined;
  const lines = readLines(text);
  const all = (name: string) => lines.filter((line) => line.name === name && line.value !== "");
  const first = (name: string) => all(name)[0];
  const value = (name: string) => present({ text: first(name) && plain(first(name)!) }).text;
  const [organization, department] = components(first("ORG"));
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
      present({ number: withoutScheme(plain(line), "tel:"), kind: kindOf(line, phoneKinds) }),
    ),
    emails: list(all("EMAIL"), (line) =>
      present({ address: withoutScheme(plain(line), "mailto:"), kind: kindOf(line, placeKinds) }),
    ),
    urls: list(all("URL"), ({ value }) => value),
    addresses: list(all("ADR"), (line) =>
      present({
        kind: kindOf(line, placeKinds),
        ...postalAddress(components(line).map((part) => part ?? "")),
      }),
    ),
    birthday: birthday(value("BDAY")),
    note: value("NOTE"),
  });
}

function names(line: ContentLine | undefined, whole: string | undefined) {
  const [last_name, first_name, middle_name, prefix, suffix] = components(line);
  const parts = present({ prefix, first_name, middle_name, last_name, suffix });
  const full_name = whole ?? joinNames(parts);
  // A whole name that stands in for the family name says nothing of its parts.
  return full_name === last_name && !first_name ? { full_name } : { full_name, ...parts };
}

function birthday(text: string | undefined): string | undefined {
  const moment = text && readBasic(text);
  return moment ? writeIso(moment).slice(0, 10) : text;
}

function plain({ value }: ContentLine): string {
  return unescape(value, { newline: true });
}

/** The parts of a compound value, undefined where they are empty. */
function components(line: ContentLine | undefined): (string | undefined)[] {
  if (!line) return [];
  return split(line.value, ";").map((part) => unescape(part, { newline: true }) || undefined);
}

function kindOf(line: ContentLine, kinds: readonly string[]): string | undefined {
  const types = typesOf(line);
  return kinds.find((kind) => types.includes(kind.toUpperCase()));
}

function withoutScheme(text: string, scheme: string): string {
  return text.toLowerCase().startsWith(scheme) ? text.slice(scheme.length) : text;
}

function list<Item>(lines: readonly ContentLine[], read: (line: ContentLine) => Item) {
  return lines.length === 0 ? undefined : lines.map(read);
}
