import { oneOf, t } from "hub";
import dev from "../../plugin.ts";
import { parseLocale } from "../../text/locale.ts";
import { operations } from "../../text/options.ts";

const { textCharactersMax, textBodyBytesMax } = dev.limits;

export default dev.route({
  summary: "Change a text in one or several steps",
  description:
    "Steps that change lines keep the text's line ends; `camel` to `path` and `slug` change each line " +
    "by itself. `sort-lines` sorts as dictionaries of the locale do, `reverse` turns characters, " +
    "`trim` cuts both ends of the text and `collapse-whitespace` makes one space of every run of " +
    "blanks and line ends. The text may also be the whole body, as `text/plain`, with the other " +
    "fields in the query.",
  body: t.Object({
    text: t.String({ maxLength: textCharactersMax, description: "The text" }),
    operations: t.Array(oneOf(operations), {
      minItems: 1,
      maxItems: 20,
      description: "The steps, in their order",
    }),
    locale: t.String({
      minLength: 2,
      maxLength: 35,
      default: "en",
      description:
        "The language whose rules apply to case, word boundaries and sorting, as a BCP 47 tag",
    }),
    wrap_width: t.Integer({
      minimum: 1,
      maximum: 1000,
      default: 80,
      description: "Columns of a line for `wrap`; East Asian letters and emoji take two",
    }),
    truncate_length: t.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 100,
      description: "Most characters for `truncate`, as a reader counts, the ellipsis included",
    }),
    ellipsis: t.String({
      maxLength: 16,
      default: "…",
      description: "What `truncate` puts in the place of the rest",
    }),
  }),
  raw: { "text/plain": "text" },
  response: t.Object({
    result: t.String({ description: "The text after the last step" }),
    steps: t.Array(
      t.Object({
        operation: oneOf(operations, { description: "The step" }),
        characters: t.Integer({ description: "UTF-16 code units of the text after it" }),
        changed: t.Boolean({ description: "Whether it changed anything" }),
      }),
      { description: "What each step did" },
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
