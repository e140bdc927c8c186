import { oneOf, t } from "hub";
import { units } from "../lorem/request.ts";
import dev from "../plugin.ts";

export default dev.route({
  summary: "Write a placeholder text",
  keywords: "lorem ipsum, placeholder text, dummy text, filler text, lorem ipsum generator",
  description:
    "Returns placeholder text (lorem ipsum) with the given number of words, sentences or paragraphs. The same seed returns the same text; without a seed, it is random.",
  query: t.Object({
    unit: oneOf(units, { default: "paragraphs", description: "Unit of `count`" }),
    count: t.Integer({ minimum: 1, maximum: 1000, default: 1, description: "Number of units" }),
    seed: t.Optional(
      t.Integer({ minimum: 0, maximum: 4_294_967_295, description: "Seed of the random words" }),
    ),
    classic: t.Boolean({
      default: true,
      description: "Begins with the traditional words `Lorem ipsum dolor sit amet`",
    }),
  }),
  response: t.Object({
    text: t.String({ description: "The text, with an empty line between paragraphs" }),
    html: t.String({ description: "The text as HTML paragraphs" }),
    words: t.Integer({ description: "Number of words" }),
    characters: t.Integer({ description: "Number of characters of `text`" }),
    seed: t.Integer({ description: "Seed that makes the same text again" }),
  }),
  plain: "text",
  cache: "never",
  example: { query: { unit: "sentences", count: 2, seed: 1 } },
  async handler({ query: { seed, ...options }, random }) {
    const { writeLorem } = await import("../lorem/write-lorem.ts");
    const [a = 0, b = 0, c = 0, d = 0] = random.bytes(4);
    return writeLorem({ ...options, seed: seed ?? ((a << 24) | (b << 16) | (c << 8) | d) >>> 0 });
  },
});
