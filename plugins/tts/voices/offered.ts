import { t } from "hub";
import { missingOf } from "../engines/azure.ts";
import type { Doors } from "../engines/engine.ts";
import { catalogue } from "./catalogue.ts";
import type { Gender, Voice } from "./voice.ts";

const AzureVoices = t.Array(
  t.Object({
    ShortName: t.String(),
    DisplayName: t.String(),
    Gender: t.String(),
    Locale: t.String(),
  }),
);
const url = "https://tts.speech.microsoft.com/cognitiveservices/voices/list";
const dayMs = 86_400_000;
const cache = { freshMs: dayMs, staleMs: 30 * dayMs };

/** The voices there are: Azure's as it lists them, where it is set up and can be reached. */
export async function listVoices({ net, env, log }: Pick<Doors, "net" | "env" | "log">) {
  const known = catalogue({ openai: env.OPENAI_TTS_MODEL ? env.OPENAI_TTS_VOICES : undefined });
  const usable = env.OPENAI_TTS_MODEL
    ? known
    : known.filter(({ provider }) => provider !== "openai");
  const isOffline = env.HUB_OFFLINE === "1" || env.HUB_OFFLINE === "true";
  if (missingOf(env) || isOffline) return usable;
  const headers = { "ocp-apim-subscription-key": env.AZURE_SPEECH_KEY ?? "" };
  try {
    const listed = await net.json(url, AzureVoices, {
      headers,
      cache,
      redirectsMax: 0,
      timeoutMs: 4000,
    });
    const fresh = listed.filter(({ ShortName }) => isNeuralId(ShortName)).map(readVoice);
    if (fresh.length > 0)
      return [...fresh, ...usable.filter(({ provider }) => provider !== "azure")];
  } catch (cause) {
    log.warn("Cannot read Azure's list of voices", { why: String(cause) });
  }
  return usable;
}

/** Whether a text has the form of a neural voice's id: `de-DE-KatjaNeural`. */
export function isNeuralId(id: string): boolean {
  return (
    id.length <= 100 && /^[a-z]{2,3}(-[A-Za-z]{4})?-[A-Z]{2}(-[a-z]+)?-[A-Za-z]+Neural$/.test(id)
  );
}

function readVoice({
  ShortName,
  DisplayName,
  Gender,
  Locale,
}: (typeof AzureVoices)["static"][number]): Voice {
  const gender = Gender.toLowerCase();
  return {
    id: ShortName,
    name: DisplayName,
    locale: Locale,
    gender: gender === "female" || gender === "male" ? (gender satisfies Gender) : "neutral",
    provider: "azure",
    multilingual: /Multilingual/.test(ShortName),
    offline: false,
  };
}
