import { readPackageFile } from "../package-file.ts";

/** A language detector of the package eld. */
interface Detector {
  detect(text: string): { getScores(): Record<string, number> };
}

/** The module of eld that detects languages with given data. Its entry points load data, too. */
interface DetectorModule {
  createEld(): { instance: Detector; loadData(data: object): void };
}

/**
 * Opens eld with its large data. Its own loader creates an object for each of 245,000 n-grams, which takes 185 MB. Here
 * they stay text, and the scores of an n-gram are parsed when it occurs.
 */
export async function openNgrams(): Promise<Detector> {
  const entry = import.meta.resolve("eld");
  const locate = (file: string) => new URL(`../${file}`, entry).href;
  const { createEld }: DetectorModule = await import(locate("languageDetector.js"));
  const text = new TextDecoder().decode(await readPackageFile(locate("ngrams/large.js")));
  const { instance, loadData } = createEld();
  const [, languages = ""] = /languages:(\{[^}]*\})/.exec(text) ?? [];
  const find = indexNgrams(`,${text.slice(text.indexOf("ngrams:{") + "ngrams:{".length)}`);
  const ngrams = new Proxy({}, { get: (_, ngram) => find(String(ngram)) });
  loadData({ type: "L60", languages: parseNumbered(languages.replaceAll("'", '"')), ngrams });
  return instance;
}

/** Number of slots of the hash table: a power of two above twice the number of n-grams. */
const slotCount = 2 ** 19;

/** Returns a function that finds the scores of an n-gram, by language, in the text `,'ngram':{0:176,5:20},…`. */
function indexNgrams(text: string): (ngram: string) => unknown {
  /** The starts of scores in the text, by the hash of their n-gram. */
  const slots = new Uint32Array(slotCount);
  const findSlot = (key: string) => {
    let slot = 0;
    for (let at = 0; at < key.length; at++)
      slot = (Math.imul(slot, 31) + key.charCodeAt(at)) & (slotCount - 1);
    while (slots[slot] && !isAt(key, slots[slot])) slot = (slot + 1) & (slotCount - 1);
    return slot;
  };
  const isAt = (key: string, start = 0) =>
    text.endsWith(`,'${key}':{`, start) || text.endsWith(`,${key}:{`, start);
  const entry = /,(?:'((?:[^'\\]|\\.)+)'|([^',:{}]+)):\{[^}]*\}/y;
  for (let found = entry.exec(text); found; found = entry.exec(text)) {
    const key = found[1] ?? found[2] ?? "";
    slots[findSlot(key)] = text.indexOf(":{", found.index + 1 + key.length) + 2;
  }
  return (ngram) => {
    const start = slots[findSlot(ngram.replaceAll(/['\\]/g, "\\$&"))];
    return start ? parseNumbered(text.slice(start - 1, text.indexOf("}", start) + 1)) : undefined;
  };
}

/** Parses an object whose names are numbers. */
function parseNumbered(text: string): object {
  return JSON.parse(text.replaceAll(/(\d+):/g, '"$1":'));
}
