import { readWords } from "../text/word-lists.ts";
import type { Match } from "./request.ts";
import { type Finder, matchEach, type RuleInfo, type SentenceWords } from "./sentence-words.ts";
import { findBase, findParticiple, findVerb } from "./verb-forms.ts";
import { isAdjective, isMassNoun, isPluralNoun, isSingularNoun } from "./word-classes.ts";

const question: RuleInfo = {
  rule: "QUESTION_ORDER",
  category: "Word order",
  message: "In a question the auxiliary verb precedes the subject",
};
const indirect: RuleInfo = {
  rule: "INDIRECT_QUESTION",
  category: "Word order",
  message: "In an indirect question the subject precedes the verb",
};
const adverb: RuleInfo = {
  rule: "ADVERB_ORDER",
  category: "Word order",
  message: "The adverb has another place",
};

const pronouns = new Set(readWords("i you he she it we they"));
const determiners = new Set(
  readWords("a an the my your his her its our their this that these those"),
);
const questionWords = new Set(readWords("what where when why how"));
const auxiliaries = new Set(
  readWords(
    "am is are was were have has had can could will would should must did do does didn't don't doesn't can't",
  ),
);
const finite = new Set(
  readWords("am is are was were has will would can could should must do does did"),
);

const finders: readonly Finder[] = [
  findIndirect,
  findFrequency,
  findDegree,
  findTimeObject,
  findTimeVerb,
  findMissingObject,
  findFrontAdverb,
  findGaveTo,
  findLateAdjective,
];

/** Finds words in the wrong order. */
export function* checkOrder(words: SentenceWords): Generator<Match> {
  const asked = findQuestion(words);
  if (asked) yield asked;
  yield* matchEach(words, finders);
}

/** Finds “What you are doing?” and “How long you have been waiting?”. */
function findQuestion(words: SentenceWords): Match | undefined {
  if (!words.isQuestion || !questionWords.has(words.at(0))) return undefined;
  let at = 1;
  if (words.at(0) === "how" && /^(?:long|often|much|old|far)$/.test(words.at(at))) at++;
  if (words.at(0) === "what" && words.at(at) === "time") at++;
  if (!pronouns.has(words.at(at)) || !auxiliaries.has(words.at(at + 1))) return undefined;
  if (words.length < at + 3 || !words.isJoined(0, words.length - 1)) return undefined;
  // “What you are doing is wrong?” has another verb.
  for (let later = at + 2; later < words.length; later++)
    if (
      finite.has(words.at(later)) ||
      pronouns.has(words.at(later)) ||
      /^(?:that|if|when|because)$/.test(words.at(later))
    )
      return undefined;
  const subject = words.raw(at);
  return words.match(
    { from: at, to: at + 1, replacement: `${words.at(at + 1)} ${subject}` },
    question,
  );
}

const askers = new Set(
  readWords("know wonder wondered understand remember ask asked me him her us them"),
);

/** Finds “I wonder what does this word mean” and “Do you know how much does it cost”. */
function findIndirect(words: SentenceWords, index: number): Match | undefined {
  if (!askers.has(words.at(index)) || !words.joins(index)) return undefined;
  if (
    /^(?:me|him|her|us|them)$/.test(words.at(index)) &&
    !/^(?:tell|told|ask|asked|show|explain)$/.test(words.at(index - 1))
  )
    return undefined;
  let at = index + 1;
  if (!questionWords.has(words.at(at))) return undefined;
  if (words.at(at) === "how" && /^(?:long|often|much|old|far|many)$/.test(words.at(at + 1))) at++;
  else if (words.at(at) === "what" && words.at(at + 1) === "time") at++;
  const auxiliary = words.at(at + 1);
  const subjectEnd = readSubject(words, at + 2);
  if (subjectEnd === undefined || !words.isJoined(index, subjectEnd)) return undefined;
  const subject = words.slice(at + 2, subjectEnd);
  if (auxiliary === "do" || auxiliary === "does" || auxiliary === "did") {
    const verb = findBase(words.at(subjectEnd + 1));
    if (!verb || !words.joins(subjectEnd) || !closesQuestion(words, subjectEnd + 1))
      return undefined;
    const right = auxiliary === "do" ? verb.base : auxiliary === "does" ? verb.third : verb.past;
    return words.match(
      { from: at + 1, to: subjectEnd + 1, replacement: `${subject} ${right}` },
      indirect,
    );
  }
  if (!/^(?:is|are|was|were)$/.test(auxiliary) || !words.ends(subjectEnd)) return undefined;
  if (
    words.at(at) === "what" &&
    !/^(?:name|address|number|email|age|job|hobby)$/.test(words.at(subjectEnd))
  )
    return undefined;
  return words.match(
    { from: at + 1, to: subjectEnd, replacement: `${subject} ${auxiliary}` },
    indirect,
  );
}

/** Whether the clause ends soon after a verb, without another verb. */
function closesQuestion(words: SentenceWords, at: number): boolean {
  for (let later = at + 1; later < words.length; later++) {
    if (words.ends(later - 1)) return true;
    if (later > at + 4 || !words.joins(later - 1)) return false;
    if (pronouns.has(words.at(later)) || finite.has(words.at(later)) || words.at(later) === "as")
      return false;
  }
  return true;
}

/** Returns the end of a pronoun or a noun phrase. */
function readSubject(words: SentenceWords, index: number): number | undefined {
  if (pronouns.has(words.at(index))) return index;
  if (!determiners.has(words.at(index))) return undefined;
  let at = index + 1;
  while (isAdjective(words.at(at)) && words.joins(at) && isNoun(words.at(at + 1))) at++;
  return isNoun(words.at(at)) && words.isJoined(index, at) ? at : undefined;
}

function isNoun(word: string): boolean {
  return isSingularNoun(word) || isPluralNoun(word) || isMassNoun(word);
}

/** Finds “I play often tennis”, “She goes always to work” and “I have been never to Africa”. */
function findFrequency(words: SentenceWords, index: number): Match | undefined {
  const subject = words.at(index);
  if (!pronouns.has(subject) || !words.opens(index) || !words.isJoined(index, index + 3))
    return undefined;
  const [verb, next] = [words.at(index + 1), words.at(index + 2)];
  if (/^(?:have|has)$/.test(verb) && next === "been" && words.at(index + 3) === "never")
    return words.match(
      { from: index + 1, to: index + 3, replacement: `${words.raw(index + 1)} never been` },
      adverb,
    );
  if (
    /^(?:have|has)$/.test(verb) &&
    next === "never" &&
    /^(?:enough|time|money|much|any|a)$/.test(words.at(index + 3))
  ) {
    if (words.at(index + 3) === "a" && words.at(index + 4) !== "lot") return undefined;
    return words.match({ from: index + 1, to: index + 2, replacement: `never ${verb}` }, adverb);
  }
  if (!/^(?:always|often|usually|never)$/.test(next) || auxiliaries.has(verb)) return undefined;
  const forms = findVerb(verb);
  if (!forms || forms.ing === verb || (forms.participle === verb && forms.past !== verb))
    return undefined;
  const object = words.at(index + 3);
  const isObject = activities.has(object) || /^(?:my|our|his|her|their)$/.test(object);
  const isWay = /^(?:go|goes)$/.test(verb) && object === "to" && next !== "never";
  if (!isObject && !isWay) return undefined;
  return words.match(
    { from: index + 1, to: index + 2, replacement: `${next} ${words.raw(index + 1)}` },
    adverb,
  );
}

const activities = new Set(
  readWords(`
  tennis football basketball chess golf cards music coffee tea water beer wine milk juice books newspapers breakfast lunch
  dinner homework English French films movies videos games television tv letters emails pizza fish meat fruit vegetables
`),
);
const likings = new Set(
  readWords("like love hate enjoy speak know play sing miss understand write read"),
);

/** Finds an adverb of degree between a verb and its object: “speaks very well English”. */
function findDegree(words: SentenceWords, index: number): Match | undefined {
  const verb = findVerb(words.at(index));
  if (!verb || !likings.has(verb.base) || !words.isJoined(index - 1, index + 2)) return undefined;
  if (!/^(?:i|you|he|she|we|they|can|to|don't|doesn't)$/.test(words.at(index - 1)))
    return undefined;
  const phrase = words.slice(index + 1, index + 2).toLowerCase();
  const length = /^(?:very|so|really|quite) (?:well|much)$/.test(phrase)
    ? 2
    : phrase === "a lot"
      ? 2
      : 0;
  if (length === 0) return undefined;
  const from = index + 1 + length;
  let at = from;
  if (determiners.has(words.at(at))) at++;
  while (isAdjective(words.at(at)) && words.joins(at) && isNoun(words.at(at + 1))) at++;
  const word = words.at(at);
  const isObject = isNoun(word) || words.isName(at) || activities.has(word);
  if (!isObject || !words.isJoined(index, at) || !words.ends(at)) return undefined;
  return words.match(
    {
      from: index + 1,
      to: at,
      replacement: `${words.slice(from, at)} ${words.slice(index + 1, from - 1)}`,
    },
    adverb,
  );
}

/** Finds a time between a verb and its object: “She bought yesterday a new coat”. */
function findTimeObject(words: SentenceWords, index: number): Match | undefined {
  const verb = findVerb(words.at(index));
  if (!verb || verb.past !== words.at(index) || !words.isJoined(index - 1, index + 1))
    return undefined;
  if (
    !/^(?:buy|see|meet|eat|make|find|read|watch|receive|write|visit|lose|cook|drink)$/.test(
      verb.base,
    )
  )
    return undefined;
  if (!/^(?:i|you|he|she|we|they)$/.test(words.at(index - 1))) return undefined;
  const isYesterday = words.at(index + 1) === "yesterday";
  const isLast =
    words.at(index + 1) === "last" && /^(?:night|week|year|month)$/.test(words.at(index + 2));
  if (!isYesterday && !isLast) return undefined;
  const from = index + (isLast ? 3 : 2);
  const end = readSubject(words, from);
  if (
    end === undefined ||
    pronouns.has(words.at(from)) ||
    !words.ends(end) ||
    !words.isJoined(index, end)
  )
    return undefined;
  return words.match(
    {
      from: index + 1,
      to: end,
      replacement: `${words.slice(from, end)} ${words.slice(index + 1, from - 1)}`,
    },
    adverb,
  );
}

/** Finds a time before the verb: “We every day eat rice”. */
function findTimeVerb(words: SentenceWords, index: number): Match | undefined {
  if (index !== 0 || !/^(?:i|you|he|she|we|they)$/.test(words.at(0)) || words.at(1) !== "every")
    return undefined;
  if (
    !/^(?:day|week|month|year|morning|evening|night|weekend|summer)$/.test(words.at(2)) ||
    !findVerb(words.at(3))
  )
    return undefined;
  const end = words.length - 1;
  if (end > 9 || !words.isJoined(0, end) || words.slice(0, end).includes(" and ")) return undefined;
  return words.match(
    { from: 1, to: end, replacement: `${words.slice(3, end)} ${words.slice(1, 2)}` },
    adverb,
  );
}

/** Finds “Always I have breakfast” and “Never I have seen”. */
function findFrontAdverb(words: SentenceWords, index: number): Match | undefined {
  if (index !== 0 || !/^(?:always|never)$/.test(words.at(0)) || !words.isJoined(0, 3))
    return undefined;
  if (!pronouns.has(words.at(1))) return undefined;
  const subject = words.at(1) === "i" ? "I" : words.at(1);
  const next = words.at(2);
  const isPerfect = /^(?:have|has|had)$/.test(next) && findParticiple(words.at(3));
  const isModal = /^(?:can|could|will|would)$/.test(next) && findBase(words.at(3));
  if (isPerfect || isModal)
    return words.match(
      { from: 0, to: 2, replacement: `${subject} ${next} ${words.at(0)}` },
      adverb,
    );
  const verb = findVerb(next);
  if (!verb || verb.ing === next) return undefined;
  return words.match({ from: 0, to: 1, replacement: `${subject} ${words.at(0)}` }, adverb);
}

/** Finds “I gave to me the keys”. */
function findGaveTo(words: SentenceWords, index: number): Match | undefined {
  const verb = findVerb(words.at(index))?.base ?? "";
  if (!/^(?:give|send|show|lend|offer)$/.test(verb) || words.at(index + 1) !== "to")
    return undefined;
  if (!/^(?:me|him|us|them|you)$/.test(words.at(index + 2))) return undefined;
  const end = readSubject(words, index + 3);
  if (end === undefined || pronouns.has(words.at(index + 3))) return undefined;
  if (!words.isJoined(index, end) || !words.ends(end)) return undefined;
  return words.match(
    { from: index, to: index + 2, replacement: `${words.raw(index)} ${words.at(index + 2)}` },
    { ...adverb, rule: "OBJECT_ORDER", message: "The person follows the verb without “to”" },
  );
}

/** Finds a verb without its object: “I liked very much”. */
function findMissingObject(words: SentenceWords, index: number): Match | undefined {
  const verb = findVerb(words.at(index))?.base;
  if (verb !== "like" && verb !== "enjoy") return undefined;
  if (!/^(?:i|you|he|she|we|they)$/.test(words.at(index - 1)) || !words.opens(index - 1))
    return undefined;
  if (words.slice(index + 1, index + 2) !== "very much" || !words.isJoined(index - 1, index + 2))
    return undefined;
  if (!words.ends(index + 2)) return undefined;
  return words.match(
    { from: index, to: index, replacement: `${words.raw(index)} it` },
    { ...adverb, rule: "MISSING_OBJECT", message: "The verb takes an object" },
  );
}

const lateAdjectives = new Set(
  readWords(
    "red blue green black white yellow brown big small new old beautiful expensive cheap modern interesting difficult",
  ),
);

/** Finds an adjective after its noun: “I have a car red”. */
function findLateAdjective(words: SentenceWords, index: number): Match | undefined {
  if (!/^an?$/.test(words.at(index)) || !isSingularNoun(words.at(index + 1))) return undefined;
  if (
    !lateAdjectives.has(words.at(index + 2)) ||
    !words.ends(index + 2) ||
    !words.isJoined(index - 1, index + 2)
  )
    return undefined;
  if (
    !/^(?:has|have|had|bought|saw|buy|want|wants|is|wrote|drives|lives?)$/.test(words.at(index - 1))
  )
    return undefined;
  const adjective = words.raw(index + 2);
  const article = /^[aeiou]/.test(adjective) ? "an" : "a";
  return words.match(
    { from: index, to: index + 2, replacement: `${article} ${adjective} ${words.raw(index + 1)}` },
    { ...adverb, rule: "ADJECTIVE_ORDER", message: "The adjective precedes the noun" },
  );
}
