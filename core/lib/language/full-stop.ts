/** Splits a list in the source at spaces and line breaks. */
export function readWords(list: string): string[] {
  return list.trim().split(/\s+/);
}

/** Abbreviations that never end a sentence: titles, references, comparisons. */
const neverFinal = new Set(
  readWords(`
  n° nº mr mrs ms mx dr prof st mt ft gen rep sen gov pres lt col sgt cpl pvt capt cmdr adm
  brig rev
  hon fr msgr supt insp vs cf viz approx fig figs eq eqs sec secs ch chap vol vols pp resp incl
  excl e.g i.e eg ie al messrs mme mmes mlle mgr sra srta dra dña vgl bzw ca evtl ggf inkl exkl
  bspw sog hrsg str nr tel abs abb art bd dipl ing mag z.b d.h u.a z.t s.o s.u o.ä i.d.r v.a
  sig sigg dott avv geom rag ul np tzn tj tzw mgr inż św ks tel rys např tzv resp čl örn bkz doç sn
  табл див св κ κα κος π.χ δηλ βλ tis č čl odst atd
  ул стр просп пер рис гл им тыс вул стор напр проф акад ред д-р г-н г-жа डॉ डा प्रो श्री पं
  p.ej pág págs núm av avda dhr mevr drs mw bijv enz.v c.f p.ex m.m t.ex bl.a f.eks o.a
`),
);

/** Abbreviations that may end a sentence if the next word opens one. */
const maybeFinal = new Set(
  readWords(`
  inc ltd co corp llc plc bros jr sr esq phd ph.d m.d b.a m.a b.sc m.sc m.b.a d.c etc usw u.s.w
  enz
  ave blvd rd dept est div assn univ ed eds a.m p.m a.d b.c b.c.e c.e u.s u.k u.n e.u u.s.a gmbh
  ag no nos p mio mrd tsd mill ecc itd atd tzn min max hrs hr mins lb lbs oz tbsp tsp sq cu
`),
);

/** Short names of months and days, which numbers and names follow. */
const calendar = new Set(
  readWords(`
  jan feb mar apr jun jul aug sep sept oct okt nov dec dez mon tue tues wed thu thur thurs fri sat
  sun
`),
);

/** Capitalized words that may follow a time: "at 5 p.m. Monday", "at 5 p.m. EST". */
const afterHour = new Set(
  readWords(`
  monday tuesday wednesday thursday friday saturday sunday january february march april may june
  july august september october november december est edt cst cdt mst mdt pst pdt gmt utc bst cet
  cest
`),
);

/** Words that open a sentence far more often than they are part of a name. */
const starters = new Set(
  readWords(`
  the this that these those it its he she they we you i a an and but or so if in on at as for from
  with when while where what who why how there here his her their our my your after before since
  because although though however meanwhile yet then now also both each every some many most no
  not nor once until unless even let please thanks according despite during under over by to of
  der die das ein eine es er sie wir ich und aber im am auf mit für bei nach wenn dann auch le la
  les un une il elle ils nous et mais dans pour el los las en y pero se
`),
);

/** Languages that write ordinals with a full stop: "am 3. Oktober". */
const ordinalLanguages = new Set(
  readWords("de da no nb nn fi cs sk hu hr sl sr bs et lv is pl tr lb mk fo"),
);

interface Stop {
  /** Start of the sentence. */
  start: number;
  /** Index of the full stop. */
  index: number;
  /** The next word. */
  next: string;
  language: string;
}

const tokenMax = 24;

/** Whether a sentence may follow its predecessor's full stop without a space: "world.Today is". */
export function opensWithoutSpace(
  text: string,
  { start, index }: Pick<Stop, "start" | "index">,
): boolean {
  const [word = "", stop = ""] =
    /^(\p{Lu}\p{Ll}*)(\.? )/u.exec(text.slice(index + 1, index + 30))?.slice(1) ?? [];
  const isSentence = /^\p{Lu}?\p{Ll}{2,}$|^\d{1,3}$/u.test(readTokenBefore(text, { start, index }));
  if (!isSentence || stop === "") return false;
  const lower = word.toLowerCase();
  return stop === " " ? starters.has(lower) || timeOpeners.has(word) : neverFinal.has(lower);
}
const timeOpeners = new Set(readWords("Today Tomorrow Yesterday Later Next Finally First"));

/** Whether a full stop ends its sentence, if the next word could open one. */
export function isFinalStop(text: string, { start, index, next, language }: Stop): boolean {
  const token = readTokenBefore(text, { start, index });
  const lower = token.toLowerCase();
  const following = bare(next);
  const opens = starters.has(following);
  if (neverFinal.has(lower) || token === "Maj" || isCaselessLetter(token)) return false;
  if (token === "EE" && following === "uu") return false;
  if (isDigits(token)) return isFinalNumber(text, { token, start, index, next, language });
  if (calendar.has(lower) && /^[A-Z]/.test(token)) return !isDigit(next[0]) && opens;
  if (lower === "a.m" || lower === "p.m")
    return (
      !afterHour.has(following) && !isDigit(next[0]) && !opensWithHour(text.slice(start, index))
    );
  if (lower === "no" || lower === "nos" || token === "p") return !isDigit(next[0]);
  // "Rm. 12": a short word without a vowel, before its number.
  if (isDigit(next[0]) && /^\p{Lu}?[bcdfghjklmnpqrstvwxz]{1,4}$/u.test(token)) return false;
  if (lower === "etc" || lower === "usw" || lower === "ecc") return true;
  if (maybeFinal.has(lower)) return opens;
  // "z. B.", "d. h.", "p. ej."
  if (token.length === 1 && following.length <= 2 && !opens) return false;
  // "J. Smith", "J. R. R. Tolkien", "U.S. Senate"; but "vitamin C. The".
  if (isInitial(token) || isDotted(token)) return opens && token !== "St";
  return !(token === "I" && followsName(text, { start, index }));
}

/** Whether the token before a full stop is a written-out word, not an abbreviation. */
export function isPlainWord(
  text: string,
  { start, index }: Pick<Stop, "start" | "index">,
): boolean {
  const token = readTokenBefore(text, { start, index });
  const lower = token.toLowerCase();
  if ([neverFinal, maybeFinal, calendar].some((known) => known.has(lower))) return false;
  if (token.length < 3) return shortWords.has(lower);
  // "example.com", unlike "p.m.".
  if (token.includes(".")) return token.split(".").every((part) => part.length > 1);
  // Without a vowel it is an abbreviation: "tbsp.", "wght.".
  return /^\p{L}+$/u.test(token) && (/[aeiouy]/i.test(token) || /[^a-z]/i.test(token));
}

const shortWords = new Set(readWords("it me us him go do up be he we ok so is my by"));

/** Whether a sentence only has a time so far: "At 5 a.m. Mr. Smith went". */
function opensWithHour(sentence: string): boolean {
  const [first = "", , ...rest] = sentence.trim().split(" ", 4);
  return rest.length <= 1 && /^(?:at|by|from|since|until|around|before|after)$/i.test(first);
}

/** Whether the letter is an initial, not the pronoun: "Albert I. Jones". */
function followsName(text: string, { start, index }: Pick<Stop, "start" | "index">): boolean {
  const before = text.slice(Math.max(start, index - tokenMax), index - 1).trimEnd();
  const word = before.slice(before.lastIndexOf(" ") + 1);
  return word.length > 1 && /^\p{Lu}\p{Ll}+$/u.test(word) && !starters.has(word.toLowerCase());
}

/**
 * Whether the stop after a number ends a sentence: "1. First" opens a list, "am 3. Oktober" is an ordinal, "in
 * 1999. They" is an end.
 */
function isFinalNumber(
  text: string,
  { token, start, index, next, language }: Stop & { token: string },
): boolean {
  const opensList = text.slice(start, index - token.length).trim() === "" && token.length <= 3;
  if (opensList) return false;
  const [base = language] = language.split("-", 1);
  if (!ordinalLanguages.has(base) || token.length > 2) return true;
  if (isDigit(next[0])) return false;
  const isCapital = /^\p{Lu}/u.test(next) && !capitalLanguages.has(base);
  return isCapital || starters.has(bare(next));
}

/** Languages whose ordinals come before capitalised words: "am 3. Oktober", "2. Dünya Savaşı". */
const capitalLanguages = new Set(["de", "lb", "tr"]);

/** Whether a token is a letter of a script without capitals, which abbreviates a title: "د. أحمد". */
function isCaselessLetter(token: string): boolean {
  return /^[\p{Script=Arabic}\p{Script=Hebrew}]$/u.test(token);
}

function readTokenBefore(text: string, { start, index }: { start: number; index: number }): string {
  let begin = index;
  while (begin > start && index - begin < tokenMax && isTokenCharacter(text.charAt(begin - 1)))
    begin--;
  return text.slice(begin, index);
}

function isTokenCharacter(char: string): boolean {
  return char === "." || char === "°" || /[\p{L}\p{N}\p{M}]/u.test(char);
}

function isInitial(token: string): boolean {
  return token.length === 1 && token !== token.toLowerCase() && token !== "I";
}

/** Whether a token has single letters with stops in between. */
function isDotted(token: string): boolean {
  const parts = token.split(".");
  return parts.length > 1 && parts.every((part) => part.length === 1 && !isDigit(part));
}

function bare(word: string): string {
  let end = word.length;
  while (end > 0 && !/[\p{L}\p{N}]/u.test(word.charAt(end - 1))) end--;
  return word.slice(0, end).toLowerCase();
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= "0" && char <= "9";
}

function isDigits(token: string): boolean {
  return token !== "" && [...token].every(isDigit);
}
