import { readWords } from "../text/word-lists.ts";
import type { Match } from "./request.ts";
import { type Finder, matchEach, type RuleInfo, type SentenceWords } from "./sentence-words.ts";
import {
  findBase,
  findIng,
  findPureBase,
  findThird,
  findVerb,
  type VerbForms,
} from "./verb-forms.ts";
import {
  getPluralNoun,
  isAdjective,
  isIndefinite,
  isMassNoun,
  isPersonNoun,
  isPluralNoun,
  isSingularNoun,
} from "./word-classes.ts";

const info: RuleInfo = {
  rule: "SUBJECT_VERB",
  category: "Agreement",
  message: "The verb agrees with the first noun of its subject",
};

const determiners = new Set(readWords("the my your his her its our their this that these those"));
const prepositions = new Set(
  readWords("of in on at with from for near behind under about between around above opposite"),
);
const objects = new Set(readWords("me you him her us them it"));
const pronouns = new Set(readWords("i you he she it we they"));
/** Nouns whose verb agrees with the noun after “of”. */
const quantities = new Set(
  readWords(`
  number group majority minority lot couple variety rest half range series pair set percentage part bunch total handful
  team family crew staff pack kind type sort class list collection proportion quarter third amount
`),
);
const toPlural: ReadonlyMap<string, string> = new Map([
  ["is", "are"],
  ["was", "were"],
  ["has", "have"],
  ["isn't", "aren't"],
  ["wasn't", "weren't"],
  ["hasn't", "haven't"],
  ["doesn't", "don't"],
]);
const toSingular: ReadonlyMap<string, string> = new Map(
  [...toPlural].map(([one, many]) => [many, one]),
);
const adverbs = new Set(
  readWords("always usually often never sometimes also really still already"),
);
const indefinites = new Set(
  readWords(
    "everybody everyone nobody somebody someone anybody anyone everything nothing something",
  ),
);
const openers = new Set(readWords("because but although"));

/** Checks of the subject with which a clause opens. */
const subjectFinders: readonly Finder[] = [
  checkSubject,
  checkPartitive,
  checkNumberSubject,
  checkGerund,
  checkWhat,
  checkEvery,
  checkPair,
  checkThere,
  checkIndefinite,
];

/** Finds verbs that don't agree with the head of their subject. */
export function* checkAgreement(words: SentenceWords): Generator<Match> {
  for (let index = 0; index < words.length; index++) {
    if (!(words.opens(index) || openers.has(words.at(index - 1)))) continue;
    const found = words.firstMatch(index, subjectFinders);
    if (found) yield found;
  }
  yield* matchEach(words, [checkRelative]);
}

interface NounPhrase {
  head: string;
  end: number;
}

/** Reads a determiner, adjectives and a noun. */
function readNounPhrase(words: SentenceWords, index: number): NounPhrase | undefined {
  if (!determiners.has(words.at(index))) return undefined;
  let at = index + 1;
  while (isAdjective(words.at(at)) && isNounOrAdjective(words.at(at + 1))) at++;
  const head = words.at(at);
  const isNoun = isPluralNoun(head) || isSingularNoun(head) || isMassNoun(head);
  if (!isNoun || words.isName(at) || !words.isJoined(index, at)) return undefined;
  return { head, end: at };
}

function isNounOrAdjective(word: string): boolean {
  return isAdjective(word) || isPluralNoun(word) || isSingularNoun(word) || isMassNoun(word);
}

/** Checks a subject with a phrase between its head and its verb: “The price of these shoes are”. */
function checkSubject(words: SentenceWords, index: number): Match | undefined {
  const subject = readNounPhrase(words, index);
  if (!subject || quantities.has(subject.head)) return undefined;
  const after = skipRelative(words, skipPhrase(words, subject.end));
  if (after === subject.end && !isLongPhrase(index, after)) return undefined;
  let verb = after + 1;
  if (adverbs.has(words.at(verb))) verb++;
  if (!words.isJoined(index, verb)) return undefined;
  return matchVerb(words, verb, {
    isPlural: isPluralNoun(subject.head),
    isLexical: after !== subject.end || verb > after + 1,
  });
}

/** Whether adjectives stand between the determiner and the head. */
function isLongPhrase(index: number, end: number): boolean {
  return end > index + 1;
}

/** Skips phrases with a preposition: “in the first row”. */
function skipPhrase(words: SentenceWords, from: number): number {
  let at = from;
  while (prepositions.has(words.at(at + 1))) {
    const start = at + 2;
    const phrase =
      readNounPhrase(words, start) ?? readPlainNoun(words, start) ?? readAnyNoun(words, start);
    if (!phrase) return from;
    at = phrase.end;
  }
  return at;
}

const numbers = new Set(readWords("a an two three four five six ten many some all each every"));

/** Reads a noun without a determiner, with a number, or a name. */
function readPlainNoun(words: SentenceWords, index: number): NounPhrase | undefined {
  let at = index;
  if (numbers.has(words.at(at))) at++;
  while (isAdjective(words.at(at)) && isNounOrAdjective(words.at(at + 1))) at++;
  const head = words.at(at);
  const isNoun =
    isPluralNoun(head) ||
    isMassNoun(head) ||
    words.isName(at) ||
    (at > index && isSingularNoun(head));
  return isNoun ? { head, end: at } : undefined;
}

/** Reads a determiner and a word that no list has, before an auxiliary verb: “in the test was”. */
function readAnyNoun(words: SentenceWords, index: number): NounPhrase | undefined {
  const head = words.at(index + 1);
  if (!/^(?:the|my|your|his|her|our|their|this)$/.test(words.at(index))) return undefined;
  const isNoun =
    /^[a-z]{4,}$/.test(head) &&
    !(isAdjective(head) || adverbs.has(head) || findThird(head) || head.endsWith("ly"));
  return isNoun && toPlural.has(words.at(index + 2)) ? { head, end: index + 1 } : undefined;
}

/** Skips a relative clause with an own subject: “that you gave me last week”. */
function skipRelative(words: SentenceWords, from: number): number {
  if (words.at(from + 1) !== "that" && words.at(from + 1) !== "which") return from;
  if (!pronouns.has(words.at(from + 2)) || !findVerb(words.at(from + 3))) return from;
  let at = from + 3;
  if (objects.has(words.at(at + 1))) at++;
  if (
    /^(?:last|this)$/.test(words.at(at + 1)) &&
    /^(?:week|year|month|night|summer)$/.test(words.at(at + 2))
  )
    at += 2;
  else if (/^(?:yesterday|today|here)$/.test(words.at(at + 1))) at++;
  return at;
}

/** Returns a match if a verb doesn't have the number of its subject. */
function matchVerb(
  words: SentenceWords,
  at: number,
  { isPlural, isLexical }: { isPlural: boolean; isLexical: boolean },
): Match | undefined {
  const verb = words.at(at);
  if (words.raw(at) !== verb) return undefined;
  const forms = isPlural ? findThirdHere(words, at) : findBaseHere(words, at);
  const lexical =
    isLexical && !auxiliaries.has(verb) ? (isPlural ? forms?.base : forms?.third) : undefined;
  const right = (isPlural ? toPlural : toSingular).get(verb) ?? lexical;
  if (right === undefined || right === verb) return undefined;
  return words.match({ from: at, to: at, replacement: right }, info);
}

/** Verbs that may be nouns or adjectives, but not before an adverb or a preposition. */
const flexible = new Set(
  readWords("live work play cry change look talk walk help stay sleep start"),
);

function findBaseHere(words: SentenceWords, at: number): VerbForms | undefined {
  const verb = words.at(at);
  return (
    findPureBase(verb) ??
    (flexible.has(verb) && isVerbPhrase(words, at) ? findBase(verb) : undefined)
  );
}

function findThirdHere(words: SentenceWords, at: number): VerbForms | undefined {
  const forms = findThird(words.at(at));
  return forms &&
    (findPureBase(forms.base) || (flexible.has(forms.base) && isVerbPhrase(words, at)))
    ? forms
    : undefined;
}

/** Whether an adverb or a place follows, so that a word is a verb. */
function isVerbPhrase(words: SentenceWords, at: number): boolean {
  const next = words.at(at + 1);
  return (
    words.joins(at) &&
    (/^(?:in|at|next|near|here|there|abroad|together|alone|every|very|well|with|outside|all)$/.test(
      next,
    ) ||
      /[a-z]{3}ly$/.test(next))
  );
}

const auxiliaries = new Set(readWords("do does have has be"));
const partitives = new Set(readWords("most some many all few both several"));

/** Checks “most of my friends lives” and “both of my sister are”. */
function checkPartitive(words: SentenceWords, index: number): Match | undefined {
  if (!partitives.has(words.at(index)) || words.at(index + 1) !== "of") return undefined;
  const phrase = readNounPhrase(words, index + 2);
  if (!phrase || !words.isJoined(index, phrase.end + 1)) return undefined;
  const { head, end } = phrase;
  const plural = getPluralNoun(head);
  if (/^(?:both|many|few|several)$/.test(words.at(index)) && plural !== undefined)
    return toSingular.has(words.at(end + 1)) || words.ends(end)
      ? words.match(
          { from: end, to: end, replacement: plural },
          { ...info, rule: "PARTITIVE_NOUN", message: `“${words.raw(index)} of” takes a plural` },
        )
      : undefined;
  if (isMassNoun(head) && /^(?:most|some|all)$/.test(words.at(index)))
    return matchVerb(words, end + 1, { isPlural: false, isLexical: false });
  return isPluralNoun(head)
    ? matchVerb(words, end + 1, { isPlural: true, isLexical: true })
    : undefined;
}

/** Checks “the number of accidents have”. */
function checkNumberSubject(words: SentenceWords, index: number): Match | undefined {
  if (words.slice(index, index + 2).toLowerCase() !== "the number of") return undefined;
  const at = isAdjective(words.at(index + 3)) ? index + 4 : index + 3;
  if (!isPluralNoun(words.at(at)) || !words.isJoined(index, at + 1)) return undefined;
  return matchVerb(words, at + 1, { isPlural: false, isLexical: false });
}

const activities = new Set(
  readWords("learn eat read watch do make speak buy study cook visit write play take give"),
);

/** Checks a form in “-ing” with an object as the subject: “Learning new languages are”. */
function checkGerund(words: SentenceWords, index: number): Match | undefined {
  if (index !== 0 || !activities.has(findIng(words.at(0))?.base ?? "")) return undefined;
  if (!determiners.has(words.at(1)) && !isIndefinite(words.at(1))) return undefined;
  if (!isPluralNoun(words.at(2)) || !words.isJoined(0, 3)) return undefined;
  return matchVerb(words, 3, { isPlural: false, isLexical: false });
}

/** Checks “What they say are not true”. */
function checkWhat(words: SentenceWords, index: number): Match | undefined {
  if (words.at(index) !== "what" || !pronouns.has(words.at(index + 1)) || words.isQuestion)
    return undefined;
  const verb = words.at(index + 3);
  if (!findVerb(words.at(index + 2)) || !/^(?:are|were)$/.test(verb)) return undefined;
  const at = /^(?:not|very|so|too|always)$/.test(words.at(index + 4)) ? index + 5 : index + 4;
  const isState = (isAdjective(words.at(at)) || words.at(at) === "true") && words.ends(at);
  if (!isState || !words.isJoined(index, at)) return undefined;
  return matchVerb(words, index + 3, { isPlural: false, isLexical: false });
}

/** Checks “every student agree” and “both answer are”. */
function checkEvery(words: SentenceWords, index: number): Match | undefined {
  const start = words.at(index) === "not" ? index + 1 : index;
  if (words.at(start) === "both" && /^(?:are|were|have)$/.test(words.at(start + 2))) {
    const plural = getPluralNoun(words.at(start + 1));
    return plural !== undefined && words.isJoined(start, start + 2)
      ? words.match(
          { from: start + 1, to: start + 1, replacement: plural },
          { ...info, rule: "PARTITIVE_NOUN", message: "“Both” takes a plural" },
        )
      : undefined;
  }
  if (!/^(?:every|each)$/.test(words.at(start)) || !isSingularNoun(words.at(start + 1)))
    return undefined;
  if (!words.isJoined(start, start + 3)) return undefined;
  return matchVerb(words, start + 2, { isPlural: false, isLexical: true });
}

/** Checks “my friends and I was” and “either my mother or my father are”. */
function checkPair(words: SentenceWords, index: number): Match | undefined {
  const isEither = /^(?:either|neither)$/.test(words.at(index));
  const first = readNounPhrase(words, isEither ? index + 1 : index);
  if (!first) return undefined;
  const joint = words.at(first.end + 1);
  const next = first.end + 2;
  if (isEither) {
    const second = joint === "or" || joint === "nor" ? readNounPhrase(words, next) : undefined;
    const isSingle = isPersonNoun(first.head) && second !== undefined && isPersonNoun(second.head);
    if (!second || !isSingle || !words.isJoined(index, second.end + 1)) return undefined;
    return matchVerb(words, second.end + 1, { isPlural: false, isLexical: false });
  }
  if (joint !== "and" || words.at(next) !== "i" || !words.isJoined(index, next + 1))
    return undefined;
  return matchVerb(words, next + 1, { isPlural: true, isLexical: false });
}

/** Checks “there are a big park” and “there was a lot of people”. */
function checkThere(words: SentenceWords, index: number): Match | undefined {
  const isHowMany = words.at(index) === "how" && words.at(index + 1) === "many";
  if (isHowMany && words.at(index + 4) === "there") {
    const right = toPlural.get(words.at(index + 3));
    const isMany = isPluralNoun(words.at(index + 2)) && words.isJoined(index, index + 4);
    return right !== undefined && isMany
      ? words.match({ from: index + 3, to: index + 3, replacement: right }, info)
      : undefined;
  }
  if (words.at(index) !== "there") return undefined;
  const verb = words.at(index + 1);
  const rule = { ...info, rule: "THERE_NOUN", message: "The verb agrees with the noun after it" };
  if (/^(?:are|were)$/.test(verb) && /^an?$/.test(words.at(index + 2))) {
    let at = index + 3;
    while (isAdjective(words.at(at)) && isNounOrAdjective(words.at(at + 1))) at++;
    const isOne = isSingularNoun(words.at(at)) && !quantities.has(words.at(at));
    if (!isOne || !words.isJoined(index, at) || /^(?:of|or|and)$/.test(words.at(at + 1)))
      return undefined;
    const next = words.at(at + 1);
    if (
      !words.ends(at) &&
      !(words.joins(at) && /^(?:in|on|at|near|behind|with|who|that|next)$/.test(next))
    )
      return undefined;
    return words.match(
      { from: index + 1, to: index + 1, replacement: verb === "are" ? "is" : "was" },
      rule,
    );
  }
  if (verb !== "is" && verb !== "was") return undefined;
  if (words.slice(index + 2, index + 4).toLowerCase() !== "a lot of") return undefined;
  const many = words.at(index + 5);
  if (!isPluralNoun(many) && many !== "people") return undefined;
  return words.match(
    { from: index + 1, to: index + 1, replacement: verb === "is" ? "are" : "were" },
    rule,
  );
}

/** Checks “everyone have taken” and “everyone in the room like fish”. */
function checkIndefinite(words: SentenceWords, index: number): Match | undefined {
  if (!indefinites.has(words.at(index)) || !words.joins(index)) return undefined;
  let at = index + 1;
  // “Everybody in my family like fish.”
  if (words.at(at) === "in") {
    const place = readNounPhrase(words, at + 1);
    if (!place || !words.isJoined(index, place.end + 1)) return undefined;
    at = place.end + 1;
    return matchVerb(words, at, { isPlural: false, isLexical: true });
  }
  const [verb, next] = [words.at(at), words.at(at + 1)];
  // “Everybody have a seat” is a request.
  if (verb !== "have" || !words.joins(at) || words.isQuestion) return undefined;
  if (!/^(?:taken|been|seen|stolen|eaten|broken|forgotten|gone|told|left|found|done)$/.test(next))
    return undefined;
  return words.match({ from: at, to: at, replacement: "has" }, info);
}

/** Checks the verb of a relative clause: “people who lives”, “a man who work”. */
function checkRelative(words: SentenceWords, index: number): Match | undefined {
  if (words.raw(index) !== "who") return undefined;
  const noun = words.at(index - 1);
  if (!words.isJoined(index - 1, index + 1)) return undefined;
  const isPlural = isPluralNoun(noun) || noun === "people";
  if (!isPlural && !isPersonNoun(noun)) return undefined;
  // “One of the people who lives here”, “the father of the girls who is ill”: another noun may be the head.
  for (let at = Math.max(0, index - 6); at < index - 1; at++)
    if (/^(?:of|one|and|or|with|only)$/.test(words.at(at))) return undefined;
  if (isPlural) return matchVerb(words, index + 1, { isPlural: true, isLexical: true });
  if (!/^(?:a|the|my|his|her|our)$/.test(words.at(index - 2))) return undefined;
  return matchVerb(words, index + 1, { isPlural: false, isLexical: true });
}
