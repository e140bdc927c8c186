import { splitSentences } from "hub";
import type { Edit } from "./request.ts";
import { foldCase } from "./word-edits.ts";

const commands =
  "send give tell show call email write fix check review update finish complete submit sign bring come help explain answer " +
  "reply confirm cancel change remove add let make stop wait provide forward share read look get put take open close pay";
const order = new RegExp(
  String.raw`^(?:please |just )?(?<verb>${commands.replaceAll(" ", "|")})\b(?<rest>[^.!?]{0,300})(?<mark>[.!]*)$`,
  "iu",
);

/** Turns orders into questions and demands into wishes, and removes shouting. */
export function* findOrders(text: string, strength: number): Generator<Edit> {
  for (const { text: sentence, start, end } of splitSentences(text)) {
    const match = order.exec(sentence);
    if (match?.groups && !/^\s*(?:yourself|us\b)/i.test(match.groups.rest ?? "")) {
      const { verb = "", rest = "" } = match.groups;
      const frame = strength >= 3 ? "Would you be so kind as to" : "Could you please";
      yield {
        start,
        end,
        after: `${frame} ${verb.toLowerCase()}${soften(rest.replace(/,? please$/i, ""))}?`,
        rule: "ORDER_AS_QUESTION",
      };
      continue;
    }
    const marks = /!+$/.exec(sentence);
    if (marks) yield { start: end - marks[0].length, end, after: ".", rule: "NO_SHOUTING" };
  }
}

function soften(rest: string): string {
  return rest
    .replace(/\b(?:ASAP|right now|immediately|now|at once)\b/i, "as soon as you can")
    .replaceAll(/!+/g, "");
}

const rows: readonly (readonly [from: string, to: string, strength: number])[] = [
  ["i want you to", "I would be grateful if you could", 1],
  ["i need you to", "I would be grateful if you could", 1],
  ["i want", "I would like", 1],
  ["i need", "I would appreciate", 2],
  ["we want", "we would like", 1],
  ["can you", "could you please", 1],
  ["will you", "would you please", 1],
  ["you must", "you would need to", 1],
  ["you have to", "you would need to", 1],
  ["you should", "you may want to", 2],
  ["you are wrong", "I see this differently", 1],
  ["you're wrong", "I see this differently", 1],
  ["that's wrong", "I am not sure that is right", 1],
  ["that is wrong", "I am not sure that is right", 1],
  ["i disagree", "I see this a little differently", 2],
  ["you forgot", "it seems that we are still missing", 3],
  ["hurry up", "please let me know when you can", 1],
  ["shut up", "please let me finish", 1],
  ["asap", "as soon as you can", 1],
  ["right now", "as soon as you can", 1],
  ["immediately", "as soon as possible", 2],
  ["what do you want", "how may I help you", 1],
  ["i don't care", "I have no preference", 1],
  ["no problem", "you are welcome", 2],
  ["stupid", "unfortunate", 1],
  ["idiotic", "unwise", 1],
  ["terrible", "disappointing", 1],
  ["awful", "disappointing", 1],
  ["ridiculous", "surprising", 1],
  ["garbage", "not what I hoped for", 1],
  ["why didn't you", "may I ask why you did not", 1],
  ["why haven't you", "may I ask why you have not", 1],
  ["hi", "Hello", 3],
  ["thanks", "thank you", 1],
];
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}'’-])(?:${rows
    .map(([from]) => from)
    .toSorted((a, b) => b.length - a.length)
    .join("|")})(?![\p{L}\p{N}'’-])`,
  "giu",
);
const byPhrase = new Map(rows.map(([from, ...rest]) => [from, rest]));

/** Replaces phrases with friendlier ones. */
export function* findPolitePhrases(text: string, strength: number): Generator<Edit> {
  for (const match of foldCase(text).matchAll(pattern)) {
    const [to, least] = byPhrase.get(match[0].toLowerCase()) ?? [];
    if (to === undefined || least === undefined) continue;
    const end = match.index + match[0].length;
    // Avoids "Could you please please".
    const after =
      /please$/.test(to) && /^ please\b/i.test(text.slice(end, end + 8)) ? to.slice(0, -7) : to;
    if (least <= strength) yield { start: match.index, end, after, rule: "POLITE_PHRASE" };
  }
}
