import { ask } from "hub";
import { readWav } from "../audio/wav.ts";
import type { Pause, Say } from "../text/script.ts";
import { escapeXml, writePercent, writeSsml } from "../text/write-ssml.ts";
import type { Voice } from "../voices/voice.ts";
import type { Doors, Engine, Utterance } from "./engine.ts";

const url = "https://tts.speech.microsoft.com/cognitiveservices/v1";
const answerBytesMax = 60_000_000;
/** The rates that the service takes. */
const slowest = 0.5;
const fastest = 2;

/** Azure's speech, https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech */
export function createAzure({ net, env }: Pick<Doors, "net" | "env">): Engine {
  return {
    id: "azure",
    kind: "network",
    missing: findMissingSetting(env),
    async synthesise(utterance, { voice, timeoutMs }) {
      const speed = Math.min(fastest, Math.max(slowest, utterance.speed));
      const response = await ask(net, url, {
        body: buildSsml({ ...utterance, speed }, { voice, later: utterance.speed / speed }),
        headers: {
          "ocp-apim-subscription-key": env.AZURE_SPEECH_KEY ?? "",
          "content-type": "application/ssml+xml",
          "x-microsoft-outputformat": "riff-24khz-16bit-mono-pcm",
          "user-agent": "utilhub",
        },
        timeoutMs,
        bodyBytesMax: answerBytesMax,
      });
      return { sound: readWav(await response.bytes()), speed };
    },
  };
}

/** The setting that is missing, if one is. */
export function findMissingSetting(env: Doors["env"]): string | undefined {
  if (!env.AZURE_SPEECH_KEY) return "AZURE_SPEECH_KEY is not set";
  return env.AZURE_SPEECH_REGION || env.AZURE_SPEECH_URL
    ? undefined
    : "AZURE_SPEECH_REGION is not set";
}

/**
 * What is sent: text is escaped, and all else is made of checked names and of numbers. The sound may be
 * made faster later: pauses are to be as long as they are wanted then.
 */
function buildSsml(
  { script, speed, pitch }: Utterance,
  { voice: { id, locale }, later }: { voice: Voice; later: number },
): string {
  const formatRate = (factor: number) => String(Number(factor.toFixed(3)));
  const formatProsody = (part: Say) => ({
    ...(part.rate !== 1 && { rate: formatRate(part.rate) }),
    ...(part.pitch !== 1 && { pitch: writePercent(part.pitch) }),
    ...(part.volume !== 1 && { volume: writePercent(part.volume) }),
  });
  const said = script.parts.map((part: Say | Pause) =>
    part.kind === "pause"
      ? `<break time="${Math.round(part.ms * later)}ms"/>`
      : writeSsml([part], { text: script.text, formatProsody }).ssml,
  );
  const prosody = `<prosody rate="${formatRate(speed)}" pitch="${writePercent(pitch)}">${said.join("")}</prosody>`;
  return `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${escapeXml(locale)}"><voice name="${escapeXml(id)}">${prosody}</voice></speak>`;
}
