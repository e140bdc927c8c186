import { openWords } from "hub/data-file";
import { toWordKey } from "./stem.ts";

const readGroups = openWords(new URL("./common-synonyms.txt", import.meta.url), [
  "groups of synonyms",
]);

let groupsByKey: ReadonlyMap<string, readonly number[]> | undefined;

/** Returns the numbers of the groups of a word, by its key. */
function loadGroups(): ReadonlyMap<string, readonly number[]> {
  if (groupsByKey) return groupsByKey;
  const groups = new Map<string, number[]>();
  for (const [group, row] of [...readGroups()["groups of synonyms"]].entries())
    for (const word of row.split(" ")) {
      const key = toWordKey(word, "en");
      groups.set(key, [...(groups.get(key) ?? []), group]);
    }
  groupsByKey = groups;
  return groups;
}

/** Whether two English words, given by their keys, are common synonyms. */
export function areCommonSynonyms(a: string, b: string): boolean {
  const others = loadGroups().get(b);
  return (
    others !== undefined && (loadGroups().get(a) ?? []).some((group) => others.includes(group))
  );
}
