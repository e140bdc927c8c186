import { definePlugin } from "hub";

export default definePlugin({
  title: "Screenshots",
  summary: "Captures web pages, HTML and Markdown as images.",
});
