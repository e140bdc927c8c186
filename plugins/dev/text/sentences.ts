/**
 * Counts sentences that contain a letter or digit. Unicode's rules end one after every full stop before a capital, so
 * the parts around an abbreviation are joined: "Mr. Smith", "the U.S. Army", "am 3. Oktober".
 */
export function countSentences(text: string, locale: string): number {
  const segmenter = new Intl.Segmenter(locale, { granularity: "sentence" });
  const language = new Intl.Locale(locale).language;
  let count = 0;
  let hasOpenSentence = false;
  let previous = "";
  for (const { segment } of segmenter.segment(text)) {
    const isJoined = hasOpenSentence && !endsSentence(previous, { next: segment, language });
    if (!isJoined) hasOpenSentence = false;
    if (!hasOpenSentence && hasWord(segment)) {
      count++;
      hasOpenSentence = true;
    }
    previous = segment;
  }
  return count;
}

/** Only the end of a segment matters, and an abbreviation is short. */
const tailMax = 40;

/** Returns whether a segment ends a sentence before the next segment. */
function endsSentence(
  segment: string,
  { next, language }: { next: string; language: string },
): boolean {
  const tail = segment.slice(-tailMax);
  const end = tail.trimEnd();
  // Line ends separate headings and list items.
  if (!end.endsWith(".") || end.endsWith("..") || /[\n\r]/.test(tail.slice(end.length)))
    return true;
  const word =
    end
      .slice(0, -1)
      .split(/[\s(["'“„‘«]/u)
      .at(-1) ?? "";
  const [following = ""] = next.slice(0, tailMax).match(/[\p{L}\p{N}]+/u) ?? [];
  const lower = word.toLowerCase();
  if (TITLES.has(lower)) return false;
  if (/^\d/.test(following) && BEFORE_NUMBERS.has(lower)) return false;
  if (/^\d{1,2}$/.test(word) && ORDINAL_LANGUAGES.has(language))
    return STARTERS.has(following.toLowerCase());
  const isInitials =
    /^(?:\p{L}\p{M}*\.)*\p{Lu}$/u.test(word) || /^\p{L}{1,2}(?:\.\p{L}{1,2})+$/u.test(word);
  if (isInitials || COMPANIES.has(lower)) return STARTERS.has(following.toLowerCase());
  return true;
}

function hasWord(segment: string): boolean {
  return /[\p{L}\p{N}]/u.test(segment);
}

function listWords(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/** Abbreviations before a name or an example. */
const TITLES = listWords(
  `mr mrs ms mx dr prof st mt ft gen rep sen gov pres lt col sgt cpl capt cmdr adm maj rev hon fr msgr supt vs cf viz
  approx messrs mme mmes mlle mm sr sra srta dña d.ª hr hrn frau dipl ing mag vgl bzw ca evtl ggf inkl z.b d.h u.a e.g i.e
  eg ie al pág p.ej ecc.mo sig dott avv`,
);

/** Abbreviations before a number. */
const BEFORE_NUMBERS = listWords(
  `no nos nr núm fig figs eq eqs sec ch chap vol vols p pp art abs abb tel n° nº jan feb mar apr jun jul aug sep sept oct
  okt nov dec dez`,
);

/** Abbreviations that a sentence may end with. */
const COMPANIES = listWords(
  "inc ltd co corp llc plc bros jr esq phd ph.d gmbh dept est univ ave blvd rd mio mrd ag min max",
);

/** Words that open a sentence far more often than they continue a name. */
const STARTERS = listWords(
  `the this that these those it its he she they we you i a an and but or so if in on at as for from with when while where
  what who why how there here his her their our my your after before since because although however then now also both
  each every some many most not let please during der die das ein eine es er sie wir ich und aber im am auf mit für bei
  nach wenn dann auch le la les un une il elle ils nous et mais dans pour el los las en y pero se`,
);

/** Languages that write ordinals with a full stop. */
const ORDINAL_LANGUAGES = listWords("de da no nb nn fi cs sk hu hr sl sr bs et lv is pl tr lb fo");
