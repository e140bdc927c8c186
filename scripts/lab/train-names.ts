// Trains the finder of names: a linear-chain conditional random field over the features of plugins/ai/names, by AdaGrad
// with an L1 penalty, which leaves few weights. The same seed and data give the same file.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { listFeatures, splitNameTokens } from "../../plugins/ai/names/name-features.ts";
import { computeMarginals, labels } from "../../plugins/ai/names/name-tagger.ts";
import { exitOnHelp } from "../help.ts";
import { createRandom } from "./names/random.ts";
import { readIobSentences } from "./names/read-iob.ts";
import type { NamedText } from "./names/sets.ts";
import { buildTrainingTexts } from "./names/training-texts.ts";

const usage = `Usage: bun scripts/lab/train-names.ts IOB [--out FILE] [--seed N] [--texts N] [--passes N] [--models N]
  trains the finder of names on every second document of IOB, and on sentences from templates
  IOB       a file of Universal NER in iob2, such as en_ewt-ud-dev.iob2 (CC BY-SA 4.0)
  --out     the file for the weights; default plugins/ai/names/name-weights.tsv
  --seed    seed of the sentences and of their order; default 1
  --texts   number of sentences from templates; default 12000
  --passes  passes over the data; default 8
  --models  number of models, each with sentences of its own, whose weights are averaged; default 4`;

/** Number of weight steps per unit, as in name-tagger.ts. */
const steps = 16;
const size = labels.length;
/** Learning rate, L1 penalty, copies of each real sentence, minimum count of a feature, and share of texts in small letters. */
const hyper = {
  rate: 0.25,
  penalty: 4e-6,
  copies: 16,
  minCount: 3,
  lowerCase: 0.02,
  leastStep: 0.9,
};

interface Sequence {
  features: Int32Array[];
  gold: number[];
}

exitOnHelp(usage);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: {
      type: "string",
      default: new URL("../../plugins/ai/names/name-weights.tsv", import.meta.url).pathname,
    },
    seed: { type: "string", default: "1" },
    texts: { type: "string", default: "12000" },
    passes: { type: "string", default: "8" },
    models: { type: "string", default: "4" },
  },
});
const [iob] = positionals;
if (iob === undefined) {
  console.error(usage);
  process.exit(2);
}
const real = readIobSentences(readFileSync(iob, "utf8")).train;
const models = Array.from({ length: Number(values.models) }, (_, index) =>
  trainOn(Number(values.seed) + index),
);
await Bun.write(values.out, formatWeights(averageModels(models)));
console.error(`${values.out}: ${Bun.file(values.out).size} bytes`);

/** The weights of each feature by its name, and those of pairs of labels. */
interface NamedModel {
  features: Map<string, Float64Array>;
  pairs: Float64Array;
}

/** Trains a model on the real sentences, and on sentences of its own from templates. */
function trainOn(seed: number): NamedModel {
  const random = createRandom(seed);
  const made = buildTrainingTexts(Number(values.texts), seed).map((one) =>
    random.next() < hyper.lowerCase ? { ...one, text: one.text.toLowerCase() } : one,
  );
  const texts = [...Array.from({ length: hyper.copies }, () => real).flat(), ...made];
  const { sequences, names } = indexFeatures(texts);
  console.error(`seed ${seed}: ${texts.length} sentences, ${names.length} features`);
  const { weights, pairs } = trainModel(sequences, names.length, random);
  const features = new Map(
    names.map((name, index) => [name, weights.slice(index * size, (index + 1) * size)] as const),
  );
  return { features, pairs };
}

/** Returns the mean of models. It varies less with the sentences than each of them. */
function averageModels(all: readonly NamedModel[]): NamedModel {
  const mean = (rows: (Float64Array | undefined)[]) =>
    new Float64Array(rows.find((row) => row)?.length ?? 0).map(
      (_, at) => rows.reduce((sum, row) => sum + (row?.[at] ?? 0), 0) / rows.length,
    );
  const names = new Set(all.flatMap(({ features }) => [...features.keys()]));
  return {
    features: new Map(
      Array.from(names, (name) => [name, mean(all.map(({ features }) => features.get(name)))]),
    ),
    pairs: mean(all.map(({ pairs }) => pairs)),
  };
}

/** Returns the features of each text as numbers. Rare ones are left out. */
function indexFeatures(all: readonly NamedText[]) {
  const counts = new Map<string, number>();
  const described = all.map((one) => {
    const tokens = splitNameTokens(one.text);
    const features = listFeatures(tokens);
    for (const feature of features.flat()) counts.set(feature, (counts.get(feature) ?? 0) + 1);
    return { features, gold: labelTokens(tokens, one) };
  });
  const known = new Map<string, number>();
  for (const [feature, count] of counts)
    if (count >= hyper.minCount) known.set(feature, known.size);
  const sequences = described.map(({ features, gold }) => ({
    gold,
    features: features.map((some) => Int32Array.from(some.flatMap((one) => known.get(one) ?? []))),
  }));
  return { sequences, names: [...known.keys()] };
}

function labelTokens(tokens: readonly { start: number; end: number }[], { names }: NamedText) {
  return tokens.map(({ start, end }) => {
    const name = names.find((one) => one.start < end && start < one.end);
    if (!name) return 0;
    const label = labels.indexOf(name.type);
    const isFirst = tokens.find((one) => one.end > name.start)?.start === start;
    return isFirst ? label : label + 1;
  });
}

interface Model {
  weights: Float64Array;
  pairs: Float64Array;
}

type Random = ReturnType<typeof createRandom>;

function trainModel(all: readonly Sequence[], features: number, random: Random): Model {
  const passes = Number(values.passes);
  const weights = new Float64Array(features * size);
  const squares = new Float64Array(features * size).fill(1e-8);
  const pairs = new Float64Array(size * size);
  const pairSquares = new Float64Array(size * size).fill(1e-8);
  /** Penalty due at the last visit of each feature. */
  const visited = new Int32Array(features);
  const order = all.map((_, index) => index);
  let step = 0;
  /** The mean of the later passes varies less with the order of the texts. */
  const mean: Model = {
    weights: new Float64Array(weights.length),
    pairs: new Float64Array(pairs.length),
  };
  let averaged = 0;
  for (let pass = 0; pass < passes; pass++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random.next() * (at + 1));
      [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
    }
    let loss = 0;
    for (const index of order) {
      const sequence = all[index];
      if (!sequence || sequence.gold.length === 0) continue;
      step++;
      loss += learn(sequence);
    }
    console.error(`pass ${pass + 1}: loss ${(loss / all.length).toFixed(4)}`);
    for (let feature = 0; feature < features; feature++) shrink(feature);
    if (pass < passes / 2) continue;
    averaged++;
    for (const [from, to] of [
      [weights, mean.weights],
      [pairs, mean.pairs],
    ] as const)
      for (const [at, weight] of from.entries())
        to[at] = (to[at] ?? 0) + (weight - (to[at] ?? 0)) / averaged;
  }
  return mean;

  function shrink(feature: number): void {
    const due = (step - (visited[feature] ?? 0)) * hyper.penalty * hyper.rate;
    visited[feature] = step;
    if (due === 0) return;
    for (let at = feature * size; at < (feature + 1) * size; at++) {
      const weight = weights[at] ?? 0;
      const less = due / Math.sqrt(squares[at] ?? 1);
      weights[at] = Math.abs(weight) <= less ? 0 : weight - Math.sign(weight) * less;
    }
  }

  function learn({ features: some, gold }: Sequence): number {
    const count = gold.length;
    const scores = new Float64Array(count * size);
    for (let at = 0; at < count; at++)
      for (const feature of some[at] ?? []) {
        shrink(feature);
        for (let label = 0; label < size; label++)
          scores[at * size + label]! += weights[feature * size + label]!;
      }
    const { marginals, forward, backward, local, factors } = computeMarginals(scores, pairs);
    let loss = 0;
    for (let at = 0; at < count; at++) {
      const right = gold[at] ?? 0;
      loss -= Math.log(Math.max(1e-12, marginals[at * size + right] ?? 0));
      for (let label = 0; label < size; label++) {
        const slope = (marginals[at * size + label] ?? 0) - (label === right ? 1 : 0);
        if (Math.abs(slope) < 1e-4) continue;
        for (const feature of some[at] ?? [])
          update(weights, squares, feature * size + label, slope);
      }
      if (at === 0) continue;
      let sum = 0;
      const both = new Float64Array(size * size);
      for (let last = 0; last < size; last++)
        for (let next = 0; next < size; next++) {
          const pair = last * size + next;
          const here = at * size + next;
          both[pair] =
            forward[here - size - next + last]! * factors[pair]! * local[here]! * backward[here]!;
          sum += both[pair]!;
        }
      for (let pair = 0; pair < both.length; pair++) {
        const isRight = pair === (gold[at - 1] ?? 0) * size + right;
        update(pairs, pairSquares, pair, both[pair]! / sum - (isRight ? 1 : 0));
      }
    }
    return loss;
  }

  function update(of: Float64Array, sums: Float64Array, at: number, slope: number): void {
    sums[at]! += slope * slope;
    of[at]! -= (hyper.rate * slope) / Math.sqrt(sums[at]! + 1);
  }
}

function formatWeights({ features, pairs }: NamedModel): string {
  const round = (some: Float64Array) =>
    Array.from(some, (one) =>
      Math.abs(one * steps) < hyper.leastStep ? 0 : Math.round(one * steps),
    );
  const lines = labels.map(
    (label, index) =>
      `after ${label}\t${round(pairs.slice(index * size, (index + 1) * size)).join()}`,
  );
  for (const [feature, weights] of features) {
    const row = round(weights);
    if (row.some((one) => one !== 0))
      lines.push(`${feature}\t${row.map((one) => one || "").join()}`);
  }
  return `# source: trained by scripts/lab/train-names.ts on half of the development part of Universal NER 1.0, English Web Treebank, and on own sentences
# licence: CC BY-SA 4.0, as the data; annotations by Mayhew and others (2024), sentences by Silveira and others (2014)
feature\tweights
${lines.join("\n")}
`;
}
