import { pairUp } from "../lists.ts";
import { readWords } from "../text/word-lists.ts";
import { inflect } from "./inflect.ts";
import type { Mode } from "./request.ts";

/** A replacement, and the strength from which it applies. Fillers have an empty replacement. */
export interface Substitution {
  from: string;
  to: string;
  strength: number;
  rule: string;
}

// The list of plainlanguage.gov is a work of the US government and in the public domain.
const plainVerbs =
  "utilize>use utilise>use commence>begin terminate>end endeavor>try endeavour>try facilitate>help assist>help " +
  "ascertain>find_out demonstrate>show purchase>buy require>need obtain>get acquire>get attempt>try inform>tell notify>tell " +
  "indicate>show implement>carry_out modify>change initiate>start conclude>end expedite>speed_up transmit>send " +
  "reside>live elucidate>explain necessitate>need accompany>go_with " +
  "disseminate>send_out enumerate>count remunerate>pay relocate>move retain>keep solicit>ask_for allocate>give";
const plainPhrases =
  "in order to>to|prior to>before|subsequent to>after|in the event that>if|with regard to>about|with respect to>about|" +
  "pertaining to>about|in accordance with>under|in the near future>soon|at the present time>now|at this point in time>now|" +
  "due to the fact that>because|in spite of the fact that>although|for the purpose of>for|in lieu of>instead of|" +
  "a sufficient amount of>enough|a large number of>many|the majority of>most|on a daily basis>daily|approximately>about|" +
  "an additional>another|additional>more|additionally>also|numerous>many|sufficient>enough|subsequently>later|therefore>so|consequently>so|" +
  "furthermore>also|moreover>also|nevertheless>still|however>but|regarding>about|concerning>about|assistance>help|" +
  "beneficial>helpful|objective>goal|objectives>goals|optimum>best|erroneous>wrong|inception>start|methodology>method|" +
  "parameters>limits|remainder>rest|residence>home|component>part|components>parts|adjacent to>next to|upon>on|" +
  "such as>like|whilst>while|amongst>among|thereafter>then|henceforth>from now on|herein>here|aforementioned>this|via>by|" +
  "individuals>people|an individual>a person|it is necessary to>you must|is required to>must|are required to>must|" +
  "is able to>can|are able to>can|has the ability to>can|in addition to>besides|in addition>also|as a consequence of>because of";
const wordy =
  "due to the fact that>because|owing to the fact that>because|in spite of the fact that>although|despite the fact that>although|" +
  "in order to>to|so as to>to|at this point in time>now|at the present time>now|at that point in time>then|in the event that>if|" +
  "in the near future>soon|on a daily basis>daily|on a weekly basis>weekly|on a monthly basis>monthly|on a regular basis>regularly|" +
  "a large number of>many|a majority of>most|the majority of>most|a number of>some|in the process of>|for the purpose of>for|" +
  "with the exception of>except|in close proximity to>near|is able to>can|are able to>can|was able to>could|were able to>could|" +
  "has the ability to>can|have the ability to>can|it is important to note that>|it should be noted that>|please note that>|" +
  "it is worth noting that>|needless to say,>|as a matter of fact,>|the fact that>that|until such time as>until|in terms of>in|" +
  "with regard to>about|with respect to>about|in regard to>about|as to whether>whether|take into consideration>consider|" +
  "make a decision>decide|make a decision about>decide on|come to a conclusion>conclude|give consideration to>consider|" +
  "conduct an investigation of>investigate|have a discussion about>discuss|provide assistance to>help|is in possession of>has|" +
  "each and every>every|first and foremost>first|any and all>all|past history>history|future plans>plans|end result>result|" +
  "final outcome>outcome|free gift>gift|advance planning>planning|advance warning>warning|added bonus>bonus|basic fundamentals>basics|" +
  "completely eliminate>eliminate|completely finished>finished|close proximity>proximity|unexpected surprise>surprise|" +
  "repeat again>repeat|revert back>revert|return back>return|join together>join|merge together>merge|combine together>combine|" +
  "general consensus>consensus|absolutely essential>essential|absolutely necessary>necessary|exactly the same>the same|" +
  "small in size>small|large in size>large|few in number>few|blue in color>blue|period of time>period|personal opinion>opinion|" +
  "whether or not>whether|in my opinion, I think>I think|there is no doubt that>|the reason why>why|the reason why is that>because|" +
  "a lot of>much|during the course of>during|in the amount of>for|in a timely manner>promptly|in an effort to>to|all of the>all the|off of>off";
const fillers =
  "basically|actually|literally|essentially|honestly|obviously|clearly|simply|really|very|quite|just|totally|" +
  "definitely|certainly|of course|you know|I mean|kind of|sort of|as you may know,|to be honest,|in fact,";
const hedges =
  "I think that|I believe that|I feel that|in my opinion,|it seems that|it appears that|I guess|I suppose|perhaps|possibly|somewhat|rather";
const informal =
  "kids>children|kid>child|guys>everyone|gonna>going to|wanna>want to|gotta>have to|gimme>give me|lemme>let me|kinda>somewhat|" +
  "sorta>somewhat|dunno>do not know|cuz>because|'cause>because|yeah>yes|yep>yes|nope>no|nah>no|ok>acceptable|okay>acceptable|hi>Hello|hey>Hello|" +
  "thanks>thank you|thx>thank you|pls>please|plz>please|asap>as soon as possible|ASAP>as soon as possible|FYI>for your information|" +
  "btw>by the way|lots of>many|a lot of>much|tons of>many|loads of>many|a bunch of>several|stuff>material|super>very|awesome>excellent|" +
  "cool>good|great>excellent|bad>poor|so>therefore|but>however|also>in addition|maybe>perhaps|pretty good>good|a bit>slightly|sucks>is unsatisfactory|suck>are unsatisfactory|" +
  "messed up>mistaken|screwed up>failed|no way>under no circumstances|till>until|folks>people|boss>manager|cheap>inexpensive|" +
  "about 1>approximately 1|photo>photograph|info>information|app>application|exam>examination|phone>telephone";
const informalVerbs =
  "buy>purchase help>assist need>require ask>request tell>inform show>demonstrate try>attempt use>employ start>commence " +
  "find_out>discover talk_about>discuss look_into>investigate set_up>establish get_rid_of>eliminate put_off>postpone " +
  "think_about>consider deal_with>address point_out>indicate go_up>increase go_down>decrease check>verify fix>resolve";
const casual =
  "purchase>buy|however,>but|therefore,>so|therefore>so|consequently,>so|furthermore,>plus,|moreover,>plus,|in addition,>also,|" +
  "approximately>about|regarding>about|concerning>about|children>kids|thank you very much>thanks a lot|thank you>thanks|" +
  "I would like to>I'd like to|please do not hesitate to>feel free to|at your earliest convenience>when you can|" +
  "dear sir or madam>hi there|dear>hi|sincerely>cheers|yours faithfully>cheers|kind regards>cheers|best regards>cheers|numerous>lots of|" +
  "many>a lot of|excellent>great|television>TV|photograph>photo|photographs>photos|information>info|perhaps>maybe|nevertheless>still|upon>on|" +
  "sufficient>enough|additional>more|very>really|good morning>morning|as soon as possible>ASAP|going to>gonna|want to>wanna";
const casualVerbs =
  "purchase>buy assist>help require>need request>ask_for inform>tell demonstrate>show attempt>try utilize>use commence>start " +
  "obtain>get receive>get discuss>talk_about investigate>look_into postpone>put_off consider>think_about resolve>fix verify>check reside>live";

const strong = new Set(
  readWords(`
  so but also great bad cool super about_1 about phone app many information going_to want_to that
  very ok okay boss such_as via upon however
`),
);

/** Returns the substitutions of a mode, longest first. */
export function listSubstitutions(mode: Mode): Substitution[] {
  const all = sources[mode]?.() ?? [];
  return all.toSorted((a, b) => b.from.length - a.from.length);
}

const sources: Partial<Record<Mode, () => Substitution[]>> = {
  simple: () => [...phrases(plainPhrases, "PLAIN_WORD"), ...verbs(plainVerbs, "PLAIN_VERB")],
  concise: () => [
    ...phrases(wordy, "WORDINESS"),
    ...phrases(removeEach(fillers), "FILLER"),
    ...phrases(removeEach(hedges), "HEDGE", 2),
  ],
  formal: () => [
    ...phrases(informal, "INFORMAL_WORD"),
    ...verbs(informalVerbs, "INFORMAL_VERB", 2),
    ...phrases(
      "really>|just>|basically>|literally>|honestly,>|like,>|you know,>|I mean,>",
      "FILLER",
    ),
  ],
  casual: () => [...phrases(casual, "FORMAL_WORD"), ...verbs(casualVerbs, "FORMAL_VERB")],
};

function removeEach(words: string): string {
  return words
    .split("|")
    .map((word) => `${word}>`)
    .join("|");
}

function phrases(rows: string, rule: string, strength = 1): Substitution[] {
  return rows.split("|").map((row) => {
    const [from = "", to = ""] = row.split(">");
    return { from, to, rule, strength: strong.has(from.replaceAll(" ", "_")) ? 3 : strength };
  });
}

function verbs(rows: string, rule: string, strength = 1): Substitution[] {
  return rows.split(" ").flatMap((row) => {
    const [from = "", to = ""] = row.split(">").map((verb) => verb.replaceAll("_", " "));
    return pairUp(inflect(from), inflect(to)).map(([theirs, ours]) => ({
      from: theirs,
      to: ours,
      rule,
      strength,
    }));
  });
}
