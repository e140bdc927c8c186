import { asTable } from "hub";
import { inflect } from "../rewrite/inflect.ts";
import { readPairs, readWords } from "../text/word-lists.ts";
import { classForms } from "./word-classes.ts";

const verbs = readWords(`
  go come see know take give make say tell think find get have eat run write buy bring leave feel like want need
  work play live speak talk help mean sing look seem do become travel visit watch read study learn teach cook
  clean walk drive drink sleep stay start finish meet call ask answer listen wait open close use try believe
  understand remember forget love hate hope agree arrive return send pay sell spend win lose build break choose
  begin grow draw throw steal wear swim dance travel change move stop enjoy explain show put let keep join invite
  wash smoke win practise improve cry laugh smile share save show wake sit stand fall depend live
`);
/** Further verbs, whose forms are regular. */
const regularVerbs = readWords(`
  receive expect accept arrange book borrow celebrate check complain consider continue decide
  deliver describe discover discuss enter happen include intend interest notice offer order organize organise own pack
  pass plan prepare produce promise realize realise recommend reply report suggest suppose thank touch train
  belong prefer steal destroy publish invent arrest kill injure paint rain snow imagine wonder hurry worry
`);
/** Past forms that are also base forms or adjectives. */
const samePast = new Set(readWords("put let read cut become run come felt fell saw"));
/** Verbs that are no nouns: their base form after a singular pronoun is certainly a mistake. */
const plainVerbs = readWords(`
  go come eat speak make take get think know want need like say live come see bring buy give tell become believe
  understand forget remember arrive agree send write teach learn seem depend enjoy avoid explain hate lose
  drive sing listen wear choose begin grow spend keep meet
`);
/** Verbs that follow a noun for a person without being part of a compound. */
const kinVerbs = readWords(`
  go come eat speak make take get think know want need say live see bring buy give tell believe understand study
  remember arrive agree send write read teach learn work play cook drive sing listen wear enjoy hate love help
`);
const singleNouns = readWords(`
  film friend student teacher book place thing reason problem city country song player day way movie person brother
  sister cat dog car house shirt cup bottle ticket room chair apple child week month year hour euro dollar question
  letter picture game language bag shop restaurant town page girl boy cousin tree animal
`);
const irregularPlurals = new Map(readPairs("person:people child:children woman:women man:men"));
const shortAdjectives = readWords(`
  tall big easy small old young fast slow cheap hot cold warm long short high strong weak rich poor nice hard happy
  heavy dark light clean large quick safe thin fat sunny busy noisy pretty ugly healthy early late deep wide
`);
const doubledAdjectives = new Set(["big", "hot", "thin", "fat"]);
const cities = readWords(`
  London Paris Berlin Madrid Rome Barcelona Vienna Munich Milan Lisbon Moscow Tokyo Beijing Amsterdam Brussels
  Dublin Prague Budapest Warsaw Athens Istanbul Stockholm Copenhagen Seoul Toronto Sydney Boston Chicago
`);
const kin =
  "(?:brother|sister|father|mother|friend|uncle|aunt|cousin|wife|husband|son|daughter|boss|teacher|neighbour|neighbor|" +
  "grandmother|grandfather|boyfriend|girlfriend|colleague)";

/** The forms of a short adjective: "bigger" and "biggest" of "big". */
function compareAdjective(adjective: string): { comparative: string; superlative: string } {
  const last = adjective.at(-1) ?? "";
  const trunk = /[^aeiou]y$/.test(adjective)
    ? `${adjective.slice(0, -1)}i`
    : doubledAdjectives.has(adjective)
      ? adjective + last
      : last === "e"
        ? adjective.slice(0, -1)
        : adjective;
  return { comparative: `${trunk}er`, superlative: `${trunk}est` };
}

const compared = shortAdjectives.map((one) => ({ adjective: one, ...compareAdjective(one) }));

const anyOf = (words: readonly string[]) => `(?:${[...new Set(words)].join("|")})`;
/** The third person of a verb. */
const getThird = (verb: string) => (verb === "have" ? "has" : inflect(verb)[1]);
const getPlural = (noun: string) =>
  irregularPlurals.get(noun) ??
  (/(?:[sx]|ch|sh)$/.test(noun)
    ? `${noun}es`
    : /[^aeiou]y$/.test(noun)
      ? `${noun.slice(0, -1)}ies`
      : `${noun}s`);

const days = "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)";
const months =
  "(?:January|February|March|April|May|June|July|August|September|October|November|December)";

/** The lists that patterns name in braces. */
const lists: Readonly<Record<string, string>> = asTable({
  end: String.raw`(?= *[.,;:!?\n]| *$)`,
  verb: anyOf(verbs),
  plainVerb: anyOf(plainVerbs),
  kinVerb: anyOf(kinVerbs),
  thirdVerb: anyOf([...verbs, ...plainVerbs].filter((one) => one !== "show").map(getThird)),
  pastVerb: anyOf(
    [...verbs, ...regularVerbs].map((one) => inflect(one)[2]).filter((one) => !samePast.has(one)),
  ),
  ingVerb: anyOf([...verbs, ...regularVerbs].map((one) => inflect(one)[4])),
  single: anyOf(singleNouns),
  plural: anyOf([
    ...singleNouns.map(getPlural),
    ..."shoes students rooms items houses cars clothes children flowers trousers glasses shops".split(
      " ",
    ),
  ]),
  shortAdjective: anyOf(shortAdjectives),
  comparative: anyOf(["better", "worse", ...compared.map(({ comparative }) => comparative)]),
  superlative: anyOf(["best", "worst", ...compared.map(({ superlative }) => superlative)]),
  longAdjective:
    "(?:intelligent|beautiful|important|expensive|difficult|interesting|popular|famous|dangerous|comfortable|useful|modern|boring|exciting)",
  profession:
    "(?:doctor|teacher|engineer|nurse|lawyer|student|waiter|waitress|programmer|secretary|cook|driver|journalist|dentist|" +
    "architect|accountant|mechanic|actor|actress|farmer|translator|scientist|electrician|hairdresser|salesman|policeman)",
  city: `(?-i:${anyOf(cities).slice(3, -1)})`,
  day: days,
  month: months,
  kin,
});

/** Replaces the names of lists in a pattern with their words. */
export function expandLists(pattern: string): string {
  return pattern.replaceAll(/\{([a-zA-Z]+)\}/g, (whole, name: string) => lists[name] ?? whole);
}

type Form = (word: string) => string;
type ClassForm = (word: string) => string | undefined;

/** Changes the last word of a phrase. */
const changeLast =
  (form: Form): Form =>
  (phrase) => {
    const at = phrase.lastIndexOf(" ") + 1;
    return phrase.slice(0, at) + form(phrase.slice(at));
  };
const pick =
  (pairs: string): Form =>
  (word) =>
    tables(pairs).get(word.toLowerCase()) ?? word;
const read = new Map<string, ReadonlyMap<string, string>>();

function tables(pairs: string): ReadonlyMap<string, string> {
  const known = read.get(pairs) ?? new Map(readPairs(pairs));
  read.set(pairs, known);
  return known;
}

const moreVerbs = readWords(
  "forgive ride hide shake hear cost suggest dislike die fail fly swim surprise disappoint excite confuse annoy embarrass frighten shock impress",
);
/** The forms of the verbs by any of their forms. A form of two verbs stands for the first. */
const verbForms = new Map<string, readonly [string, string, string, string, string]>();
for (const verb of ["do", ...verbs, ...plainVerbs, ...regularVerbs, ...moreVerbs]) {
  const [base, , past, participle, ing] = inflect(verb);
  const forms = [base, getThird(verb), past, participle, ing] as const;
  for (const form of forms) if (!verbForms.has(form)) verbForms.set(form, forms);
}
verbForms.set("am", ["be", "is", "was", "been", "being"]);
verbForms.set("is", ["be", "is", "was", "been", "being"]);
verbForms.set("are", ["be", "is", "were", "been", "being"]);
verbForms.set("be", ["be", "is", "was", "been", "being"]);
verbForms.set("were", ["be", "was", "were", "been", "being"]);

const inflectTo =
  (index: 0 | 1 | 2 | 3 | 4): Form =>
  (word) =>
    verbForms.get(word.toLowerCase())?.[index] ?? word;
const isPastOnly = (word: string) => !samePast.has(word) && verbForms.get(word)?.[2] === word;
const toBe: ReadonlyMap<string, string> = new Map(
  readPairs("is:are was:were has:have isn't:aren't"),
);

const known =
  (index: 0 | 1 | 2 | 3 | 4, from: readonly number[]): ClassForm =>
  (word) => {
    const forms = verbForms.get(word.toLowerCase());
    const right = forms?.[index];
    if (!forms || !right || !from.some((one) => forms[one] === word.toLowerCase()))
      return undefined;
    return right === word.toLowerCase() && index !== 0 ? undefined : right;
  };
const onlyOf =
  (pairs: string): ClassForm =>
  (word) =>
    tables(pairs).get(word.toLowerCase());
/** Checks the noun of a subject. A pronoun is always one. */
const subject =
  (name: string): ClassForm =>
  (phrase) => {
    const [first = "", second] = phrase.split(" ");
    if (second === undefined) return phrase.toLowerCase() === "i" ? "I" : phrase.toLowerCase();
    return classForms[name]?.(second) === undefined ? undefined : `${first} ${second}`;
  };
const irregularPasts =
  "eated:ate goed:went gived:gave maked:made taked:took writed:wrote speaked:spoke drinked:drank swimmed:swam " +
  "runned:ran knowed:knew growed:grew throwed:threw breaked:broke choosed:chose stealed:stole drived:drove " +
  "finded:found thinked:thought buyed:bought bringed:brought feeled:felt keeped:kept sleeped:slept losed:lost " +
  "meeted:met selled:sold sended:sent sitted:sat standed:stood teached:taught telled:told understanded:understood " +
  "winned:won catched:caught fighted:fought cutted:cut hitted:hit hurted:hurt falled:fell drawed:drew weared:wore " +
  "becomed:became comed:came heared:heard builded:built spended:spent lended:lent getted:got haved:had doed:did " +
  "rided:rode hided:hid bited:bit shaked:shook begined:began forgetted:forgot sayed:said";
const irregularParticiples =
  "eated:eaten goed:gone gived:given writed:written speaked:spoken drinked:drunk swimmed:swum runned:run knowed:known " +
  "growed:grown throwed:thrown breaked:broken choosed:chosen stealed:stolen drived:driven falled:fallen drawed:drawn " +
  "weared:worn becomed:become comed:come rided:ridden hided:hidden bited:bitten shaked:shaken begined:begun " +
  "forgetted:forgotten getted:got doed:done taked:taken";

/** Other forms of a word, by the names that the templates of rules use. */
export const wordForms: Readonly<Record<string, (word: string) => string | undefined>> = asTable({
  ...classForms,
  baseof: known(0, [1, 2, 3, 4]),
  knownbase: known(0, [0, 1]),
  thirdof: known(1, [0, 4]),
  pastof: known(2, [0, 1]),
  ppof: known(3, [0, 1]),
  ingof: known(4, [0, 4]),
  presentof: (word) => (known(0, [0, 1])(word) === undefined ? undefined : word),
  knowning: (word) =>
    verbForms.get(word.toLowerCase())?.[4] === word.toLowerCase() ? word : undefined,
  thirdtobase: known(0, [1]),
  pasttobase: (word) => (isPastOnly(word) ? known(0, [2])(word) : undefined),
  participletopast: (word) => {
    const forms = verbForms.get(word.toLowerCase());
    return forms?.[3] === word.toLowerCase() || forms?.[2] === word.toLowerCase()
      ? forms[2]
      : undefined;
  },
  realpast: onlyOf(irregularPasts),
  realparticiple: (word) => onlyOf(irregularParticiples)(word) ?? onlyOf(irregularPasts)(word),
  irregular: onlyOf(
    "mans:men womans:women tooths:teeth teeths:teeth foots:feet feets:feet sheeps:sheep childs:children gooses:geese " +
      "wifes:wives knifes:knives lifes:lives thiefs:thieves wolfs:wolves loafs:loaves tomatos:tomatoes potatos:potatoes " +
      "heros:heroes fishermans:fishermen deers:deer shelfs:shelves leafs:leaves",
  ),
  onesubject: subject("one"),
  manysubject: subject("plurals"),
  anysubject: subject("noun"),
  waitable: (word) =>
    classForms.noun?.(word) ??
    (/^(?:turn|train|taxi|results?|doctor|ferry|tram|lift)$/i.test(word) ? word : undefined),
  haveof: (word) => (/^(?:he|she|it|my .*)$/i.test(word) ? "has" : "have"),
  better: pick("bad:worse good:better"),
  double: (word) => word + (word.at(-1) ?? ""),
  withoutly: (word) => word.replace(/(terrib|horrib)ly$/, "$1le").replace(/ly$/, ""),
  watch: pick(
    "see:watch sees:watches saw:watched seeing:watching look:watch looks:watches looked:watched looking:watching",
  ),
  switch: (word) =>
    pick(
      "open:turn_on opens:turns_on opened:turned_on close:turn_off closes:turns_off closed:turned_off",
    )(word).replace("_", " "),
  can: pick("ca:can could:could"),
  thisthat: pick("these:this those:that"),
  thesethose: pick("this:these that:those"),
  aof: (word) => `${/^[aeiou]/i.test(word) ? "an" : "a"} ${word}`,
  base: inflectTo(0),
  third: inflectTo(1),
  past: inflectTo(2),
  participle: inflectTo(3),
  ing: inflectTo(4),
  plural: (word) => toBe.get(word.toLowerCase()) ?? inflectTo(0)(word),
  singular: pick(
    "are:is were:was have:has women:woman men:man children:child people:person feet:foot teeth:tooth mice:mouse " +
      "researches:research evidences:evidence informations:information advices:advice furnitures:furniture " +
      "equipments:equipment homeworks:homework luggages:luggage feedbacks:feedback knowledges:knowledge " +
      "softwares:software",
  ),
  many: changeLast(getPlural),
  a: (phrase) => `${/^[aeiou](?!ni)/i.test(phrase) ? "an" : "a"} ${phrase}`,
  comparative: (word) =>
    compared.find(({ adjective }) => adjective === word.toLowerCase())?.comparative ?? word,
  superlative: (word) =>
    compared.find(({ adjective }) => adjective === word.toLowerCase())?.superlative ?? word,
  adverb: (word) =>
    pick("good:well")(word) === word ? `${word.replace(/([^aeiou])y$/, "$1i")}ly` : "well",
  nominative: pick("him:he her:she them:they"),
  object: pick("he:him she:her they:them we:us"),
  any: pick("nothing:anything nobody:anybody no:any"),
  perfect: pick("am:have is:has are:have"),
  perfects: changeLast(pick("am:have is:has are:have")),
  was: pick("i:was he:was she:was we:were they:were you:were"),
  have: pick("he:has she:has you:have they:have"),
  make: pick("do:make did:made does:makes doing:making done:made"),
  do: pick("make:do made:did makes:does making:doing"),
  take: pick("make:take made:took makes:takes making:taking"),
  tell: pick("say:tell says:tells said:told"),
  miss: pick("lose:miss lost:missed loses:misses"),
  age: (phrase) => (/^i /i.test(phrase) ? "I am" : changeLast(pick("have:are has:is"))(phrase)),
  capital: (word) => word.replaceAll(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase()),
  lower: (word) => word.toLowerCase(),
});
