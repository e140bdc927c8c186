import { toWordKey } from "../text/stem.ts";
import { getStopwords } from "../text/stopwords.ts";
import { readWords } from "../text/word-lists.ts";
import { splitWords } from "../text/words.ts";

/** The kind of answer that a question asks for. */
type AnswerKind =
  | "person"
  | "date"
  | "time"
  | "location"
  | "number"
  | "amount"
  | "money"
  | "duration"
  | "reason"
  | "definition"
  | "thing";

export interface Question {
  answerKind: AnswerKind;
  /** The keys of its keywords. */
  keys: ReadonlySet<string>;
  /** The key of its main verb and the keys of its synonyms, if known. */
  verb?: ReadonlySet<string>;
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
    /^\s*(?:what|who) (?:is|are|was|were) (?:an? |the )?[\p{L}\p{N} -]{2,60}\??\s*$|\bwas ist\b|\bqu'est-ce que\b|\bqué es\b/iu,
  ],
];
const asking = new Set(
  readWords(`
  what when where who whom whose why which how many much long old far time date year day kind type
  name does did was wann wo wer warum wie welche welcher quand où qui pourquoi comment combien
  quel quelle qué cuándo dónde quién cómo
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
].map((row) => readWords(row));

/** Finds the main verb after "did": "When did the war end?". The opposite verb answers another question. */
function findVerb(question: string, language: string): ReadonlySet<string> | undefined {
  const match =
    /\b(?:did|does|do|will)\b.{0,200}?(?<verb>\p{L}{3,20})(?: (?:in|at|on|up|out|from|to|with|by|for|as|off|down|over))?\s{0,3}\??\s{0,3}$/iu.exec(
      question,
    );
  const verb = match?.groups?.verb?.toLowerCase();
  const own = verb === undefined ? undefined : synonyms.find((row) => row.includes(verb));
  if (verb === undefined || !own) return undefined;
  return new Set(own.map((one) => toWordKey(one, language)));
}

/** Determines what a question asks for. */
export function readQuestion(question: string, language: string): Question {
  const stopwords = getStopwords(language);
  const words = splitWords(question, language);
  const telling = words.filter(({ lower }) => !stopwords.has(lower) && !asking.has(lower));
  const answerKind = forms.find(([, form]) => form.test(question))?.[0] ?? "thing";
  const verb = language.startsWith("en") ? findVerb(question, language) : undefined;
  return {
    answerKind,
    ...(verb && { verb }),
    keys: new Set(
      (telling.length > 0 ? telling : words).map(({ lower }) => toWordKey(lower, language)),
    ),
    words: new Set(words.map(({ lower }) => lower)),
  };
}
