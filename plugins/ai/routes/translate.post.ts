import { oneOf, reply, t } from "hub";
import { itemAt } from "../lists.ts";
import ai from "../plugin.ts";
import { batchFields, getTexts } from "../request.ts";
import { answerFields } from "../response.ts";
import { translateOptions } from "../translation/request.ts";

const translationFields = {
  translation: t.String({ description: "The translated text, in the format of the original" }),
  alternatives: t.Array(t.String(), { description: "Alternative translations, best first" }),
  detected_source: t.Object(
    {
      code: t.String({ description: "BCP 47 tag of the language" }),
      confidence: t.Number({ description: "Confidence, from 0 to 1; 1 if the source was given" }),
    },
    { description: "The language of the text" },
  ),
  coverage: t.Number({ description: "Share of words known to the engine, from 0 to 1" }),
  untranslated: t.Array(t.String(), { description: "Words unknown to the engine" }),
  path: t.Array(t.String(), { description: "The languages the text was translated through" }),
};

const lightMax = 4000;

/** Whether a request runs without a worker. Language detection needs large tables, and long texts take time. */
function isLight({ text, texts, source }: { text?: string; texts?: string[]; source: string }) {
  const length = (text ?? "").length + (texts ?? []).join("").length;
  return source !== "auto" && length <= lightMax;
}

export default ai.route({
  summary: "Translate texts, HTML and Markdown",
  tool: { fields: ["text", "source", "target"] },
  keywords: "translation, translate text, english to spanish, translator",
  description: `Translates for an interface, a page or a message, and keeps markup and placeholders. Translates with a language model, a LibreTranslate server or Apertium: the first that the operator has set up, in this order or that of \`AI_PROVIDERS\`. Tags, placeholders such as \`{name}\` and \`%s\`, addresses, emoji, code and the words in \`preserve\` are preserved: a translation that loses one is rejected. If Apertium has no direct pair, it translates through another language; it ignores \`formality\` and \`alternatives\`; LibreTranslate ignores \`formality\`. If no engine supports the pair, the request fails with 501. The error lists the missing settings and the pairs that work; \`GET /api/ai/translate/languages\` lists them too.`,
  body: t.Object({
    text: batchFields.text,
    texts: batchFields.texts,
    ...translateOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    quality: oneOf(["neural", "rule", "none"], {
      description: "Method of translation; `none` if there was nothing to translate",
    }),
    ...t.Partial(t.Object(translationFields)).properties,
    translations: t.Optional(
      t.Array(t.Object(translationFields), {
        description: "One translation for each of `texts`, in order",
      }),
    ),
  }),
  plain: "translation",
  heavy: ({ body }) => !isLight(body),
  cost: "body.texts",
  bodyBytesMax: 4_194_304,
  headers: ["x-degraded"],
  example: { body: { text: "The house of {name} is big.", source: "en", target: "es" } },
  async handler({ body, net, env, kv, run, clock, random, signal, log, caller }) {
    const begin = clock();
    const texts = getTexts(body);
    const { translate } = await import("../translation/translate.ts");
    const doors = { net, env, kv, run, clock, random, signal, log, caller };
    const { headers, translations, ...how } = await translate({ ...body, texts }, doors);
    const chars = texts.reduce((sum, text) => sum + text.length, 0);
    const first = itemAt(translations, 0);
    const answer = {
      ...how,
      language: first.detected_source.code,
      usage: { chars, ms: clock() - begin },
      ...(body.texts ? { translations } : first),
    };
    return reply(answer, { headers });
  },
});
