import { binary, t } from "hub";
import { backgroundFields } from "../background/request.ts";
import { colorNote, mediaTypes } from "../formats.ts";
import image from "../plugin.ts";

export default image.route({
  summary: "Draw a landscape as a background",
  keywords: "hero image, cover image, wallpaper, landscape generator",
  description: `Returns a painted landscape, sky, planet or world under water for covers, banners and slides. Equal requests return the same picture; another \`seed\` returns another one. ${colorNote}`,
  query: t.Object(backgroundFields),
  response: binary(mediaTypes.jpg, mediaTypes.png, mediaTypes.webp),
  cache: "forever",
  heavy: true,
  timeoutMs: 60_000,
  memoryMbMax: 1536,
  example: { query: { terrain: ["mountain", "lake"], time: "sunset", width: 600, height: 315 } },
  gallery: {
    "Mountains at sunset": {},
    "Sea in a storm": { query: { terrain: ["sea"], weather: "storm", time: "dusk" } },
    "Forest in autumn": { query: { terrain: ["forest"], season: "autumn", style: "artistic" } },
    "City at night": { query: { terrain: ["city"], time: "night", style: "cartoon" } },
    Aurora: { query: { terrain: ["aurora", "mountain"], time: "night" } },
    Space: { query: { terrain: ["space"], palette: ["teal", "gold"] } },
  },
  async handler({ query }) {
    const { drawBackground } = await import("../background/background.ts");
    return drawBackground(query);
  },
});
