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

/** Reads the names of Flite's voices, and how each was built. */
const readFlite = openTable(new URL("./flite.tsv", import.meta.url), {
  id: "text",
  name: "text",
  locale: "text",
  gender: "text",
  quality: "text",
  licence: "text",
});

/** Returns Flite's voices, which speak English only. */
export function listFliteVoices(): Voice[] {
  return readFlite().map(({ id, name, locale, gender, quality, licence }) => ({
    id: `flite-${id}`,
    name,
    locale,
    gender: gender === "female" ? gender : "male",
    quality,
    licence,
    provider: "embedded",
    multilingual: false,
    neural: false,
    offline: true,
    engineName: id,
    synthesizer: "flite",
    scripts: ["Latn", "Zyyy", "Zinh"],
  }));
}
