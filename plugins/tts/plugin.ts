import { definePlugin } from "hub";

export default definePlugin({
  title: "Text-to-speech",
  summary: "Speech from text, with captions and dialogues.",
});
