import { oneOf, quickLanguage, t } from "hub";
import { answerBatch, answerFields, spanFields } from "../answer.ts";
import ai from "../plugin.ts";
import { type BatchRequest, batchFields } from "../request.ts";
import { labels, sentimentOptions } from "../sentiment/options.ts";

const charactersMax = 1000;

const label = oneOf(labels, { description: "In a word: neutral is a score between ±0.05" });
const score = t.Number({ minimum: -1, maximum: 1, description: "From −1 to 1" });
const share = (what: string) => t.Number({ description: `Share of what is ${what}, from 0 to 1` });

const resultFields = {
  label,
  score,
  positive: share("positive"),
  neutral: share("neutral"),
  negative: share("negative"),
  magnitude: t.Number({
    description: "How much feeling there is, of either kind: grows with the text",
  }),
  confidence: oneOf(["high", "medium", "low", "none"], {
    description:
      "Of English: high where several words count and agree, medium where one does, where they disagree, or where it is said in a roundabout way, low where none counts or what is said may be ironic or only wished for. Low for another language, of which only emoji and emoticons are read; none if it has none",
  }),
  sentences: t.Optional(
    t.Array(
      t.Object({
        text: t.String({ description: "The sentence" }),
        ...spanFields,
        score,
        label,
      }),
      { description: "The sentences, each by itself" },
    ),
  ),
  aspects: t.Optional(
    t.Array(
      t.Object({
        aspect: t.String({ description: "The thing asked about" }),
        score,
        label,
        mentions: t.Integer({ description: "How often it is mentioned" }),
        positions: t.Array(t.Object(spanFields), { description: "Where" }),
      }),
      { description: "How the text feels about each thing asked about" },
    ),
  ),
  tokens: t.Optional(
    t.Array(
      t.Object({
        text: t.String({ description: "The word, emoticon or emoji" }),
        ...spanFields,
        rating: t.Number({ description: "What people rated it, from −4 to 4" }),
        valence: t.Number({ description: "What it adds here" }),
        because: t.Array(t.String(), { description: "Why that is not its rating" }),
      }),
      { description: "What made the score, the strongest first" },
    ),
  ),
};

export default ai.route({
  summary: "Tell how a text feels",
  description:
    "After VADER (Hutto and Gilbert, 2014): ratings of 7,500 words and emoticons, and rules for negation, degree, capitals, punctuation, idioms and “but”; what is said by a longer construction, such as “never been happier” or “anything but good”, is read by rules of our own. An aspect is scored by its own clause. With `texts`, the fields beside `results` are the means over them. A text in another language than English is read by its emoji and emoticons alone, and refused if it has none.",
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
        { description: "With `texts`, the answer for each" },
      ),
    ),
  }),
  plain: "label",
  heavy: ({ body }) => !isLight(body),
  bodyBytesMax: 4_194_304,
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

/** Whether a text is scored at once: short, and in English without any statistics. */
function isLight({ text, language, provider }: BatchRequest & { aspects: string[] }): boolean {
  if (text === undefined || text.length > charactersMax || provider === "openai") return false;
  return language === "auto" ? quickLanguage(text) !== undefined : true;
}
