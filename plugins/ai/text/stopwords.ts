import lists from "stopwords-iso/stopwords-iso.json";
import { base } from "../language/base.ts";

// That package's English list also has words such as "system", "home" and "million", which are what
// texts are about; so the function words of English are listed here.
const english =
  "a about above after again against ago all almost along already also although always am among an and " +
  "another any anybody anyone anything are aren't around as at away back be became because become been " +
  "before behind being below between both but by came can can't cannot come could couldn't did didn't do " +
  "does doesn't doing don't done down during each either else enough especially etc even ever every " +
  "everyone everything few for from further gave get gets getting give given go goes going gone got had " +
  "hadn't has hasn't have haven't having he he'd he'll he's her here here's hers herself him himself his " +
  "how how's however i i'd i'll i'm i've if in indeed instead into is isn't it it'd it'll it's its itself " +
  "just keep kept know known last later least less let let's like likely made make makes making many may " +
  "maybe me meanwhile might mine more moreover most much must mustn't my myself near need neither never " +
  "next no nobody none nor not nothing now of off often oh ok okay on once one one's only onto or other " +
  "others otherwise our ours ourselves out over own per perhaps please put quite rather really said same " +
  "saw say says see seem seemed seems seen shall shan't she she'd she'll she's should shouldn't since so " +
  "some somebody someone something sometimes soon still such take taken takes than that that'd that'll " +
  "that's the their theirs them themselves then there there's therefore these they they'd they'll they're " +
  "they've thing things this those though through thus to today together told too took toward towards " +
  "under unless until up upon us use used uses using usually very via want wants was wasn't way we we'd " +
  "we'll we're we've well went were weren't what what's when when's where where's whether which while who " +
  "who's whom whose why why's will with within without won't would wouldn't yes yet you you'd you'll " +
  "you're you've your yours yourself yourselves mr mrs ms dr first second two three new good great big " +
  "according several ones whatever whenever wherever whoever";

const sets = new Map<string, ReadonlySet<string>>([["en", new Set(english.split(" "))]]);
const none: ReadonlySet<string> = new Set();

/** The words of a language that say little by themselves, in lower case. */
export function stopwordsOf(language: string): ReadonlySet<string> {
  const code = base(language);
  let set = sets.get(code);
  if (!set) {
    const words = (lists as Record<string, string[]>)[code];
    set = words ? new Set(words) : none;
    sets.set(code, set);
  }
  return set;
}
