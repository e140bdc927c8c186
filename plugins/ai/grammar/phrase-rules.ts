import { readWords } from "../text/word-lists.ts";
import { familyTable } from "./family-table.ts";
import { learnerTable } from "./learner-table.ts";
import { expandLists, wordForms } from "./pattern-words.ts";
import type { Level, Match, Starts } from "./request.ts";

// One rule per line: name, category, certainty, pattern between word boundaries, replacements, message. "sure" is
// a mistake everywhere. "start" is one at the start of a sentence ("They was", but not "the one behind you was"), and
// "opening" is only reported there.
// "maybe" is reported and not corrected. If rules overlap, the first one wins.
const phraseTable = `
THIS_ARE ¦ Agreement ¦ start ¦ this (are|were) ¦ these $1 / this is ¦ “This” is singular, and “are” is plural
THESE_IS ¦ Agreement ¦ start ¦ (these|those) (is|was) ¦ $1 $plural2 ¦ “These” and “those” are plural
THEY_IS ¦ Agreement ¦ start ¦ (they|we|you) (?:is) ¦ $1 are ¦ The subject takes “are”
THEY_WAS ¦ Agreement ¦ start ¦ (they|we|you) was ¦ $1 were ¦ The subject takes “were”
THEY_WASNT ¦ Agreement ¦ start ¦ (they|we|you) wasn['’]?t ¦ $1 weren't ¦ The subject takes “weren't”
THEY_HAS ¦ Agreement ¦ start ¦ (they|we|you|I) has ¦ $1 have ¦ The subject takes “have”
THEY_DOES ¦ Agreement ¦ start ¦ (they|we|you|I) does(n['’]t)? ¦ $1 do$2 ¦ The subject takes “do”
HE_ARE ¦ Agreement ¦ start ¦ (he|she|it) are ¦ $1 is ¦ The subject takes “is”
HE_WERE_NOT ¦ Agreement ¦ start ¦ (he|she|it) weren['’]?t ¦ $1 wasn't ¦ The subject takes “wasn't”
HE_HAVE ¦ Agreement ¦ start ¦ (he|she|it) have ¦ $1 has ¦ The subject takes “has”
I_IS ¦ Agreement ¦ start ¦ I (?:is|are) ¦ I am ¦ “I” takes “am”
EVERYONE_ARE ¦ Agreement ¦ start ¦ (everyone|everybody|someone|somebody|nobody|anyone) are ¦ $1 is ¦ “$1” takes a singular verb
EVERYONE_ARE ¦ Agreement ¦ maybe ¦ (everyone|everybody|someone|somebody|nobody|anyone|each|every) (?:are) ¦ $1 is ¦ “$1” takes a singular verb
EVERYONE_HAVE ¦ Agreement ¦ maybe ¦ (everyone|everybody|someone|somebody|nobody|no one|anyone) have ¦ $1 has ¦ “$1” takes a singular verb
THERE_IS_MANY ¦ Agreement ¦ sure ¦ there(?:['’]s| is) (many(?! an?(?!\\p{L}))|several|lots of) ¦ there are $1 ¦ The plural takes “there are”
THERE_IS_MANY ¦ Agreement ¦ maybe ¦ there(?:['’]s| is) (two|three|four|five|six|ten|few|some people) ¦ there are $1 ¦ The plural takes “there are”
THERE_WAS_MANY ¦ Agreement ¦ sure ¦ there was (many(?! an?(?!\\p{L}))|several|lots of) ¦ there were $1 ¦ The plural takes “there were”
THERE_WAS_MANY ¦ Agreement ¦ maybe ¦ there was (two|three|four|five|six|ten|few|some people) ¦ there were $1 ¦ The plural takes “there were”
THERE_ARE_A ¦ Agreement ¦ maybe ¦ there are (an?)(?! (?:few|lot|number|couple|handful|dozen|hundred|thousand|million|range|variety|great|good|bunch|total|series|multitude|host|wide)) ¦ there is $1 ¦ The singular takes “there is”
COULD_OF ¦ Grammar ¦ sure ¦ (could|should|would)(n['’]t)? of(?! course) ¦ $1$2 have ¦ The verb is “have”, which sounds like “of”
COULD_OF ¦ Grammar ¦ maybe ¦ (might|must)(n['’]t)? of(?! course) ¦ $1$2 have ¦ The verb is “have”, which sounds like “of”
DID_PAST ¦ Grammar ¦ sure ¦ (didn['’]?t|did not) (went|came|knew|took|gave|made|said|told|thought|got|had|ate|ran|wrote|bought|brought|liked|wanted|needed) ¦ $1 $base2 ¦ “Did” takes the base form of the verb
DID_PAST ¦ Grammar ¦ maybe ¦ (did|didn['’]?t|did not) (went|saw|came|knew|took|gave|made|said|told|thought|found|got|had|was|were|ate|ran|wrote|bought|brought|left|felt|liked|wanted|needed|worked) ¦ $1 $base2 ¦ “Did” takes the base form of the verb
HAVE_PAST ¦ Grammar ¦ start ¦ (I|you|he|she|we|they) (have|has|had|haven['’]t|hasn['’]t|hadn['’]t) (went|did|saw|came|ran|took|gave|wrote|ate|spoke|drove|chose|broke|began|knew|forgot) ¦ $1 $2 $participle3 ¦ “Have” takes the past participle
HAVE_PAST ¦ Grammar ¦ maybe ¦ (have|has|had|haven['’]t|hasn['’]t) (went|did|saw|came|ran|took|gave|wrote|ate|spoke|drove|chose|broke|began|knew|forgot) ¦ $1 $participle2 ¦ “Have” takes the past participle
I_SEEN ¦ Grammar ¦ start ¦ (I|he|she|we|they) (seen|done) ¦ $1 $past2 / $1 have $2 ¦ A past participle needs “have” before it
DOESNT_S ¦ Grammar ¦ sure ¦ (doesn['’]t|does not|don['’]t|didn['’]t) (likes|wants|needs|knows|goes|has|works|makes|takes|thinks|sees|comes|gets|looks|feels|does|plays|says|helps|means) ¦ $1 $base2 ¦ “Do” takes the base form of the verb
HE_DONT_S ¦ Grammar ¦ start ¦ (he|she|it) do(?:n['’]?t) (likes|wants|needs|knows|goes|has|works|makes|takes|thinks|sees|comes|gets|looks|feels|plays|says|helps|means) ¦ $1 doesn't $base2 ¦ “Doesn't” takes the base form of the verb
HE_DONT ¦ Agreement ¦ start ¦ (he|she|it) do(?:n['’]?t) ¦ $1 doesn't ¦ The subject takes “doesn't”
MODAL_S ¦ Grammar ¦ sure ¦ (I|you|he|she|it|we|they) (can|could|will|would|should|must|may|might) (goes|likes|wants|has|makes|takes|sees|comes|gets|does|plays|says|sings|runs|helps|works) ¦ $1 $2 $base3 ¦ A modal verb takes the base form
MODAL_S ¦ Grammar ¦ maybe ¦ (can|could|will|would|should|must|may|might) (goes|likes|wants|has|makes|takes|sees|comes|gets|does|plays|says|sings|runs|helps|works|went|came|saw) ¦ $1 $base2 ¦ A modal verb takes the base form
TO_PAST ¦ Grammar ¦ sure ¦ (want|wants|wanted|need|needs|needed|going) to (went|came|took|gave|made|bought|goes|ate|did|got) ¦ $1 to $base2 ¦ “To” takes the base form of the verb
TO_PAST ¦ Grammar ¦ maybe ¦ (want|wants|wanted|need|needs|going|have|has|had|like|try|tried) to (went|saw|came|took|gave|made|bought|goes|ate|did|got|was) ¦ $1 to $base2 ¦ “To” takes the base form of the verb
THEIR_IS ¦ Confusion ¦ start ¦ their (is|are|was|were|will be|has been|have been) ¦ there $1 ¦ “Their” is possessive: the word is “there”
THEIR_GOING ¦ Confusion ¦ maybe ¦ their (going|coming|not|very|always|doing|trying|making|being|late|happy) ¦ they're $1 ¦ “Their” is possessive: the word is “they're”
THERE_OWN ¦ Confusion ¦ maybe ¦ (?:there|they['’]re) (own|car|house|names?|dog|jobs?|families|family|friends|money|homes?|phones?|opinion|turn|mind|minds) ¦ their $1 ¦ The possessive is “their”
YOUR_ARE ¦ Confusion ¦ start ¦ your welcome(?= *[.!]|$) ¦ you're welcome ¦ “Your” is possessive: the word is “you're”
YOUR_ARE ¦ Confusion ¦ maybe ¦ your (welcome|right|wrong|going|doing|not|very|so|being|looking|coming|making|the best|an?) ¦ you're $1 ¦ “Your” is possessive: the word is “you're”
YOURE_OWN ¦ Confusion ¦ sure ¦ you['’]re own ¦ your own ¦ The possessive is “your”
YOURE_OWN ¦ Confusion ¦ maybe ¦ you['’]re (car|house|name|dog|cat|book|phone|own|job|work|family|friend|friends|money|life|mother|father|team|computer|email|order|account|password|room|house|idea|opinion|website|company|problem) ¦ your $1 ¦ The possessive is “your”
ITS_A ¦ Confusion ¦ sure ¦ its (an?(?! (?:cappella|capella|priori|posteriori|la|lot|level|team)(?!\\p{L}))|the|been|because) ¦ it's $1 ¦ “Its” is possessive: the word is “it's”
ITS_A ¦ Confusion ¦ maybe ¦ its (a|an|the|been|not|going|raining|time to|very|really|so|too|important|impossible|possible|possible to|clear that|okay|ok|good|great|nice|hard|easy|just|like|because|true|amazing) ¦ it's $1 ¦ “Its” is possessive: the word is “it's”
ITS_OWN ¦ Confusion ¦ sure ¦ it['’]s own ¦ its own ¦ The possessive is “its”
ITS_OWN ¦ Confusion ¦ maybe ¦ it['’]s (own|name|color|colour|size|shape|purpose|users|features|price|value|history|roots|way) ¦ its $1 ¦ The possessive is “its”
WHOSE_GOING ¦ Confusion ¦ start ¦ whose (going to|coming to|been|in charge|responsible for) ¦ who's $1 ¦ “Whose” is possessive: the word is “who's”
WHOSE_GOING ¦ Confusion ¦ maybe ¦ whose (going|coming|there|that|this|been|next|the|in charge|responsible) ¦ who's $1 ¦ “Whose” is possessive: the word is “who's”
WHOS_CAR ¦ Confusion ¦ start ¦ who['’]s (car|house|book|phone|idea|turn|job|fault|bag|dog) (is|was|did) ¦ whose $1 $2 ¦ The possessive is “whose”
WHOS_CAR ¦ Confusion ¦ maybe ¦ who['’]s (car|house|book|phone|idea|turn|job|fault|name|bag|dog) ¦ whose $1 ¦ The possessive is “whose”
TO_MUCH ¦ Confusion ¦ sure ¦ (is|are|was|were|it['’]s|that['’]s) to (much|many|late|big|small|expensive|heavy|young|old|tired)(?= *[.,!?]| (?:to|for|now)(?!\\p{L})|$) ¦ $1 too $2 ¦ “Too” means more than enough
TO_MUCH ¦ Confusion ¦ maybe ¦ (is|are|was|were|way|far|be|not|it['’]s|that['’]s|has|have|took|takes|costs?|cost) to (much|many|late|early|big|small|expensive|long|far|high|low|often|hard|easy|few|little|good|bad|fast|slow|heavy|tired|busy|young|old) ¦ $1 too $2 ¦ “Too” means more than enough
MORE_THEN ¦ Confusion ¦ sure ¦ (?<=(?:is|am|are|was|were|looks|feels|seems|much|far) (?:better|worse|larger|smaller|higher|lower|bigger|faster|slower|older|younger|taller|shorter|easier|harder|longer|cheaper|stronger) )then(?= (?:me|him|us|them|mine|yours|theirs|this|that)(?: *[.,!?]|$)) ¦ than ¦ Comparisons take “than”: “then” refers to time
MORE_THEN ¦ Confusion ¦ sure ¦ (more|less|fewer|greater|larger|smaller|higher|lower) then(?= \\d) ¦ $1 than ¦ Comparisons take “than”: “then” refers to time
MORE_THEN ¦ Confusion ¦ maybe ¦ (?<=(?:more|less|better|worse|rather|other|fewer|greater|larger|smaller|higher|lower|bigger|faster|slower|older|younger|earlier|later|easier|harder|longer|shorter|cheaper|stronger) )then(?! (?:on|again)(?!\\p{L})) ¦ than ¦ Comparisons take “than”: “then” refers to time
WILL_LOOSE ¦ Confusion ¦ sure ¦ (want to|wants to|wanted to|going to|afraid to|will|can|could|would|might|may|don['’]t|didn['’]t) loose (weight|money|interest|sight|hope|patience|control|the game|the match|my mind|your mind|his mind|her mind|my job|your job|his job|her job) ¦ $1 lose $2 ¦ The verb is “lose”: “loose” means not tight
WILL_LOOSE ¦ Confusion ¦ maybe ¦ (will|to|can|could|would|might|may|don['’]t|didn['’]t|not) loose ¦ $1 lose ¦ The verb is “lose”: “loose” means not tight
AN_AFFECT ¦ Confusion ¦ maybe ¦ (an|the|no|any|big|positive|negative) affect ¦ $1 effect ¦ The noun is “effect”
TO_EFFECT ¦ Confusion ¦ maybe ¦ (will|would|can|could|may|might|does not|doesn['’]t) effect ¦ $1 affect ¦ The verb is “affect”
SUPPOSE_TO ¦ Grammar ¦ sure ¦ (am|is|are|was|were|I['’]m|you['’]re|he['’]s|she['’]s|it['’]s|we['’]re|they['’]re) suppose to ¦ $1 supposed to ¦ “Supposed to”
USE_TO ¦ Grammar ¦ start ¦ (I|he|she|we|they) use to(?= (?:be|have|go|live|work|like|think|play|do|say|eat|smoke|drink|read|sing|drive)(?!\\p{L})) ¦ $1 used to ¦ Past habits take “used to”
USE_TO ¦ Grammar ¦ maybe ¦ (I|he|she|it|we|they|you) use to(?= (?:be|have|go|live|work|like|think|play|do|say|eat)(?!\\p{L})) ¦ $1 used to ¦ Past habits take “used to”
MORE_BETTER ¦ Grammar ¦ sure ¦ (is|was|looks|feels|seems) more (better|worse|easier|harder|faster|bigger|smaller|cheaper|older|younger|stronger|happier|simpler)(?= than| *[.,!?]|$) ¦ $1 $2 ¦ “$2” is already a comparative
MORE_BETTER ¦ Grammar ¦ maybe ¦ (?:more) (better|worse|easier|harder|faster|bigger|smaller|cheaper|older|younger|stronger|happier|simpler) ¦ $1 / much $1 ¦ “$1” is already a comparative
MOST_BEST ¦ Grammar ¦ sure ¦ (?:most) (best|worst|easiest|hardest|fastest|biggest|smallest|cheapest|oldest|youngest|strongest) ¦ $1 ¦ “$1” is already a superlative
LESS_PEOPLE ¦ Usage ¦ maybe ¦ less (people|items|students|children|cars|users|errors|mistakes|days|hours|customers|employees|books|friends|problems|questions|things|words|calories|bugs) ¦ fewer $1 ¦ Countable nouns take “fewer”
AMOUNT_OF_PEOPLE ¦ Usage ¦ maybe ¦ amount of (people|users|students|customers|items|cars|errors|children|things|employees|books) ¦ number of $1 ¦ Countable nouns take “number”
MUCH_PEOPLE ¦ Usage ¦ maybe ¦ (?:much) (people|items|students|children|cars|users|friends|books|things|problems|questions|times) ¦ many $1 ¦ Countable nouns take “many”
UNCOUNTABLE ¦ Usage ¦ sure ¦ (informations|advices|furnitures|homeworks|luggages|softwares)(?= *[.,!?]|$) ¦ $singular1 ¦ “$singular1” has no plural
UNCOUNTABLE ¦ Usage ¦ maybe ¦ (informations|advices|furnitures|equipments|homeworks|luggages|feedbacks|knowledges|softwares|researches|evidences) ¦ $singular1 ¦ “$singular1” has no plural
AN_ADVICE ¦ Usage ¦ sure ¦ an? (advice|information|furniture|equipment|homework|luggage|software|evidence|news)(?= *[.,!?]|$) ¦ some $1 / a piece of $1 ¦ “$1” is uncountable
AN_ADVICE ¦ Usage ¦ maybe ¦ an? (advice|information|furniture|equipment|homework|luggage|feedback|software|evidence|news) ¦ some $1 / a piece of $1 ¦ “$1” is uncountable
DISCUSS_ABOUT ¦ Usage ¦ sure ¦ (discuss|discussed|discussing|discusses) about (the(?! same)|my|your|his|her|our|their|it|this|that|these|those|how|what|why|whether) ¦ $1 $2 ¦ “Discuss” is used without “about”
DISCUSS_ABOUT ¦ Usage ¦ maybe ¦ (discuss|discussed|discussing|discusses) about ¦ $1 ¦ “Discuss” is used without “about”
EXPLAIN_ME ¦ Usage ¦ maybe ¦ (explain|explained|describe|described|suggest|suggested) me ¦ $1 to me ¦ “$1 to me”
AM_AGREE ¦ Grammar ¦ sure ¦ (I|we|they|you) (?:am|are) (agree|disagree) ¦ $1 $2 ¦ “$2” is a verb and needs no “be”
MARRIED_WITH ¦ Usage ¦ maybe ¦ married with(?! (?:children|kids|two|three)) ¦ married to ¦ “Married to”
DEPEND_OF ¦ Usage ¦ sure ¦ (depends?|depended|depending) of ¦ $1 on ¦ “Depend on”
DEPEND_OF ¦ Usage ¦ maybe ¦ (depends?|depended|depending) from ¦ $1 on ¦ “Depend on”
INTERESTED_ON ¦ Usage ¦ maybe ¦ interested (?:on|for|about) ¦ interested in ¦ “Interested in”
SINCE_YEARS ¦ Usage ¦ sure ¦ (?<=\\p{L} )since ((?:\\d{1,3}|two|three|four|five|six|ten|several|many|some|a few) (?:years|months|weeks|days|hours))(?= *[.,;!?]|$) ¦ for $1 ¦ A duration takes “for”
SINCE_YEARS ¦ Usage ¦ maybe ¦ since ((?:\\d{1,3}|two|three|four|five|six|ten|several|many|some|a few) (?:years|months|weeks|days|hours))(?! ago) ¦ for $1 ¦ A duration takes “for”
LOOK_FORWARD_TO ¦ Grammar ¦ sure ¦ (look|looks|looked|looking) forward to (hear|see|meet|speak|receive|get) ¦ $1 forward to $ing2 ¦ “Look forward to” takes the -ing form
BETWEEN_YOU_AND_I ¦ Grammar ¦ sure ¦ between (you|him|her|them) and I ¦ between $1 and me ¦ A preposition takes “me”
FOR_YOU_AND_I ¦ Grammar ¦ sure ¦ (for|with|to) (you|him|her|them) and I(?= *[.,!?]|$) ¦ $1 $2 and me ¦ A preposition takes “me”
ME_AND_HIM ¦ Grammar ¦ start ¦ me and (him|her|them|my \\p{L}{2,15}) (went|are|were|have|had|will|want|like|saw|did|go|met) ¦ $nominative1 and I $2 ¦ The subject is “I”
A_WOMEN ¦ Grammar ¦ sure ¦ (a|one) (women|men|mice|teeth)(?= *[.,!?]| (?:who|is|was|in|with|and)(?!\\p{L})|$) ¦ $1 $singular2 ¦ “$2” is the plural
A_WOMEN ¦ Grammar ¦ maybe ¦ (a|one|this|that) (women|men|children|people|feet|teeth|mice) ¦ $1 $singular2 ¦ “$2” is the plural
ALOT ¦ Usage ¦ sure ¦ alot ¦ a lot ¦ “A lot” is two words
IN_REGARDS_TO ¦ Usage ¦ sure ¦ in regards to ¦ with regard to / regarding ¦ “In regard to” or “regarding”
IRREGARDLESS ¦ Usage ¦ sure ¦ irregardless ¦ regardless ¦ “Regardless”
INTENSIVE_PURPOSES ¦ Usage ¦ sure ¦ for all intensive purposes ¦ for all intents and purposes ¦ “For all intents and purposes”
CASE_AND_POINT ¦ Usage ¦ sure ¦ a case and point ¦ a case in point ¦ “Case in point”
PEAK_INTEREST ¦ Confusion ¦ sure ¦ (?:peaks?|peeks?) (my|your|his|her|our|their) (interest|curiosity) ¦ pique $1 $2 ¦ “Pique” means to arouse
LOWER_I ¦ Usage ¦ sure ¦ (?<!(?:each|all|every|any|let|where|index|variable|letter|row|column) )(?-i:i)(?= (?:am|was|have|had|will|would|can|could|do|did|think|know|want|like|need|feel|saw|went|love|hate|hope|just|don)) ¦ I ¦ The pronoun “I” is capitalized
IM ¦ Usage ¦ sure ¦ im(?= (?:not|so|going|sorry|happy|very|sure|a|the|here|trying|looking)(?!\\p{L})) ¦ I'm ¦ “I'm” has an apostrophe
TRY_AND ¦ Style ¦ maybe ¦ try and(?= \\p{L}{2,15}) ¦ try to ¦ “Try to” is better in writing
VERY_UNIQUE ¦ Style ¦ maybe ¦ (?:very|more|most|quite|really) unique ¦ unique ¦ “Unique” has no degrees
COULD_CARE_LESS ¦ Style ¦ maybe ¦ could care less ¦ couldn't care less ¦ The phrase is “couldn't care less”
`;

/** Mistakes that a dictionary can't detect. */
const phraseRules: readonly PhraseRule[] = `${familyTable}\n${learnerTable}\n${phraseTable}`
  .split("\n")
  .filter(Boolean)
  .map((line) => {
    const [
      id = "",
      category = "",
      certainty = "maybe",
      pattern = "",
      templates = "",
      message = "",
    ] = line.split(" ¦ ");
    const regex = new RegExp(
      String.raw`(?<![\p{L}\p{N}'’-])${expandLists(boundLookbehinds(pattern))}(?![\p{L}\p{N}(]|['’-]\p{L})`,
      "giu",
    );
    return {
      id,
      category,
      certainty: certainty as Certainty,
      regex,
      templates: templates.split(" / "),
      message,
    };
  });

/** Lets a lookbehind match whole words only: "cat" is not a word of "concat". */
function boundLookbehinds(pattern: string): string {
  return pattern.replaceAll("(?<=(?:", String.raw`(?<=(?<!\p{L}(?=\p{L}))(?:`);
}

/** Finds mistakes by phrase patterns. */
export function* checkPhrases(text: string, level: Level, starts: Starts): Generator<Match> {
  for (const { id, category, certainty, regex, templates, message } of phraseRules) {
    if (category === "Style" && level !== "picky") continue;
    for (const match of text.matchAll(regex)) {
      const shown = match[0].trimEnd();
      const start = match.index;
      const opens = starts.has(start);
      if (certainty === "opening" && !opens) continue;
      if (certainty === "start" && !opens && !opensClause(text, start)) continue;
      const filled = templates.map((one) => fillTemplate(one, match)).filter(isPresent);
      if (filled.length === 0) continue;
      const replacements = filled.map((one) => matchCase(one.trimEnd(), shown));
      yield {
        start,
        end: start + shown.length,
        text: shown,
        message: fillTemplate(message, match) ?? message,
        category,
        rule: id,
        replacements: replacements.filter((one) => one !== shown),
        sure: certainty === "sure" || (certainty !== "maybe" && opens),
      };
    }
  }
}

/** Finds spaces before commas: "apples , pears". */
export function* checkSpacing(text: string): Generator<Match> {
  const rule = { category: "Punctuation", sure: true };
  for (const { index } of text.matchAll(/(?<=\p{Ll}) ,(?= \p{Ll})/gu))
    yield {
      ...rule,
      start: index,
      end: index + 2,
      text: " ,",
      rule: "SPACE_BEFORE_COMMA",
      message: "No space precedes a comma",
      replacements: [","],
    };
}

/**
 * Fills in a template with the matched groups, in another form if it says so: `$base2`. Returns `undefined` if a
 * group isn't of the class that its form needs.
 */
function fillTemplate(
  template: string,
  groups: readonly (string | undefined)[],
): string | undefined {
  let fits = true;
  const filled = template.replaceAll(/\$([a-z]*)(\d)/g, (_, form: string, digit: string) => {
    const taken = groups[Number(digit)] ?? "";
    const toForm = wordForms[form];
    const word = toForm ? toForm(taken) : taken;
    if (word === undefined) fits = false;
    return word ?? taken;
  });
  return fits ? filled : undefined;
}

function isPresent(value: string | undefined): value is string {
  return value !== undefined;
}

/** Capitalizes the replacement if the mistake is capitalized, except for "I". */
function matchCase(value: string, shown: string): string {
  const first = shown[0] ?? "";
  return first !== first.toLowerCase() && !/^I\b/.test(shown)
    ? value.slice(0, 1).toUpperCase() + value.slice(1)
    : value;
}

/**
 * Whether the previous word opens a clause with its own verb, unlike in "Does Ada have it?" or "those behind you
 * was".
 */
function opensClause(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 16), at).trimEnd();
  const word = before.slice(before.lastIndexOf(" ") + 1).toLowerCase();
  return clauseOpeners.has(word) || word.endsWith(",") || word.endsWith(";");
}

const clauseOpeners = new Set(
  readWords(
    "because but although though while if when so think thinks thought know knows says said",
  ),
);

/** Where a rule is right: everywhere, at the start of a sentence, or only often. */
type Certainty = "sure" | "start" | "opening" | "maybe";

/** A rule: the mistake, its pattern, and the replacements. */
interface PhraseRule {
  id: string;
  category: string;
  certainty: Certainty;
  regex: RegExp;
  /** Templates with `$1` for a matched group and `$base1` for another form of it. */
  templates: readonly string[];
  message: string;
}
