import type { CommonDoors, Models } from "hub";
import { tokenizerFile } from "./sentence-model.ts";
import { getBaseLanguage } from "./words.ts";

/** The model reads 256 tokens of a text. Longer texts, and more of them, are compared without it. */
const textMax = 1500;
const textsMax = 30_000;

/** The vectors of texts, and the name of the model that made them. */
export interface SentenceVectors {
  model: string;
  vectors: readonly Float32Array[];
}

/**
 * Returns the vectors of English texts, each with a length of 1, or undefined if the hub has no model of sentences. A
 * failure of the model is logged: all features work without it.
 */
export async function embedSentences(
  texts: readonly string[],
  { data, models, log }: Pick<CommonDoors, "data" | "log"> & { models: Models },
): Promise<SentenceVectors | undefined> {
  const lengths = texts.map(({ length }) => length);
  if (Math.max(...lengths) > textMax || lengths.reduce((a, b) => a + b, 0) > textsMax)
    return undefined;
  const paths = Object.keys((await data.find("models"))?.paths ?? {});
  const file = paths.find((path) => path.endsWith(".onnx"));
  if (file === undefined || !paths.includes(tokenizerFile) || (await models.missing()))
    return undefined;
  try {
    const model = { dataset: "models", file, tokenizer: tokenizerFile };
    const { vectors } = await models.embed(model, texts);
    return { model: file.replace(/\.onnx$/, ""), vectors };
  } catch (cause) {
    log.warn("Cannot compare texts by the model of sentences", { why: String(cause) });
    return undefined;
  }
}

/** Returns the greatest likeness of an English text to the texts of each label, or undefined without a model. */
export async function findLikeness(
  list: () => { text: string; labels: readonly (readonly string[])[] },
  language: string,
  doors: Parameters<typeof embedSentences>[1],
): Promise<{ model: string; scores: number[] } | undefined> {
  if (getBaseLanguage(language) !== "en" || !(await doors.data.find("models"))) return undefined;
  const { text, labels } = list();
  if (labels.length === 0) return undefined;
  const sentences = await embedSentences([text, ...labels.flat()], doors);
  const [own, ...others] = sentences?.vectors ?? [];
  if (!sentences || !own) return undefined;
  let from = 0;
  const scores = labels.map(({ length }) => {
    const vectors = others.slice(from, from + length);
    from += length;
    return Math.max(...vectors.map((vector) => compareVectors(own, vector)));
  });
  return { model: sentences.model, scores };
}

/** Returns the likeness of two vectors with a length of 1, from 0 to 1. */
export function compareVectors(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (const [at, value] of a.entries()) sum += value * (b[at] ?? 0);
  return Math.min(1, Math.max(0, sum));
}
