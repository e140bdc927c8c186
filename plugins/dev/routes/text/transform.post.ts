import { oneOf, t } from "hub";
import dev from "../../plugin.ts";
import { parseLocale } from "../../text/locale.ts";
import { operations } from "../../text/request.ts";

const { textCharactersMax, textBodyBytesMax } = dev.limits;

export default dev.route({
  summary: "Transform a text in one or more steps",
  keywords:
    "slugify, camelcase, snake case, case converter, kebab case, slug, uppercase, sort lines, remove duplicates, reverse text, trim lines, title case, remove accents, deduplicate lines, remove diacritics, add line numbers, swap case, lower case, unique lines, shuffle lines, normalise unicode, extract email addresses, extract urls",
  description:
    "Changes case, sorts lines, removes duplicates and accents, and more. Line steps preserve the line ends; `camel` to `path` and `slug` transform each line " +
    "on its own. `sort-lines` sorts in the dictionary order of the locale, `reverse` reverses the characters, " +
    "`trim` removes whitespace at both ends, and `collapse-whitespace` replaces every run of " +
    "whitespace by one space. The text may also be the raw body, as `text/plain`, with the other " +
    "fields in the query.",
  body: t.Object({
    text: t.String({ maxLength: textCharactersMax, description: "The text" }),
    operations: t.Array(oneOf(operations), {
      minItems: 1,
      maxItems: 20,
      description: "The steps, in order",
    }),
    locale: t.String({
      minLength: 2,
      maxLength: 35,
      default: "en",
      description:
        "The language whose rules apply to case, word boundaries, sorting and slugs, as a BCP 47 tag",
    }),
    wrap_width: t.Integer({
      minimum: 1,
      maximum: 1000,
      default: 80,
      description: "Maximum columns of a line for `wrap`; East Asian letters and emoji take two",
    }),
    truncate_length: t.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 100,
      description: "Maximum user-perceived characters for `truncate`, including the ellipsis",
    }),
    ellipsis: t.String({
      maxLength: 16,
      default: "…",
      description: "Replacement for the text removed by `truncate`",
    }),
  }),
  raw: { "text/plain": "text", "application/octet-stream": "text" },
  response: t.Object({
    result: t.String({ description: "The text after the last step" }),
    steps: t.Array(
      t.Object({
        operation: oneOf(operations, { description: "The step" }),
        characters: t.Integer({
          description: "Length of the text after the step, in UTF-16 code units",
        }),
        changed: t.Boolean({ description: "Whether the step changed the text" }),
      }),
      { description: "Result of each step" },
    ),
  }),
  plain: "result",
  heavy: true,
  bodyBytesMax: textBodyBytesMax,
  example: {
    body: { text: "  Crème   Brûlée\n", operations: ["trim", "collapse-whitespace", "slug"] },
  },
  async handler({ body, random }) {
    const { transform } = await import("../../text/transform.ts");
    return transform(body.text, body.operations, {
      locale: parseLocale(body.locale),
      wrapWidth: body.wrap_width,
      truncateLength: body.truncate_length,
      ellipsis: body.ellipsis,
      random,
    });
  },
});
