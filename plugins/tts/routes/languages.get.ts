import { t } from "hub";
import { listVoices } from "../catalogue/catalogue.ts";
import { findNeed } from "../catalogue/needs.ts";
import tts from "../plugin.ts";
import { chooseVoice } from "../voices/choose.ts";
import { listLanguages } from "../voices/list.ts";

export default tts.route({
  summary: "List the supported languages",
  query: t.Object({
    offline: t.Optional(
      t.Boolean({ description: "Languages that do, or do not, have an offline voice" }),
    ),
  }),
  response: t.Object({
    total: t.Integer({ description: "Number of languages" }),
    languages: t.Array(
      t.Object({
        code: t.String({
          description: "The code of the language: ISO 639-1, or ISO 639-3 if there is none",
        }),
        name: t.String({ description: "Name of the language in English" }),
        native_name: t.String({
          description: "Name in the language itself, if known; otherwise in English",
        }),
        locales: t.Array(t.String(), { description: "The BCP 47 tags of its voices" }),
        voices: t.Integer({ description: "Number of voices that speak the language" }),
        default_voice: t.String({
          description: "The hub's default voice for the language",
        }),
        offline: t.Boolean({ description: "Whether the language has an offline voice" }),
      }),
      { description: "The languages, by code" },
    ),
  }),
  example: { query: {} },
  async handler({ query, net, env, log, data, models }) {
    const offered = await listVoices({ net, env, log, data, models });
    const languages = listLanguages(offered)
      .filter(({ offline }) => query.offline === undefined || offline === query.offline)
      .flatMap(({ own, ...language }) => {
        const ready = own.filter((voice) => findNeed(voice, env) === null);
        const wish = { language: language.code };
        const voice = chooseVoice(wish, ready.length > 0 ? ready : own);
        return voice ? [{ ...language, default_voice: voice.id }] : [];
      });
    return { total: languages.length, languages };
  },
});
