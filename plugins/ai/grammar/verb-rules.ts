import { asTable } from "hub";
import { readPairs, readWords } from "../text/word-lists.ts";
import type { Match } from "./request.ts";
import { type Finder, matchEach, type RuleInfo, type SentenceWords } from "./sentence-words.ts";
import {
  findBase,
  findIng,
  findParticiple,
  findPast,
  findPureBase,
  findPurePast,
  findPureThird,
  findRegularized,
  findVerb,
} from "./verb-forms.ts";

const complement: RuleInfo = {
  rule: "VERB_COMPLEMENT",
  category: "Grammar",
  message: "The verb takes another form after it",
};
const form: RuleInfo = {
  rule: "VERB_FORM",
  category: "Grammar",
  message: "The auxiliary verb takes another form",
};
const tense: RuleInfo = {
  rule: "VERB_TENSE",
  category: "Grammar",
  message: "The time takes another tense",
};

const pronouns = new Set(readWords("i you he she it we they"));
const objects = new Set(readWords("me you him her it us them this that"));
const determiners = new Set(
  readWords("a an the my your his her its our their this that these those some any"),
);
const particles = new Set(
  readWords("to in at with home there here on from up about for out away back again"),
);
/** Verbs with the form in “-ing”. */
const gerundVerbs = new Set(
  readWords("enjoy finish avoid mind suggest keep practise dislike imagine quit postpone"),
);
/** Verbs with “to”. */
const infinitiveVerbs = new Set(
  readWords(
    "decide promise refuse agree plan manage pretend wish threaten hope expect afford offer",
  ),
);
/** Verbs whose preposition precedes the form in “-ing”. */
const gerundPrepositions: ReadonlyMap<string, string> = new Map(
  readPairs("insist:on succeed:in apologise:for apologize:for"),
);
const prepositions = new Set(readWords("without before after by instead"));

const finders: readonly Finder[] = [
  findComplement,
  findAfterPreposition,
  findAfterAuxiliary,
  findPerfect,
  findPassive,
  findAfterTo,
  findCausative,
  findStative,
  findHadBetter,
  findForced,
  findRegularPast,
  findForBase,
  findSince,
  findDuration,
  findWish,
  findConditional,
  findSameSubject,
];

/** Finds wrong forms of verbs. */
export function* checkVerbs(words: SentenceWords): Generator<Match> {
  yield* matchEach(words, finders);
  const past = findPastTime(words);
  if (past) yield past;
}

/** Whether what follows a verb belongs to it, so that the word isn't a noun. */
function hasObject(words: SentenceWords, at: number): boolean {
  const next = words.at(at + 1);
  return words.joins(at) && (determiners.has(next) || objects.has(next) || particles.has(next));
}

/** Finds “keeps to ask”, “promised helping us”, “thinking to change” and “would like go”. */
function findComplement(words: SentenceWords, index: number): Match | undefined {
  const verb = findVerb(words.at(index));
  if (!verb || !words.isJoined(index, index + 1)) return undefined;
  const [next, after] = [words.at(index + 1), words.at(index + 2)];
  const isTo = next === "to" && words.joins(index + 1);
  const base = isTo ? findPureBase(after) : undefined;
  const isMind =
    verb.base === "mind" &&
    !/^(?:don't|doesn't|didn't|not|you|wouldn't)$/.test(words.at(index - 1));
  if (base && gerundVerbs.has(verb.base) && !isMind && !isPassive(words, index))
    return words.match({ from: index + 1, to: index + 2, replacement: base.ing }, complement);
  const preposition = gerundPrepositions.get(verb.base);
  if (base && preposition !== undefined)
    return words.match(
      { from: index + 1, to: index + 2, replacement: `${preposition} ${base.ing}` },
      complement,
    );
  if (
    isTo &&
    findBase(after) &&
    words.at(index) === "thinking" &&
    /^(?:am|is|are|was|were|been|i'm|he's|she's|we're)$/.test(words.at(index - 1))
  )
    return words.match(
      { from: index + 1, to: index + 2, replacement: `of ${findBase(after)?.ing ?? after}` },
      complement,
    );
  const ing = findIng(next);
  if (ing && infinitiveVerbs.has(verb.base) && verb.ing !== next && hasObject(words, index + 1)) {
    const isVerb =
      pronouns.has(words.at(index - 1)) || findVerb(words.at(index)) === findPast(words.at(index));
    if (
      (isVerb && words.at(index) !== "expected" && words.at(index) !== "planned") ||
      words.at(index) === "planning"
    )
      return words.match(
        { from: index + 1, to: index + 1, replacement: `to ${ing.base}` },
        complement,
      );
  }
  return undefined;
}

function isPassive(words: SentenceWords, index: number): boolean {
  return /^(?:be|is|are|was|were|been|being|not|best|often|usually|also|well)$/.test(
    words.at(index - 1),
  );
}

/** Finds “without to say”, “before to leave” and “after finish my homework”. */
function findAfterPreposition(words: SentenceWords, index: number): Match | undefined {
  if (!prepositions.has(words.at(index)) || !words.joins(index)) return undefined;
  let at = index + 1;
  if (words.at(index) === "instead") {
    if (words.at(at) !== "of" || !words.joins(at)) return undefined;
    at++;
  }
  const isTo = words.at(at) === "to" && words.joins(at);
  const verbAt = isTo ? at + 1 : at;
  const verb = findPureBase(words.at(verbAt));
  if (!verb || /^(?:the|and|or)$/.test(words.at(index - 1))) return undefined;
  if (isTo && words.at(index) === "by") return undefined;
  const next = words.at(verbAt + 1);
  const isVerb =
    isTo ||
    (words.joins(verbAt) && (determiners.has(next) || objects.has(next)) && next !== "that");
  if (!isVerb) return undefined;
  return words.match({ from: at, to: verbAt, replacement: verb.ing }, complement);
}

const doForms = /^(?:(?:do|does|did)n't|(?:do|does|did))$/;
const modals = new Set(
  readWords(
    "can could will would should must may might can't couldn't won't wouldn't shouldn't mustn't cannot",
  ),
);

/** Finds “didn't knew”, “does it has”, “could not to find” and “can plays”. */
function findAfterAuxiliary(words: SentenceWords, index: number): Match | undefined {
  const auxiliary = words.at(index);
  const isDo = doForms.test(auxiliary);
  if (!isDo && !modals.has(auxiliary)) return undefined;
  let at = index + 1;
  const isNegative = words.at(at) === "not" || auxiliary.endsWith("n't");
  if (words.at(at) === "not") at++;
  const isInverted = isDo && pronouns.has(words.at(at)) && words.opens(index);
  if (isInverted) at++;
  if (!words.isJoined(index, at)) return undefined;
  const word = words.at(at);
  if (isDo) {
    if (!isNegative && !isInverted) return undefined;
    const verb =
      findPurePast(word) ?? findPureThird(word) ?? (word === "has" ? findVerb(word) : undefined);
    if (!verb || findBase(word) || word === "used") return undefined;
    return words.match({ from: at, to: at, replacement: verb.base }, form);
  }
  const isSubject =
    pronouns.has(words.at(index - 1)) &&
    words.joins(index - 1) &&
    !reducers.has(words.at(index - 2));
  if (
    word === "to" &&
    words.joins(at) &&
    findPureBase(words.at(at + 1)) &&
    (isSubject || isNegative)
  )
    return words.match({ from: at, to: at + 1, replacement: words.at(at + 1) }, form);
  const verb = isSubject ? findPureThird(word) : undefined;
  if (!verb || !words.joins(at)) return undefined;
  return words.match({ from: at, to: at, replacement: verb.base }, form);
}

/** Words after which “could to” has another reading: “as fast as I could to get home”. */
const reducers = new Set(
  readWords(
    "as what all everything that than wherever whatever however best much anything whenever",
  ),
);

const haveForms = new Set(readWords("have has had haven't hasn't hadn't"));
const perfectAdverbs = new Set(readWords("already never just ever not always recently"));

/** Finds “haven't saw”, “have never see” and “has been work”. */
function findPerfect(words: SentenceWords, index: number): Match | undefined {
  if (!haveForms.has(words.at(index))) return undefined;
  let at = index + 1;
  const isQuestion = pronouns.has(words.at(at)) && words.opens(index);
  if (isQuestion) at++;
  if (perfectAdverbs.has(words.at(at))) at++;
  const isSubject = isQuestion || pronouns.has(words.at(index - 1));
  if (!isSubject || !words.isJoined(index, at)) return undefined;
  const word = words.at(at);
  if (word === "been" && /^(?:knowing|owning|belonging|understanding)$/.test(words.at(at + 1))) {
    const right = findIng(words.at(at + 1))?.participle ?? "";
    return words.isJoined(at, at + 2)
      ? words.match({ from: at, to: at + 1, replacement: right }, tense)
      : undefined;
  }
  if (word === "been") {
    const next = words.at(at + 1);
    const verb = next === "work" ? findBase(next) : findPureBase(next);
    const isProgressive =
      verb &&
      verb.participle !== next &&
      /^(?:he|she|we|they|i|you)$/.test(words.at(isQuestion ? index + 1 : index - 1));
    if (!isProgressive || !words.isJoined(at, at + 2)) return undefined;
    return words.match({ from: at + 1, to: at + 1, replacement: verb.ing }, form);
  }
  // “Had better see”, “had it come”.
  const verb = findPastOnly(word) ?? (words.at(index) === "had" ? undefined : findPureBase(word));
  if (!verb || verb.participle === word || word === "do" || word === "have") return undefined;
  return words.match({ from: at, to: at, replacement: verb.participle }, form);
}

/** Returns the forms of a verb by a past form that isn't its participle: “wrote”. */
function findPastOnly(word: string) {
  const verb = findPurePast(word) ?? (word === "saw" ? findPast(word) : undefined);
  return verb && verb.participle !== verb.past ? verb : undefined;
}

const beForms = new Set(readWords("is are was were been"));

/** Finds “was broke by” and “was wrote”. */
function findPassive(words: SentenceWords, index: number): Match | undefined {
  if (!beForms.has(words.at(index)) || !words.joins(index)) return undefined;
  const word = words.at(index + 1);
  const verb = findPastOnly(word);
  if (!verb || word === "did" || word === "had") return undefined;
  const isBy = words.at(index + 2) === "by" && words.joins(index + 1);
  if (word === "broke" && !isBy) return undefined;
  // A cleft sentence such as “All I did was run” has another form of “do”.
  for (let at = 0; at < index; at++)
    if (/^(?:do|did|does|what)$/.test(words.at(at))) return undefined;
  if (!isBy && !/^(?:in|on|at|from|last|yesterday|for)$/.test(words.at(index + 2)))
    return undefined;
  return words.match({ from: index + 1, to: index + 1, replacement: verb.participle }, form);
}

const wishVerbs = new Set(
  readWords("want wants wanted going need needs needed like try tried able decided hope hoped"),
);

/** Finds “going to bought” and “would like go”. */
function findAfterTo(words: SentenceWords, index: number): Match | undefined {
  const word = words.at(index);
  if (wishVerbs.has(word) && words.at(index + 1) === "to" && words.isJoined(index, index + 2)) {
    const verb = findPurePast(words.at(index + 2));
    if (!verb || findBase(words.at(index + 2)) || verb.past.endsWith("ed")) return undefined;
    return words.match({ from: index + 2, to: index + 2, replacement: verb.base }, form);
  }
  const isWish =
    (word === "like" && /^(?:would|'d)$/.test(words.at(index - 1))) ||
    /^(?:want|wants|wanted|hope|hopes|decided)$/.test(word);
  if (!isWish || !/^(?:i|you|he|she|we|they|would|i'd)$/.test(words.at(index - 1)))
    return undefined;
  const verb = findPureBase(words.at(index + 1));
  if (!verb || !words.isJoined(index - 1, index + 1) || !hasObject(words, index + 1))
    return undefined;
  if (words.at(index + 1) === "have" || words.at(index + 1) === "do") return undefined;
  return words.match(
    { from: index + 1, to: index + 1, replacement: `to ${words.at(index + 1)}` },
    complement,
  );
}

/** Finds “makes me to clean” and “let me to stay”. */
function findCausative(words: SentenceWords, index: number): Match | undefined {
  const verb = findVerb(words.at(index))?.base;
  if (verb !== "make" && verb !== "let") return undefined;
  const object = words.at(index + 1);
  if (!/^(?:me|him|her|us|you)$/.test(object) || words.at(index + 2) !== "to") return undefined;
  const base = findPureBase(words.at(index + 3));
  if (!base || !words.isJoined(index, index + 3) || isPassive(words, index)) return undefined;
  return words.match(
    { from: index + 2, to: index + 3, replacement: words.at(index + 3) },
    complement,
  );
}

const stative = new Set(
  readWords("knowing understanding belonging owning preferring believing wanting"),
);

/** Finds verbs of states in the progressive form: “She is knowing the answer”. */
function findStative(words: SentenceWords, index: number): Match | undefined {
  const subject = words.at(index);
  if (!/^(?:i|you|he|she|we|they)$/.test(subject) || !words.opens(index)) return undefined;
  if (!/^(?:am|is|are)$/.test(words.at(index + 1)) || !stative.has(words.at(index + 2)))
    return undefined;
  const verb = findIng(words.at(index + 2));
  if (!verb || !words.isJoined(index, index + 3)) return undefined;
  const right = subject === "he" || subject === "she" ? verb.third : verb.base;
  return words.match({ from: index + 1, to: index + 2, replacement: right }, tense);
}

const units = new Set(
  readWords("year years month months week weeks day days hour hours minute minutes"),
);
const counts = new Set(
  readWords("two three four five six seven eight nine ten twenty many several"),
);

const wishes = new Set(readWords("i'd you'd he'd she'd we'd they'd had would"));

/** Finds “had better to take” and “would rather staying”. */
function findHadBetter(words: SentenceWords, index: number): Match | undefined {
  if (!/^(?:better|rather)$/.test(words.at(index)) || !wishes.has(words.at(index - 1)))
    return undefined;
  const isTo = words.at(index + 1) === "to";
  const verb = isTo ? findBase(words.at(index + 2)) : findIng(words.at(index + 1));
  const to = isTo ? index + 2 : index + 1;
  if (!verb || !words.isJoined(index - 1, to)) return undefined;
  return words.match({ from: index + 1, to, replacement: verb.base }, complement);
}

const forced = new Set(
  readWords("force ask allow suppose expect invite encourage teach tell advise oblige permit"),
);

/** Finds a base form after “be” and before “to”: “were force to leave”. */
function findForced(words: SentenceWords, index: number): Match | undefined {
  const word = words.at(index);
  if (!forced.has(word) || !/^(?:is|are|was|were|been|am)$/.test(words.at(index - 1)))
    return undefined;
  const isTo = words.at(index + 1) === "to" && findBase(words.at(index + 2));
  if (!isTo || !words.isJoined(index - 1, index + 2)) return undefined;
  const right = findVerb(word)?.participle ?? `${word.replace(/e$/, "")}ed`;
  return words.match({ from: index, to: index, replacement: right }, form);
}

/** Finds regular forms of irregular verbs: “leaved”, “was taked”. */
function findRegularPast(words: SentenceWords, index: number): Match | undefined {
  const verb = findRegularized(words.at(index));
  if (!verb || words.raw(index) !== words.at(index) || !words.joins(index - 1)) return undefined;
  const before = words.at(index - 1);
  const isParticiple =
    haveForms.has(before) || /^(?:is|are|was|were|be|been|being|i've|they've|we've)$/.test(before);
  if (!isParticiple && !pronouns.has(before)) return undefined;
  const replacement = isParticiple ? verb.participle : verb.past;
  return words.match({ from: index, to: index, replacement }, form);
}

/** Finds “for lose weight”: a purpose takes “to”. */
function findForBase(words: SentenceWords, index: number): Match | undefined {
  const word = words.at(index + 1);
  if (words.at(index) !== "for" || !findPureBase(word)) return undefined;
  if (/^(?:use|want|visit|have|do|see|read|begin)$/.test(word)) return undefined;
  const next = words.at(index + 2);
  const isObject =
    determiners.has(next) ||
    objects.has(next) ||
    /^(?:weight|money|english|better|more)$/.test(next);
  if (!isObject || !words.isJoined(index, index + 2)) return undefined;
  return words.match({ from: index, to: index + 1, replacement: `to ${word}` }, complement);
}

/** Finds “since three months” and “for 2012” after a perfect. */
function findSince(words: SentenceWords, index: number): Match | undefined {
  const word = words.at(index);
  if ((word !== "since" && word !== "for") || !words.joins(index)) return undefined;
  const next = words.at(index + 1);
  if (word === "since") {
    const isCount = counts.has(next) || /^\d{1,3}$/.test(next);
    if (!isCount || !units.has(words.at(index + 2)) || !words.ends(index + 2)) return undefined;
    return words.match({ from: index, to: index, replacement: "for" }, tense);
  }
  if (!/^(?:19|20)\d\d$/.test(next) || !words.ends(index + 1)) return undefined;
  for (let at = 0; at < index; at++)
    if (haveForms.has(words.at(at)) && words.at(at + 1) === "been" && findIng(words.at(at + 2)))
      return words.match({ from: index, to: index, replacement: "since" }, tense);
  return undefined;
}

/** Finds a present tense with “since”: “is working here since March”. */
function findDuration(words: SentenceWords, index: number): Match | undefined {
  const [subject, verb, ing] = [words.at(index), words.at(index + 1), words.at(index + 2)];
  if (!pronouns.has(subject) || !/^(?:am|is|are)$/.test(verb)) return undefined;
  if (!findIng(ing) || !words.opens(index)) return undefined;
  for (let at = index + 3; at < Math.min(index + 9, words.length); at++) {
    if (!words.isJoined(index, at)) return undefined;
    if (words.at(at) !== "since") continue;
    if (
      !/^(?:(?:19|20)\d\d|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|last)$/.test(
        words.at(at + 1),
      )
    )
      return undefined;
    const have = verb === "is" ? "has" : "have";
    return words.match(
      { from: index + 1, to: index + 2, replacement: `${have} been ${ing}` },
      tense,
    );
  }
  return undefined;
}

/** Finds “I wish I can”. */
function findWish(words: SentenceWords, index: number): Match | undefined {
  if (words.at(index) !== "wish" || !/^(?:i|we|they|you)$/.test(words.at(index - 1)))
    return undefined;
  if (!pronouns.has(words.at(index + 1)) || !words.isJoined(index - 1, index + 3)) return undefined;
  if (
    words.at(index + 2) === "have" &&
    /^(?:a|an|the|more|enough|some|my|time|money)$/.test(words.at(index + 3))
  )
    return words.match({ from: index + 2, to: index + 2, replacement: "had" }, tense);
  const right = asTable({ can: "could", will: "would" })[words.at(index + 2)];
  if (right === undefined || !findBase(words.at(index + 3))) return undefined;
  return words.match({ from: index + 2, to: index + 2, replacement: right }, tense);
}

/** Finds “if I would have known” and, after such a condition, “I would passed”. */
function findConditional(words: SentenceWords, index: number): Match | undefined {
  if (words.at(0) !== "if" || words.at(index) !== "would" || !pronouns.has(words.at(index - 1)))
    return undefined;
  const verbAsked = findBase(words.at(3));
  const isOffer = words.at(1) === "you" || /^(?:like|be|have|only|just|care)$/.test(words.at(3));
  if (index === 2 && verbAsked && !isOffer && words.isJoined(0, 3) && hasMainClause(words))
    return words.match({ from: 2, to: 3, replacement: verbAsked.past }, tense);
  if (index === 2 && words.at(3) === "have" && findParticiple(words.at(4)) && words.isJoined(0, 4))
    return hasMainClause(words)
      ? words.match({ from: 2, to: 3, replacement: "had" }, tense)
      : undefined;
  const verb = findPurePast(words.at(index + 1));
  if (index < 4 || words.at(2) !== "had" || !verb || !words.isJoined(index - 1, index + 1))
    return undefined;
  return words.match(
    { from: index + 1, to: index + 1, replacement: `have ${verb.participle}` },
    tense,
  );
}

function hasMainClause(words: SentenceWords): boolean {
  for (let at = 4; at < words.length; at++)
    if (/^(?:would|could|might|wouldn't|couldn't)$/.test(words.at(at))) return true;
  return false;
}

/** Finds a future in a clause of time with the same subject: “I will call when I will arrive”. */
function findSameSubject(words: SentenceWords, index: number): Match | undefined {
  if (!/^(?:when|if|until|after|before|once)$/.test(words.at(index))) return undefined;
  const subject = words.at(index + 1);
  if (!/^(?:i|we|they|you)$/.test(subject) || words.at(index + 2) !== "will") return undefined;
  const verb = findBase(words.at(index + 3));
  const isFuture = words.at(0) === subject && words.at(1) === "will";
  if (!verb || !isFuture || !words.isJoined(index, index + 3)) return undefined;
  if (/^(?:know|see|find|decide|think|learn|say|ask|wonder)$/.test(words.at(2))) return undefined;
  const right = verb.base === "be" ? (subject === "i" ? "am" : "are") : verb.base;
  return words.match({ from: index + 2, to: index + 3, replacement: right }, tense);
}

/** Finds a perfect or present with a time in the past at the start: “Two years ago I have visited Paris”. */
function findPastTime(words: SentenceWords): Match | undefined {
  const subjectAt = readPastTime(words);
  if (subjectAt === undefined) return undefined;
  const subject = words.at(subjectAt);
  if (!pronouns.has(subject)) return undefined;
  const at = subjectAt + 1;
  const word = words.at(at);
  if (word === "have" || word === "has") {
    const verb = findParticiple(words.at(at + 1));
    if (!verb || verb.participle === "been" || !words.isJoined(subjectAt, at + 1)) return undefined;
    return words.match({ from: at, to: at + 1, replacement: verb.past }, tense);
  }
  const verb = findPureBase(word) ?? findPureThird(word);
  if (
    !verb ||
    verb.past === word ||
    !words.isJoined(subjectAt, at) ||
    word === "do" ||
    word === "have"
  )
    return undefined;
  return words.match({ from: at, to: at, replacement: verb.past }, tense);
}

/** Returns the position after a time in the past that opens the sentence. */
function readPastTime(words: SentenceWords): number | undefined {
  if (words.at(0) === "yesterday") return 1;
  if (
    words.at(0) === "last" &&
    /^(?:night|week|month|year|summer|winter|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/.test(
      words.at(1),
    )
  )
    return 2;
  if (units.has(words.at(1)) && words.at(2) === "ago") return 3;
  return undefined;
}
