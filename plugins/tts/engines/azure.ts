import { ask } from "hub";
import { readWav } from "../audio/wav.ts";
import type { Pause, Say } from "../text/script.ts";
import { escapeXml, writePercent, writeSsml } from "../text/write-ssml.ts";
import type { Voice } from "../voices/voice.ts";
import type { Engine, HandlerDoors, Utterance } from "./engine.ts";

const url = "https://tts.speech.microsoft.com/cognitiveservices/v1";
const answerBytesMax = 60_000_000;
/** The range of rates that the service accepts. */
const slowest = 0.5;
const fastest = 2;

/**
 * Creates an engine for Azure Speech,
 * https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech
 */
export function createAzure({ net, env }: Pick<HandlerDoors, "net" | "env">): Engine {
  return {
    id: "azure",
    kind: "network",
    missing: findMissingSetting(env),
    async synthesise(utterance, { voice, timeoutMs }) {
      const speed = Math.min(fastest, Math.max(slowest, utterance.speed));
      const response = await ask(net, url, {
        body: buildSsml(
          { ...utterance, speed },
          { voice, remainingFactor: utterance.speed / speed },
        ),
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

/** Returns the missing setting, or undefined. */
export function findMissingSetting(env: HandlerDoors["env"]): string | undefined {
  if (!env.AZURE_SPEECH_KEY) return "AZURE_SPEECH_KEY is not set";
  return env.AZURE_SPEECH_REGION || env.AZURE_SPEECH_URL
    ? undefined
    : "AZURE_SPEECH_REGION is not set";
}

/**
 * Builds the SSML of a request. Text is escaped, and everything else is validated names and numbers. The sound may
 * be sped up afterwards: pauses are lengthened to have the right duration then.
 */
function buildSsml(
  { script, speed, pitch }: Utterance,
  { voice: { id, locale }, remainingFactor }: { voice: Voice; remainingFactor: number },
): string {
  const formatRate = (factor: number) => String(Number(factor.toFixed(3)));
  const formatProsody = (part: Say) => ({
    ...(part.rate !== 1 && { rate: formatRate(part.rate) }),
    ...(part.pitch !== 1 && { pitch: writePercent(part.pitch) }),
    ...(part.volume !== 1 && { volume: writePercent(part.volume) }),
  });
  const content = script.parts.map((part: Say | Pause) =>
    part.kind === "pause"
      ? `<break time="${Math.round(part.ms * remainingFactor)}ms"/>`
      : writeSsml([part], { text: script.text, formatProsody, hasPhonemes: true }).ssml,
  );
  const prosody = `<prosody rate="${formatRate(speed)}" pitch="${writePercent(pitch)}">${content.join("")}</prosody>`;
  return `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${escapeXml(locale)}"><voice name="${escapeXml(id)}">${prosody}</voice></speak>`;
}
