import { inflect } from "../rewrite/inflect.ts";
import { readWords } from "../text/word-lists.ts";
import { isEnglishWord } from "./spelling.ts";

/** Verbs that are hardly ever nouns or adjectives in their base form. */
const pure = readWords(`
  accept achieve add admit adopt agree allow annoy appear apologise apologize appreciate argue arrest arrive ask assume
  attend avoid become beg begin believe belong bring build buy carry catch celebrate choose collect come
  communicate compare complain complete concentrate confuse consider continue convince cook create
  decide defend deliver deny depend describe deserve destroy develop die disagree disappear discover discuss divide eat
  educate encourage enjoy enter examine exist expect explain explore fail fall feed feel find finish
  follow forget forgive gain get give go graduate grow happen hate hear hide hire hold imagine improve include increase
  inform insist invent invite join keep kill know laugh learn leave lend let listen live lose make marry mean
  meet mention obey occur offer organise organize own paint pay perform persuade prefer prepare pretend
  prevent produce promise protect prove provide publish pull push put quit reach read realise realize receive
  recognise recognize recommend refuse relax rely remain remember remind remove replace require revise save say see
  seem sell send serve show sing sit sleep solve speak spend stand start stay steal stop suffer suggest survive
  swim take teach tell thank think throw translate travel treat try understand use visit wait wake want watch wear
  win wish wonder worry write
`);
const others = readWords(`
  accuse blame break congratulate concentrate participate succeed rely benefit bite blow freeze hang commit repeat
  answer arrange bake call change clean climb close cost cross cry cut damage dance deal dig draw dream dress drink
  drive drop dry end exercise face fight fill fit fix fly guess help hit hope hurry
  hurt interest jump kick kiss lead lie lift like look love manage mind miss move need notice open order pack park pass
  phone pick plan plant plant play practise practice press print ride ring rise run search shake share shine shoot shop
  shout shut smile smoke sound study surprise swear swing talk taste tear touch train trust turn walk wash waste work
`);
/** Base forms that are often nouns or adjectives. */
const nounLike = new Set(
  readWords(`
  offer increase live own cook paint pull push read start stay stop visit wait watch wish worry save show use
  complete catch pay hire gain feed find feel let put quit reach grasp sleep swim throw treat try travel wear win
  promise mean laugh hate fall divide increase stand follow permit add fail result forgive end walk talk tell say
  know
`),
);
/** Past forms that have other meanings, such as “saw” and “found”. */
const ambiguousPasts = new Set(
  readWords(
    "saw found felt fell left wound ground bound lay put let read cut become run come hit hurt shut quit set rose bit cost spread met led lit shot thought fed worn wore kept held stuck burst split meant spent rode",
  ),
);

/** The forms of a verb. */
export interface VerbForms {
  base: string;
  third: string;
  past: string;
  participle: string;
  ing: string;
}

const be: VerbForms = { base: "be", third: "is", past: "was", participle: "been", ing: "being" };
const have: VerbForms = {
  base: "have",
  third: "has",
  past: "had",
  participle: "had",
  ing: "having",
};
const all: readonly VerbForms[] = [
  have,
  { base: "do", third: "does", past: "did", participle: "done", ing: "doing" },
  ...[...new Set([...pure, ...others])].map((verb) => {
    const [base, third, past, participle, ing] = inflect(verb);
    return { base, third, past, participle, ing };
  }),
];

function indexBy(form: keyof VerbForms): ReadonlyMap<string, VerbForms> {
  return new Map(all.toReversed().map((forms) => [forms[form], forms]));
}

const bases = indexBy("base");
const thirds = indexBy("third");
const pasts = indexBy("past");
const participles = indexBy("participle");
const ings = indexBy("ing");
const pureBases = new Set(pure.filter((verb) => !nounLike.has(verb)));

/** Returns the forms of a verb by its base form. */
export function findBase(word: string): VerbForms | undefined {
  return word === "be" ? be : bases.get(word);
}

/** Returns the forms of a verb by its base form, unless that is often a noun or an adjective. */
export function findPureBase(word: string): VerbForms | undefined {
  return pureBases.has(word) || word === "do" || word === "have" ? bases.get(word) : undefined;
}

/** Returns the forms of a verb by its third person. */
export function findThird(word: string): VerbForms | undefined {
  return thirds.get(word);
}

/** Returns the forms of a verb by a third person that is no plural noun. */
export function findPureThird(word: string): VerbForms | undefined {
  const forms = thirds.get(word);
  return forms && findPureBase(forms.base);
}

/** Returns the forms of a verb by its past form, if that differs from the base form. */
export function findPast(word: string): VerbForms | undefined {
  const forms = pasts.get(word);
  return forms?.base === word ? undefined : forms;
}

/** Returns the forms of a verb by a past form that has no other meaning. */
export function findPurePast(word: string): VerbForms | undefined {
  return ambiguousPasts.has(word) ? undefined : findPast(word);
}

/** Returns the forms of a verb by its participle, if that differs from the past form. */
export function findParticiple(word: string): VerbForms | undefined {
  return participles.get(word);
}

/** Returns the forms of a verb by its form in “-ing”. */
export function findIng(word: string): VerbForms | undefined {
  return ings.get(word);
}

/** Returns the forms of a verb by any of its forms. */
export function findVerb(word: string): VerbForms | undefined {
  return (
    bases.get(word) ??
    thirds.get(word) ??
    pasts.get(word) ??
    participles.get(word) ??
    ings.get(word)
  );
}

const regularized: ReadonlyMap<string, VerbForms> = new Map(
  all
    .filter(({ base, past }) => !past.endsWith("ed") && past !== base)
    .map((forms) => [forms.base + (forms.base.endsWith("e") ? "d" : "ed"), forms] as const)
    .filter(([form, { base }]) => !isEnglishWord(form) || base === "leave"),
);

/** Returns the forms of an irregular verb by a regular past form that doesn't exist, such as “taked”. */
export function findRegularized(word: string): VerbForms | undefined {
  return regularized.get(word);
}
