import type { Gender, Voice } from "./voice.ts";

/** The voices of OpenAI's speech, https://platform.openai.com/docs/guides/text-to-speech */
const openaiGenders: Readonly<Record<string, Gender>> = {
  alloy: "neutral",
  ash: "male",
  ballad: "male",
  coral: "female",
  echo: "male",
  fable: "neutral",
  nova: "female",
  onyx: "male",
  sage: "female",
  shimmer: "female",
  verse: "male",
};

/** The voices of an engine in OpenAI's shape: its own where the operator names them. */
export function openaiVoices(named = ""): Voice[] {
  const own = named
    .split(",")
    .map((name) => name.trim())
    .filter((name) => /^[\w.-]{1,64}$/.test(name));
  const names = own.length > 0 ? own : Object.keys(openaiGenders);
  return names.map((name) => ({
    id: name,
    name,
    locale: "mul",
    gender: openaiGenders[name] ?? "neutral",
    provider: "openai",
    multilingual: true,
    offline: false,
  }));
}
