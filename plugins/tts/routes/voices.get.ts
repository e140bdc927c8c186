import { oneOf, t } from "hub";
import tts from "../plugin.ts";
import { voiceFilterFields } from "../request.ts";
import { findVoice, listVoices, voiceNotFound } from "../voices/catalogue.ts";
import { describeVoice, filterVoices } from "../voices/list.ts";
import { genders, providers } from "../voices/voice.ts";

export default tts.route({
  summary: "List the voices",
  description:
    "Voices with `offline` speak on any hub. The others need the engine of their `provider`: if it is not configured, the closest offline voice speaks instead. Where the operator has configured Azure Speech, its voices are read from the service once a day.",
  query: t.Object({
    ...voiceFilterFields,
    limit: t.Integer({
      minimum: 1,
      maximum: 500,
      default: 50,
      description: "The most voices to list",
    }),
    offset: t.Integer({
      minimum: 0,
      maximum: 100_000,
      default: 0,
      description: "How many voices to skip",
    }),
  }),
  response: t.Object({
    total: t.Integer({ description: "How many voices match" }),
    voices: t.Array(
      t.Object({
        id: t.String({ description: "The id, for `voice` in requests" }),
        name: t.String({ description: "The name for people" }),
        language: t.String({ description: "The code of its language; `mul` for any language" }),
        locale: t.String({ description: "The BCP 47 tag of its language and region" }),
        locale_name: t.String({ description: "The name of the locale in English" }),
        gender: oneOf(genders, { description: "The gender it sounds like" }),
        provider: oneOf(providers, { description: "The engine it belongs to" }),
        multilingual: t.Boolean({ description: "Whether it can speak other languages too" }),
        formats: t.Array(t.String(), { description: "The audio formats it can be written in" }),
        offline: t.Boolean({ description: "Whether it works offline" }),
        sample_text: t.String({ description: "A short text to try it with" }),
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
