import { t } from "hub";
import { askModel, whyNoModel } from "../model/ask-model.ts";
import type { ModelDoors } from "../model/doors.ts";

import type { Done, Engine, Translated } from "./engine.ts";
import { groupTexts, shortLanguageOf } from "./engine.ts";
import { removeMasks } from "./masks.ts";

const schema = t.Object({
  translations: t.Array(t.Object({ text: t.String(), alternatives: t.Array(t.String()) })),
});
const instructions = `You are a translation engine. Translate each string of "texts" from the language "source" to the language "target", both BCP 47 tags, and answer with one item of "translations" for each, in the same order. Keep every mark such as ⟦0⟧ exactly as it is and exactly once, at the place where the words it belongs to go. Keep line breaks. Translate meaning, not words; add nothing, leave nothing out, and give no explanations. "formality" says how the reader is addressed: "more" formally, "less" as a friend, "default" as the text does. Give as many other translations of each text in its "alternatives" as "alternatives" says.`;

/** A language model as a translator. */
export function createModelTranslator(doors: ModelDoors): Engine {
  return {
    id: "openai",
    kind: "network",
    quality: "neural",
    cannot: async () => whyNoModel(doors),
    pairs: async () => undefined,
    async translate(
      { source, target, segments, ...wishes },
      { timeoutMs, survive },
    ): Promise<Done> {
      const deadline = doors.clock() + timeoutMs;
      const done: Translated[] = [];
      for (const texts of groupTexts(segments, { charactersMax: 6000, countMax: 60 })) {
        const first = done.length;
        const characters = texts.join("").length * (1 + wishes.alternatives);
        const answer = await askModel(
          {
            name: "translate",
            instructions,
            schema,
            data: { texts, source, target, ...wishes },
            tokensMax: 200 + 30 * texts.length + characters,
            fault: ({ translations }) =>
              translations.length !== texts.length
                ? `it has ${translations.length} translations of ${texts.length} texts`
                : translations
                    .map(({ text }, index) =>
                      survive(first + index, text)
                        ? lengthFault(texts[index]!, text)
                        : `translation ${index} lacks a mark such as ⟦0⟧, or has one too many`,
                    )
                    .find((fault) => fault !== undefined),
          },
          doors,
          { timeoutMs: deadline - doors.clock() },
        );
        done.push(
          ...answer.translations.map(({ text, alternatives }, index) => ({
            text,
            alternatives: alternatives
              .filter((other) => survive(first + index, other))
              .slice(0, wishes.alternatives),
            unknown: [],
          })),
        );
      }
      return { segments: done, path: [shortLanguageOf(source), shortLanguageOf(target)] };
    },
  };
}

/** Chinese says in a character what English says in four; a single word may be of any length. */
function lengthFault(source: string, translated: string): string | undefined {
  const [before, after] = [weight(source), weight(translated)];
  const isFine = before < 20 ? after < 100 : after > 0.3 * before && after < 3 * before;
  return isFine ? undefined : "a translation is much longer or shorter than its text";
}

function weight(text: string): number {
  const plain = removeMasks(text);
  const dense = plain.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
  );
  return plain.length + 2 * (dense?.length ?? 0);
}
