import { definePlugin } from "hub";

export default definePlugin({
  title: "Images",
  summary: "Placeholders, avatars, badges, backgrounds, cards, charts and pictures from a prompt.",
});
