import { definePlugin } from "hub";

export default definePlugin({
  title: "AI text tools",
  summary: "Summaries, sentiment, keywords, entities, grammar, rewriting, translation and more.",
});
