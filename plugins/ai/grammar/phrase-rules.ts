/** A mistake that a phrase shows: what it is, how to find it, and what should stand instead. */
export interface PhraseRule {
  id: string;
  category: string;
  of: RegExp;
  /** Each with `$1` for what the pattern's groups took, and `$base1` for another form of it. */
  instead: readonly string[];
  message: string;
}

// A rule a line: its name, its category, its pattern between word boundaries, replacements, message.
const table = `
THIS_ARE ¦ Agreement ¦ this (are|were) ¦ these $1 / this is ¦ “This” is one thing, “are” several
THESE_IS ¦ Agreement ¦ (these|those) (?:is|was) ¦ $1 are ¦ “These” and “those” are several things
THEY_IS ¦ Agreement ¦ (they|we|you) (?:is) ¦ $1 are ¦ Here the verb is “are”
THEY_WAS ¦ Agreement ¦ (they|we|you) was ¦ $1 were ¦ Here the verb is “were”
THEY_WASNT ¦ Agreement ¦ (they|we|you) wasn['’]?t ¦ $1 weren't ¦ Here the verb is “weren't”
THEY_HAS ¦ Agreement ¦ (they|we|you|I) has ¦ $1 have ¦ Here the verb is “have”
THEY_DOES ¦ Agreement ¦ (they|we|you|I) does(n['’]t)? ¦ $1 do$2 ¦ Here the verb is “do”
HE_ARE ¦ Agreement ¦ (he|she|it) are ¦ $1 is ¦ Here the verb is “is”
HE_WERE_NOT ¦ Agreement ¦ (he|she|it) weren['’]?t ¦ $1 wasn't ¦ Here the verb is “wasn't”
HE_HAVE ¦ Agreement ¦ (he|she|it) have ¦ $1 has ¦ Here the verb is “has”
I_IS ¦ Agreement ¦ I (?:is|are) ¦ I am ¦ After “I” the verb is “am”
EVERYONE_ARE ¦ Agreement ¦ (everyone|everybody|someone|somebody|nobody|anyone|each|every) (?:are) ¦ $1 is ¦ “$1” is followed by a singular verb
EVERYONE_HAVE ¦ Agreement ¦ (everyone|everybody|someone|somebody|nobody|no one|anyone) have ¦ $1 has ¦ “$1” is followed by a singular verb
THERE_IS_MANY ¦ Agreement ¦ there(?:['’]s| is) (many|several|two|three|four|five|six|ten|few|some people|lots of) ¦ there are $1 ¦ Of several things: “there are”
THERE_WAS_MANY ¦ Agreement ¦ there was (many|several|two|three|four|five|six|ten|few|some people|lots of) ¦ there were $1 ¦ Of several things: “there were”
THERE_ARE_A ¦ Agreement ¦ there are (an?)(?! (?:few|lot|number|couple|handful|dozen|hundred|thousand|million|range|variety|great|good|bunch|total|series|multitude|host|wide)) ¦ there is $1 ¦ Of one thing: “there is”
COULD_OF ¦ Grammar ¦ (could|should|would|might|must)(n['’]t)? of(?! course) ¦ $1$2 have ¦ “Have” is meant, which sounds like “of”
DID_PAST ¦ Grammar ¦ (did|didn['’]?t|did not) (went|saw|came|knew|took|gave|made|said|told|thought|found|got|had|was|were|ate|ran|wrote|bought|brought|left|felt|liked|wanted|needed|worked) ¦ $1 $base2 ¦ After “did” the verb has its base form
HAVE_PAST ¦ Grammar ¦ (have|has|had|haven['’]t|hasn['’]t) (went|did|saw|came|ran|took|gave|wrote|ate|spoke|drove|chose|broke|began|knew|forgot) ¦ $1 $participle2 ¦ After “have” comes the past participle
I_SEEN ¦ Grammar ¦ (I|he|she|we|they) (seen|done) ¦ $1 $past2 / $1 have $2 ¦ A past participle needs “have” before it
DOESNT_S ¦ Grammar ¦ (doesn['’]t|does not|don['’]t|didn['’]t) (likes|wants|needs|knows|goes|has|works|makes|takes|thinks|sees|comes|gets|looks|feels|does|plays|says|helps|means) ¦ $1 $base2 ¦ After “do” the verb has its base form
HE_DONT_S ¦ Grammar ¦ (he|she|it) do(?:n['’]?t) (likes|wants|needs|knows|goes|has|works|makes|takes|thinks|sees|comes|gets|looks|feels|plays|says|helps|means) ¦ $1 doesn't $base2 ¦ “Doesn't”, and then the base form
HE_DONT ¦ Agreement ¦ (he|she|it) do(?:n['’]?t) ¦ $1 doesn't ¦ Here the verb is “doesn't”
MODAL_S ¦ Grammar ¦ (can|could|will|would|should|must|may|might) (goes|likes|wants|has|makes|takes|sees|comes|gets|does|plays|says|helps|works|went|came|saw) ¦ $1 $base2 ¦ After a modal verb comes the base form
TO_PAST ¦ Grammar ¦ (want|wants|wanted|need|needs|going|have|has|had|like|try|tried) to (went|saw|came|took|gave|made|bought|goes|ate|did|got|was) ¦ $1 to $base2 ¦ After “to” comes the base form
THEIR_IS ¦ Confusion ¦ their (is|are|was|were|will be|has been|have been) ¦ there $1 ¦ “Their” is of them; “there” is meant
THEIR_GOING ¦ Confusion ¦ their (going|coming|not|very|always|doing|trying|making|being|late|happy) ¦ they're $1 ¦ “They are” is meant
THERE_OWN ¦ Confusion ¦ (?:there|they['’]re) (own|car|house|names?|dog|jobs?|families|family|friends|money|homes?|phones?|opinion|turn|mind|minds) ¦ their $1 ¦ “Their” is meant: of them
YOUR_ARE ¦ Confusion ¦ your (welcome|right|wrong|going|doing|not|very|so|being|looking|coming|making|the best|an?) ¦ you're $1 ¦ “You are” is meant
YOURE_OWN ¦ Confusion ¦ you['’]re (car|house|name|dog|cat|book|phone|own|job|work|family|friend|friends|money|life|mother|father|team|computer|email|order|account|password|room|house|idea|opinion|website|company|problem) ¦ your $1 ¦ “Your” is meant: of you
ITS_A ¦ Confusion ¦ its (a|an|the|been|not|going|raining|time to|very|really|so|too|important|impossible|possible|possible to|clear that|okay|ok|good|great|nice|hard|easy|just|like|because|true|amazing) ¦ it's $1 ¦ “It is” is meant
ITS_OWN ¦ Confusion ¦ it['’]s (own|name|color|colour|size|shape|purpose|users|features|price|value|history|roots|way) ¦ its $1 ¦ “Its” is meant: of it
WHOSE_GOING ¦ Confusion ¦ whose (going|coming|there|that|this|been|next|the|in charge|responsible) ¦ who's $1 ¦ “Who is” is meant
WHOS_CAR ¦ Confusion ¦ who['’]s (car|house|book|phone|idea|turn|job|fault|name|bag|dog) ¦ whose $1 ¦ “Whose” is meant: of whom
TO_MUCH ¦ Confusion ¦ (is|are|was|were|way|far|be|not|it['’]s|that['’]s|has|have|took|takes|costs?|cost) to (much|many|late|early|big|small|expensive|long|far|high|low|often|hard|easy|few|little|good|bad|fast|slow|heavy|tired|busy|young|old) ¦ $1 too $2 ¦ “Too” is meant: more than enough
MORE_THEN ¦ Confusion ¦ (?<=(?:more|less|better|worse|rather|other|fewer|greater|larger|smaller|higher|lower|bigger|faster|slower|older|younger|earlier|later|easier|harder|longer|shorter|cheaper|stronger) )then(?! (?:on|again)(?!\\p{L})) ¦ than ¦ To compare, “than”; “then” is of time
WILL_LOOSE ¦ Confusion ¦ (will|to|can|could|would|might|may|don['’]t|didn['’]t|not) loose ¦ $1 lose ¦ “Lose” is meant: not to keep
AN_AFFECT ¦ Confusion ¦ (an|the|no|any|big|positive|negative) affect ¦ $1 effect ¦ The noun is “effect”
TO_EFFECT ¦ Confusion ¦ (will|would|can|could|may|might|does not|doesn['’]t) effect ¦ $1 affect ¦ The verb is “affect”
SUPPOSE_TO ¦ Grammar ¦ (am|is|are|was|were|I['’]m|you['’]re|he['’]s|she['’]s|it['’]s|we['’]re|they['’]re) suppose to ¦ $1 supposed to ¦ “Supposed to”
USE_TO ¦ Grammar ¦ (I|he|she|it|we|they|you) use to(?= (?:be|have|go|live|work|like|think|play|do|say|eat)(?!\\p{L})) ¦ $1 used to ¦ “Used to”, of what was so
MORE_BETTER ¦ Grammar ¦ (?:more) (better|worse|easier|harder|faster|bigger|smaller|cheaper|older|younger|stronger|happier|simpler) ¦ $1 / much $1 ¦ “$1” says “more” already
MOST_BEST ¦ Grammar ¦ (?:most) (best|worst|easiest|hardest|fastest|biggest|smallest|cheapest|oldest|youngest|strongest) ¦ $1 ¦ “$1” says “most” already
LESS_PEOPLE ¦ Usage ¦ less (people|items|students|children|cars|users|errors|mistakes|days|hours|customers|employees|books|friends|problems|questions|things|words|calories|bugs) ¦ fewer $1 ¦ Of what can be counted: “fewer”
AMOUNT_OF_PEOPLE ¦ Usage ¦ amount of (people|users|students|customers|items|cars|errors|children|things|employees|books) ¦ number of $1 ¦ Of what can be counted: “number”
MUCH_PEOPLE ¦ Usage ¦ (?:much) (people|items|students|children|cars|users|friends|books|things|problems|questions|times) ¦ many $1 ¦ Of what can be counted: “many”
UNCOUNTABLE ¦ Usage ¦ (informations|advices|furnitures|equipments|homeworks|luggages|feedbacks|knowledges|softwares|researches|evidences) ¦ $singular1 ¦ “$singular1” has no plural
AN_ADVICE ¦ Usage ¦ an? (advice|information|furniture|equipment|homework|luggage|feedback|software|evidence|news) ¦ some $1 / a piece of $1 ¦ “$1” cannot be counted
DISCUSS_ABOUT ¦ Usage ¦ (discuss|discussed|discussing|discusses) about ¦ $1 ¦ “Discuss” takes no “about”
EXPLAIN_ME ¦ Usage ¦ (explain|explained|describe|described|suggest|suggested) me ¦ $1 to me ¦ “$1 to me”
AM_AGREE ¦ Grammar ¦ (I|we|they|you) (?:am|are) (agree|disagree) ¦ $1 $2 ¦ “$2” is a verb by itself
MARRIED_WITH ¦ Usage ¦ married with(?! (?:children|kids|two|three)) ¦ married to ¦ “Married to”
DEPEND_OF ¦ Usage ¦ (depends?|depended|depending) (?:of|from) ¦ $1 on ¦ “Depend on”
INTERESTED_ON ¦ Usage ¦ interested (?:on|for|about) ¦ interested in ¦ “Interested in”
SINCE_YEARS ¦ Usage ¦ since ((?:\\d{1,3}|two|three|four|five|six|ten|several|many|some|a few) (?:years|months|weeks|days|hours))(?! ago) ¦ for $1 ¦ A length of time goes with “for”
LOOK_FORWARD_TO ¦ Grammar ¦ looking forward to (hear|see|meet|work|speak|receive|get) ¦ looking forward to $ing1 ¦ After “looking forward to” comes the form in -ing
BETWEEN_YOU_AND_I ¦ Grammar ¦ between (you|him|her|them) and I ¦ between $1 and me ¦ After a preposition: “me”
FOR_YOU_AND_I ¦ Grammar ¦ (for|with|to) (you|him|her|them) and I(?= *[.,!?]|$) ¦ $1 $2 and me ¦ After a preposition: “me”
ME_AND_HIM ¦ Grammar ¦ me and (him|her|them|my \\p{L}{2,15}) (went|are|were|have|had|will|want|like|saw|did|go|met) ¦ $nominative1 and I $2 ¦ As the subject: “I”
A_WOMEN ¦ Grammar ¦ (a|one|this|that) (women|men|children|people|feet|teeth|mice) ¦ $1 $singular2 ¦ “$2” is the plural
ALOT ¦ Usage ¦ alot ¦ a lot ¦ Two words: “a lot”
IN_REGARDS_TO ¦ Usage ¦ in regards to ¦ with regard to / regarding ¦ “In regard to” or “regarding”
IRREGARDLESS ¦ Usage ¦ irregardless ¦ regardless ¦ “Regardless”
INTENSIVE_PURPOSES ¦ Usage ¦ for all intensive purposes ¦ for all intents and purposes ¦ “For all intents and purposes”
CASE_AND_POINT ¦ Usage ¦ case and point ¦ case in point ¦ “Case in point”
PEAK_INTEREST ¦ Confusion ¦ (?:peaks?|peeks?) (my|your|his|her|our|their) (interest|curiosity) ¦ pique $1 $2 ¦ “Pique” is meant: to rouse
LOWER_I ¦ Usage ¦ (?-i:i)(?= (?:am|was|have|had|will|would|can|could|do|did|think|know|want|like|need|feel|saw|went|love|hate|hope|just|don)) ¦ I ¦ The pronoun “I” has a capital
IM ¦ Usage ¦ im(?= (?:not|so|going|sorry|happy|very|sure|a|the|here|trying|looking)(?!\\p{L})) ¦ I'm ¦ “I'm” has an apostrophe
TRY_AND ¦ Style ¦ try and(?= \\p{L}{2,15}) ¦ try to ¦ In writing, “try to”
VERY_UNIQUE ¦ Style ¦ (?:very|more|most|quite|really) unique ¦ unique ¦ What is unique has no degrees
COULD_CARE_LESS ¦ Style ¦ could care less ¦ couldn't care less ¦ “Couldn't care less” is what is meant
`;

/** Mistakes that the dictionary of words does not show. */
export const phraseRules: readonly PhraseRule[] = table
  .trim()
  .split("\n")
  .map((line) => {
    const [id = "", category = "", pattern = "", instead = "", message = ""] = line.split(" ¦ ");
    const of = new RegExp(String.raw`(?<![\p{L}\p{N}'’-])${pattern}(?![\p{L}\p{N}])`, "giu");
    return { id, category, of, instead: instead.split(" / "), message };
  });
