import { readWords } from "../text/word-lists.ts";
import type { Match } from "./request.ts";
import { type Finder, matchEach, type RuleInfo, type SentenceWords } from "./sentence-words.ts";
import { findVerb } from "./verb-forms.ts";
import {
  addArticle,
  isAdjective,
  isCountNoun,
  isIndefinite,
  isPersonNoun,
  isSingularNoun,
} from "./word-classes.ts";

const missing: RuleInfo = {
  rule: "MISSING_ARTICLE",
  category: "Articles",
  message: "A singular countable noun needs an article",
};
const definite: RuleInfo = {
  rule: "MISSING_THE",
  category: "Articles",
  message: "The noun takes “the” here",
};
const superfluous: RuleInfo = {
  rule: "SUPERFLUOUS_ARTICLE",
  category: "Articles",
  message: "The noun takes no article here",
};

const subjects = new Set(
  readWords("i you he she it we they this that there somebody someone everybody everyone nobody"),
);
const possessives = new Set(readWords("my your his her its our their"));
/** Words between a subject and its main verb. */
const between = new Set(
  readWords(`
  to am is are was were be been being have has had having do does did will would can could should must may might not
  don't doesn't didn't can't couldn't won't wouldn't isn't wasn't aren't weren't haven't hasn't hadn't shouldn't
  always usually often never sometimes also just only already really still recently finally once ever even
  want wants wanted need needs needed like likes liked love loves loved hope hopes hoped decide decided going plan plans
  planned try tries tried trying able would
`),
);
const degrees = new Set(readWords("very really quite extremely incredibly particularly pretty"));
/** Verbs whose object is a noun phrase. */
const transitive = new Set(
  readWords(`
  be have buy find make need want see get rent share recommend offer play start follow learn study teach feel hear face cause pay suggest wear eat drink write read send receive bring take carry lose visit watch
  meet use build draw paint own choose sell order open borrow lend hear break steal cook catch drive ride hold
  book design create attend join win spend prepare keep hate like love enjoy remember forget remind tell give show
`),
);
const copulas = new Set(readWords("am is are was were be been become became becoming becomes"));
const prepositions = new Set(readWords("in at with for as on from near behind opposite"));
/** Words that may follow a complete noun phrase. */
const followers = new Set(
  readWords(`
  in on at near next behind from who that which whose because when while if but so yesterday today tomorrow last every now
  again ago during after before since until where under opposite about by for to with than
`),
);
const determiners = new Set(
  readWords("a an the my your his her its our their this these that those some any no"),
);
const objects = new Set(readWords("me you him her us them it"));

const finders: readonly Finder[] = [
  findBareNoun,
  findBareRole,
  findOpeningNoun,
  findPart,
  findWrongArticle,
  findTheHome,
];

/** Finds missing and superfluous articles. */
export function* checkArticles(words: SentenceWords): Generator<Match> {
  yield* matchEach(words, finders);
}

/** Finds a noun phrase without an article after a verb or a preposition: “She is very kind person”. */
function findBareNoun(words: SentenceWords, index: number): Match | undefined {
  const isPreposition = prepositions.has(words.at(index));
  if (!isPreposition && !isVerbOfSubject(words, index)) return undefined;
  let at = index + 1;
  // “She bought her brother new car”: one object may come first.
  if (!isPreposition && objects.has(words.at(at)) && words.at(at) !== "her") at++;
  const from = at;
  if (words.at(at) === "such" || words.at(at) === "what") at++;
  if (degrees.has(words.at(at))) at++;
  const first = at;
  while (isIndefinite(words.at(at)) && (isAdjectiveHere(words, at) || at === first)) at++;
  const adjectives = at - first;
  if (adjectives === 0 && (isPreposition || from !== at)) return undefined;
  const noun = words.at(at);
  const fits = adjectives > 0 ? isSingularNoun(noun) && !vague.has(noun) : isCountNoun(noun);
  if (!fits || words.isName(at) || !words.isJoined(index, at)) return undefined;
  if (adjectives === 0 && words.at(index) === "be") return undefined;
  if (!isComplete(words, at, adjectives > 0)) return undefined;
  if (isPreposition && !(adjectives > 0 && hasSubject(words, index))) return undefined;
  const phrase = words.slice(from, at);
  return words.match({ from, to: at, replacement: `${getBefore(phrase)}` }, missing);
}

/** Writes the article of a phrase. “Such” and “what” precede it. */
function getBefore(phrase: string): string {
  const [first = "", ...rest] = phrase.split(" ");
  return first === "such" || first === "what"
    ? `${first} ${addArticle(rest.join(" "))}`
    : addArticle(phrase);
}

/** Nouns that may stand without an article even after an adjective: “in good time”, “with great difficulty”. */
const vague = new Set(
  readWords(`
  time day week month year hour morning evening afternoon night summer winter autumn weekend school church college
  hospital language university work life form order condition quality design course experience difficulty success
  faith fashion film television theatre heart detail effort trust access support capital output input text code
  hand foot end part way number service use change paint wood glass cake pizza salad chicken lamb fish soup steak
  treatment health hair skill talent interest attention distance size shape speed standard practice theory society
  religion law history art music nature light sound noise space weather pain income cover shelter stress
  manner measure degree fun trouble pressure surprise food opinion agreement explanation discussion warning review
  evidence debate investigation competition growth possession conversation demand choice detail view sight
  company business industry production behaviour vision taste smell sleep exercise war prison crime home
  potato tomato lemon egg duck turkey cable rope string thread tape metal cloth leather stone
  protection contact communication exchange movement control authority employment operation function structure
  importance value significance benefit doubt risk failure disaster disappointment relationship mail email software
  lunch dinner breakfast tea coffee meal chocolate wine beer fruit mark note term notice board
  fire fear pride love hope anger respect thought reason cause sense logic memory type mode state status level
  culture future foundation painting drawing writing pilot process procedure data line list page screen view object character version section person
`).filter((noun) => !["person", "memory", "meal", "breakfast", "fire"].includes(noun)),
);

/** Whether a word that may be a noun is an adjective before a noun: “a light meal”, but not “light”. */
function isAdjectiveHere(words: SentenceWords, at: number): boolean {
  return words.joins(at) && (isAdjective(words.at(at + 1)) || isSingularNoun(words.at(at + 1)));
}

/** Whether a noun phrase ends with a word: no noun, “of” or pair follows. */
function isComplete(words: SentenceWords, at: number, hasAdjective: boolean): boolean {
  if (/^['’]/.test(words.gap(at))) return false;
  if (words.ends(at)) return !(/^[,:]/.test(words.gap(at)) && isList(words, at));
  if (!words.joins(at)) return false;
  const next = words.at(at + 1);
  if (isFixedRole(words, at) || words.at(at + 2) === words.at(at)) return false;
  if (next === "and" || next === "or") return hasAdjective && isAdjective(words.at(at + 2));
  return (followers.has(next) || (hasAdjective && next === "of")) && next !== words.at(at - 1);
}

/** Whether a role belongs to a place: “doctor to the king”, “poet in residence”. */
function isFixedRole(words: SentenceWords, at: number): boolean {
  if (!isPersonNoun(words.at(at))) return false;
  const next = words.at(at + 1);
  if (next === "to" || next === "at") return true;
  return (
    next === "in" && /^(?:residence|charge|chief|waiting|training|name)$/.test(words.at(at + 2))
  );
}

/** Whether a list goes on after a comma: “hand, foot and mouth”. */
function isList(words: SentenceWords, at: number): boolean {
  const next = words.at(at + 1);
  return !(subjects.has(next) || next === "but" || next === "so" || next === "and");
}

/** Whether a word is a verb with an object whose subject precedes: “I have to buy”, “My son found”. */
function isVerbOfSubject(words: SentenceWords, index: number): boolean {
  const verb = words.at(index);
  const isCopula = copulas.has(verb) || /^(?:i'm|he's|she's|it's|that's)$/.test(verb);
  if (!isCopula && !transitive.has(findVerb(verb)?.base ?? "")) return false;
  if (/^(?:i'm|he's|she's|it's|that's)$/.test(verb)) return words.opens(index);
  let at = index - 1;
  while (at >= 0 && between.has(words.at(at)) && words.joins(at)) at--;
  if (at < 0 || !words.joins(at)) return false;
  const subject = words.at(at);
  const isAsked = words.opens(at - 1) && between.has(words.at(at - 1));
  const isPlain = words.opens(at) || isAsked || clauseOpeners.has(words.at(at - 1));
  if (subjects.has(subject)) return isPlain && subject !== "that";
  // “My brother bought”: a possessive, a noun for a person and its verb.
  return (
    isPersonNoun(subject) &&
    possessives.has(words.at(at - 1)) &&
    (words.opens(at - 1) || clauseOpeners.has(words.at(at - 2)))
  );
}

const clauseOpeners = new Set(
  readWords(
    "and but because so when if while although though think thinks thought know said says where",
  ),
);

/** Whether the clause has a subject with its verb before a preposition. */
function hasSubject(words: SentenceWords, index: number): boolean {
  for (let at = index - 1; at >= 0; at--) {
    if (!words.joins(at)) return false;
    const isSubject = subjects.has(words.at(at)) && words.at(at) !== "that";
    if (isSubject && (words.opens(at) || clauseOpeners.has(words.at(at - 1))))
      return findVerb(words.at(at + 1)) !== undefined || between.has(words.at(at + 1));
  }
  return false;
}

/** Finds a noun without an article at the start: “Hospital where I work is”. */
function findOpeningNoun(words: SentenceWords, index: number): Match | undefined {
  if (index !== 0 || !isSingularNoun(words.at(0)) || words.at(1) !== "where") return undefined;
  if (!/^(?:i|we|you|he|she|they)$/.test(words.at(2)) || !words.isJoined(0, 3)) return undefined;
  return words.match({ from: 0, to: 0, replacement: `the ${words.at(0)}` }, definite);
}

/** Finds a profession without an article: “works as driver”. */
function findBareRole(words: SentenceWords, index: number): Match | undefined {
  const noun = words.at(index + 2);
  if (words.at(index + 1) !== "as" || !isPersonNoun(noun) || !isCountNoun(noun)) return undefined;
  const verb = findVerb(words.at(index))?.base;
  if (verb !== "work" || !words.isJoined(index, index + 2)) return undefined;
  const to = index + 2;
  if (!isComplete(words, to, false)) return undefined;
  return words.match({ from: to, to, replacement: addArticle(noun) }, missing);
}

const parts = new Set(readWords("end beginning start bottom back edge"));
const middles = new Set(readWords("middle centre center beginning"));
const attributes = new Set(
  readWords(
    "capital name meaning purpose price colour color population cause author address result",
  ),
);

/** Finds a part of something without “the”: “at end of the film”, “what is capital of Norway”. */
function findPart(words: SentenceWords, index: number): Match | undefined {
  const [head, part] = [words.at(index), words.at(index + 1)];
  if (words.at(index + 2) !== "of" || !words.isJoined(index, index + 3)) return undefined;
  const isPart =
    (head === "at" && parts.has(part)) ||
    (head === "in" && middles.has(part)) ||
    ((head === "is" || head === "was") && words.at(index - 1) === "what" && attributes.has(part));
  const next = words.at(index + 3);
  const isWhole = determiners.has(next) || words.isName(index + 3);
  if (!isPart || !isWhole) return undefined;
  return words.match(
    { from: index, to: index + 1, replacement: `${words.raw(index)} the ${part}` },
    definite,
  );
}

/** Finds “a same” and “the good friend of mine”. */
function findWrongArticle(words: SentenceWords, index: number): Match | undefined {
  const [article, next] = [words.at(index), words.at(index + 1)];
  if (article === "a" && next === "same" && isSingularNoun(words.at(index + 2)))
    return words.at(index + 2) !== "day" && words.isJoined(index, index + 2)
      ? words.match({ from: index, to: index, replacement: "the" }, definite)
      : undefined;
  const isOnly = /^an?$/.test(article) && next === "only";
  if (isOnly && /^(?:person|thing|one|way|place|problem|reason)$/.test(words.at(index + 2)))
    return words.isJoined(index, index + 2)
      ? words.match({ from: index, to: index, replacement: "the" }, definite)
      : undefined;
  if (article !== "the" || !/^(?:is|was)$/.test(words.at(index - 1))) return undefined;
  let at = index + 1;
  while (isIndefinite(words.at(at))) at++;
  const isMine = /^(?:mine|yours|his|hers|ours|theirs)$/.test(words.at(at + 2));
  if (!isPersonNoun(words.at(at)) || words.at(at + 1) !== "of" || !isMine) return undefined;
  if (!words.isJoined(index - 1, at + 2) || !words.ends(at + 2)) return undefined;
  const phrase = addArticle(words.slice(index + 1, at));
  return words.match({ from: index, to: at, replacement: phrase }, missing);
}

const sports = new Set(
  readWords(
    "football tennis basketball volleyball rugby golf cricket hockey baseball chess badminton swimming cycling skiing",
  ),
);
const meals = new Set(readWords("breakfast lunch dinner"));

/** Finds “the” before words that take no article: “the football is my favourite sport”, “went to the home”. */
function findTheHome(words: SentenceWords, index: number): Match | undefined {
  if (words.at(index) !== "the") return undefined;
  const noun = words.at(index + 1);
  const [before, next] = [words.at(index - 1), words.at(index + 2)];
  if (!words.joins(index)) return undefined;
  const drop = () =>
    words.match({ from: index, to: index + 1, replacement: words.raw(index + 1) }, superfluous);
  if (sports.has(noun) && words.opens(index) && next === "is" && words.at(index + 3) === "my")
    return drop();
  if (meals.has(noun) && findVerb(before)?.base === "have" && endsTime(words, index + 1))
    return drop();
  if (noun === "bed" && before === "in" && isStay(words, index - 2) && words.ends(index + 1))
    return drop();
  if (noun === "home" && before === "to" && findVerb(words.at(index - 2))?.base === "go") {
    if (!endsTime(words, index + 1)) return undefined;
    return words.match({ from: index - 1, to: index + 1, replacement: "home" }, superfluous);
  }
  return undefined;
}

function isStay(words: SentenceWords, index: number): boolean {
  return meals.has(words.at(index)) || findVerb(words.at(index))?.base === "stay";
}

const times = new Set(
  readWords("at after before every with early late by yesterday today tomorrow"),
);

function endsTime(words: SentenceWords, index: number): boolean {
  return words.ends(index) || (words.joins(index) && times.has(words.at(index + 1)));
}
