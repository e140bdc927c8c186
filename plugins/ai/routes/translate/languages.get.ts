import { oneOf, t } from "hub";
import ai from "../../plugin.ts";

const tag = (description: string) =>
  t.String({ pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$", description });
const engines = ["openai", "libretranslate", "apertium"] as const;

export default ai.route({
  summary: "List the pairs of languages that can be translated",
  description:
    "What works on this hub now: the pairs of Apertium as they are installed on its machine, those that the operator's LibreTranslate server tells, and whether a language model is there, which takes any. An engine that is not set up, is left out by the operator or cannot be reached is named with the reason; where there is none at all, `pairs` is empty.",
  query: t.Object({
    source: t.Optional(tag("Those from a language, as a BCP 47 tag")),
    target: t.Optional(tag("Those into a language")),
  }),
  response: t.Object({
    total: t.Integer({ description: "How many pairs there are" }),
    pairs: t.Array(
      t.Object({
        source: t.String({ description: "The language of the texts" }),
        target: t.String({ description: "The language that they are translated into" }),
        path: t.Array(t.String(), { description: "The languages that a text goes through" }),
        engine: oneOf(engines, { description: "Who translates it" }),
      }),
      { description: "The pairs, by engine" },
    ),
    engines: t.Array(
      t.Object({
        id: oneOf(engines, { description: "What `provider` calls it" }),
        quality: oneOf(["neural", "rule"], { description: "How it translates" }),
        local: t.Boolean({ description: "Whether texts stay within this machine" }),
        available: t.Boolean({ description: "Whether it can be asked now" }),
        any_pair: t.Boolean({ description: "Whether it takes any pair, and so lists none" }),
        reason: t.Optional(t.String({ description: "Why it cannot be asked" })),
      }),
      { description: "The engines, in the order in which they are asked by default" },
    ),
  }),
  example: { query: { target: "es" } },
  async handler({ query, net, env, kv, run, clock, random, signal, log, caller }) {
    const { listPairs } = await import("../../translation/list-pairs.ts");
    return listPairs(query, { net, env, kv, run, clock, random, signal, log, caller });
  },
});
