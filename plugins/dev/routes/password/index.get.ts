import { oneOf, t } from "hub";
import { passwordQuery, strengths } from "../../password/options.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Make passwords, passphrases or PINs",
  description:
    "Every password the options allow is equally likely, even with `require_each`. `uppercase`, " +
    "`lowercase`, `numbers`, `symbols` and `require_each` are for the mode `random`; `words`, " +
    "`separator` and `capitalize` for `passphrase`, whose words are the 7776 of a diceware list; " +
    "`length` and the exclusions for the other three. `pronounceable` alternates consonants and vowels.",
  query: passwordQuery,
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
