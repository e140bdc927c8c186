import { readPairs, readWords } from "../text/word-lists.ts";
import type { Match } from "./request.ts";
import { type Finder, matchEach, type RuleInfo, type SentenceWords } from "./sentence-words.ts";
import { findVerb } from "./verb-forms.ts";
import { isAdjective, isPersonNoun, isPluralNoun, isSingularNoun } from "./word-classes.ts";

const info: RuleInfo = {
  rule: "WORD_FORM",
  category: "Word form",
  message: "The word has another form here",
};
const pronounInfo: RuleInfo = {
  rule: "PRONOUN_FORM",
  category: "Pronouns",
  message: "The pronoun has another form here",
};

/** Adjectives of nouns that learners use in their place. */
const adjectiveOfNoun: ReadonlyMap<string, string> = new Map(
  readPairs(`
  danger:dangerous success:successful difficulty:difficult beauty:beautiful importance:important peace:peaceful
  noise:noisy hunger:hungry anger:angry fame:famous luck:lucky wealth:wealthy freedom:free safety:safe
  happiness:happy sadness:sad honesty:honest patience:patient intelligence:intelligent sun:sunny cloud:cloudy
  wind:windy fog:foggy poverty:poor strength:strong confidence:confident convenience:convenient difference:different
  silence:silent violence:violent jealousy:jealous laziness:lazy kindness:kind politeness:polite courage:courageous
  ambition:ambitious curiosity:curious comfort:comfortable mystery:mysterious misery:miserable poison:poisonous
  disappointment:disappointed excitement:excited boredom:bored health:healthy responsibility:responsible possibility:possible creativity:creative
  popularity:popular friendship:friendly emotion:emotional science:scientific romance:romantic elegance:elegant
  tolerance:tolerant arrogance:arrogant ignorance:ignorant generosity:generous loyalty:loyal stress:stressful
  pain:painful expense:expensive religion:religious humour:humorous logic:logical nature:natural energy:energetic
  truth:true warmth:warm length:long depth:deep necessity:necessary reality:real simplicity:simple complexity:complex
  flexibility:flexible efficiency:efficient attraction:attractive tradition:traditional luxury:luxurious
`),
);
/** Nouns of verbs that learners use in their place. */
const nounOfVerb: ReadonlyMap<string, string> = new Map(
  readPairs(`
  arrive:arrival solve:solution decide:decision explain:explanation describe:description discuss:discussion
  educate:education inform:information suggest:suggestion compare:comparison choose:choice grow:growth die:death
  believe:belief improve:improvement develop:development pollute:pollution protect:protection prepare:preparation
  agree:agreement apologise:apology apologize:apology celebrate:celebration communicate:communication
  complain:complaint create:creation entertain:entertainment exist:existence imagine:imagination introduce:introduction
  invent:invention lose:loss marry:marriage perform:performance pronounce:pronunciation propose:proposal prove:proof
  react:reaction recommend:recommendation remove:removal satisfy:satisfaction succeed:success survive:survival
  translate:translation
`),
);
/** Adverbs of adjectives of manner. */
const adverbOf: ReadonlyMap<string, string> = new Map(
  readPairs(`
  careful:carefully careless:carelessly quick:quickly quiet:quietly beautiful:beautifully bad:badly perfect:perfectly
  correct:correctly clear:clearly fluent:fluently nervous:nervously polite:politely rude:rudely soft:softly immediate:immediately
  patient:patiently dangerous:dangerously easy:easily slow:slowly angry:angrily happy:happily sad:sadly
`),
);
const mannerVerbs = new Set(
  readWords(`
  sing speak drive work play write dance cook answer behave explain read learn walk run talk eat dress act
  translate pronounce do solve paint draw study swim finish teach sleep spell move
`),
);
const linking = new Set(readWords("taste smell feel felt tastes smells feels tasted smelled"));
const feelingOf: ReadonlyMap<string, string> = new Map(
  readPairs(
    "deliciously:delicious sadly:sad happily:happy angrily:angry nervously:nervous wonderfully:wonderful horribly:horrible terribly:terrible sweetly:sweet hungrily:hungry tiredly:tired",
  ),
);
const beForms = new Set(
  readWords("am is are was were be been i'm he's she's it's we're they're you're"),
);
const degrees = new Set(readWords("very really so too quite extremely"));
const determiners = new Set(readWords("the my your his her its our their this that"));
/** Adjectives in “-ing” and their participles, by what follows them. */
const feelings: ReadonlyMap<string, string> = new Map(
  readPairs(`
  exciting:excited interesting:interested boring:bored confusing:confused disappointing:disappointed
  surprising:surprised embarrassing:embarrassed frightening:frightened shocking:shocked annoying:annoyed
  worrying:worried tiring:tired satisfying:satisfied
`),
);
const causes: ReadonlyMap<string, string> = new Map([...feelings].map(([ing, ed]) => [ed, ing]));
const causeNouns = new Set(
  readWords(
    "film book lesson story game movie match journey lecture trip speech play song concert museum article novel exam news weather",
  ),
);

const finders: readonly Finder[] = [
  findNounForAdjective,
  findVerbForNoun,
  findAdjectiveForAdverb,
  findAdverbAfterLinking,
  findFeeling,
  findRelativePronoun,
  findObjectI,
  findPeoples,
  findAdverbPredicate,
  findAdjectiveForNoun,
  findWhoHe,
  findAsLike,
  findRealWord,
];

/** Finds words of another class than their place takes, and wrong pronouns. */
export function* checkWordForms(words: SentenceWords): Generator<Match> {
  yield* matchEach(words, finders);
  const joint = findDoubleConjunction(words);
  if (joint) yield joint;
}

/** Words before “very” in the sense of “same” or “own”: “by its very nature”. */
const definite = /^(?:the|this|that|these|those|my|your|his|her|its|our|their)$|['’]s?$/;

/** Finds “is very danger” and “a very success man”. */
function findNounForAdjective(words: SentenceWords, index: number): Match | undefined {
  const adjective = adjectiveOfNoun.get(words.at(index));
  if (adjective === undefined || !words.joins(index - 1)) return undefined;
  const [before, earlier] = [words.at(index - 1), words.at(index - 2)];
  const isVery = before === "very" && !definite.test(earlier);
  const isEnd =
    words.ends(index) || /^(?:and|but|for|to|because|when|in)$/.test(words.at(index + 1));
  const isDegree = degrees.has(before) && before !== "so" && beForms.has(earlier) && isEnd;
  const isIt =
    /^(?:is|was|it's)$/.test(before) &&
    (earlier === "it" || before === "it's") &&
    /^(?:to|for)$/.test(words.at(index + 1));
  if (isIt && !/^(?:difficulty|importance|danger|convenience)$/.test(words.at(index)))
    return undefined;
  if (!isVery && !isDegree && !isIt) return undefined;
  return words.match({ from: index, to: index, replacement: adjective }, info);
}

/** Finds “my arrive” and “any explain”. */
function findVerbForNoun(words: SentenceWords, index: number): Match | undefined {
  const noun = nounOfVerb.get(words.at(index));
  if (noun === undefined || !words.joins(index - 1)) return undefined;
  if (!/^(?:a|an|the|my|his|our|their|any|some|good|great|big)$/.test(words.at(index - 1)))
    return undefined;
  if (
    /^(?:good|great|big)$/.test(words.at(index - 1)) &&
    !/^(?:a|the|my|his)$/.test(words.at(index - 2))
  )
    return undefined;
  const next = words.at(index + 1);
  const isNoun =
    words.ends(index) ||
    /^(?:of|for|from|about|to|in|was|is|has|surprised|will|between)$/.test(next);
  if (
    !isNoun ||
    (words.at(index - 1) === "the" && !words.ends(index) && !/^(?:of|for|was|is|to)$/.test(next))
  )
    return undefined;
  const article = words.at(index - 1);
  if (article !== "a" && article !== "an")
    return words.match({ from: index, to: index, replacement: noun }, info);
  const right = /^[aeiou]/.test(noun) ? "an" : "a";
  return words.match({ from: index - 1, to: index, replacement: `${right} ${noun}` }, info);
}

/** Finds “speaks English fluent” and “drives too careless”. */
function findAdjectiveForAdverb(words: SentenceWords, index: number): Match | undefined {
  const right = adverbOf.get(words.at(index));
  if (right === undefined) return undefined;
  const isEnd = words.ends(index) || /^(?:because|when|at|and)$/.test(words.at(index + 1));
  if (
    !isEnd ||
    (words.at(index + 1) === "and" &&
      !words.ends(index + 2) &&
      !/^(?:i|he|she|we|they)$/.test(words.at(index + 2)))
  )
    return undefined;
  let at = index - 1;
  const isStrong = /^(?:very|so|too|really)$/.test(words.at(at));
  if (isStrong) at--;
  const object = words.at(at);
  const lookedAt =
    /^(?:me|him|us|them)$/.test(object) &&
    words.at(at - 1) === "at" &&
    findVerb(words.at(at - 2))?.base === "look";
  if (!lookedAt && !mannerVerbs.has(findVerb(object)?.base ?? "")) {
    // One object may stand between: “answered the question correct”.
    const isName = words.isName(at);
    const isNoun =
      isSingularNoun(object) || isPluralNoun(object) || object === "work" || object === "homework";
    if (!isName && !isNoun) return undefined;
    if (isNoun && !determiners.has(words.at(at - 1))) return undefined;
    at -= isName ? 1 : 2;
    if (!mannerVerbs.has(findVerb(words.at(at))?.base ?? "")) return undefined;
    if (!/^(?:i|you|he|she|we|they|to|can|don't|doesn't)$/.test(words.at(at - 1))) return undefined;
  } else if (
    !lookedAt &&
    !/^(?:i|you|he|she|we|they|can|to|must|should|will)$/.test(words.at(at - 1))
  )
    return undefined;
  if (/^(?:angry|happy|sad)$/.test(words.at(index)) && !lookedAt) return undefined;
  if (/^(?:slow|easy|bad|clear)$/.test(words.at(index)) && !isStrong) return undefined;
  if (!words.isJoined(at, index)) return undefined;
  return words.match({ from: index, to: index, replacement: right }, info);
}

/** Finds “tastes deliciously” and “felt very sadly”. */
function findAdverbAfterLinking(words: SentenceWords, index: number): Match | undefined {
  const right = feelingOf.get(words.at(index));
  if (right === undefined) return undefined;
  const at = degrees.has(words.at(index - 1)) ? index - 2 : index - 1;
  if (!linking.has(words.at(at)) || !words.isJoined(at, index)) return undefined;
  if (
    !words.ends(index) &&
    !/^(?:after|because|when|and|today|yesterday)$/.test(words.at(index + 1))
  )
    return undefined;
  return words.match({ from: index, to: index, replacement: right }, info);
}

/** Finds “I am very exciting about” and “The film was very bored”. */
function findFeeling(words: SentenceWords, index: number): Match | undefined {
  const ed = feelings.get(words.at(index));
  const ing = causes.get(words.at(index));
  const at =
    degrees.has(words.at(index - 1)) || words.at(index - 1) === "not" ? index - 2 : index - 1;
  if ((ed === undefined && ing === undefined) || !words.isJoined(at, index)) return undefined;
  if (ed !== undefined) {
    const isPerson =
      /^(?:i'm|we're|they're|you're)$/.test(words.at(at)) ||
      (beForms.has(words.at(at)) && /^(?:i|we|he|she|they|you)$/.test(words.at(at - 1)));
    const next = words.at(index + 1);
    const isFelt =
      next === "about" ||
      (next === "in" && words.at(index) === "interesting" && words.at(index + 2) !== "person") ||
      (next === "that" && words.at(index) === "surprising");
    return isPerson && isFelt && words.joins(index)
      ? words.match({ from: index, to: index, replacement: ed }, info)
      : undefined;
  }
  if (!/^(?:is|was)$/.test(words.at(at)) || !causeNouns.has(words.at(at - 1)) || ing === undefined)
    return undefined;
  if (!/^(?:the|this|that)$/.test(words.at(at - 2)) || !words.ends(index)) return undefined;
  return words.match({ from: index, to: index, replacement: ing }, info);
}

/** Finds “the person which called”, “places who are” and “the woman who her son is”. */
function findRelativePronoun(words: SentenceWords, index: number): Match | undefined {
  const [noun, pronoun, next] = [words.at(index), words.at(index + 1), words.at(index + 2)];
  if (!words.isJoined(index - 1, index + 2)) return undefined;
  const at = index + 1;
  if (pronoun === "which" && (isPersonNoun(noun) || noun === "people")) {
    if (!/^(?:the|a|an|many|some|those)$/.test(words.at(index - 1))) return undefined;
    if (/^(?:of|in|with|for)$/.test(words.at(index - 2))) return undefined;
    if (!findVerb(next) && !/^(?:is|are|was|were|can|will)$/.test(next)) return undefined;
    return words.match({ from: at, to: at, replacement: "who" }, pronounInfo);
  }
  if (pronoun !== "who") return undefined;
  if (/^(?:his|her|their)$/.test(next) && isPersonNoun(noun)) {
    const isOwn =
      words.isJoined(at, index + 5) &&
      /^(?:is|was|are|were|has|works|lives)$/.test(words.at(index + 4));
    if (!isOwn || words.ends(index + 4) || !/^(?:the|a|an)$/.test(words.at(index - 1)))
      return undefined;
    return words.match({ from: at, to: index + 2, replacement: "whose" }, pronounInfo);
  }
  const isThing =
    /^(?:places|things|books|films|cities|cars|houses|problems|shops|buildings|games|songs)$/.test(
      noun,
    );
  if (!isThing || !/^(?:is|are|was|were|have|can|make|need)$/.test(next)) return undefined;
  if (
    !/^(?:many|some|the|of|other|few|several|beautiful|interesting|two|three)$/.test(
      words.at(index - 1),
    )
  )
    return undefined;
  return words.match({ from: at, to: at, replacement: "that" }, pronounInfo);
}

/** Finds “to my wife and I”. */
function findObjectI(words: SentenceWords, index: number): Match | undefined {
  if (!/^(?:to|for|with|between|from|about)$/.test(words.at(index))) return undefined;
  if (!/^(?:my|your|his|her|our)$/.test(words.at(index + 1)) || !isPersonNoun(words.at(index + 2)))
    return undefined;
  if (
    words.slice(index + 3, index + 4) !== "and I" ||
    !words.isJoined(index, index + 4) ||
    !words.ends(index + 4)
  )
    return undefined;
  return words.match({ from: index + 4, to: index + 4, replacement: "me" }, pronounInfo);
}

const predicates: ReadonlyMap<string, string> = new Map(
  readPairs(`
  terribly:terrible horribly:horrible wonderfully:wonderful beautifully:beautiful dangerously:dangerous noisily:noisy
  deliciously:delicious comfortably:comfortable
`),
);

/** Finds an adverb after “be”: “The weather was terribly yesterday”. */
function findAdverbPredicate(words: SentenceWords, index: number): Match | undefined {
  const right = predicates.get(words.at(index));
  if (right === undefined || !words.joins(index - 1)) return undefined;
  const at = degrees.has(words.at(index - 1)) ? index - 2 : index - 1;
  if (!/^(?:is|was|are|were)$/.test(words.at(at))) return undefined;
  const isSubject =
    words.at(at - 1) === "it" || /^(?:the|my|our|this|that)$/.test(words.at(at - 2));
  const isEnd = words.ends(index) || /^(?:yesterday|today|because|when)$/.test(words.at(index + 1));
  if (!isSubject || !isEnd) return undefined;
  return words.match({ from: index, to: index, replacement: right }, info);
}

/** Finds “a big different between” and “the important of”. */
function findAdjectiveForNoun(words: SentenceWords, index: number): Match | undefined {
  const [before, word, next] = [words.at(index - 1), words.at(index), words.at(index + 1)];
  if (!words.isJoined(index - 1, index + 1)) return undefined;
  const isDifferent =
    word === "different" &&
    next === "between" &&
    /^(?:the|a|any|no|big|great|huge|main|only|biggest)$/.test(before);
  const isImportant = word === "important" && next === "of" && before === "the";
  if (!isDifferent && !isImportant) return undefined;
  const replacement = isDifferent ? "difference" : "importance";
  return words.match({ from: index, to: index, replacement }, info);
}

const activities = new Set(readWords("live work come go write teach sing play study speak"));

/** Finds a pronoun after “who”: “the neighbours who they live”. */
function findWhoHe(words: SentenceWords, index: number): Match | undefined {
  if (words.at(index) !== "who" || !/^(?:he|she|they)$/.test(words.at(index + 1))) return undefined;
  if (!isPersonNoun(words.at(index - 1)) || !/^(?:the|a|my)$/.test(words.at(index - 2)))
    return undefined;
  if (!activities.has(findVerb(words.at(index + 2))?.base ?? "")) return undefined;
  if (!words.isJoined(index - 2, index + 3)) return undefined;
  if (!/^(?:in|at|next|near|here|very|every|from|there)$/.test(words.at(index + 3)))
    return undefined;
  return words.match({ from: index, to: index + 1, replacement: "who" }, pronounInfo);
}

/** Finds “a lot of interesting peoples”. */
function findPeoples(words: SentenceWords, index: number): Match | undefined {
  if (words.at(index) !== "peoples" || !words.joins(index - 1)) return undefined;
  if (
    !/^(?:interesting|nice|friendly|kind|young|old|rich|poor|homeless|famous)$/.test(
      words.at(index - 1),
    )
  )
    return undefined;
  return words.match({ from: index, to: index, replacement: "people" }, info);
}

/** Finds “not so good like yours”. */
function findAsLike(words: SentenceWords, index: number): Match | undefined {
  if (words.at(index) !== "like" || !/^(?:so|as)$/.test(words.at(index - 2))) return undefined;
  if (!isAdjective(words.at(index - 1)) || !words.isJoined(index - 3, index + 1)) return undefined;
  if (!/^(?:not|isn't|aren't|wasn't|is|are|was)$/.test(words.at(index - 3))) return undefined;
  if (
    !/^(?:me|you|him|her|us|them|mine|yours|his|hers|ours|theirs|my|your|the)$/.test(
      words.at(index + 1),
    )
  )
    return undefined;
  return words.match({ from: index, to: index, replacement: "as" }, info);
}

const confusion: RuleInfo = {
  rule: "REAL_WORD",
  category: "Confusion",
  message: "The word sounds like another one",
};

/** Finds real words in the place of others: “I no that”, “wants to by a car”, “forgot there umbrellas”. */
function findRealWord(words: SentenceWords, index: number): Match | undefined {
  const [before, word, next] = [words.at(index - 1), words.at(index), words.at(index + 1)];
  if (!words.isJoined(index - 1, index + 1)) return undefined;
  const replace = (replacement: string) =>
    words.match({ from: index, to: index, replacement }, confusion);
  if (word === "no" && /^(?:i|we|they|you)$/.test(before) && words.opens(index - 1))
    return /^(?:that|what|how|why|where|him|her|the|it|you)$/.test(next)
      ? replace("know")
      : undefined;
  const sound = findSoundAlike(words, index);
  if (sound !== undefined) return replace(sound);
  if (
    word === "by" &&
    before === "to" &&
    /^(?:want|wants|wanted|need|needs|going|like|have)$/.test(words.at(index - 2))
  )
    return /^(?:a|an|some|new|me|my|it)$/.test(next) ? replace("buy") : undefined;
  if (
    word === "there" &&
    (isSingularNoun(next) || isPluralNoun(next)) &&
    transitivePasts.has(before)
  )
    return words.ends(index + 1) || /^(?:on|in|at|with)$/.test(words.at(index + 2))
      ? replace("their")
      : undefined;
  return undefined;
}

const wishWords = new Set(readWords("hope want like love nice happy sorry glad wanted hoping"));
const amounts = new Set(
  readWords(`
  work homework money time traffic noise people problems things cars friends books sugar salt food pressure information
`),
);

/** Returns the word that a word stands for by its neighbours: “to here from you”, “has to much work”. */
function findSoundAlike(words: SentenceWords, index: number): string | undefined {
  const [before, word, next] = [words.at(index - 1), words.at(index), words.at(index + 1)];
  if (word === "here" && before === "to" && wishWords.has(words.at(index - 2)))
    return /^(?:from|that|about|your|you|it|the)$/.test(next) ? "hear" : undefined;
  if (word === "felt" && next === "asleep") return "fell";
  if (word === "wether") return /^(?:the|bad|good|nice|this)$/.test(before) ? "weather" : "whether";
  if (word === "fastly") return "fast";
  if (word === "quiet" && /^(?:is|was|are|were|am)$/.test(before))
    return /ed$|^(?:good|nice|sure|expensive|difficult|easy|big|interesting|small)$/.test(next)
      ? "quite"
      : undefined;
  if (word === "their" && before === "over")
    return /^(?:on|in|at|by|near|is|are)$/.test(next) ? "there" : undefined;
  if (word === "to" && /^(?:has|have|had)$/.test(before) && /^(?:much|many)$/.test(next))
    return words.ends(index + 1) || amounts.has(words.at(index + 2)) ? "too" : undefined;
  return undefined;
}

const transitivePasts = new Set(
  readWords(
    "forgot lost sold bought changed love like love finished left wash washed brought took use used clean cleaned",
  ),
);

/** Finds “because …, so” and “although …, but”. */
function findDoubleConjunction(words: SentenceWords): Match | undefined {
  const opener = words.at(0);
  const joint =
    opener === "because" || opener === "since"
      ? "so"
      : /^(?:although|though)$/.test(opener)
        ? "but"
        : "";
  if (joint === "" || !/^(?:i|you|he|she|it|we|they|my|the|there)$/.test(words.at(1)))
    return undefined;
  for (let index = 2; index < words.length - 1; index++) {
    if (words.joins(index - 1)) continue;
    if (words.gap(index - 1) !== ", " || words.at(index) !== joint) return undefined;
    const next = words.at(index + 1);
    if (!/^(?:i|he|she|it|we|they|you|my|the)$/.test(next) || !words.joins(index)) return undefined;
    // “So they say” may be a remark.
    for (let later = index + 1; later < words.length - 1; later++)
      if (!words.joins(later)) return undefined;
    return words.match(
      { from: index, to: index + 1, replacement: words.raw(index + 1) },
      {
        rule: "DOUBLE_CONJUNCTION",
        category: "Grammar",
        message: `“${words.raw(0)}” takes no “${joint}” in the main clause`,
      },
    );
  }
  return undefined;
}
