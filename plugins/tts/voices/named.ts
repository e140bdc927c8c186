import { openTable } from "hub/data-file";
import type { Gender } from "../request.ts";
import type { Voice } from "./voice.ts";

/** Reads the names of Microsoft's neural voices by locale. An id is the locale, the name and "Neural". */
const readNames = openTable(new URL("./neural.tsv", import.meta.url), {
  locale: "text",
  female: "list",
  male: "list",
});

/** Returns the neural voices, by locale and name. */
export function listNeuralVoices(): Voice[] {
  return readNames().flatMap(({ locale, female, male }) => [
    ...female.map((name) => createNeuralVoice(locale, name, "female")),
    ...male.map((name) => createNeuralVoice(locale, name, "male")),
  ]);
}

/** Creates a neural voice from its locale and name. */
function createNeuralVoice(locale: string, name: string, gender: Gender): Voice {
  const isMultilingual = name.endsWith("Multilingual");
  return {
    id: `${locale}-${name}Neural`,
    name: name.replace(/(Multilingual|Expressive)$/, ""),
    locale,
    gender,
    provider: "azure",
    multilingual: isMultilingual,
    neural: true,
    offline: false,
  };
}

/** Flite's voices: engine name, name, locale and gender. */
const fliteVoices: readonly [engineName: string, name: string, locale: string, gender: Gender][] = [
  ["slt", "Flite SLT", "en-US", "female"],
  ["rms", "Flite RMS", "en-US", "male"],
  ["awb", "Flite AWB (Scottish)", "en-GB", "male"],
  ["kal16", "Flite KAL", "en-US", "male"],
];

/** Returns Flite's voices, which speak English only. */
export function listFliteVoices(): Voice[] {
  return fliteVoices.map(([engineName, name, locale, gender]) => ({
    id: `flite-${engineName}`,
    name,
    locale,
    gender,
    provider: "embedded",
    multilingual: false,
    neural: false,
    offline: true,
    engineName,
    synthesizer: "flite",
    scripts: ["Latn", "Zyyy", "Zinh"],
  }));
}
