import { t } from "hub";
import { explainMissingModel, promptModel } from "../language-model/ask-model.ts";
import type { ModelDoors } from "../language-model/doors.ts";
import { pairUp } from "../lists.ts";
import type { Done, Engine, Job, Translated } from "./engine.ts";
import { getShortLanguage, groupTexts } from "./engine.ts";
import { removeMasks } from "./masks.ts";

const schema = t.Object({
  translations: t.Array(t.Object({ text: t.String(), alternatives: t.Array(t.String()) })),
});
const instructions = `You are a translation engine. Translate each string of "texts" from the language "source" to the language "target", both BCP 47 tags, and answer with one item of "translations" for each, in the same order. Keep every mark such as ⟦0⟧ exactly as it is and exactly once, at the place where the words it belongs to go. Keep line breaks. Translate meaning, not words; add nothing, leave nothing out, and give no explanations. "formality" says how the reader is addressed: "more" formally, "less" as a friend, "default" as the text does. Give as many other translations of each text in its "alternatives" as "alternatives" says.`;

/** Creates a translation engine that uses a language model. */
export function createModelTranslator(doors: ModelDoors): Engine {
  return {
    id: "openai",
    kind: "network",
    quality: "neural",
    cannot: async () => explainMissingModel(doors),
    pairs: async () => undefined,
    async translate(job, { timeoutMs, survive }): Promise<Done> {
      const deadline = doors.clock() + timeoutMs;
      const done: Translated[] = [];
      for (const texts of groupTexts(job.segments, { charactersMax: 6000, countMax: 60 })) {
        const first = done.length;
        const translated = await translateBatch(
          { ...job, segments: texts },
          {
            doors,
            timeoutMs: deadline - doors.clock(),
            survive: (index, text) => survive(first + index, text),
          },
        );
        done.push(...translated);
      }
      return { segments: done, path: [getShortLanguage(job.source), getShortLanguage(job.target)] };
    },
  };
}

interface TranslationContext {
  doors: ModelDoors;
  timeoutMs: number;
  /** Whether a translation contains all masks of its segment. */
  survive: (index: number, translated: string) => boolean;
}

/** Translates segments that fit into one request. */
async function translateBatch(
  { segments: texts, ...wishes }: Job,
  { doors, timeoutMs, survive }: TranslationContext,
): Promise<Translated[]> {
  const characters = texts.join("").length * (1 + wishes.alternatives);
  const { translations } = await promptModel(
    {
      name: "translate",
      instructions,
      schema,
      data: { texts, ...wishes },
      tokensMax: 200 + 30 * texts.length + characters,
      fault: (answer) => findFault(answer.translations, { texts, survive }),
    },
    doors,
    { timeoutMs },
  );
  return translations.map(({ text, alternatives }, index) => ({
    text,
    alternatives: alternatives
      .filter((other) => survive(index, other))
      .slice(0, wishes.alternatives),
    unknown: [],
  }));
}

/** Returns why translations are unusable, or undefined. */
function findFault(
  translations: readonly { text: string }[],
  { texts, survive }: Pick<TranslationContext, "survive"> & { texts: readonly string[] },
): string | undefined {
  if (translations.length !== texts.length)
    return `it has ${translations.length} translations of ${texts.length} texts`;
  return pairUp(texts, translations)
    .map(([source, { text }], index) =>
      survive(index, text)
        ? findLengthProblem(source, text)
        : `translation ${index} has a mark such as ⟦0⟧ too few or too many`,
    )
    .find((fault) => fault !== undefined);
}

/**
 * Returns an error for an implausible length. Chinese needs a quarter of the characters of English, and single
 * words may have any length.
 */
function findLengthProblem(source: string, translated: string): string | undefined {
  const [before, after] = [weight(source), weight(translated)];
  const isValid = before < 20 ? after < 100 : after > 0.3 * before && after < 3 * before;
  return isValid ? undefined : "a translation is much longer or shorter than its text";
}

function weight(text: string): number {
  const plain = removeMasks(text);
  const dense = plain.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
  );
  return plain.length + 2 * (dense?.length ?? 0);
}
