import { identifyLanguage, oneOf, quickLanguage, reply, t } from "hub";
import type { EngineDoors, Engines } from "./model/choose-engine.ts";
import { type BatchRequest, checkLength, getTexts, type TextRequest } from "./request.ts";

/** Which engines there are: this hub's own, a language model, two for translation, one for grammar. */
const engines = ["embedded", "openai", "libretranslate", "apertium", "languagetool"] as const;

/** The fields of every answer. */
export const answerFields = {
  engine: oneOf(engines, { description: "The engine that read the text and produced the answer" }),
  degraded: t.Boolean({
    description: "Whether a preferred engine failed and another one answered",
  }),
  degraded_reason: t.Optional(t.String({ description: "Why the preferred engine failed" })),
  language: t.String({
    description: "The language of the text, as given or detected; `und` if undetermined",
  }),
  usage: t.Object(
    {
      chars: t.Integer({ description: "Length of the texts in UTF-16 code units" }),
      ms: t.Number({ description: "Processing time in milliseconds" }),
    },
    { description: "Size of the input and processing time" },
  ),
};

/** A piece of the text by its place: `text.slice(start, end)` in JavaScript. */
export const spanFields = {
  start: t.Integer({ description: "Start of the piece in the text, in UTF-16 code units" }),
  end: t.Integer({ description: "End of the piece: the index after its last code unit" }),
};

/** A text with its language found out: what an engine is handed, with the endpoint's own fields. */
type Resolved<Body> = Omit<Body, "provider" | "fallback">;

interface Work<Body, Fields> extends Engines<Resolved<Body>, Fields> {
  /** What the handler was given. */
  doors: EngineDoors;
  /** Most UTF-16 code units, where that is not the usual. */
  max?: number;
}

/** Checks a request about one text, has an engine do the work, and wraps what it found. */
export async function answer<Body extends TextRequest, Fields extends object>(
  { provider, fallback = true, ...input }: Body,
  { doors, max, ...engines }: Work<Body, Fields>,
) {
  const begin = doors.clock();
  checkLength(input.text, max === undefined ? {} : { max });
  const language = await resolveLanguage(input.text, input.language);
  const { runEngine } = await import("./model/choose-engine.ts");
  const wishes = { engines, doors, provider, fallback };
  const { value, headers, ...how } = await runEngine({ ...input, language }, wishes);
  const usage = { chars: input.text.length, ms: doors.clock() - begin };
  return reply({ ...how, language, usage, ...value }, { headers });
}

/** The language asked for, or the one that the text is in. */
async function resolveLanguage(text: string, asked: string): Promise<string> {
  if (asked !== "auto") return asked;
  const quick = quickLanguage(text);
  if (quick) return quick;
  const { guesses, reliable, foreign, script } = await identifyLanguage(text);
  const [first] = guesses;
  if (foreign || script === "Zyyy") return "und";
  if (!first) return script === "Latn" ? "en" : "und";
  const english = guesses.find(({ code }) => code === "en");
  // A name or an interjection is as much English as anything.
  if (!reliable && script === "Latn" && first.confidence < 0.5 && english) return "en";
  return first.code;
}

/** Several texts with their languages: what an engine is handed, with the endpoint's own fields. */
type ResolvedBatch<Body> = Omit<Body, keyof BatchRequest> & {
  texts: { text: string; language: string }[];
};

/** Answers for each text, and what stands beside them. */
interface BatchResult<First, Result> {
  first: First;
  results: Result[];
}

interface BatchWork<Body, First, Result>
  extends Engines<ResolvedBatch<Body>, BatchResult<First, Result>> {
  /** What the handler was given. */
  doors: EngineDoors;
}

/** Checks a request about one text or several, has an engine do the work, and wraps what it found. */
export async function answerBatch<Body extends BatchRequest, First extends object, Result>(
  { text, texts, language, provider, fallback = true, ...options }: Body,
  { doors, ...engines }: BatchWork<Body, First, Result>,
) {
  const begin = doors.clock();
  const all = getTexts({ ...(text !== undefined && { text }), ...(texts && { texts }) });
  const resolved: { text: string; language: string }[] = [];
  for (const one of all)
    resolved.push({ text: one, language: await resolveLanguage(one, language) });
  const { runEngine } = await import("./model/choose-engine.ts");
  const { value, headers, ...how } = await runEngine(
    { ...options, texts: resolved } as ResolvedBatch<Body>,
    { engines, doors, provider, fallback },
  );
  const chars = all.reduce((sum, one) => sum + one.length, 0);
  const usage = { chars, ms: doors.clock() - begin };
  const common = { ...how, language: findCommonest(resolved), usage };
  return reply(
    { ...common, ...value.first, ...(texts && { results: value.results }) },
    { headers },
  );
}

function findCommonest(texts: readonly { language: string }[]): string {
  const counts = new Map<string, number>();
  for (const { language } of texts) counts.set(language, (counts.get(language) ?? 0) + 1);
  const [commonest] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return commonest?.[0] ?? "und";
}
