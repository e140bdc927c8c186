import { oneOf, reply, t } from "hub";
import { answerFields } from "../answer.ts";
import ai from "../plugin.ts";
import { batchFields, textsOf } from "../request.ts";
import { translateOptions } from "../translation/options.ts";

const translationFields = {
  translation: t.String({ description: "The text in the target language, in its own format" }),
  alternatives: t.Array(t.String(), { description: "Other translations, the best first" }),
  detected_source: t.Object(
    {
      code: t.String({ description: "Its BCP 47 tag" }),
      confidence: t.Number({ description: "How sure it is, from 0 to 1; 1 where it was named" }),
    },
    { description: "The language that the text is in" },
  ),
  coverage: t.Number({ description: "The share of words that the engine knew, from 0 to 1" }),
  untranslated: t.Array(t.String(), { description: "Words that it did not know, as they stand" }),
  path: t.Array(t.String(), { description: "The languages that the text went through" }),
};

const lightMax = 4000;

/** To find out a language takes large tables, and a long text takes its time. */
function isLight({ text, texts, source }: { text?: string; texts?: string[]; source: string }) {
  const length = (text ?? "").length + (texts ?? []).join("").length;
  return source !== "auto" && length <= lightMax;
}

export default ai.route({
  summary: "Translate texts, HTML and Markdown",
  description: `By a language model, a LibreTranslate server or Apertium, whichever the operator has set up, in this order or that of \`AI_PROVIDERS\`. Tags, placeholders such as \`{name}\` and \`%s\`, addresses, emoji, code and the words in \`preserve\` come through as they are: an answer that loses one is refused. Apertium works in steps over another language where it has no pair of the two, and ignores \`formality\` and \`alternatives\`; LibreTranslate ignores \`formality\`. Where nothing covers the pair, 501 says what would, and which pairs work; \`GET /api/ai/translate/languages\` lists them.`,
  body: t.Object({
    text: batchFields.text,
    texts: batchFields.texts,
    ...translateOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    quality: oneOf(["neural", "rule", "none"], {
      description: "How it was made: `none` where there was nothing to translate",
    }),
    ...t.Partial(t.Object(translationFields)).properties,
    translations: t.Optional(
      t.Array(t.Object(translationFields), { description: "One for each of `texts`, in order" }),
    ),
  }),
  plain: "translation",
  heavy: ({ body }) => !isLight(body),
  bodyBytesMax: 4_194_304,
  example: { body: { text: "The house of {name} is big.", source: "en", target: "es" } },
  async handler({ body, net, env, kv, run, clock, random, signal, log, caller }) {
    const begin = clock();
    const texts = textsOf(body);
    const { translate } = await import("../translation/translate.ts");
    const doors = { net, env, kv, run, clock, random, signal, log, caller };
    const { headers, translations, ...how } = await translate({ ...body, texts }, doors);
    const chars = texts.reduce((sum, text) => sum + text.length, 0);
    const [first] = translations;
    const answer = {
      ...how,
      language: first!.detected_source.code,
      usage: { chars, ms: clock() - begin },
      ...(body.texts ? { translations } : first),
    };
    return reply(answer, { headers });
  },
});
