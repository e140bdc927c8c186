import { oneOf, t } from "hub";
import tts from "../plugin.ts";
import { languageTag } from "../request.ts";
import { findVoice, voiceNotFound } from "../voices/catalogue.ts";
import { describeVoice, filterVoices } from "../voices/list.ts";
import { listVoices } from "../voices/offered.ts";
import { genders, providers } from "../voices/voice.ts";

export default tts.route({
  summary: "List the voices",
  description:
    "Those with `offline` speak on any hub; the others need the engine of their `provider`, and where that is not set up the nearest offline voice speaks in their place. Azure's are as its service lists them, once a day, where the operator has set it up.",
  query: t.Object({
    id: t.Optional(t.String({ minLength: 1, maxLength: 100, description: "The one with this id" })),
    language: t.Optional(
      t.String({
        pattern: languageTag,
        description: "Those of a language or locale: `en` or `en-US`",
      }),
    ),
    gender: t.Optional(oneOf(genders, { description: "Those of a gender" })),
    provider: t.Optional(oneOf(providers, { description: "Those of an engine" })),
    search: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 100,
        description: "Those whose id, name or locale has this in it",
      }),
    ),
    multilingual: t.Optional(
      t.Boolean({ description: "Those that speak other languages, too, or those that do not" }),
    ),
    offline: t.Optional(
      t.Boolean({ description: "Those that need no network, or those that need it" }),
    ),
    limit: t.Integer({ minimum: 1, maximum: 500, default: 50, description: "How many at most" }),
    offset: t.Integer({
      minimum: 0,
      maximum: 100_000,
      default: 0,
      description: "How many to leave out before them",
    }),
  }),
  response: t.Object({
    total: t.Integer({ description: "How many fit in all" }),
    voices: t.Array(
      t.Object({
        id: t.String({ description: "What requests call it" }),
        name: t.String({ description: "What people call it" }),
        language: t.String({ description: "The code of its language; `mul` for any" }),
        locale: t.String({ description: "The BCP 47 tag of its language and region" }),
        locale_name: t.String({ description: "The same in English" }),
        gender: oneOf(genders, { description: "What it sounds like" }),
        provider: oneOf(providers, { description: "The engine that has it" }),
        multilingual: t.Boolean({ description: "Whether it speaks other languages, too" }),
        formats: t.Array(t.String(), { description: "What its sound can be written as" }),
        offline: t.Boolean({ description: "Whether it needs no network" }),
        sample_text: t.String({ description: "A few words to hear it by" }),
      }),
      { description: "The voices" },
    ),
  }),
  example: { query: { language: "en-US", gender: "female", limit: 3 } },
  async handler({ query: { limit, offset, ...filter }, net, env, log }) {
    const offered = await listVoices({ net, env, log });
    const { id } = filter;
    if (id !== undefined && !findVoice(id, offered))
      throw voiceNotFound(id, { voices: offered, at: "query.id" });
    const found = filterVoices(offered, filter);
    const voices = found.slice(offset, offset + limit).map(describeVoice);
    return { total: found.length, voices };
  },
});
