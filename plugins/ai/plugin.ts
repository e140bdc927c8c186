import { definePlugin } from "hub";

export default definePlugin({
  title: "AI text tools",
  summary: "Summaries, sentiment, keywords, entities, grammar, rewriting, translation and more.",
  limits: {
    textMax: 20_000,
    textsMax: 50,
    textsCharactersMax: 200_000,
    contextMax: 100_000,
    questionMax: 500,
    candidatesMax: 200,
    bodyBytesMax: 1_048_576,
    memoryMbMax: 1024,
    timeoutMs: 30_000,
  },
  errors: {
    text_too_long: { status: 413, title: "The text is longer than the endpoint takes" },
    language_unsupported: {
      status: 422,
      title: "No engine of this hub does this for the language of the text",
    },
  },
});
