import { openWords } from "hub/data-file";

/** A script and its share of a text. */
interface ScriptShare {
  script: string;
  characters: number;
  share: number;
}

/** Returns the scripts of a text by number of code points. Characters common to all scripts are excluded. */
export function findScripts(frequency: ReadonlyMap<number, number>): ScriptShare[] {
  const counts = new Map<string, number>();
  let total = 0;
  // Neighbouring code points usually share a script, so in order most need a single test.
  const sorted = [...frequency].sort(([a], [b]) => a - b);
  let last = COMMON;
  for (const [codePoint, count] of sorted) {
    const character = String.fromCodePoint(codePoint);
    if (!last.test.test(character)) last = SCRIPTS.find(({ test }) => test.test(character)) ?? NONE;
    if (last === COMMON || last === NONE) continue;
    counts.set(last.name, (counts.get(last.name) ?? 0) + count);
    total += count;
  }
  return [...counts]
    .map(([script, characters]) => ({ script, characters, share: characters / total }))
    .sort((a, b) => b.characters - a.characters);
}

interface Script {
  name: string;
  test: RegExp;
}

/** Digits, punctuation and marks, which are used in all scripts. */
const COMMON: Script = { name: "Common", test: /[\p{Script=Common}\p{Script=Inherited}]/u };

/** Code points without a script below, mostly unassigned ones. */
const NONE: Script = { name: "None", test: /\P{L}/u };

const lists = openWords(new URL("./scripts.txt", import.meta.url), ["scripts"])();

/** The scripts in use today, and older ones. */
const SCRIPTS: readonly Script[] = [
  COMMON,
  ...Array.from(lists.scripts, createScript),
  { name: "Other", test: /\p{L}/u },
];

function createScript(name: string): Script {
  return { name, test: new RegExp(`\\p{Script=${name}}`, "u") };
}
