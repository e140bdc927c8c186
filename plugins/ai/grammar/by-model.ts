import { splitSentences, t } from "hub";
import { promptModel } from "../language-model/ask-model.ts";
import type { ByModel } from "../language-model/choose-engine.ts";
import { findOccurrences } from "../text/places.ts";
import { type checkGrammar, finishCheck, type GrammarInput } from "./check.ts";
import type { Match } from "./request.ts";

const schema = t.Object({
  mistakes: t.Array(
    t.Object({
      sentence: t.Integer({ minimum: 0 }),
      text: t.String({ minLength: 1 }),
      replacement: t.String(),
      message: t.String({ maxLength: 300 }),
      category: t.String({ maxLength: 40 }),
    }),
  ),
});
const instructions = `You check grammar and spelling. Answer with the mistakes in "sentences" as "mistakes": the number of the "sentence" (from 0), the wrong words as "text", exactly as they stand there and as few as make it plain, what should stand there as "replacement", a short "message" in English that says what is wrong, and a "category" such as Spelling, Agreement, Punctuation or WordChoice. Spelling is that of "dialect" where the language is English. Tell of style only where "level" is "picky". Words of "dictionary" are right. Where nothing is wrong, the list is empty.`;

type Checked = Awaited<ReturnType<typeof checkGrammar>>;

/** Finds mistakes with a language model, in any language. Only mistakes that occur in the text are returned. */
export const checkByModel: ByModel<GrammarInput, Checked> = async (input, doors, given) => {
  const { text, language, dialect, level, dictionary } = input;
  const sentences = splitSentences(text, language);
  const findWords = (sentence: number, words: string) => {
    const span = sentences[sentence];
    const exact = span?.text.indexOf(words) ?? -1;
    const [place] =
      exact >= 0
        ? [{ start: exact, end: exact + words.length }]
        : findOccurrences(words, span?.text ?? "");
    return span && place && { start: span.start + place.start, end: span.start + place.end };
  };
  const answer = await promptModel(
    {
      name: "grammar",
      instructions,
      schema,
      data: { sentences: sentences.map((one) => one.text), language, dialect, level, dictionary },
      tokensMax: Math.min(4000, 400 + text.length),
      fault: ({ mistakes }) => {
        const lost = mistakes.filter((one) => !findWords(one.sentence, one.text));
        return lost.length * 2 > mistakes.length ? "most mistakes are not in the text" : undefined;
      },
    },
    doors,
    given,
  );
  const matches = answer.mistakes.flatMap(
    ({ sentence, text: words, replacement, message, category }): Match[] => {
      const place = findWords(sentence, words);
      if (!place || replacement === words) return [];
      const shown = text.slice(place.start, place.end);
      const rule = `Model${category.replaceAll(/[^\p{L}\p{N}]/gu, "")}`;
      const replacements = [replacement];
      return [{ ...place, text: shown, message, category, rule, replacements, sure: true }];
    },
  );
  return finishCheck(input, matches);
};
