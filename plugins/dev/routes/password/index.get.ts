import { oneOf, t } from "hub";
import { passwordQuery, strengths } from "../../password/request.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Generate passwords, passphrases or PINs",
  keywords:
    "password generator, random password, passphrase, pin generator, random string, token generator",
  description:
    "Returns random passwords. All passwords that the options allow are equally likely, even with `require_each`. `uppercase`, " +
    "`lowercase`, `numbers`, `symbols` and `require_each` apply to the mode `random`; `words`, " +
    "`separator` and `capitalize` to `passphrase`, which uses a diceware list of 7776 words; " +
    "`length` and the exclusions to the other three. `pronounceable` alternates consonants and vowels.",
  query: passwordQuery,
  response: t.Object({
    password: t.String({ description: "The first of `passwords`" }),
    passwords: t.Array(t.String(), { description: "The passwords, drawn independently" }),
    length: t.Integer({ description: "Number of characters in `password`" }),
    entropy_bits: t.Number({
      description: "Base-2 logarithm of the number of passwords that the options allow",
    }),
    charset_size: t.Integer({
      description: "Number of different characters to draw from; for a passphrase, of words",
    }),
    strength: oneOf(strengths, {
      description: "Rating of `entropy_bits`, with thresholds at 28, 36, 60 and 128 bits",
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
