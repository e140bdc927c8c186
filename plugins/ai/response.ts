import { identifyLanguage, oneOf, quickLanguage, reply, t } from "hub";
import type { EngineDoors, Engines } from "./language-model/choose-engine.ts";
import { type BatchRequest, checkLength, getTexts, type TextRequest } from "./request.ts";

/** Available engines: the embedded one, a language model, two translation engines and one grammar checker. */
const engines = ["embedded", "openai", "libretranslate", "apertium", "languagetool"] as const;

/** The response fields that all endpoints share. */
export const answerFields = {
  engine: oneOf(engines, { description: "The engine that processed the text" }),
  degraded: t.Boolean({
    description:
      "Whether a preferred engine failed and another one was used, or rules did what needs a language model",
  }),
  degraded_reason: t.Optional(
    t.String({ description: "Why the preferred engine failed, or what the rules lack" }),
  ),
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

/** The field of responses that a model of sentences can improve. */
export const sentenceModel = t.Union([t.String(), t.Null()], {
  description: "The model of sentences that compared the texts, or null",
});

/** A span of the text: `text.slice(start, end)` in JavaScript. */
export const spanFields = {
  start: t.Integer({ description: "Start position of the span in the text, in UTF-16 code units" }),
  end: t.Integer({ description: "End position of the span in UTF-16 code units, exclusive" }),
};

/** The input of an engine: the endpoint's own fields and a text whose language is resolved. */
type Resolved<Body> = Omit<Body, "provider" | "fallback">;

interface Work<Body, Fields> extends Engines<Resolved<Body>, Fields> {
  /** The handler's input. */
  doors: EngineDoors;
  /** Maximum length in UTF-16 code units, if it isn't the default. */
  max?: number;
}

/** Validates a request about one text, runs an engine, and builds the response. */
export async function answer<Body extends TextRequest, Fields extends object>(
  { provider, fallback = true, ...input }: Body,
  { doors, max, ...engines }: Work<Body, Fields>,
) {
  const startedAt = doors.clock();
  checkLength(input.text, max === undefined ? {} : { max });
  const language = await resolveLanguage(input.text, input.language);
  const { runEngine } = await import("./language-model/choose-engine.ts");
  const wishes = { engines, doors, provider, fallback };
  const { value, headers, ...outcome } = await runEngine({ ...input, language }, wishes);
  const usage = { chars: input.text.length, ms: doors.clock() - startedAt };
  // A failure says more than the limits of rules.
  const failure = outcome.degraded ? outcome : {};
  return reply({ ...outcome, language, usage, ...value, ...failure }, { headers });
}

/** Returns the requested language, or detects it for `auto`. */
async function resolveLanguage(text: string, requested: string): Promise<string> {
  if (requested !== "auto") return requested;
  const quick = quickLanguage(text);
  if (quick) return quick;
  const { guesses, reliable, foreign, script } = await identifyLanguage(text);
  const [first] = guesses;
  if (foreign || script === "Zyyy") return "und";
  if (!first) return script === "Latn" ? "en" : "und";
  const english = guesses.find(({ code }) => code === "en");
  // Unreliable guesses for Latin script, such as a lone name or interjection, count as English.
  if (!reliable && script === "Latn" && first.confidence < 0.5 && english) return "en";
  return first.code;
}

/** The input of an engine: the endpoint's own fields and several texts with resolved languages. */
type ResolvedBatch<Body> = Omit<Body, keyof BatchRequest> & {
  texts: { text: string; language: string }[];
};

/** The results for each text, and the endpoint's other fields. */
interface BatchResult<First, Result> {
  first: First;
  results: Result[];
}

interface BatchWork<Body, First, Result>
  extends Engines<ResolvedBatch<Body>, BatchResult<First, Result>> {
  /** The handler's input. */
  doors: EngineDoors;
}

/** Validates a request about one or several texts, runs an engine, and builds the response. */
export async function answerBatch<Body extends BatchRequest, First extends object, Result>(
  { text, texts, language, provider, fallback = true, ...options }: Body,
  { doors, ...engines }: BatchWork<Body, First, Result>,
) {
  const startedAt = doors.clock();
  const all = getTexts({ ...(text !== undefined && { text }), ...(texts && { texts }) });
  const resolved: { text: string; language: string }[] = [];
  for (const one of all)
    resolved.push({ text: one, language: await resolveLanguage(one, language) });
  const { runEngine } = await import("./language-model/choose-engine.ts");
  const { value, headers, ...outcome } = await runEngine(
    { ...options, texts: resolved } as ResolvedBatch<Body>,
    { engines, doors, provider, fallback },
  );
  const chars = all.reduce((sum, one) => sum + one.length, 0);
  const usage = { chars, ms: doors.clock() - startedAt };
  const common = { ...outcome, language: findCommonest(resolved), usage };
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
