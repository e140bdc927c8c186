import { readFileSync } from "node:fs";
import { checkGrammar } from "../../../plugins/ai/grammar/check.ts";
import { checkByHarper } from "../../../plugins/ai/grammar/harper.ts";
import { computeGleu } from "./kit/gleu.ts";
import type { Row } from "./kit/row.ts";

/** Harper's rules on style. They don't correct mistakes. */
const styles = new Set([
  "Style",
  "Readability",
  "Enhancement",
  "Redundancy",
  "Regionalism",
  "Formatting",
  "WordChoice",
]);

export default {
  engine: "ai/grammar",
  ours: ["plugins/ai/grammar/*.ts"],
  theirs: ["harper.js"],
  async measure({ find }) {
    const read = (name: string) =>
      readFileSync(find(`grammar/dev/${name}`), "utf8")
        .trimEnd()
        .split("\n");
    const sources = read("dev.src").map(joinTokens);
    const references = [0, 1, 2, 3].map((number) => read(`dev.ref${number}`).map(joinTokens));
    const correctSentences = sources.filter((source, index) =>
      references.every(
        (one) => splitTokens(one[index] ?? "").join(" ") === splitTokens(source).join(" "),
      ),
    );
    const ours = await correctAll(sources, correctByUs);
    const theirs = await correctAll(sources, correctByHarper);
    const gleu = (outputs: readonly string[]) =>
      computeGleu({
        sources: sources.map(splitTokens),
        references: references.map((one) => one.map(splitTokens)),
        outputs: outputs.map(splitTokens),
      });
    const set = "development part of JFLEG";
    const inputs = sources.length;
    const judged = {
      ours: judgeAll(ours, { sources, references }),
      theirs: judgeAll(theirs, { sources, references }),
    };
    const suggested = await correctAll(sources, applySuggestions);
    return [
      {
        set,
        inputs,
        figure: "GLEU with every first suggestion",
        ours: gleu(suggested),
        theirs: { "harper.js": gleu(theirs) },
      },
      {
        set,
        inputs,
        figure: "GLEU of the corrected text",
        ours: gleu(ours),
        theirs: { "harper.js": gleu(theirs) },
      },
      {
        set,
        inputs,
        figure: "sentences that became as a person corrected them, or nearer to it",
        ours: judged.ours.better,
        theirs: { "harper.js": judged.theirs.better },
      },
      {
        set,
        inputs,
        figure: "sentences that became further from all corrections",
        ours: judged.ours.worse,
        theirs: { "harper.js": judged.theirs.worse },
        fewerIsBetter: true,
      },
      {
        set: `${set}: sentences that four people left as they were`,
        inputs: correctSentences.length,
        figure: "sentences changed",
        ours: await countChanged(correctSentences, correctByUs),
        theirs: { "harper.js": await countChanged(correctSentences, correctByHarper) },
        fewerIsBetter: true,
      },
    ];
  },
} satisfies Row;

/** Writes a sentence of the set as people write it: the set has spaces around every word and mark. */
function joinTokens(line: string): string {
  return line
    .trim()
    .replaceAll(/ (?=[.,;:!?)%]|n't\b|'(?:s|re|ve|ll|d|m)\b)/g, "")
    .replaceAll("( ", "(");
}

function splitTokens(text: string): string[] {
  return text.match(/[\p{L}\p{N}'’-]+|[^\s\p{L}\p{N}]/gu) ?? [];
}

type Correct = (text: string) => Promise<string>;

async function correctAll(sources: readonly string[], correct: Correct): Promise<string[]> {
  const outputs: string[] = [];
  for (const source of sources) outputs.push(await correct(source));
  return outputs;
}

async function countChanged(sources: readonly string[], correct: Correct): Promise<number> {
  const outputs = await correctAll(sources, correct);
  return outputs.filter((output, index) => output !== sources[index]).length;
}

const options = { dialect: "en-US", level: "default", ignore_rules: [], dictionary: [] } as const;

async function correctByUs(text: string): Promise<string> {
  return (await checkByUs(text)).corrected_text;
}

async function applySuggestions(text: string): Promise<string> {
  return applyAll(text, (await checkByUs(text)).matches);
}

function checkByUs(text: string) {
  const input = { ...options, ignore_rules: [], dictionary: [], text, language: "en" };
  return checkGrammar(input as Parameters<typeof checkGrammar>[0]);
}

async function correctByHarper(text: string): Promise<string> {
  const matches = await checkByHarper(text, options);
  return applyAll(
    text,
    matches.filter(({ category }) => !styles.has(category)),
  );
}

type Match = Awaited<ReturnType<typeof checkByHarper>>[number];

/** Applies the first suggestion of each match, from the end of the text. */
function applyAll(
  text: string,
  matches: readonly Pick<Match, "start" | "end" | "replacements">[],
): string {
  let result = text;
  let from = text.length;
  for (const { start, end, replacements } of matches.toSorted((a, b) => b.start - a.start)) {
    if (end > from || replacements[0] === undefined) continue;
    result = result.slice(0, start) + replacements[0] + result.slice(end);
    from = start;
  }
  return result;
}

interface Judge {
  sources: readonly string[];
  references: readonly (readonly string[])[];
}

/** Compares each changed sentence and its source with the nearest of the four corrections. */
function judgeAll(outputs: readonly string[], { sources, references }: Judge) {
  let [better, worse] = [0, 0];
  for (const [index, output] of outputs.entries()) {
    const source = sources[index] ?? "";
    if (output === source) continue;
    const nearest = (text: string) =>
      Math.min(
        ...references.map((one) => countEdits(splitTokens(text), splitTokens(one[index] ?? ""))),
      );
    const gain = nearest(source) - nearest(output);
    if (gain > 0) better++;
    if (gain < 0) worse++;
  }
  return { better, worse };
}

/** Returns the number of words to add, remove or replace. */
function countEdits(from: readonly string[], to: readonly string[]): number {
  let row = to.map((_, index) => index + 1);
  for (const [at, word] of from.entries()) {
    let diagonal = at;
    let left = at + 1;
    row = to.map((other, index) => {
      const above = row[index] ?? 0;
      left = Math.min(left + 1, above + 1, diagonal + (word === other ? 0 : 1));
      diagonal = above;
      return left;
    });
  }
  return row.at(-1) ?? from.length;
}
