import { oneOf, quickLanguage, t } from "hub";
import ai from "../plugin.ts";
import { type BatchRequest, batchFields } from "../request.ts";
import { answerBatch, answerFields, spanFields } from "../response.ts";
import { labels, sentimentOptions } from "../sentiment/request.ts";

const charactersMax = 1000;

const label = oneOf(labels, {
  description: "The overall sentiment; scores between −0.05 and 0.05 are neutral",
});
const score = t.Number({ minimum: -1, maximum: 1, description: "From −1 to 1" });
const share = (what: string) =>
  t.Number({ description: `Share of the text that is ${what}, from 0 to 1` });

const resultFields = {
  label,
  score,
  positive: share("positive"),
  neutral: share("neutral"),
  negative: share("negative"),
  magnitude: t.Number({
    description:
      "Total strength of sentiment, positive or negative; grows with the length of the text",
  }),
  confidence: oneOf(["high", "medium", "low", "none"], {
    description:
      "English: `high`: several words agree, or the text is very short. `medium`: only one word counts, the words disagree, or the statement is indirect. `low`: no word counts, or the text may be ironic or a wish. German, Spanish, French, Italian, Dutch and Portuguese: at most `medium`. Other languages: `low`. `none` if nothing is rated",
  }),
  sentences: t.Optional(
    t.Array(
      t.Object({
        text: t.String({ description: "The sentence" }),
        ...spanFields,
        score,
        label,
      }),
      { description: "The sentences, each scored separately" },
    ),
  ),
  aspects: t.Optional(
    t.Array(
      t.Object({
        aspect: t.String({ description: "The aspect" }),
        score,
        label,
        mentions: t.Integer({ description: "Number of mentions" }),
        positions: t.Array(t.Object(spanFields), { description: "Positions of its mentions" }),
      }),
      { description: "Sentiment towards each aspect" },
    ),
  ),
  tokens: t.Optional(
    t.Array(
      t.Object({
        text: t.String({ description: "The word, emoticon or emoji" }),
        ...spanFields,
        rating: t.Number({ description: "Rating by human judges, from −4 to 4" }),
        valence: t.Number({ description: "Contribution of the word to the score" }),
        because: t.Array(t.String(), {
          description: "Reasons why the contribution differs from the rating",
        }),
      }),
      { description: "The words that determined the score, strongest first" },
    ),
  ),
};

export default ai.route({
  summary: "Measure the sentiment of a text",
  keywords: "sentiment analysis, positive or negative, opinion mining, emotion",
  description:
    "Separates praise from complaints in reviews, messages and comments. The scores are based on VADER (Hutto and Gilbert, 2014), with ratings of 7,500 words and emoticons, and rules for negation, degree, capitals, punctuation, idioms and “but”; longer constructions such as “never been happier” or “anything but good” are handled by additional rules. An aspect is scored by the clauses that mention it. With `texts`, the other fields are means over all texts. German, Spanish, French, Italian, Dutch and Portuguese have lexicons of about 700 words and set phrases each, with endings, negations and “but”. They miss opinions without such a word: a text with none of them is neutral, with the confidence `none`. In other languages only emoji and emoticons are read, and a text without any is rejected.",
  body: t.Object({
    ...batchFields,
    ...sentimentOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    ...resultFields,
    results: t.Optional(
      t.Array(
        t.Object({
          language: t.String({ description: "The language of this text" }),
          ...resultFields,
        }),
        { description: "With `texts`, the result for each text" },
      ),
    ),
  }),
  plain: "label",
  heavy: ({ body }) => !isLight(body),
  cost: "body.texts",
  bodyBytesMax: 4_194_304,
  headers: ["x-degraded"],
  example: {
    body: {
      text: "The camera is excellent, but the battery is a big disappointment.",
      aspects: ["camera", "battery"],
    },
  },
  async handler(doors) {
    const { scoreSentiments } = await import("../sentiment/sentiment.ts");
    const { sentimentsByModel } = await import("../sentiment/by-model.ts");
    return answerBatch(doors.body, { doors, embedded: scoreSentiments, model: sentimentsByModel });
  },
});

/** Whether a request runs without a worker: the text is short, and its language is given or quickly detected. */
function isLight({ text, language, provider }: BatchRequest & { aspects: string[] }): boolean {
  if (text === undefined || text.length > charactersMax || provider === "openai") return false;
  return language === "auto" ? quickLanguage(text) !== undefined : true;
}
