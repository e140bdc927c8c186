import { toWordKey } from "../text/stem.ts";
import { getStopwords } from "../text/stopwords.ts";
import { readWords } from "../text/word-lists.ts";
import { getBaseLanguage, splitWords } from "../text/words.ts";
import { toAnswerKey } from "./answer-key.ts";
import { type AnswerKind, getQuestionWords } from "./question-words.ts";
import { tagWords } from "./tag-words.ts";

export interface Question {
  answerKind: AnswerKind;
  /** The keys of its keywords. */
  keys: ReadonlySet<string>;
  /** The key of its main verb and the keys of its synonyms, if known. */
  verb?: ReadonlySet<string>;
  /** The keys of all its verbs and of their synonyms. Empty unless the language is ranked by features. */
  verbs: ReadonlySet<string>;
  /** The keys of German and Spanish synonyms, with the keys of the verbs that they stand for. */
  aliases: ReadonlyMap<string, string>;
  /** Its keywords, each with its key. */
  terms: readonly { lower: string; key: string }[];
  /** The question word, or "how many" and the like. */
  asks: string;
  /** Its words, which must not be part of answers. */
  words: ReadonlySet<string>;
}

const forms: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    "money",
    /\bhow much money\b|\bhow much\b[^?]{0,200}\b(?:cost|costs|pay|pays|paid|earn|earns|spend|spent|charge|worth)\b|\b(?:what|which) (?:is|was|were|are) the (?:price|cost|fee|salary|revenue|budget)\b|\bhow expensive\b|\bwas kostet\b|\bcombien coûte|\bcuánto cuesta/iu,
  ],
  [
    "duration",
    /\bhow (?:long|old)\b|\bwie (?:lange|alt)\b|\bcombien de temps\b|\bcuánto tiempo\b/iu,
  ],
  ["time", /\b(?:at )?what time\b|\bum wie ?viel uhr\b|\bà quelle heure\b|\ba qué hora\b/iu],
  ["amount", /\b(?:by )?how much\b|\bcombien d'argent\b/iu],
  [
    "number",
    /\bhow (?:many|much|far|tall|high|big|large|fast|heavy|deep|often)\b|\bwhat (?:percentage|share|number|proportion)\b|\bwie ?viele?\b|\bwie (?:hoch|groß|weit|schnell)\b|\bcombien\b|\bcuánt[oa]s?\b|\bquant[oie]\b/iu,
  ],
  [
    "date",
    /\bwhen\b|\b(?:what|which|in what|in which|on what|on which) (?:date|day|year|month|century)\b|\bwann\b|\bquand\b|\bcuándo\b|\bquando\b/iu,
  ],
  [
    "location",
    /\bwhere\b|\b(?:what|which|in what|in which) (?:country|city|place|town|state|location|region)\b|\bwo\b|\bwohin\b|\bwoher\b|\boù\b|\bdónde\b|\bdove\b|\bonde\b/iu,
  ],
  ["person", /\bwho(?:m|se)?\b|\bwer\b|\bwem\b|\bwen\b|\bqui\b|\bquién(?:es)?\b|\bchi\b/iu],
  [
    "reason",
    /\bwhy\b|\bwhat (?:is|was) the reason\b|\bhow come\b|\bwarum\b|\bwieso\b|\bweshalb\b|\bpourquoi\b|\bpor qué\b|\bperché\b/iu,
  ],
  [
    "definition",
    /^\s*(?:what|who) (?:is|are|was|were) (?![^?]{0,60} (?:of|for|in|at|that|called|named|with|as)\b)(?:an? |the )?[\p{L}\p{N} -]{2,60}\??\s*$|\bwas ist\b|\bqu'est-ce que\b|\bqué es\b/iu,
  ],
];
const asking = new Set(
  readWords(`
  what when where who whom whose why which how many much long old far time date year day kind type
  name does did was wann wo wer warum wie welche welcher quand où qui pourquoi comment combien
  quel quelle qué cuándo dónde quién cómo cuál cuáles cuánto cuánta cuántos cuántas quiénes adónde
  welches welchen welchem wen wem wessen wozu wofür womit woran worauf worin wodurch wogegen wovon viele viel
`),
);

/** Verbs that say the same, and nouns of the same meaning. */
const synonyms: readonly (readonly string[])[] = [
  "end ended ends ending finish finished conclude concluded cease ceased stop stopped terminate expire",
  "begin began begun start started starts commence commenced launch launched",
  "die died dies death killed",
  "born birth",
  "build built construct constructed erect erected completed",
  "found founded establish established create created set",
  "write wrote written author authored",
  "buy bought acquire acquired purchase purchased",
  "win won defeat defeated beat",
  "open opened opens inaugurated",
  "close closed closes shut",
  "leave left depart departed",
  "arrive arrived reach reached came",
  "invent invented devise devised developed",
  "discover discovered found",
  "marry married wed",
  "move moved relocate relocated",
  "happen happened occur occurred take took place",
  "appoint appointed name named nominate nominated choose chose chosen select selected elect elected",
  "show showed demonstrate demonstrated prove proved reveal revealed",
  "direct directed lead led head headed run ran manage managed chair chaired",
  "make made produce produced manufacture manufactured",
  "paint painted draw drew drawn",
  "compose composed write wrote written",
  "sing sang sung perform performed record recorded",
  "play played portray portrayed star starred",
  "publish published release released issue issued",
  "live lived reside resided inhabit",
  "work worked employ employed",
  "say said state stated claim claimed argue argued declare declared",
  "cause caused lead led result resulted trigger triggered",
  "rise rose grow grew increase increased",
  "fall fell drop dropped decrease decreased decline declined",
  "receive received get got obtain obtained earn earned",
  "teach taught instruct instructed educate educated",
  "own owned possess possessed belong",
  "rename renamed call called",
  "destroy destroyed ruin ruined demolish demolished",
  "join joined enter entered",
  "sell sold",
  "consist consisted comprise comprised contain contained include included",
].map((row) => readWords(row));
const synonymKeys = synonyms.map((row) => row.map((one) => toWordKey(one, "en")));

/** Finds the main verb after "did": "When did the war end?". The opposite verb answers another question. */
function findVerb(question: string, language: string): ReadonlySet<string> | undefined {
  const match =
    /\b(?:did|does|do|will)\b.{0,200}?(?<verb>\p{L}{3,20})(?: (?:in|at|on|up|out|from|to|with|by|for|as|off|down|over))?\s{0,3}\??\s{0,3}$/iu.exec(
      question,
    );
  const verb = match?.groups?.verb?.toLowerCase();
  if (verb === undefined) return undefined;
  const own = listSynonyms(toWordKey(verb, language));
  return own.length > 1 ? new Set(own) : undefined;
}

/** Returns the keys of a verb and of its synonyms. */
function listSynonyms(
  key: string,
  rows: readonly (readonly string[])[] = synonymKeys,
): readonly string[] {
  return [key, ...rows.filter((row) => row.includes(key)).flat()];
}

/** Returns the keys of the verbs of an English question, without auxiliaries. */
function listVerbs(question: string): string[] {
  const words = tagWords(question, "en");
  const verbs = words.filter(
    ({ wordClass, lower }) => wordClass === "verb" && !lightVerbs.has(lower),
  );
  // The tagger takes some verbs for adjectives or nouns: "When did it open its shop?".
  const isAsked = verbs.length === 0 && words.some(({ lower }) => /^(?:did|does|do)$/.test(lower));
  const found = isAsked ? words.filter(({ key }) => listSynonyms(key).length > 1) : verbs;
  return found.map(({ key }) => key);
}

/** Returns the keys of the verbs of a German or Spanish question. */
function listOtherVerbs(question: string, language: string): string[] {
  const known = getQuestionWords(language);
  if (!known) return [];
  return tagWords(question, language)
    .filter(({ wordClass, lower }) => wordClass === "verb" && !known.lightVerbs.has(lower))
    .map(({ key }) => key);
}

/** Verbs without a meaning of their own. */
const lightVerbs = new Set(
  readWords("be have has had do did make made call called name named use used give get take go"),
);

/** Determines what a question asks for. */
export function readQuestion(question: string, language: string): Question {
  const stopwords = getStopwords(language);
  const words = splitWords(question, language);
  const telling = words.filter(({ lower }) => !stopwords.has(lower) && !asking.has(lower));
  const code = getBaseLanguage(language);
  const answerKind =
    (getQuestionWords(code)?.forms ?? forms).find(([, form]) => form.test(question))?.[0] ??
    "thing";
  const verb = language.startsWith("en") ? findVerb(question, language) : undefined;
  const verbs = code === "en" ? listVerbs(question) : listOtherVerbs(question, code);
  const rows = getQuestionWords(code)?.synonyms;
  const terms = (telling.length > 0 ? telling : words).map(({ lower }) => ({
    lower,
    key: toAnswerKey(lower, language),
  }));
  const aliases = verbs.flatMap((verb) =>
    listSynonyms(verb, rows).map((key) => [key, verb] as const),
  );
  return {
    answerKind,
    ...(verb && { verb }),
    verbs: new Set(aliases.map(([key]) => key)),
    aliases: new Map(rows ? aliases : []),
    terms,
    keys: new Set(terms.map(({ key }) => key)),
    asks: findAsking(words),
    words: new Set(words.map(({ lower }) => lower)),
  };
}

/** Meanings of question words, in all languages that are ranked by features. */
const askings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    how: "how wie cómo",
    which: "which welche welcher welches welchen welchem cuál cuáles",
    what: "what was qué wofür womit woran worauf worin wodurch wogegen wovon worüber wonach woraus worum wobei wozu",
    who: "who whom whose wer wen wem wessen quién quiénes",
    when: "when wann cuándo",
    where: "where wo wohin woher dónde adónde",
    why: "why warum wieso weshalb",
    many: "cuánto cuánta cuántos cuántas wieviel wieviele",
  }).flatMap(([asks, words]) => readWords(words).map((word) => [word, asks] as const)),
);

/** Returns the meaning of the question word. */
function findAsking(words: readonly { lower: string }[]): string {
  const at = words.findIndex(({ lower }) => askings.has(lower));
  const asks = askings.get(words[at]?.lower ?? "") ?? "none";
  return asks === "how" &&
    /^(?:many|much|long|old|far|viel|viele|lange|alt|hoch)$/.test(words[at + 1]?.lower ?? "")
    ? "many"
    : asks;
}
