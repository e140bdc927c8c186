import { asTable, type HubError, isOffline, t } from "hub";
import { findMissingSetting } from "../engines/azure.ts";
import type { HandlerDoors } from "../engines/engine.ts";
import { listInstalledVoices } from "../onnx/installed-voices.ts";
import tts from "../plugin.ts";
import type { Gender } from "../request.ts";
import { listEspeakVoices } from "../voices/espeak.ts";
import { listFliteVoices, listNeuralVoices } from "../voices/named.ts";
import type { Voice } from "../voices/voice.ts";

let builtIn: { network: readonly Voice[]; offline: readonly Voice[] } | undefined;

/**
 * Returns all known voices, including those that the hub can't reach. Among equally suitable ones, the first speaks:
 * voices that the operator installed precede the other offline voices.
 */
export function buildCatalogue({
  openai = [],
  installed = [],
}: {
  openai?: readonly string[] | undefined;
  installed?: readonly Voice[];
} = {}): readonly Voice[] {
  builtIn ??= {
    network: listNeuralVoices(),
    offline: [...listFliteVoices(), ...listEspeakVoices()],
  };
  return [...builtIn.network, ...installed, ...builtIn.offline, ...listOpenaiVoices(openai)];
}

/** Returns the catalogue with the voices of this hub. */
export async function loadCatalogue(
  doors: Pick<HandlerDoors, "data" | "models" | "env">,
  openai = doors.env.OPENAI_TTS_VOICES,
): Promise<readonly Voice[]> {
  return buildCatalogue({ openai, installed: await listInstalledVoices(doors) });
}

/** Returns the voice with an id, ignoring case. */
export function findVoice(id: string, voices: readonly Voice[]): Voice | undefined {
  const wanted = id.toLowerCase();
  return voices.find((voice) => voice.id.toLowerCase() === wanted);
}

/** Creates the error for an unknown voice. It suggests the most similar ids. */
export function createVoiceNotFoundError(
  id: string,
  { voices, at }: { voices: readonly Voice[]; at: string },
): HubError {
  const suggestions = suggestVoices(id, voices);
  return tts.error(
    "voice_not_found",
    `Cannot find the voice "${id}": did you mean ${suggestions.slice(0, 3).join(", ")}?`,
    { at, members: { suggestions } },
  );
}

const suggestionsMax = 5;

function suggestVoices(id: string, voices: readonly Voice[]): string[] {
  const pairs = listBigrams(id);
  const likeness = voices.map((voice) => ({
    id: voice.id,
    shared: measureLikeness(pairs, voice.id),
  }));
  // The sort is stable: ties keep the catalogue's order.
  return likeness
    .sort((a, b) => b.shared - a.shared)
    .slice(0, suggestionsMax)
    .map((one) => one.id);
}

/** Returns Dice's coefficient of the letter pairs of two texts. */
function measureLikeness(pairs: ReadonlySet<string>, id: string): number {
  const padded = `^${id.toLowerCase()}$`;
  let both = 0;
  for (let at = 0; at + 1 < padded.length; at++) if (pairs.has(padded.slice(at, at + 2))) both++;
  return (2 * both) / (pairs.size + padded.length - 1);
}

function listBigrams(text: string): Set<string> {
  const padded = `^${text.toLowerCase()}$`;
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)));
}

/** OpenAI's voices, https://platform.openai.com/docs/guides/text-to-speech */
const openaiGenders: Readonly<Record<string, Gender>> = asTable({
  alloy: "neutral",
  ash: "male",
  ballad: "male",
  cedar: "male",
  coral: "female",
  echo: "male",
  fable: "neutral",
  marin: "female",
  nova: "female",
  onyx: "male",
  sage: "female",
  shimmer: "female",
  verse: "male",
});

/** Returns the voices of an OpenAI-compatible engine: those that the operator names, or OpenAI's own. */
function listOpenaiVoices(named: readonly string[]): Voice[] {
  const own = named.filter((name) => /^[\w.-]{1,64}$/.test(name));
  const names = own.length > 0 ? own : Object.keys(openaiGenders);
  return names.map((name) => ({
    id: name,
    name,
    locale: "mul",
    gender: openaiGenders[name] ?? "neutral",
    provider: "openai",
    multilingual: true,
    neural: true,
    offline: false,
  }));
}

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

/** Returns the voices that this hub offers, and OpenAI's names on request. Azure's come from the service if it is configured and reachable. */
export async function listVoices({
  net,
  env,
  log,
  withOpenai = env.OPENAI_TTS_MODEL !== undefined,
  ...doors
}: Pick<HandlerDoors, "net" | "env" | "log" | "data" | "models"> & { withOpenai?: boolean }) {
  const known = await loadCatalogue(
    { ...doors, env },
    env.OPENAI_TTS_MODEL ? env.OPENAI_TTS_VOICES : [],
  );
  const usable = withOpenai ? known : known.filter(({ provider }) => provider !== "openai");
  if (findMissingSetting(env) || isOffline(env.HUB_OFFLINE)) return usable;
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
    log.warn("Cannot load Azure's list of voices", { why: String(cause) });
  }
  return usable;
}

/** Whether a text looks like the id of a neural voice: `de-DE-KatjaNeural`. */
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
    neural: true,
    offline: false,
  };
}
