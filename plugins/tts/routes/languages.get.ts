import { t } from "hub";
import tts from "../plugin.ts";
import { chooseVoice } from "../voices/choose.ts";
import { languagesOf } from "../voices/list.ts";
import { listVoices } from "../voices/offered.ts";

export default tts.route({
  summary: "List the languages that are spoken",
  query: t.Object({
    offline: t.Optional(
      t.Boolean({
        description: "Those that are spoken without the network, or those that are not",
      }),
    ),
  }),
  response: t.Object({
    total: t.Integer({ description: "How many there are" }),
    languages: t.Array(
      t.Object({
        code: t.String({ description: "Its code: ISO 639-1, or 639-3 where there is none" }),
        name: t.String({ description: "Its name in English" }),
        native_name: t.String({ description: "Its name in itself, where that is known" }),
        locales: t.Array(t.String(), { description: "The BCP 47 tags it is spoken in" }),
        voices: t.Integer({ description: "How many voices speak it" }),
        default_voice: t.String({
          description: "Who speaks it on this hub where no voice is named",
        }),
        offline: t.Boolean({ description: "Whether a voice speaks it without the network" }),
      }),
      { description: "The languages, by code" },
    ),
  }),
  example: { query: {} },
  async handler({ query, net, env, log }) {
    const offered = await listVoices({ net, env, log });
    const isOnline = Boolean(env.AZURE_SPEECH_KEY);
    const languages = languagesOf(offered)
      .filter(({ offline }) => query.offline === undefined || offline === query.offline)
      .map(({ own, ...language }) => {
        const ready = own.filter((voice) => isOnline || voice.offline);
        const wish = { language: language.code };
        return {
          ...language,
          default_voice: chooseVoice(wish, ready.length > 0 ? ready : own)!.id,
        };
      });
    return { total: languages.length, languages };
  },
});
