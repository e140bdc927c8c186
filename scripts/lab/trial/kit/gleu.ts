type Words = readonly string[];

/** Sentences before a correction, as people corrected them, and as an engine did. */
interface Corrected {
  sources: readonly Words[];
  references: readonly (readonly Words[])[];
  outputs: readonly Words[];
}

const orderMax = 4;

/**
 * Returns GLEU as the authors of JFLEG compute it: the mean over the references of a corpus score, in which n-grams of
 * the source that the reference doesn't have count against the output. Napoles et al., 2016, arXiv:1605.02592.
 */
export function computeGleu({ sources, references, outputs }: Corrected): number {
  const scores = references.map((reference) => {
    const hits = new Array<number>(orderMax).fill(0);
    const totals = new Array<number>(orderMax).fill(0);
    let [outputLength, referenceLength] = [0, 0];
    for (const [index, output] of outputs.entries()) {
      const [source = [], right = []] = [sources[index], reference[index]];
      outputLength += output.length;
      referenceLength += right.length;
      for (let order = 1; order <= orderMax; order++) {
        const [own, before, after] = [output, source, right].map((one) =>
          countGrams(one, order),
        ) as [Grams, Grams, Grams];
        hits[order - 1]! += Math.max(
          0,
          overlap(own, after) - overlap(own, subtract(before, after)),
        );
        totals[order - 1]! += Math.max(0, output.length + 1 - order);
      }
    }
    if (hits.some((one) => one === 0)) return 0;
    const logarithm =
      hits.reduce((sum, one, at) => sum + Math.log(one / totals[at]!), 0) / orderMax;
    return Math.exp(Math.min(0, 1 - referenceLength / outputLength) + logarithm);
  });
  return scores.reduce((sum, one) => sum + one, 0) / scores.length;
}

type Grams = Map<string, number>;

function countGrams(words: readonly string[], order: number): Grams {
  const grams: Grams = new Map();
  for (let at = 0; at + order <= words.length; at++) {
    const gram = words.slice(at, at + order).join(" ");
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return grams;
}

function overlap(one: Grams, other: Grams): number {
  let sum = 0;
  for (const [gram, count] of one) sum += Math.min(count, other.get(gram) ?? 0);
  return sum;
}

/** Returns the n-grams that only the first has. */
function subtract(one: Grams, other: Grams): Grams {
  return new Map([...one].filter(([gram]) => !other.has(gram)));
}
