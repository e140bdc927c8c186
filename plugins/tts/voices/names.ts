const languageNames = new Map<string, Intl.DisplayNames | undefined>();

/** Names that CLDR lacks. */
const others: Readonly<Record<string, string>> = {
  ...{ hyw: "Western Armenian", mto: "Totontepec Mixe", nci: "Classical Nahuatl", qya: "Quenya" },
  ...{ tlh: "Klingon", mul: "Any language" },
};

/** What a language is called in another, English by default. */
export function nameOf(tag: string, inLanguage = "en"): string {
  if (others[tag]) return others[tag];
  if (!languageNames.has(inLanguage)) languageNames.set(inLanguage, namesIn(inLanguage));
  try {
    return languageNames.get(inLanguage)?.of(tag) ?? nameOf(tag);
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
