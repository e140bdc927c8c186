import type { SpeechDoors } from "./engines/engine.ts";
import { loadNormalizer, normalizedLanguages } from "./normalize/load.ts";
import { applyNormalizer } from "./normalize/script.ts";
import tts from "./plugin.ts";
import type { SpeechOptions } from "./request.ts";
import { readText } from "./text/read-text.ts";
import { getTextMax, type Script } from "./text/script.ts";
import { getLanguage } from "./voices/voice.ts";

type NormalizeRequest = Pick<SpeechOptions, "text" | "ssml" | "clean" | "lexicon"> & {
  language: string;
};

/** Normalises the text of a request. Throws `language_unsupported` if the language has no rules. */
export async function normalizeText(
  request: NormalizeRequest,
  { caller }: Pick<SpeechDoors, "caller">,
) {
  const script = await readText(request, getTextMax(caller));
  const normalized = await normalize(script, request.language);
  if (!normalized)
    throw tts.error(
      "language_unsupported",
      `Cannot normalise text in "${request.language}": the languages are ${normalizedLanguages.join(", ")}`,
      { at: "body.language", members: { languages: normalizedLanguages } },
    );
  const { script: spoken, readings, locale } = normalized;
  return {
    language: locale,
    text: script.text,
    normalized: writeSpoken(spoken),
    readings: readings.map(({ start, end, spoken: words, kind }) => ({
      start,
      end,
      text: script.text.slice(start, end),
      spoken: words.trim(),
      kind,
    })),
  };
}

/** Normalises a script. Returns undefined if the language has no rules. */
async function normalize(script: Script, tag: string) {
  if (getLanguage(tag) === "ja") {
    const { normalizeJapanese } = await import("./japanese/read-japanese.ts");
    return { ...(await normalizeJapanese(script)), locale: "ja-JP" };
  }
  const normalizer = await loadNormalizer(tag, script.text);
  return (
    normalizer && {
      ...applyNormalizer(script, normalizer),
      locale: normalizer.speller.locale,
    }
  );
}

/** Writes the words of a script. Text between its parts, such as a line break, stays. */
function writeSpoken({ text, parts }: Script): string {
  let written = "";
  let at = 0;
  for (const part of parts) {
    if (part.kind === "pause") continue;
    const { start, end, spoken, spelled } = part;
    written += text.slice(at, start);
    const own = spoken ?? text.slice(start, end);
    written += spelled ? Array.from(own.replaceAll(/\s/g, "")).join(" ") : own;
    at = end;
  }
  return written + text.slice(at);
}
