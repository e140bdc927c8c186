import { languageCodes } from "hub";

/** What a language is called: its ISO 639-3 code, its English name and its own. */
export function namesOf(code: string) {
  const iso639_3 = languageCodes[code];
  if (!iso639_3) return { iso639_3: "und", name: "Undetermined", native_name: "" };
  return {
    iso639_3,
    name: nameIn("en", code),
    native_name: nameIn(code, code),
  };
}

function nameIn(language: string, code: string): string {
  return new Intl.DisplayNames([language], { type: "language" }).of(code) ?? code;
}
