import { splitSentences } from "hub";
import { openTable } from "hub/data-file";
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

const rows = openTable(new URL("./polite.tsv", import.meta.url), {
  from: "text",
  to: "text",
  strength: "number",
})();
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}'’-])(?:${rows
    .map(({ from }) => from)
    .toSorted((a, b) => b.length - a.length)
    .join("|")})(?![\p{L}\p{N}'’-])`,
  "giu",
);
const byPhrase = new Map(rows.map((row) => [row.from, row]));

/** Replaces phrases with friendlier ones. */
export function* findPolitePhrases(text: string, strength: number): Generator<Edit> {
  for (const match of foldCase(text).matchAll(pattern)) {
    const row = byPhrase.get(match[0].toLowerCase());
    if (!row) continue;
    const { to, strength: least } = row;
    const end = match.index + match[0].length;
    // Avoids "Could you please please".
    const after =
      /please$/.test(to) && /^ please\b/i.test(text.slice(end, end + 8)) ? to.slice(0, -7) : to;
    if (least <= strength) yield { start: match.index, end, after, rule: "POLITE_PHRASE" };
  }
}
