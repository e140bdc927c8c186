import { reply } from "hub";
import { languageOf } from "./answer.ts";
import type { EngineDoors, Engines } from "./model/choose-engine.ts";
import { type BatchRequest, textsOf } from "./request.ts";

/** Several texts with their languages: what an engine is handed, with the endpoint's own fields. */
type ResolvedBatch<Body> = Omit<Body, keyof BatchRequest> & {
  texts: { text: string; language: string }[];
};

/** Answers for each text, and what stands beside them. */
interface Found<First, Result> {
  first: First;
  results: Result[];
}

interface Work<Body, First, Result> extends Engines<ResolvedBatch<Body>, Found<First, Result>> {
  /** What the handler was given. */
  doors: EngineDoors;
}

/** Checks a request about one text or several, has an engine do the work, and wraps what it found. */
export async function answerBatch<Body extends BatchRequest, First extends object, Result>(
  { text, texts, language, provider, fallback = true, ...options }: Body,
  { doors, ...engines }: Work<Body, First, Result>,
) {
  const begin = doors.clock();
  const all = textsOf({ ...(text !== undefined && { text }), ...(texts && { texts }) });
  const resolved: { text: string; language: string }[] = [];
  for (const one of all) resolved.push({ text: one, language: await languageOf(one, language) });
  const { byEngine } = await import("./model/choose-engine.ts");
  const { value, headers, ...how } = await byEngine(
    { ...options, texts: resolved } as ResolvedBatch<Body>,
    { engines, doors, provider, fallback },
  );
  const chars = all.reduce((sum, one) => sum + one.length, 0);
  const usage = { chars, ms: doors.clock() - begin };
  const common = { ...how, language: commonest(resolved), usage };
  return reply(
    { ...common, ...value.first, ...(texts && { results: value.results }) },
    { headers },
  );
}

function commonest(texts: readonly { language: string }[]): string {
  const counts = new Map<string, number>();
  for (const { language } of texts) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]![0];
}
