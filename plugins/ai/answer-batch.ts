import { envelope, languageOf, refuseModel } from "./answer.ts";
import { type BatchRequest, textsOf } from "./request.ts";

/** Several texts with their languages: what an engine is handed, with the endpoint's own fields. */
export type ResolvedBatch<Body> = Omit<Body, keyof BatchRequest> & {
  texts: { text: string; language: string }[];
};

interface Work<Body, First, Result> {
  clock(): number;
  /** Answers for each text, and what stands beside them. */
  embedded(input: ResolvedBatch<Body>): { first: First; results: Result[] };
}

/** Checks a request about one text or several, lets the engine work, and wraps what it found. */
export async function answerBatch<Body extends BatchRequest, First extends object, Result>(
  { text, texts, language, provider, ...options }: Body,
  { clock, embedded }: Work<Body, First, Result>,
) {
  const begin = clock();
  const all = textsOf({ ...(text !== undefined && { text }), ...(texts && { texts }) });
  refuseModel(provider);
  const resolved: { text: string; language: string }[] = [];
  for (const one of all) resolved.push({ text: one, language: await languageOf(one, language) });
  const { first, results } = embedded({ ...options, texts: resolved } as ResolvedBatch<Body>);
  const chars = all.reduce((sum, one) => sum + one.length, 0);
  return {
    ...envelope(commonest(resolved), { chars, ms: clock() - begin }),
    ...first,
    ...(texts && { results }),
  };
}

function commonest(texts: readonly { language: string }[]): string {
  const counts = new Map<string, number>();
  for (const { language } of texts) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]![0];
}
