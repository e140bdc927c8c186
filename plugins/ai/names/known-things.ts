import { openWords } from "hub/data-file";

const readThings = openWords(new URL("./known-things.txt", import.meta.url), [
  "companies",
  "organizations",
  "others",
  "places",
]);

interface KnownThings {
  organizations: ReadonlySet<string>;
  others: ReadonlySet<string>;
  places: ReadonlySet<string>;
}

let things: KnownThings | undefined;

/** Returns organizations, things that look like people's names, and places, in lower case. */
export function listThings(): KnownThings {
  if (things) return things;
  const { companies, organizations, ...rest } = readThings();
  const lower = Array.from(companies, (name) => name.toLowerCase());
  things = { ...rest, organizations: new Set([...organizations, ...lower]) };
  return things;
}

/** Returns companies and institutions whose names have no other meaning, as they are written. */
export function listCompanies(): ReadonlySet<string> {
  return readThings().companies;
}
