import { isEnglishWord } from "../names/english-words.ts";
import { findPlace } from "../names/gazetteer.ts";
import { isFirstName, isSurname, isWorldFirstName, isWorldSurname } from "../names/known-names.ts";
import { noName, noOrganization, organizationEnds } from "../names/name-words.ts";
import { either, eitherCase, readContext } from "../names/person-context.ts";
import type { TextEntity } from "../recognize/found.ts";
import { getStopwords } from "../text/stopwords.ts";
import { readWords } from "../text/word-lists.ts";
import { readPersonContext } from "./person-context.ts";
import { isPersonLabel, mayPrecedeName } from "./person-labels.ts";
import { findSurnames, hasSurnameEnding } from "./surname-forms.ts";

const context = readPersonContext();

const title =
  "(?:(?:[Dd]r|[Dd]ra|[Dd]rs|[Pp]rof|[Mm]ed|hab|inż|mgr|Mgr|Ing|Bc|JUDr|MUDr|MVDr|PhDr|RNDr|Avv|Dott|Dott\\.ssa|Geom|[Aa]dv|[Aa]dw|[Aa]v|mr|ir|dhr|mevr|mw|doc|Doc|Doç|Uzm|Lic|Sra?|Mrs?|Ms|Maj|Capt|Lt|Sgt|Rev|Dipl\\.-Ing|д-р|проф|гр|[Δδ]ρ|डॉ|Sig|Sig\\.ra|Sn|Dña|jhr|dl|dna|ks|pr|pí|о|π|Cpl|कु)\\.? |(?:Me|Mᵉ|Mme|Mlle|Don|Dom|Fray|Fru|Friherre|Emekli|Alb\\.|г-жа|пані|κα|स्वामी|الشيخ|D\\.|p\\.) |डॉक्टर |श्रीमती |श्री )";
const initials =
  "(?:\\p{Lu}|Ph|Th|Ch|Chr|Sz|Cz|M\\.ª?|Ст)\\.?(?<=[.ª])(?:-?(?:\\p{Lu}|Sz|Ch|Th)\\.){0,3}";
const word =
  "(?:d['’]|[DO]['’])?\\p{Lu}[\\p{L}\\p{M}ʼ]{1,30}(?:['’]\\p{L}{1,20})?(?:-(?:ter |van |der )?\\p{Lu}[\\p{L}\\p{M}'’]{0,30}){0,2}";
const particle =
  "(?:(?:baron|graaf|jonkheer|Freiherr|Freifrau|Graf|Gräfin) )?(?:van der|van den|van de|van 't|van|von und zu|von der|von|vom|zu|zur|zum|de la|de los|de las|de|del|della|dello|degli|dei|di|da|dos|das|do|du|des|la|le|af|av|ter|ten|den|der|el|al|bin|bint|ben|wa|z|ze|e|y|i)";
const nickname = "[\"“„«(']\\p{Lu}[\\p{L}\\p{M}]{1,20}[\"”“»)']";
/** A name of two words or more, with titles, initials, particles and nicknames; or a surname before a first name. */
const westernName = `(?:${title}){0,3}(?:${word}(?: \\p{Lu}{2,30}){0,2}, ?${word}(?! ${word})|(?:${initials}|${word})(?: (?:${initials}|${nickname}|(?:${particle} ){0,2}${word})){1,5})`;
const indic = "\\p{Script=Devanagari}[\\p{Script=Devanagari}\\p{M}]{0,15}";
const arabic = "\\p{Script=Arabic}[\\p{Script=Arabic}\\p{M}]{1,14}";
const uncasedName = `(?:(?:${title}){0,2}(?:${indic}\\.? ){1,3}${indic}|(?:${arabic} ){1,4}${arabic})`;
const han = "\\p{Script=Han}";
const kana = "[\\p{Script=Katakana}ー]";
const easternName = `(?:${kana}{2,12}(?:[・=]${kana}{1,12}){1,3}|${han}{1,8}(?:[·・•]${han}{1,8}){1,3}|${han}{1,4}[ 　]?(?:${han}{1,3}|\\p{Script=Hiragana}{2,5}|${kana}{2,6})(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー])|[가-힣]{2,4}(?: [가-힣]{1,5}){0,2})`;
const anyName = `(?:${westernName}|${uncasedName}|${easternName})`;
const wholeName = new RegExp(`^${anyName}$`, "u");
const namePrefix = new RegExp(`^${anyName}`, "u");

const afterRole = new RegExp(
  `(?<=(?<![\\p{L}\\p{M}])${eitherCase(context.roles)}(?:,| is| ist| est| es| è| é)? (?:(?:श्रीमती|श्री|डॉ\\.?) ){0,2})${anyName}`,
  "gu",
);
const conjunctions = "and|und|et|y|e|i|a|en|och|og|ve|și|и|і|й|та|και|और|&";
const afterConjunction = new RegExp(
  `^ (?:${conjunctions}) (?:(?:la|le|il|ο|η) )?(${anyName})`,
  "u",
);
const beforeConjunction = new RegExp(`(${westernName}) (?:${conjunctions}) (?:[οη] )?$`, "u");
const initialed = new RegExp(
  `(?<![\\p{L}\\p{N}.&/-])(?:(?:\\p{Lu}|Ph|Th|Chr|Sz)\\.(?:[ -]?\\p{Lu}\\.){0,3}) ?(?:(?:${particle} ){0,2}${word})(?: ${word})?(?![\\p{L}\\p{N}])`,
  "gu",
);
const vietnameseSurname = either(context["vietnamese surnames"]);
const vietnamese = new RegExp(
  `(?<!\\p{L})${vietnameseSurname}(?: \\p{Lu}[\\p{L}\\p{M}]{0,6}){1,3}(?!\\p{L})`,
  "gu",
);
const titled = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:Avv|Dott\\.ssa|JUDr|MUDr|MVDr|PhDr|RNDr|adw|drs|mr|ir|adv|Doç|Maj|Capt|Sgt|Rev|Prof|Dr|dr|mgr|inż)\\.? (?:(?:hab|med|Dr|dr|rer\\. nat|jur|phil|inż)\\.? ){0,3}|Me )(?:${initials} ?)?${word}(?: (?:${initials}|(?:${particle} ){0,2}${word})){0,3}`,
  "gu",
);

/** A closing of a letter. */
const closing = new RegExp(`${either(readContext().closings)}[,!.،。]?$`, "iu");

/** Finds names of people where only a name can stand: in lists of people, signatures, cells next to an address, and after roles. */
export function* findNameSlots(
  text: string,
  { language, found }: { language: string; found: readonly TextEntity[] },
): Generator<TextEntity> {
  const ask = { text, language };
  const names = [...findAlone(ask, found)];
  yield* names;
  for (const one of [...found, ...names])
    if (one.type === "address" || one.type === "person") yield* findNumberAfter(text, one);
  for (const one of [...found, ...names])
    if (one.type === "person" && /\p{L}[ ,]{1,2}\p{L}|\. /u.test(text.slice(one.start, one.end)))
      yield* findCoordinated(ask, one);
}

/** Finds a telephone number after a name or an address: "12 Baker Street, 01632 960417". */
function* findNumberAfter(text: string, { end }: TextEntity): Generator<TextEntity> {
  const [whole = "", number = ""] =
    /^[,;] ?(\(?\d[\d ()./-]{6,18}\d)(?![\d\p{L}/-])/u.exec(text.slice(end, end + 30)) ?? [];
  const digits = number.match(/\d/g)?.length ?? 0;
  if (digits < 8 || digits > 13 || /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|^\d{4}-\d\d-\d\d/.test(number))
    return;
  const start = end + whole.length - number.length;
  yield { type: "phone", start, end: end + whole.length, confidence: 0.66 };
}

function* findAlone(ask: NameContext, found: readonly TextEntity[]): Generator<TextEntity> {
  const { text, language } = ask;
  yield* findListed(ask);
  yield* findInBrackets(ask);
  yield* findWithRole(ask);
  yield* findOnLines(ask, found);
  yield* findInitialed(ask);
  // In English, the learned weights know roles, titles and the forms of surnames.
  if (language === "en") return;
  for (const [pattern, confidence] of [
    [afterRole, 0.72],
    [titled, 0.75],
    [vietnamese, 0.8],
  ] as const)
    for (const { 0: name, index } of text.matchAll(pattern))
      yield* createName(ask, { name, start: index, confidence });
  yield* findSurnames(text, language);
  yield* findInChat(ask);
}

interface NameContext {
  text: string;
  language: string;
}

interface Candidate {
  name: string;
  start: number;
  confidence: number;
}

/** Yields a name unless its words have other meanings. */
function* createName(
  { text, language }: NameContext,
  { name: shown, start, confidence }: Candidate,
): Generator<TextEntity> {
  const stopwords = getStopwords(language);
  const isVietnamese = vietnameseStart.test(shown);
  const name = cutUncased(shown.replace(/[ ,]{0,2}$/, ""), stopwords);
  const words = name.split(/[\s,.·・"“”()-]{1,3}/).filter((one) => /\p{L}{2}/u.test(one));
  const isCased = /\p{Lu}/u.test(name);
  const isOther = (one: string) =>
    !isVietnamese &&
    !capitalParticle.test(one) &&
    ((noName.has(one) && one !== "May") ||
      (noOrganization.has(one) && one.length < 5) ||
      organizationEnds.has(one) ||
      (/^\p{Lu}/u.test(one) && stopwords.has(one.toLowerCase()) && one.length > 2));
  if (name === "" || words.length === 0 || words.some(isOther) || otherWords.test(name)) return;
  if (isCased && words.filter((one) => one.length > 2).every(isPlainWord)) return;
  if (findPlace(name, language) || findPlace(name, "en")) return;
  if (/^[\p{Script=Han}\p{Script=Hangul}]/u.test(name) && notEastern.test(name)) return;
  if (/\p{L}/u.test(text[start - 1] ?? "") && isCased) return;
  yield { type: "person", start, end: start + name.length, confidence, normalized: name };
}

const vietnameseStart = /^(?:Nguyen|Nguyễn|Tran|Trần|Pham|Phạm)/u;
const capitalParticle = /^(?:Del|Della|Dello|De|Di|Da|La|Le|Lo|El|Dos|Dal|Van|Von|Al|Ben)$/u;

/** Returns the words of a name in Arabic or Devanagari before the first that isn't a name. */
function cutUncased(name: string, stopwords: ReadonlySet<string>): string {
  if (!/^[\p{Script=Arabic}\p{Script=Devanagari}]/u.test(name)) return name;
  const words = name.split(" ");
  const at = words.findIndex(
    (one) =>
      context["not in names without case"].has(one) ||
      (stopwords.has(one) && !context["particles without case"].has(one)),
  );
  const kept = at < 0 ? words : words.slice(0, at);
  return kept.length > 1 ? kept.join(" ") : "";
}

function isPlainWord(word: string): boolean {
  return isEnglishWord(word.toLowerCase()) && !isSurname(word) && !isFirstName(word, "en");
}

/** Words of departments, documents and greetings that stand where names do. */
const otherWords = new RegExp(
  `(?:^|[\\s,])${either(context.departments)}(?:$|[\\s,.])|${either(context["courts and papers"])}`,
  "u",
);
/** Words of departments, places and greetings in Han. */
const notEastern = new RegExp(
  `${either(context["eastern words at the end"])}$|${either(context["eastern words anywhere"])}`,
  "u",
);

/** Finds the names of a list after a label: "Attendees: Anna Smith, Q. Jones". */
function* findListed(place: NameContext): Generator<TextEntity> {
  const { text } = place;
  for (const { index, 0: sign } of text.matchAll(/[:：=](?![/\d])[ \t　]{0,3}\n?/gu)) {
    const before = text.slice(Math.max(0, index - 40), index);
    const label = before
      .slice(
        Math.max(
          ...["\n", ".", ",", "，", "、", ";", "。", "،", "।", "؛", "|"].map((one) =>
            before.lastIndexOf(one),
          ),
        ) + 1,
      )
      .trim()
      .toLowerCase();
    const isKnown = isPersonLabel(label);
    if (!isKnown && !mayPrecedeName(label)) continue;
    let at = index + sign.length;
    for (let items = 0; items < 30; items++) {
      const rest = text.slice(at, at + 120);
      const name = namePrefix.exec(rest)?.[0];
      if (name === undefined) break;
      const end = rest.slice(name.length, name.length + 2);
      const isUncased = /^[\p{Script=Arabic}\p{Script=Devanagari}]/u.test(name);
      if (!(isUncased ? /^(?:$|[\n,;.،؛(|।])/u : /^(?:$|[\s,;.،。，、()（<|।])/u).test(end)) break;
      if (!isKnown && !hasNameEvidence(name, place.language)) break;
      const confidence = isKnown ? 0.82 : 0.66;
      const [one] = [...createName(place, { name, start: at, confidence })];
      if (!one) break;
      yield one;
      const separator = new RegExp(
        `^(?:[,;、，،]\\s?|\\s(?:${conjunctions})\\s|، و|\\s?\\([^()]{1,30}\\)[,;] ?)`,
        "u",
      ).exec(text.slice(one.end, one.end + 40));
      if (!separator) break;
      at = one.end + separator[0].length;
    }
  }
  for (const { 0: name, index } of text.matchAll(chineseAfterRole))
    if (name.length > 2 || /^(?:褚|翟|佟|阮|郝)/u.test(name))
      yield* createName(place, { name, start: index, confidence: 0.66 });
  for (const { 0: name, index } of text.matchAll(eachOf))
    yield* createName(place, { name, start: index, confidence: 0.72 });
  for (const { 0: name, index } of text.matchAll(partiesInEastern)) {
    const lead = easternLead.exec(name)?.[0].length ?? 0;
    yield* createName(place, {
      name: name.slice(lead),
      start: index + lead,
      confidence: 0.8,
    });
  }
}

/** Chinese names after a relative, a role or a time, before a verb. */
const chineseAfterRole = new RegExp(
  `(?<=(?:同事|租客|房东|邻居|朋友|同学|妹妹|弟弟|哥哥|姐姐|爸爸|妈妈|儿子|女儿|丈夫|妻子|老公|老婆|病人|司机|买方|卖方|甲方|乙方|由|在|咨询|昨天|今天|明天|上午|下午|晚上|[和与]))${either(context["chinese surnames"])}${han}{1,2}?(?=[，。、；！？\\n]|[和与的给让来去说住被在也就都还已将想要会能是有没打签什吃于陪那已][^人]|医生|老师|先生|女士|[一二三四五六七八九十]{1,2}月)`,
  "gu",
);
/** Arabic names after "each of" and after "and" in the same sentence. */
const eachOf = new RegExp(
  `(?<=(?:كل من|واعتذر) (?:[^.\\n]{1,50} و)?)${arabic}(?: ${arabic}){1,4}?(?=[.،\\n]| و${arabic})`,
  "gu",
);
/** Words before a Korean or Japanese name that a title follows: "참석자는 황재석 씨", "証人伊藤さん". */
const korean = `${either(context["korean surnames"])}[가-힣]{2}|${either(context["double korean surnames"])}[가-힣]{1,2}`;
const easternLead = new RegExp(
  `^(?:${either(context["japanese roles"])}|(?:[가-힣]{1,5} ){1,2}(?=(?:${korean})$))`,
  "u",
);

/** Finds names before a role in brackets, and in capitals after a preposition: "Q. Jones (surveyor)", "by ANNA SMITH". */
function* findWithRole(place: NameContext): Generator<TextEntity> {
  for (const { 1: name = "", 2: role = "", index } of place.text.matchAll(beforeRole))
    if (isPersonLabel(role.toLowerCase())) {
      // "Sopralluogo di Anna Rossi": what precedes the preposition is a noun.
      const [lead = ""] = nounBefore.exec(name) ?? [];
      const from =
        lead !== "" && !isFirstName(lead.split(" ")[0] ?? "", place.language) ? lead.length : 0;
      yield* createName(place, { name: name.slice(from), start: index + from, confidence: 0.68 });
    }
  for (const { 0: name, index } of place.text.matchAll(inCapitals))
    yield* createName(place, { name, start: index, confidence: 0.62 });
}

const nounBefore = new RegExp(
  `^\\p{Lu}\\p{Ll}{2,20} ${either(context["prepositions after a noun"])} (?=\\p{Lu}\\S{0,30} \\p{Lu})`,
  "u",
);
const beforeRole = new RegExp(`(?<![\\p{L}\\p{N}])(${anyName}) ?[(（]([\\p{L} ]{3,20})[)）]`, "gu");
/** Two words in capitals within a sentence that isn't. */
const inCapitals = new RegExp(
  `(?<=\\p{Ll}\\s${either(context["prepositions before a person"])} )\\p{Lu}{4,20} \\p{Lu}{4,24}(?![\\p{L}\\p{N}]| \\p{Lu}{2})`,
  "gu",
);

/** Finds names in brackets: "the plumber (Q. Jones)". */
function* findInBrackets(place: NameContext): Generator<TextEntity> {
  for (const { 1: opening = "", 2: name = "", index } of place.text.matchAll(inBrackets)) {
    const isNamed = /^\p{Lu}/u.test(name)
      ? hasNameEvidence(name, place.language)
      : /\p{Script=Arabic}|\p{Script=Devanagari}/u.test(name) || easternEvidence.test(name);
    if (isNamed)
      yield* createName(place, { name, start: index + opening.length, confidence: 0.66 });
  }
}

const inBrackets = new RegExp(`([(（])(${anyName})(?=[)）])`, "gu");

/** Whether a phrase has a sign of a person's name: a first name, an initial, a particle, or a surname's form. */
function hasNameEvidence(name: string, language: string): boolean {
  if (!/^\p{Lu}/u.test(name)) return false;
  if (/^\p{Lu}{3,}, ?\p{Lu}\p{Ll}|^\p{Lu}[hz]?\.|["“„«]/u.test(name) || startsWithTitle.test(name))
    return true;
  const words = name.split(/[\s,.]{1,3}/).filter((one) => one.length > 1);
  return words.some((one, index) => {
    const plain = /^\p{Lu}{2,}$/u.test(one) ? one.charAt(0) + one.slice(1).toLowerCase() : one;
    return (
      (index === 0 && isFirstName(plain, language)) ||
      isWorldFirstName(plain) ||
      isWorldSurname(plain) ||
      (index > 0 && (isSurname(plain) || hasSurnameEnding(plain)))
    );
  });
}

const startsWithTitle = new RegExp(`^${title}`, "u");
/** The form of a Korean or transliterated name. */
const easternEvidence = new RegExp(
  `^(?:[가-힣]{3,4}|[가-힣]{2,5} [가-힣]{1,4}|${kana}{2,12}・|${han}{1,8}[·•]|${han}{2,4}[ 　])`,
  "u",
);

/** Parties and people with a title in Han, Kana and Hangul. */
const partiesInEastern = new RegExp(
  `(?<=(?:^|[\\n、。，：:])(?:原告|被告|患者|申立人|相手方)[ 　：:]?|(?<![가-힣])(?:환자|세입자|동료|이웃|고객) )${easternName}(?=[、。，,\\n]|様|さん|[はがの]| [씨님])|(?<=^|[。、「（\\n])${han}{2,4}[ 　](?:${han}{1,3}|\\p{Script=Hiragana}{2,4}|${kana}{2,6})(?=[がはをにともの、])|(?<![\\p{Script=Katakana}ー・])${either(context["western first names in katakana"])}(?:[・=]${kana}{2,12}){1,3}|(?<=^|[^\\p{Script=Han}\\p{Script=Katakana}ー])(?:${kana}{2,12}(?:[・=]${kana}{1,12}){1,3}|${han}{1,4}[ 　](?:${han}{1,3}|\\p{Script=Hiragana}{2,4}|${kana}{2,6})|(?!お客|皆|業者|患者|神|奥|王|関係|担当|保護|入居|利用|会員|各)${han}{2,6}|${han}{2,4}\\p{Script=Hiragana}{2,4})(?=さん|様|氏(?!名)|くん|ちゃん| 御中)|(?<=の)(?:${kana}{2,12}(?:[・=]${kana}{1,12}){1,3}|${han}{2,4}[ 　]?(?:${han}{1,3}|${kana}{2,6})?)(?=様|さん)|(?<![가-힣])(?!어제|오늘|내일|동료|세입자|환자|고객|우리|이웃|친구)[가-힣]{1,4}(?: [가-힣]{1,5}){0,2}(?= (?:씨|님|귀하|드림|올림)(?:[^가-힣]|$|는|은|가|와|의|께|이|을|를|도))|(?:(?<![\\p{Script=Han}·])|(?<=[由和与是叫客事天午，被]))(?!周|星期|昨天|今天|明天)${han}{1,6}[·•](?:${han}{1,6}[·•]){0,2}${han}{1,6}?(?=$|[^\\p{Script=Han}]|[和与的给让被向说来去签住在]|[一二三四五六七八九十]{1,2}月)`,
  "gu",
);

/** Finds names alone on a line or in a cell whose neighbours are an address, a telephone number or a closing. */
function* findOnLines(place: NameContext, found: readonly TextEntity[]): Generator<TextEntity> {
  const contacts = found
    .filter(({ type }) => /^(?:address|phone|email|date_of_birth)$/.test(type))
    .toSorted((a, b) => a.start - b.start);
  const lines: { start: number; shown: string; hasContact: boolean; opensWithAddress: boolean }[] =
    [];
  let start = 0;
  let at = 0;
  for (const line of place.text.split("\n")) {
    const end = start + line.length;
    while (at < contacts.length && (contacts[at]?.end ?? 0) <= start) at++;
    const next = contacts[at];
    const inside = next !== undefined && next.start < end;
    lines.push({
      start,
      shown: line,
      hasContact: inside,
      opensWithAddress: inside && next.type === "address" && next.start - start < 3,
    });
    if (inside && line.length < 2000)
      yield* findInCells(place, { start, line, found: contacts.slice(at, at + 8) });
    start = end + 1;
  }
  const persons = found
    .filter(({ type }) => type === "person")
    .toSorted((a, b) => a.start - b.start);
  let nextPerson = 0;
  let last = -2;
  for (const [index, line] of lines.entries()) {
    const lineEnd = line.start + line.shown.trimEnd().length;
    while (nextPerson < persons.length && (persons[nextPerson]?.start ?? 0) < line.start)
      nextPerson++;
    const person = persons[nextPerson];
    if (
      person &&
      person.start < line.start + 8 &&
      person.end >= lineEnd - 3 &&
      person.start < lineEnd
    ) {
      last = index;
      continue;
    }
    if (last === index - 1) continue;
    const shown = line.shown.trim().replace(/ ?(?:귀하|드림|올림|御中|様)$/, "");
    if (shown.length < 2 || shown.length > 60 || !wholeName.test(shown)) continue;
    const [above, below, further] = [lines[index - 1], lines[index + 1], lines[index + 2]];
    const closed = [above, lines[index - 2]].some((one) => closing.test(one?.shown.trim() ?? ""));
    const opens = below?.opensWithAddress || below?.hasContact;
    const isSigned =
      closed || opens || (further?.hasContact && /^[^\d]{3,40}$/u.test(below?.shown ?? ""));
    if (!isSigned || (above?.opensWithAddress && !closed)) continue;
    const from = line.start + line.shown.indexOf(shown);
    const [one] = [
      ...createName(place, { name: shown, start: from, confidence: closed ? 0.78 : 0.7 }),
    ];
    if (!one) continue;
    last = index;
    yield one;
  }
}

/** Finds names in the cells directly before or after a cell with an address or a contact. */
function* findInCells(
  place: NameContext,
  { start, line, found }: { start: number; line: string; found: readonly TextEntity[] },
): Generator<TextEntity> {
  const delimiter = [";", "\t", "|"].find((one) => line.split(one).length > 2);
  if (delimiter === undefined) return;
  let from = 0;
  const cells = line.split(delimiter).map((cell) => {
    const shown = cell.trim();
    const at = start + from + cell.indexOf(shown);
    from += cell.length + 1;
    const isContact = found.some((one) => one.start <= at + 2 && one.end > at);
    return { shown, at, isContact };
  });
  for (const [index, { shown, at }] of cells.entries())
    if (
      (cells[index - 1]?.isContact || cells[index + 1]?.isContact) &&
      shown.length < 60 &&
      wholeName.test(shown)
    )
      yield* createName(place, { name: shown, start: at, confidence: 0.72 });
}

/** Finds initials and a surname: "K. Oberhuber", "J.P.M. van 't Hoff". */
function* findInitialed(place: NameContext): Generator<TextEntity> {
  for (const { 0: name, index } of place.text.matchAll(initialed)) {
    const [, surname = ""] = /(?<=[. ])(\p{Lu}[\p{L}\p{M}'’-]{2,30})$/u.exec(name) ?? [];
    const isPlain = isEnglishWord(surname.toLowerCase()) && !isSurname(surname);
    if (surname.length < 4 || isPlain || surname === surname.toUpperCase()) continue;
    if (findPlace(surname, place.language) || context["not after initials"].has(surname)) continue;
    const before = place.text.slice(Math.max(0, index - 24), index);
    const count = name.match(/\p{Lu}\./gu)?.length ?? 0;
    // "Vitamin B. Danach" and "Plan B. Then" end a sentence.
    const [, previous = ""] = /([\p{L}]{1,23}) $/u.exec(before) ?? [];
    const isOpen =
      previous === "" ||
      /^(?:\p{Ll}{1,3}|avec|pour|with|from|sind|door|durch|przez|chez)$/u.test(previous);
    if (count < 2 && (!isOpen || /\d ?$/.test(before))) continue;
    yield* createName(place, { name, start: index, confidence: count > 1 ? 0.75 : 0.62 });
  }
}

/** Finds a first name and a surname in a line without capitals, as chats have them. */
function* findInChat(place: NameContext): Generator<TextEntity> {
  if (/[\p{Script=Han}\p{Script=Hangul}]/u.test(place.text)) return;
  const stopwords = getStopwords(place.language);
  let start = 0;
  for (const line of place.text.split("\n")) {
    if (
      line.length > 8 &&
      line.length < 400 &&
      !/\p{Lu}/u.test(line.replace(/^[^\p{L}]*\p{Lu}/u, ""))
    )
      for (const { 0: first, index } of line.matchAll(
        /(?<![\p{L}\p{M}'’.@/-])\p{Ll}{3,20}(?= \p{Ll}{4})/gu,
      )) {
        const behind = line.slice(index + first.length + 1);
        const surname = /^\p{Ll}{4,25}(?![\p{L}\p{M}'’@]|\.\p{L})/u.exec(behind)?.[0];
        if (surname === undefined) continue;
        if ([first, surname].some((one) => stopwords.has(one))) continue;
        if (!isFirstName(first, place.language)) continue;
        if (!isSurname(surname) && !hasSurnameEnding(surname)) continue;
        yield {
          type: "person",
          start: start + index,
          end: start + index + first.length + 1 + surname.length,
          confidence: 0.6,
          normalized: `${first} ${surname}`,
        };
      }
    start += line.length + 1;
  }
}

/** Finds the other name of a pair: "Anna Smith and Q. Jones". */
function* findCoordinated(place: NameContext, person: TextEntity): Generator<TextEntity> {
  const after = place.text.slice(person.end, person.end + 90);
  const [whole = "", name = ""] = afterConjunction.exec(after) ?? [];
  if (name !== "" && isPair(name, place))
    yield* createName(place, {
      name,
      start: person.end + whole.length - name.length,
      confidence: 0.65,
    });
  const from = Math.max(0, person.start - 70);
  const before = place.text.slice(from, person.start);
  const previous = beforeConjunction.exec(before);
  if (previous?.[1] !== undefined && isPair(previous[1], place))
    yield* createName(place, {
      name: previous[1],
      start: from + previous.index,
      confidence: 0.62,
    });
}

/** Whether a phrase next to a person's name is a name, too, and not "Neue Wege" or "Real Madrid". */
function isPair(name: string, { language }: NameContext): boolean {
  const [first = ""] = name.split(" ");
  return (
    !/^(?:Real|Sporting|Inter|New|Great|North|South|East|West|San|Santa|Saint)$/.test(first) &&
    !(
      language === "de" &&
      /^\p{Lu}\p{Ll}{2,}(?:e|er|es|en)$/u.test(first) &&
      !isFirstName(first, language)
    ) &&
    !readWords(
      "The A An Der Die Das Ein Eine Le La Les El Los Las Il Lo Gli O Os As De Het",
    ).includes(first)
  );
}
