import { oneOf, t } from "hub";
import { createVoiceNotFoundError, findVoice, listVoices } from "../catalogue/catalogue.ts";
import { findNeed } from "../catalogue/needs.ts";
import tts from "../plugin.ts";
import { genders, providers, voiceFilterFields } from "../request.ts";
import { describeVoice, filterVoices } from "../voices/list.ts";

export default tts.route({
  summary: "List the voices",
  description:
    "Returns the voices that match all filters, first those that can speak on this hub now. `needs` names what the others lack: if it is missing, the closest offline voice speaks instead. If the operator has configured Azure Speech, its voices are read from the service once a day.",
  query: t.Object({
    ...voiceFilterFields,
    limit: t.Integer({
      minimum: 1,
      maximum: 500,
      default: 50,
      description: "Maximum number of voices to return",
    }),
    offset: t.Integer({
      minimum: 0,
      maximum: 100_000,
      default: 0,
      description: "Number of voices to skip",
    }),
  }),
  response: t.Object({
    total: t.Integer({ description: "Number of matching voices" }),
    voices: t.Array(
      t.Object({
        id: t.String({ description: "Id of the voice, for `voice` in requests" }),
        name: t.String({ description: "Display name" }),
        language: t.String({ description: "Code of the voice's language; `mul` for any language" }),
        locale: t.String({ description: "BCP 47 tag of the voice's language and region" }),
        locale_name: t.String({ description: "Name of the locale in English" }),
        gender: oneOf(genders, { description: "Gender of the voice" }),
        provider: oneOf(providers, { description: "Engine of the voice" }),
        multilingual: t.Boolean({
          description: "Whether the voice can also speak other languages",
        }),
        neural: t.Boolean({ description: "Whether a neural network speaks" }),
        quality: t.Union([t.String(), t.Null()], {
          description:
            "Quality: of an installed voice as its publisher states it; of others, the method",
        }),
        licence: t.Union([t.String(), t.Null()], {
          description: "Licence of the voice, if it is known",
        }),
        formats: t.Array(t.String(), { description: "The available audio formats" }),
        offline: t.Boolean({ description: "Whether the voice works offline" }),
        needs: t.Union([t.String(), t.Null()], {
          description: "What the hub lacks for the voice. Null if the voice can speak now",
        }),
        sample_text: t.String({ description: "A short sample text in the voice's language" }),
      }),
      { description: "The voices" },
    ),
  }),
  example: { query: { language: "en-US", gender: "female", limit: 3 } },
  async handler({ query: { limit, offset, ...filter }, net, env, log, data, models }) {
    const offered = await listVoices({ net, env, log, data, models });
    const { id } = filter;
    if (id !== undefined && !findVoice(id, offered))
      throw createVoiceNotFoundError(id, { voices: offered, at: "query.id" });
    const found = filterVoices(offered, filter)
      .map((voice) => describeVoice(voice, findNeed(voice, env)))
      .toSorted((a, b) => Number(a.needs !== null) - Number(b.needs !== null));
    return { total: found.length, voices: found.slice(offset, offset + limit) };
  },
});
