const displays = new Map<string, Intl.DisplayNames | undefined>();
/** What was found out before, by language and tag: thousands of voices have a few hundred tags. */
const knownNames = new Map<string, string>();

/** Names that CLDR lacks. */
const namesBeyondCldr: Readonly<Record<string, string>> = {
  hyw: "Western Armenian",
  mto: "Totontepec Mixe",
  nci: "Classical Nahuatl",
  qya: "Quenya",
  tlh: "Klingon",
  mul: "Any language",
};

/** What a language is called in another, English by default. Only for tags of the catalogue. */
export function nameOf(tag: string, inLanguage = "en"): string {
  const key = `${inLanguage} ${tag}`;
  let name = knownNames.get(key);
  if (name === undefined) {
    name = namesBeyondCldr[tag] ?? lookUpName(tag, inLanguage);
    knownNames.set(key, name);
  }
  return name;
}

function lookUpName(tag: string, inLanguage: string): string {
  if (!displays.has(inLanguage)) displays.set(inLanguage, namesIn(inLanguage));
  try {
    return displays.get(inLanguage)?.of(tag) ?? nameOf(tag);
  } catch {
    return tag;
  }
}

/** What it is called by those who speak it, as far as that is known; else in English. */
export function nativeNameOf(tag: string): string {
  return nameOf(tag, tag);
}

function namesIn(language: string): Intl.DisplayNames | undefined {
  const isKnown = Intl.DisplayNames.supportedLocalesOf([language]).length > 0;
  return isKnown ? new Intl.DisplayNames(language, { type: "language" }) : undefined;
}
