import { asTable, splitSentences } from "hub";
import { openTexts } from "hub/data-file";
import { pastOfParticiple } from "../text/inflect.ts";
import { readWords } from "../text/word-lists.ts";
import type { Edit } from "./request.ts";

/** Words that are no names. */
const small = new Set(
  readWords(
    "the a an this that these those my your his her its our their it you all some many most every each two three several both",
  ),
);
const texts = openTexts(new URL("./passives.txt", import.meta.url), ["bases"])();

const subjects: Readonly<Record<string, string>> = asTable({
  me: "I",
  him: "he",
  her: "she",
  us: "we",
  them: "they",
});
const objects: Readonly<Record<string, string>> = asTable({
  i: "me",
  he: "him",
  she: "her",
  we: "us",
  they: "them",
});
const irregular = [...pastOfParticiple.keys()].join("|");
const passive = new RegExp(
  String.raw`^(?<object>[\p{L}\p{N}'’ -]{1,80}?) (?<be>was|were|has been|have been|had been|will be|can be|must be|should be)(?: (?<adverb>\p{L}{2,20}ly))? (?<verb>\p{L}{2,20}ed|${irregular}) by (?<agent>[\p{L}\p{N}'’.& -]{1,60}?)(?<rest>(?: (?:in|on|at|during|after|before|last|yesterday|today|because|when|while|for|from|with|to|into|as|every|this|next)\b[^.!?]{0,200})?)(?<mark>[.!?]?)$`,
  "iu",
);

/**
 * Finds passive sentences that name an agent, and turns them around: "It was written by Anna" becomes "Anna wrote
 * it".
 */
export function* findPassives(text: string): Generator<Edit> {
  for (const { text: sentence, start, end } of splitSentences(text)) {
    if (sentence.length > 400) continue;
    const match = passive.exec(sentence);
    if (!match?.groups || /,|\bwho\b|\bwhich\b|\bthat\b/.test(match.groups.object ?? "")) continue;
    yield { start, end, after: toActive(match.groups as Record<string, string>), rule: "PASSIVE" };
  }
}

function toActive({
  object = "",
  be = "",
  adverb,
  verb = "",
  agent = "",
  rest = "",
  mark,
}: Record<string, string>): string {
  const doer = subjects[agent.toLowerCase()] ?? agent;
  const done = objects[object.toLowerCase()] ?? lowerFirst(object);
  const past = pastOfParticiple.get(verb.toLowerCase()) ?? verb;
  const helper = be.toLowerCase();
  const isPlural = /^(?:I|you|we|they)$/i.test(doer) || /(?:[^s]s| and .*)$/.test(doer);
  const action =
    {
      was: past,
      were: past,
      "has been": `${isPlural ? "have" : "has"} ${verb}`,
      "have been": `${isPlural ? "have" : "has"} ${verb}`,
      "had been": `had ${verb}`,
    }[helper] ?? `${helper.split(" ")[0]} ${toBaseForm(verb)}`;
  const how = adverb ? `${adverb} ` : "";
  return `${doer.charAt(0).toUpperCase()}${doer.slice(1)} ${how}${action} ${done}${rest}${mark || "."}`;
}

function toBaseForm(participle: string): string {
  const bases = texts.bases;
  const known = bases[participle];
  if (known) return known;
  if (participle.endsWith("ied")) return `${participle.slice(0, -3)}y`;
  const rest = participle.slice(0, -2);
  if (/([^aeiouls])\1$/.test(rest)) return rest.slice(0, -1);
  return /(?:[aeiou][cgsuvz]|[^aeiou]l|[rl][vs]|[aeiu]t|[aiou]r|[io]d|ag|in)$/.test(rest) &&
    !/(?:ain|een|oin|ear|eet|eat|er|ow)$/.test(rest)
    ? `${rest}e`
    : rest;
}

/** Lower-cases a former sentence start, except for names and "I". */
function lowerFirst(words: string): string {
  return small.has(words.split(" ", 1)[0]?.toLowerCase() ?? "")
    ? words.charAt(0).toLowerCase() + words.slice(1)
    : words;
}
