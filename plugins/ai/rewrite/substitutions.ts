import { openTable } from "hub/data-file";
import { pairUp } from "../lists.ts";
import { inflect } from "../text/inflect.ts";
import type { Mode } from "./request.ts";

/** A replacement, and the strength from which it applies. Fillers have an empty replacement. */
export interface Substitution {
  from: string;
  to: string;
  strength: number;
  rule: string;
}

const readRows = openTable(
  new URL("./substitutions.tsv", import.meta.url),
  {
    mode: ["simple", "concise", "formal", "casual"],
    rule: "text",
    strength: "number",
    from: "text",
    to: "optional",
  },
  { unique: ["mode", "rule", "from"] },
);

/** Returns the substitutions of a mode, longest first. */
export function listSubstitutions(mode: Mode): Substitution[] {
  const all = readRows()
    .filter((row) => row.mode === mode)
    .flatMap(({ rule, strength, from, to = "" }) =>
      (rule.endsWith("_VERB") ? pairUp(inflect(from), inflect(to)) : [[from, to] as const]).map(
        ([theirs, ours]) => ({ from: theirs, to: ours, rule, strength }),
      ),
    );
  return all.toSorted((a, b) => b.from.length - a.from.length);
}
