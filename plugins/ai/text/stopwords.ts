import { asTable } from "hub";
import lists from "stopwords-iso/stopwords-iso.json";
import { readWords } from "./word-lists.ts";
import { getBaseLanguage } from "./words.ts";

// That package's English list also has words such as "system", "home" and "million", which can be topics. So the
// English function words are listed here: prepositions, conjunctions, pronouns, articles and auxiliaries, except
// those that are nouns as often, such as "past" and "round".
const english =
  "a aboard about above according across after again against ago ain all almost along alongside already " +
  "also although always am amid amidst among amongst an and another any anybody anyhow anyone anything " +
  "anyway anyways anywhere apart are aren aren't around as aside astride at atop away back backward " +
  "backwards barely barring be became because become been before behind being below beneath beside besides " +
  "between beyond big both but by came can cannot can't circa come concerning considering could couldn " +
  "couldn't could've daren't despite did didn didn't do does doesn doesn't doing don done don't down " +
  "downward downwards dr during each eg either else elsewhere enough especially etc etcetera even ever " +
  "every everyone everything everywhere except excepting excluding few first for forward forwards from " +
  "further furthermore gave get gets getting give given go goes going gone good got great had hadn hadn't " +
  "hardly has hasn hasn't have haven haven't having he he'd he'll hence her here hereby herein here's hers " +
  "herself he's him himself his how how'd however how's i i'd ie if i'll i'm in inasmuch indeed inside " +
  "insofar instead into is isn isn't it it'd it'll it's its itself it've i've just keep kept know known " +
  "last later least less lest let let's like likely likewise long made make makes making many may maybe " +
  "mayn't me meanwhile merely might mightn mightn't might've mine minus more moreover most mostly mr mrs ms " +
  "much must mustn mustn't my myself near nearby nearly need needn needn't neither never nevertheless new " +
  "next no nobody none nonetheless nor not nothing notwithstanding now nowhere of off often oh ok okay on " +
  "once one one's ones oneself only onto opposite or other others otherwise ought oughtn't our ours ourself " +
  "ourselves out outside over own partly per perhaps please plus put quite rather really regarding said " +
  "same saw say says scarcely second see seem seemed seems seen several shall shan shan't she she'd she'll " +
  "she's should shouldn shouldn't should've since so some somebody somehow someone something sometimes " +
  "somewhat somewhere soon still such take taken takes than that that'd that'll that's that've the their " +
  "theirs them themself themselves then there thereafter thereby therefore therein there'll thereof there's " +
  "thereupon there've these they they'd they'll they're they've thing things this those though three " +
  "through throughout thru thus till to today together told too took toward towards two under underneath " +
  "unless unlike until up upon upward upwards us use used uses using usually versus very via vs want wants " +
  "was wasn wasn't way we we'd we'll well went we're were weren weren't we've what whatever what's when " +
  "whenever when'll when's where whereas whereby where'd wherein where's whereupon wherever whether which " +
  "whichever while whilst who who'd whoever who'll whom whomever who's whose who've why why'd why'll why's " +
  "will with within without won won't would wouldn wouldn't would've y'all yes yet you you'd you'll your " +
  "you're yours yourself yourselves you've";

const allLists: Readonly<Record<string, string[]>> = asTable(lists);
const sets = new Map<string, ReadonlySet<string>>([["en", new Set(readWords(english))]]);
const none: ReadonlySet<string> = new Set();

/** Returns the stopwords of a language, in lower case. */
export function getStopwords(language: string): ReadonlySet<string> {
  const code = getBaseLanguage(language);
  let set = sets.get(code);
  if (!set) {
    const words = allLists[code];
    set = words ? new Set(words) : none;
    sets.set(code, set);
  }
  return set;
}
