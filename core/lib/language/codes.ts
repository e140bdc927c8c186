import { openTable } from "../data-file.ts";

const readRows = openTable(new URL("./codes.tsv", import.meta.url), {
  code: "text",
  iso639_3: "text",
  detectors: ["n-grams", "network"],
  latin: ["yes", "no"],
});

/** The supported languages, by ISO 639-1 code (or else 639-3), with their 639-3 codes. */
export const languageCodes: Readonly<Record<string, string>> = Object.fromEntries(
  readRows().map(({ code, iso639_3 }) => [code, iso639_3]),
);

/** Languages that only the neural network supports, not the n-gram detector. */
export const byNetworkAlone: ReadonlySet<string> = listCodes(
  ({ detectors }) => detectors === "network",
);

/** Languages that are sometimes written in Latin letters. */
export const latinLanguages: ReadonlySet<string> = listCodes(({ latin }) => latin === "yes");

function listCodes(isListed: (row: ReturnType<typeof readRows>[number]) => boolean): Set<string> {
  return new Set(
    readRows()
      .filter(isListed)
      .map(({ code }) => code),
  );
}
