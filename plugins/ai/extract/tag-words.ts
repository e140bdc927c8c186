import nlp from "compromise/three";
import { toWordKey } from "../text/stem.ts";
import { getBaseLanguage } from "../text/words.ts";
import { tagByRule } from "./tag-by-rule.ts";
import type { TaggedWord, WordClass } from "./tagged-word.ts";

interface Term {
  pre: string;
  text: string;
  post: string;
  tags: readonly string[];
}

const auxiliaries = new Set(
  (
    "is are was were be been being am do does did has have had having will would can could shall should may might must " +
    "isn't wasn't doesn't didn't don't aren't weren't"
  ).split(" "),
);
const questionWords = new Set("who whom whose what which when where why how".split(" "));
const prepositions = new Set(
  (
    "of in on at by for from to with as into onto over under between among against during after before since until " +
    "through within without about near around across behind beyond via per upon toward towards than like out off up down"
  ).split(" "),
);

/** Tags the words of an English, German or Spanish text. */
export function tagWords(text: string, language: string): TaggedWord[] {
  const code = getBaseLanguage(language);
  return code === "de" || code === "es" ? tagByRule(text, code) : tagEnglish(text);
}

/** Tags the words of an English text with compromise. */
function tagEnglish(text: string): TaggedWord[] {
  const words: TaggedWord[] = [];
  let at = 0;
  for (const { terms } of nlp(text).json({ terms: { tags: true } }) as { terms: Term[] }[])
    for (const { pre, text: shown, post, tags } of terms) {
      const start = text.indexOf(shown, at);
      // A contraction has a second term without a text.
      if (shown === "" || start < 0 || start > at + pre.length + post.length + 40) continue;
      const last = words.at(-1);
      const before = text.slice(last?.end ?? 0, start);
      if (last) last.after = before;
      const plain = shown.replace(/['’]s$/u, "").replace(/['’]$/u, "");
      const lower = shown.toLowerCase();
      words.push({
        start,
        end: start + shown.length,
        lower,
        key: toWordKey(plain.toLowerCase(), "en"),
        wordClass: classify(lower, new Set(tags)),
        before,
        after: "",
        isCapitalized: /^\p{Lu}/u.test(shown),
      });
      at = start + shown.length;
    }
  const last = words.at(-1);
  if (last) last.after = text.slice(last.end);
  return words;
}

function classify(lower: string, tags: ReadonlySet<string>): WordClass {
  if (auxiliaries.has(lower)) return "aux";
  if (questionWords.has(lower)) return "question";
  if (prepositions.has(lower)) return "preposition";
  if (tags.has("Value")) return "number";
  if (tags.has("Pronoun")) return "pronoun";
  if (tags.has("ProperNoun")) return "name";
  if (tags.has("Noun")) return "noun";
  if (tags.has("Verb")) return tags.has("Auxiliary") ? "aux" : "verb";
  if (tags.has("Adjective")) return "adjective";
  if (tags.has("Adverb")) return "adverb";
  if (tags.has("Determiner")) return "determiner";
  if (tags.has("Preposition")) return "preposition";
  if (tags.has("Conjunction")) return "conjunction";
  return "other";
}
