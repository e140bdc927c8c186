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
