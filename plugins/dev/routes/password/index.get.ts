import { oneOf, t } from "hub";
import { modes, strengths } from "../../password/options.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Make passwords, passphrases or PINs",
  description:
    "Every password the options allow is equally likely, even with `require_each`. `uppercase`, " +
    "`lowercase`, `numbers`, `symbols` and `require_each` are for the mode `random`; `words`, " +
    "`separator` and `capitalize` for `passphrase`, whose words are the 7776 of a diceware list; " +
    "`length` and the exclusions for the other three. `pronounceable` alternates consonants and vowels.",
  query: t.Object({
    mode: oneOf(modes, {
      default: "random",
      description:
        "From any characters, from words, from digits, or from letters that can be pronounced",
    }),
    length: t.Integer({ minimum: 4, maximum: 256, default: 16, description: "Characters" }),
    count: t.Integer({ minimum: 1, maximum: 100, default: 1, description: "How many passwords" }),
    uppercase: t.Boolean({ default: true, description: "The letters A to Z" }),
    lowercase: t.Boolean({ default: true, description: "The letters a to z" }),
    numbers: t.Boolean({ default: true, description: "The digits 0 to 9" }),
    symbols: t.Boolean({ default: true, description: "The 32 symbols of ASCII" }),
    exclude_ambiguous: t.Boolean({
      default: false,
      description: "Leaves out characters that look alike: I l 1 | O 0 o ' ` \"",
    }),
    exclude: t.String({ maxLength: 128, default: "", description: "Characters to leave out" }),
    require_each: t.Boolean({
      default: true,
      description: "At least one of every kind of character that is switched on",
    }),
    words: t.Integer({ minimum: 3, maximum: 12, default: 6, description: "Words of a passphrase" }),
    separator: t.String({ maxLength: 8, default: "-", description: "What separates words" }),
    capitalize: t.Boolean({ default: false, description: "Capitalizes every word" }),
  }),
  response: t.Object({
    password: t.String({ description: "The first of `passwords`" }),
    passwords: t.Array(t.String(), { description: "The passwords, each drawn by itself" }),
    length: t.Integer({ description: "Characters of `password`" }),
    entropy_bits: t.Number({
      description: "Base-2 logarithm of how many equally likely passwords the options allow",
    }),
    charset_size: t.Integer({
      description: "Different characters to draw from; words for a passphrase",
    }),
    strength: oneOf(strengths, {
      description: "`entropy_bits` in words: the steps are at 28, 36, 60 and 128 bits",
    }),
  }),
  plain: "passwords",
  cache: "never",
  example: { query: { length: 20, exclude_ambiguous: true } },
  async handler({ query, random }) {
    const { generatePasswords } = await import("../../password/generate.ts");
    return generatePasswords(query, random);
  },
});
