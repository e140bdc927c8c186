/** The description of a Piper voice: the fields of its `.onnx.json` file that the plugin uses. */
export interface VoiceConfig {
  /** BCP 47 tag. */
  locale: string;
  /** Name of the voice that eSpeak NG makes the phonemes with, or undefined if the model reads letters. */
  espeakVoice: string | undefined;
  /** Samples per second. */
  rate: number;
  /** Numbers of a phoneme or letter in the model's input. */
  ids: ReadonlyMap<string, readonly number[]>;
  /** Randomness of the sound and of the durations, and the factor of the durations. */
  noise: number;
  durationNoise: number;
  length: number;
  /** Names of the speakers by their number, if there are several. */
  speakers: readonly string[];
  /** Such as `medium`, as the publisher states it. */
  quality: string | null;
  licence: string | null;
}

const fileMax = 2_000_000;
const speakersMax = 2000;

/** Parses the description of a voice. Throws if it isn't a usable one of Piper, and names the field. */
export function parseVoiceConfig(name: string, bytes: Uint8Array): VoiceConfig {
  if (bytes.length > fileMax) throw unusable(name, "it must be at most 2 MB");
  const config = parseObject(name, bytes);
  const audio = getObject(config.audio);
  const inference = getObject(config.inference);
  const kind = config.phoneme_type ?? "espeak";
  if (kind !== "espeak" && kind !== "text")
    throw unusable(name, `phoneme_type must be "espeak" or "text": it is ${JSON.stringify(kind)}`);
  const rate = Number(audio.sample_rate);
  if (!Number.isInteger(rate) || rate < 8000 || rate > 48_000)
    throw unusable(name, "audio.sample_rate must be an integer from 8000 to 48000");
  const ids = readIds(name, config.phoneme_id_map);
  const code = getText(getObject(config.language).code) ?? name;
  const locale = readLocale(code) ?? readLocale(getText(getObject(config.espeak).voice) ?? "");
  if (locale === undefined)
    throw unusable(name, 'language.code must be a language tag, such as "en_US"');
  return {
    locale,
    espeakVoice:
      kind === "espeak" ? (getText(getObject(config.espeak).voice) ?? locale) : undefined,
    rate,
    ids,
    noise: getFactor(inference.noise_scale, 0.667),
    durationNoise: getFactor(inference.noise_w, 0.8),
    length: getFactor(inference.length_scale, 1) || 1,
    speakers: readSpeakers(name, config),
    quality: getText(audio.quality) ?? null,
    licence: getText(config.license) ?? null,
  };
}

function readIds(name: string, map: unknown): VoiceConfig["ids"] {
  const ids = new Map<string, readonly number[]>();
  for (const [phoneme, numbers] of Object.entries(getObject(map)))
    if (Array.isArray(numbers) && numbers.every((one) => Number.isSafeInteger(one) && one >= 0))
      ids.set(phoneme, numbers);
  for (const mark of ["_", "^", "$"])
    if (!ids.has(mark)) throw unusable(name, `phoneme_id_map must have "${mark}"`);
  return ids;
}

function readSpeakers(name: string, config: Record<string, unknown>): string[] {
  const count = Number(config.num_speakers ?? 1);
  if (!Number.isInteger(count) || count < 1 || count > speakersMax)
    throw unusable(name, `num_speakers must be an integer from 1 to ${speakersMax}`);
  if (count === 1) return [];
  const names = Array.from({ length: count }, (_, index) => String(index));
  for (const [speaker, index] of Object.entries(getObject(config.speaker_id_map)))
    if (typeof index === "number" && names[index] !== undefined && /^[\w.-]{1,40}$/.test(speaker))
      names[index] = speaker;
  return names;
}

/** Returns the BCP 47 tag of a code such as `en_US`, or undefined. */
function readLocale(code: string): string | undefined {
  const [found] = /^[a-z]{2,3}(?:[_-](?:[A-Z]{2}|\d{3}))?(?![A-Za-z])/.exec(code) ?? [];
  if (found === undefined) return undefined;
  const [tag] = Intl.getCanonicalLocales(found.replace("_", "-"));
  return tag;
}

function parseObject(name: string, bytes: Uint8Array): Record<string, unknown> {
  try {
    return getObject(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw unusable(name, "it must be JSON");
  }
}

function getObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function getText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, 100) : undefined;
}

function getFactor(value: unknown, usual: number): number {
  return typeof value === "number" && value >= 0 && value <= 5 ? value : usual;
}

function unusable(name: string, why: string): Error {
  return new Error(`Cannot use "${name}.onnx.json": ${why}`);
}
