import { readWords } from "../text/word-lists.ts";
import type { Match } from "./request.ts";
import { type Finder, matchEach, type RuleInfo, type SentenceWords } from "./sentence-words.ts";
import { findVerb } from "./verb-forms.ts";
import {
  isAdjective,
  isMassNoun,
  isPersonNoun,
  isPluralNoun,
  isSingularNoun,
} from "./word-classes.ts";

const info: RuleInfo = {
  rule: "PREPOSITION",
  category: "Prepositions",
  message: "The word takes another preposition",
};

interface Government {
  right: string;
  wrong: ReadonlySet<string>;
}

/** Reads lines such as `proud: of < for about`: the word, its preposition, and the ones that learners write. */
function readGovernment(table: string): ReadonlyMap<string, Government> {
  const entries = new Map<string, Government>();
  for (const line of table.trim().split("\n")) {
    const [head = "", rest = ""] = line.split(":");
    const [right = "", wrong = ""] = rest.split("<");
    for (const word of readWords(head))
      entries.set(word, { right: right.trim(), wrong: new Set(readWords(wrong)) });
  }
  return entries;
}

const adjectives = readGovernment(`
afraid: of < from by
allergic: to < from against of with
addicted: to < with on of
absent: from < of to
accustomed: to < with of
acquainted associated obsessed: with < to of
committed devoted exposed: to < for of
curious concerned enthusiastic excited optimistic: about < of for on
equipped filled: with < of by
based: on < in at
divided: into < in
harmful: to < for
ashamed: of < for from with
aware: of < about on from
bad good brilliant: at < in
bored: with < from
capable incapable: of < to for
conscious: of < about
convinced: of < from about
covered: with < of from
crowded packed: with < of
dependent: on < of from to
different: from < of
disappointed: with < from of
engaged: to < with
familiar: with < of
famous: for < of by
fond: of < to for with about
full: of < with by from
guilty: of < for from
identical: to < as
inferior superior: to < than from
innocent: of < from
interested: in < on about for at with of
involved: in < into to
jealous envious: of < to with about from
keen: on < of for in about at
married: to < with
opposed: to < against with
pleased satisfied: with < of from for
proud: of < for about with from
related: to < with
responsible: for < of about from on
scared terrified frightened: of < from
similar: to < with as than from
suspicious: of < about from
typical: of < for

worried: about < for of from
`);
/** Adjectives that take their preposition only after a form of “be” and before a person or a thing of the lists. */
const verbs = readGovernment(`
accuse: of < for from
apologise apologize: for < of about
agree: with < on
approve: of < from
believe: in < on to
belong: to < with of
blame: for < of from
complain: about < for
concentrate focus: on < in to at
congratulate: on < of
consist: of < from in by
depend rely: on < of from in
insist: on < in
listen: to < at
participate: in < to at on
prevent: from < to of
protect: from < of
remind: of < from
succeed: in < on
suffer: from < of by with
thank: for < of
shout stare: at < on
laugh: at < of
`);
const nounHeads = readGovernment(`
answer reply solution invitation: to < of for
interest: in < on for to
influence impact effect: on < in to
reason: for < of
attack: on < to
damage: to < of on
increase decrease rise fall reduction: in < of
example: of < for
`);
/** Verbs whose object takes no preposition. */
const direct: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    discuss: "about on",
    mention: "about on",
    describe: "about",
    contact: "with to",
    marry: "with to",
    enjoy: "of from",
    resemble: "to with",
    telephone: "to",
    phone: "to",
    invite: "to",
    visit: "to",
    enter: "to in inside",
    help: "to",
    ask: "to",
  }).map(([verb, wrong]) => [verb, new Set(readWords(wrong))]),
);

const determiners = new Set(readWords("the my your his her its our their this that these those"));
const objects = new Set(readWords("me him us them mine yours"));
const beForms = new Set(
  readWords(
    "be am is are was were been i'm he's she's it's we're they're you're feel feels felt become became get got seem seems",
  ),
);
const degrees = new Set(
  readWords("very so really quite too not always also never extremely more completely"),
);

const finders: readonly Finder[] = [
  findAfterAdjective,
  findAfterVerb,
  findAfterNoun,
  findDirect,
  findObjectPlace,
  findTime,
  findPlace,
];

/** Finds wrong, missing and superfluous prepositions. */
export function* checkPrepositions(words: SentenceWords): Generator<Match> {
  yield* matchEach(words, finders);
}

/** Returns the end of a short noun phrase, if one starts at a position. */
function readObject(words: SentenceWords, index: number): number | undefined {
  if (objects.has(words.at(index)) || words.at(index) === "you") return index;
  if (words.isName(index)) return index;
  let at = index;
  const isDetermined = determiners.has(words.at(at));
  if (isDetermined) at++;
  if (isDetermined && words.at(at) === "one" && words.joins(index)) return at;
  while (isAdjective(words.at(at)) && words.joins(at)) at++;
  const word = words.at(at);
  const isNoun =
    isPluralNoun(word) ||
    isMassNoun(word) ||
    word === "school" ||
    (isDetermined && isSingularNoun(word));
  const isAnyNoun = isDetermined && /^[a-z]{3,}$/.test(word) && closes(words, at);
  return (isNoun || isAnyNoun) && words.isJoined(index, at) ? at : undefined;
}

/** Whether a noun phrase is the end of its clause, or is followed by another phrase. */
function closes(words: SentenceWords, at: number): boolean {
  return (
    words.ends(at) ||
    (words.joins(at) &&
      /^(?:and|but|because|when|in|at|for|with|by|who|that|all|every|today|yesterday|so|since)$/.test(
        words.at(at + 1),
      ))
  );
}

/** Checks “proud for our daughter”. */
function findAfterAdjective(words: SentenceWords, index: number): Match | undefined {
  const government = adjectives.get(words.at(index));
  if (!government?.wrong.has(words.at(index + 1)) || !words.isJoined(index, index + 2))
    return undefined;
  const before = degrees.has(words.at(index - 1)) ? words.at(index - 2) : words.at(index - 1);
  if (!beForms.has(before)) return undefined;
  const end = readObject(words, index + 2);
  if (end === undefined || !closes(words, end)) return undefined;
  // “Afraid for their lives”, “good in parts”: only some prepositions are wrong before every noun.
  if (words.at(index + 1) === "in" && !(subjectsOfStudy.has(words.at(end)) && words.ends(end)))
    return undefined;
  return words.match({ from: index + 1, to: index + 1, replacement: government.right }, info);
}

const subjectsOfStudy = new Set(
  readWords(
    "mathematics maths english french german spanish physics chemistry history geography science sports sport music art football tennis chess cooking dancing singing drawing",
  ),
);

/** Checks “blamed me of the accident” and “consists in three rooms”. */
function findAfterVerb(words: SentenceWords, index: number): Match | undefined {
  const government = verbs.get(
    findVerb(words.at(index))?.base ?? words.at(index).replace(/(?:ed|ing|s)$/, ""),
  );
  if (!government) return undefined;
  const takesPerson = /^(?:blam|accus|thank|congratul|prevent|protect|remind)/.test(
    words.at(index),
  );
  let at = index + 1;
  if (takesPerson) {
    if (!objects.has(words.at(at)) && words.at(at) !== "her" && words.at(at) !== "you")
      return undefined;
    at++;
  }
  if (!government.wrong.has(words.at(at)) || !words.isJoined(index, at + 1)) return undefined;
  if (
    words.at(at) === "in" &&
    /^(?:part|turn|fact|general|vain|particular)$/.test(words.at(at + 1))
  )
    return undefined;
  if (
    government.right === "of" &&
    words.at(at) === "in" &&
    !/^(?:two|three|four|five|six|seven|eight|ten|\d+)$/.test(words.at(at + 1))
  )
    return undefined;
  if (words.at(index).startsWith("agree") && !/^(?:me|you|him|her|us|them)$/.test(words.at(at + 1)))
    return undefined;
  const isNumber = /^(?:two|three|four|five|six|ten|\d+)$/.test(words.at(at + 1));
  const end = readObject(words, isNumber ? at + 2 : at + 1);
  if (end === undefined || !closes(words, end)) return undefined;
  // “Depends in this case”, “focus in the middle”: places and times.
  if (words.at(at) === "in" && !isNumber && !/^(?:consist|insist)/.test(words.at(index)))
    return undefined;
  return words.match({ from: at, to: at, replacement: government.right }, info);
}

const priced = new Set(
  readWords(
    "prices temperature temperatures taxes price population crime unemployment sales salaries rents",
  ),
);

/** Checks “the reason of this decision” and “an increase of prices”. */
function findAfterNoun(words: SentenceWords, index: number): Match | undefined {
  const government = nounHeads.get(words.at(index));
  if (!government?.wrong.has(words.at(index + 1)) || !words.isJoined(index - 1, index + 2))
    return undefined;
  if (!/^(?:a|an|the|good|bad|big|great|strong|no|any|some)$/.test(words.at(index - 1)))
    return undefined;
  const end = priced.has(words.at(index + 2)) ? index + 2 : readObject(words, index + 2);
  if (end === undefined) return undefined;
  const [head, preposition] = [words.at(index), words.at(index + 1)];
  if (government.right === "in" && head !== "interest")
    return preposition === "of" && priced.has(words.at(end))
      ? replace(words, index + 1, government.right)
      : undefined;
  if (head === "reason" && preposition === "of")
    return words.at(index - 1) === "the" && determiners.has(words.at(index + 2))
      ? replace(words, index + 1, government.right)
      : undefined;
  if (/^(?:effect|influence|impact)$/.test(head) && preposition === "in")
    return /^(?:health|children|people|environment|life|lives)$/.test(words.at(end))
      ? replace(words, index + 1, government.right)
      : undefined;
  if (/^(?:solution|answer)$/.test(head))
    return preposition === "of" &&
      /^(?:problem|question)s?$/.test(words.at(end)) &&
      head === "answer"
      ? replace(words, index + 1, government.right)
      : undefined;
  return undefined;
}

function replace(words: SentenceWords, at: number, replacement: string): Match {
  return words.match({ from: at, to: at, replacement }, info);
}

/** Checks verbs with a superfluous preposition: “discussed about the problem”. */
function findDirect(words: SentenceWords, index: number): Match | undefined {
  const verb = findVerb(words.at(index))?.base ?? "";
  const preposition = words.at(index + 1);
  if (!direct.get(verb)?.has(preposition) || !words.isJoined(index - 1, index + 2))
    return undefined;
  if (
    !/^(?:i|you|he|she|we|they|to|will|can|must|should|didn't|don't|not|always|never|never)$/.test(
      words.at(index - 1),
    )
  )
    return undefined;
  const end = readObject(words, index + 2);
  if (end === undefined || !closes(words, end)) return undefined;
  const isPerson = objects.has(words.at(end)) || isPersonNoun(words.at(end));
  if (/^(?:answer|telephone|phone|invite|help|ask|marry|contact)$/.test(verb) && !isPerson)
    return undefined;
  if (verb === "ask" && (words.ends(end) || words.at(end + 1) === "that")) return undefined;
  return words.match({ from: index, to: index + 1, replacement: words.raw(index) }, info);
}

const invitations = new Set(
  readWords("party wedding birthday house dinner concert restaurant meeting"),
);
const paid = new Set(
  readWords("meal ticket tickets drinks food dinner lunch coffee hotel taxi repairs damage"),
);

/** Checks “inviting me at your party” and “paid the meal”. */
function findObjectPlace(words: SentenceWords, index: number): Match | undefined {
  const verb = findVerb(words.at(index))?.base;
  const next = words.at(index + 1);
  if (verb === "invite" && (objects.has(next) || next === "you" || next === "her")) {
    const isWrong =
      /^(?:at|in|for)$/.test(words.at(index + 2)) && determiners.has(words.at(index + 3));
    const isEvent = invitations.has(words.at(index + 4)) && words.isJoined(index, index + 4);
    return isWrong && isEvent ? replace(words, index + 2, "to") : undefined;
  }
  if (verb !== "pay" || !determiners.has(next) || !paid.has(words.at(index + 2))) return undefined;
  if (!words.isJoined(index, index + 2) || !closes(words, index + 2)) return undefined;
  return words.match({ from: index, to: index, replacement: `${words.raw(index)} for` }, info);
}

const weekdays = new Set(readWords("monday tuesday wednesday thursday friday saturday sunday"));
const weekdayPlurals = new Set([...weekdays].map((day) => `${day}s`));
const eventVerbs = new Set(
  readWords(
    "born died built founded started began moved married finished graduated came went left happened ended opened",
  ),
);

/** Checks prepositions of time: “at Saturdays”, “at 1975”, “in six o'clock”. */
function findTime(words: SentenceWords, index: number): Match | undefined {
  const [head, next] = [words.at(index), words.at(index + 1)];
  if (!words.joins(index)) return undefined;
  if ((head === "at" || head === "in") && words.isName(index + 1)) {
    if (weekdayPlurals.has(next) && closes(words, index + 1)) return replace(words, index, "on");
    if (
      weekdays.has(next) &&
      (words.ends(index + 1) || /^(?:morning|evening|afternoon)$/.test(words.at(index + 2)))
    )
      return head === "at" ||
        /^(?:see|meet|do|finish|met|saw)$/.test(words.at(index - 2)) ||
        /^(?:start|starts|arrive|arrives|arrived|leave|leaves|meet|born|married|closed|open)$/.test(
          words.at(index - 1),
        )
        ? replace(words, index, "on")
        : undefined;
  }
  if (
    head === "at" &&
    /^(?:1[5-9]|20)\d\d$/.test(next) &&
    words.ends(index + 1) &&
    eventVerbs.has(words.at(index - 1))
  )
    return replace(words, index, "in");
  if (head === "in" && words.at(index + 2) === "o'clock") return replace(words, index, "at");
  return undefined;
}

const vehicles = new Set(
  readWords("bus car train plane bike bicycle taxi tram metro ship boat tube motorbike"),
);
const ordinals = new Set(
  readWords("first second third fourth fifth sixth seventh eighth ninth tenth ground top"),
);
const things = new Set(
  readWords(
    "picture photo map sky board screen moon stars window mirror pictures photos menu painting clock example",
  ),
);

/** Checks prepositions of place and of means: “go with bus”, “live in the second floor”, “look the picture”. */
function findPlace(words: SentenceWords, index: number): Match | undefined {
  const [head, next] = [words.at(index), words.at(index + 1)];
  if (head === "with" && vehicles.has(next) && words.joins(index) && closes(words, index + 1)) {
    for (let at = Math.max(0, index - 5); at < index; at++)
      if (/^(?:go|come|travel)$/.test(findVerb(words.at(at))?.base ?? ""))
        return replace(words, index, "by");
    return undefined;
  }
  if (head === "by" && next === "foot" && closes(words, index + 1))
    return replace(words, index, "on");
  const isFloor =
    head === "in" &&
    next === "the" &&
    ordinals.has(words.at(index + 2)) &&
    words.at(index + 3) === "floor";
  if (isFloor && closes(words, index + 3) && words.isJoined(index, index + 3))
    return replace(words, index, "on");
  if (
    findVerb(head)?.base === "look" &&
    /^(?:the|my|this|that|these|those)$/.test(next) &&
    things.has(words.at(index + 2)) &&
    words.isJoined(index, index + 2)
  )
    return words.match({ from: index, to: index, replacement: `${words.raw(index)} at` }, info);
  return undefined;
}
