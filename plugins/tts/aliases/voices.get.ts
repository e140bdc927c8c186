import { t } from "hub";
import { listVoices } from "../catalogue/catalogue.ts";
import { findNeed } from "../catalogue/needs.ts";
import tts from "../plugin.ts";

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });

export default tts.route({
  summary: "List the voices, for clients of OpenAI's API",
  description:
    "Returns OpenAI's voice names, then the voices that can speak on this hub now, as Open WebUI and similar clients read them. OpenAI's names speak the language of the text with the closest voice. eSpeak NG's variants are only listed by `/api/tts/voices`.",
  response: t.Object({
    voices: t.Array(
      t.Object({
        id: t.String({ description: "The id, for `voice` in `POST /v1/audio/speech`" }),
        name: t.String({ description: "Display name" }),
        locale: t.String({ description: "BCP 47 tag; `mul` for any language" }),
        quality: nullable("Quality, as the publisher states it"),
        licence: nullable("Licence of the voice, if known"),
      }),
      { description: "The voices" },
    ),
  }),
  example: {},
  async handler({ net, env, log, data, models }) {
    const offered = await listVoices({ net, env, log, data, models, withOpenai: true });
    const listed = offered
      .filter((voice) => voice.provider === "openai" || findNeed(voice, env) === null)
      .filter(({ engineName = "" }) => !engineName.includes("+"))
      .toSorted((a, b) => Number(b.provider === "openai") - Number(a.provider === "openai"));
    return {
      voices: listed.map(({ id, name, locale, quality = null, licence = null }) => ({
        id,
        name,
        locale,
        quality,
        licence,
      })),
    };
  },
});
