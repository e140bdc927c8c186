import { oneOf, t } from "hub";
import ai from "../../plugin.ts";

const tag = (description: string) =>
  t.String({
    pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$",
    errorMessage: "a language tag, such as de or pt-BR",
    description,
  });
const engines = ["openai", "libretranslate", "apertium"] as const;

export default ai.route({
  summary: "List the language pairs that can be translated",
  description:
    "Lists the pairs that are currently available: the installed Apertium pairs, the pairs of the operator's LibreTranslate server, and whether a language model is available, which accepts any pair. Engines that are not set up, disabled by the operator or unreachable are listed with the reason; if no engine is available, `pairs` is empty.",
  query: t.Object({
    source: t.Optional(tag("Only pairs from this language, as a BCP 47 tag")),
    target: t.Optional(tag("Only pairs into this language")),
  }),
  response: t.Object({
    total: t.Integer({ description: "Number of pairs" }),
    pairs: t.Array(
      t.Object({
        source: t.String({ description: "Source language" }),
        target: t.String({ description: "Target language" }),
        path: t.Array(t.String(), { description: "The languages a text is translated through" }),
        engine: oneOf(engines, { description: "The engine for this pair" }),
      }),
      { description: "The pairs, by engine" },
    ),
    engines: t.Array(
      t.Object({
        id: oneOf(engines, { description: "The engine's name in `provider`" }),
        quality: oneOf(["neural", "rule"], { description: "Method of translation" }),
        local: t.Boolean({ description: "Whether texts stay on the hub's server" }),
        available: t.Boolean({ description: "Whether the engine is available now" }),
        any_pair: t.Boolean({
          description: "Whether the engine accepts any pair and therefore lists none",
        }),
        reason: t.Optional(t.String({ description: "Why the engine is unavailable" })),
      }),
      { description: "The engines, in their default order" },
    ),
  }),
  example: { query: { target: "es" } },
  async handler({ query, net, env, kv, run, clock, random, signal, log, caller }) {
    const { listPairs } = await import("../../translation/list-pairs.ts");
    return listPairs(query, { net, env, kv, run, clock, random, signal, log, caller });
  },
});
