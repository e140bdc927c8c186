import type { NamedText, NameSpan } from "./sets.ts";

/** The types of names in the data of Universal NER. */
const types: Readonly<Record<string, NameSpan["type"]>> = {
  PER: "person",
  ORG: "organization",
  LOC: "location",
};

/** Reads the sentences of an iob2 file of Universal NER. Every second document is held out from training. */
export function readIobSentences(iob: string) {
  const halves: { train: NamedText[]; heldOut: NamedText[] } = { train: [], heldOut: [] };
  let documents = 0;
  for (const block of iob.split(/\n\n+/)) {
    if (/^# newdoc id/m.test(block)) documents++;
    const sentence = readSentence(block);
    if (sentence) (documents % 2 === 1 ? halves.train : halves.heldOut).push(sentence);
  }
  return halves;
}

function readSentence(block: string): NamedText | undefined {
  const text = /^# text = (.*)$/m.exec(block)?.[1];
  if (text === undefined) return undefined;
  const names: NameSpan[] = [];
  let at = 0;
  for (const line of block.split("\n").filter((one) => /^\d/.test(one))) {
    const [, word = "", tag = "O"] = line.split("\t");
    const start = text.indexOf(word, at);
    if (start < 0) continue;
    at = start + word.length;
    const type = types[tag.slice(2)];
    if (!type) continue;
    const last = names.at(-1);
    if (tag.startsWith("I-") && last?.type === type) last.end = at;
    else names.push({ type, start, end: at });
  }
  return { text, names };
}
