import { splitSentences } from "hub";
import { toWordKey } from "../text/stem.ts";
import { getStopwords } from "../text/stopwords.ts";
import { readWords } from "../text/word-lists.ts";
import { getBaseLanguage, splitWords, type Word } from "../text/words.ts";

// Frequent English verbs, adverbs and vague words, which are rarely a topic.
const english = new Set(
  readWords(`
  add added adds allow allowed allows announce announced announces appear appeared appears ask
  asked asks
  become becomes began begin begins believe believed believes bring brings brought build built buy
  buys call called calls
  cause caused causes change changed claim claimed claims close closed come consider considered
  continue continued
  continues cost costs create created creates cut decide decided decides describe described
  despite differ
  does done drop dropped end ended expect expected expects explain explained explains fall fallen
  falls feel
  feels fell felt find finds follow followed following follows force forced found gain gained
  gives grew grow
  grown grows happen happened happens hear heard held help helped helps hit hold holds hope hoped
  hopes
  improve improved include included includes including increase increased increases keep keeps
  knew known knows lead leads
  learn learned leave leaves led left lie live lived lives look looked looking looks lose lost
  loved mean
  means meant meet met miss missed move moved moves need needed needs noted offer offered offers
  open opened
  paid pay pays place placed plan planned plans play played point pointed prefer produce produced
  promise
  promised provide provided provides pull push raise raised raises ran reach reached read received
  reduce reduced
  refused remain remained remains remember replied report reported reports require required
  requires return
  returned reveal revealed rise rises risen rose run runs saying seek seeks sell sells send sends
  sent serve set sets
  show showed shown shows sign signed sit sold sought speak speaks spend spent spoke stand stands
  start started starts
  stay stayed stood stop stopped suggest suggested suggests support supported supports suppose
  sure talk
  talked tell tells tend thank think thinks thought told took tried tries try trying turn turned
  turns used
  wait waited walk wanted warn warned warns watch win wins won wonder work worked works worry
  wrote able actual actually
  available bad best better big bit certain clear common current different early easy entire exact
  far fast
  final fine full general good great half hard high huge important kind large largest late latest
  least
  less little long lot lots low main major mere nice nothing number old overall particular past
  possible
  previous quick real recent right second several short significant similar simple single slow
  small sort
  special strong third top total true various wide wrong young year years month months week weeks
  day days
  today tomorrow yesterday hour hours minute minutes monday tuesday wednesday thursday friday
  saturday sunday
  time times thing things people person man woman men women part parts way ways side case cases
  fact percent
  million billion thousand dozen hundred fail fails failed last lasts lasted eleven twelve
  thirteen fifteen twenty thirty fifty four five six seven eight nine ten already yet ago soon
  maybe
`),
);

// Words in -ing and -ed that are nouns or adjectives, not actions.
const names = new Set(
  readWords(`
  accounting advertising banking bearing beginning building ceiling clothing computing cooking
  dining dwelling
  earning engineering evening farming feeling fishing funding gaming gathering hearing heating
  housing
  hosting landing learning lending lighting listing machining manufacturing marketing meaning
  meeting mining
  modeling modelling morning networking onboarding operating opening outing parking pending
  planning
  pricing processing programming publishing rating reading recycling reporting roaming sailing
  schooling
  screening setting shipping shopping spelling spending sterling streaming swimming teaching
  testing
  tracking trading training understanding warming wedding wellbeing writing wing string spring
  advanced automated centralized combined dedicated detailed distributed embedded fixed hundred
  limited
  rapeseed related renowned speed united unified unemployed weed seed breed feed need indeed
`),
);

/** A meaningful word, with its key and position. */
export interface Term extends Word {
  key: string;
  /** Index of its sentence. */
  sentence: number;
}

/** Adjacent meaningful words, with no punctuation or other words in between. */
export type Run = readonly Term[];

export interface Terms {
  terms: readonly Term[];
  runs: readonly Run[];
  sentences: number;
}

interface Options {
  language: string;
  stopwords: readonly string[];
}

const letters = /\p{L}/u;

/** Returns the meaningful words of a text, in order, and the runs they form. */
export function extractTerms(text: string, { language, stopwords }: Options): Terms {
  const own = new Set(stopwords.map((word) => word.toLowerCase()));
  const usual = getStopwords(language);
  const terms: Term[] = [];
  const runs: Term[][] = [];
  const sentences = splitSentences(text, language);
  for (const [sentence, span] of sentences.entries()) {
    let run: Term[] = [];
    const close = () => {
      if (run.length > 0) runs.push(run);
      run = [];
    };
    let end = 0;
    for (const word of splitWords(span.text, language)) {
      const lower = word.lower.endsWith("'s") ? word.lower.slice(0, -2) : word.lower;
      const says =
        isTelling(lower) &&
        !own.has(lower) &&
        !usual.has(word.lower) &&
        !usual.has(lower) &&
        !isWeak(word.text, language);
      if (!says || !isJoin(span.text.slice(end, word.start))) close();
      end = word.end;
      if (!says) continue;
      const term = {
        ...word,
        lower,
        start: word.start + span.start,
        end: word.end + span.start,
        key: toWordKey(lower, language),
        sentence,
      };
      terms.push(term);
      run.push(term);
    }
    close();
  }
  return { terms, runs, sentences: sentences.length };
}

/** Whether a word has a letter and more than one character, unless one character is a word. False for hiragana. */
function isTelling(lower: string): boolean {
  if (/[\u3041-\u309f]/.test(lower)) return false;
  return letters.test(lower) && (lower.length > 1 || lower > "\u2e80");
}

/** Whether the gap between two words joins them: spaces, or nothing. */
function isJoin(gap: string): boolean {
  return gap.trim() === "" && !gap.includes("\n\n");
}

/** Whether a word can't be part of a key phrase, although it isn't a stopword. */
export function isWeak(word: string, language: string): boolean {
  const lower = word.toLowerCase();
  if (/^[\p{N}.,:%-]+$/u.test(lower)) return true;
  if (getBaseLanguage(language) !== "en") return false;
  if (english.has(lower)) return true;
  const isSmall = word === lower;
  if (lower.length > 4 && lower.endsWith("ly")) return isSmall;
  if (!isSmall || lower.length < 5 || !/(?:ing|ed)s?$/.test(lower)) return false;
  return !names.has(lower) && !names.has(lower.slice(0, -1));
}
