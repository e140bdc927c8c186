import { openWords } from "hub/data-file";
import type { Kind } from "./request.ts";

/** Reads the names of fields and columns that hold personal data, by type, in lower case. */
const readNames = openWords(new URL("./field-labels.txt", import.meta.url), [
  "person",
  "phone",
  "address",
  "date_of_birth",
  "email",
  "ssn",
  "national_id",
  "passport",
  "vat_id",
  "name part",
  "words before a name",
]);

let types: ReadonlyMap<string, Kind> | undefined;

function loadTypes(): ReadonlyMap<string, Kind> {
  types ??= new Map(
    Object.entries(readNames())
      .filter(([type]) => type !== "name part" && type !== "words before a name")
      .flatMap(([type, names]) => Array.from(names, (name) => [name, type as Kind] as const)),
  );
  return types;
}

/** Whether the value of a field is a first name or a surname alone. */
export function isNamePart(name: string): boolean {
  return readNames()["name part"].has(normalizeName(name));
}

/** Returns the type of the data in a field or column of a name, if it holds personal data. */
export function getFieldType(name: string): Kind | undefined {
  const plain = normalizeName(name);
  const known = loadTypes();
  return (
    known.get(plain) ??
    known.get(removeQualifiers(plain)) ??
    known.get(plain.replace(/ (?:no|nr|number|num|n°|nº|№|č)$/u, "")) ??
    known.get(plain.replaceAll("-", " "))
  );
}

/** Removes the words before the name of a field that don't change its meaning: "new billing address". */
function removeQualifiers(name: string): string {
  const words = name.split(/(?<=[ _-])/);
  const known = readNames()["words before a name"];
  const first = words.findIndex((word) => !known.has(word.slice(0, -1)));
  return first < 0 ? name : words.slice(first).join("");
}

function normalizeName(name: string): string {
  return name
    .trim()
    .replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, " ")
    .toLowerCase()
    .replaceAll(/[_\s]{1,8}/g, " ")
    .replace(/^[#*\- ]{1,8}/, "")
    .replace(/[*.?: ]{1,8}$/, "");
}
