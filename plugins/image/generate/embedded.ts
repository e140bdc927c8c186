import type { Provider } from "hub";
import type { Pixels } from "hub/drawing";
import { parseColor } from "../color/color.ts";
import { drawScene } from "../scene/draw.ts";
import { readPrompt } from "../scene/parse/read-prompt.ts";
import type { Reading } from "../scene/parse/reading.ts";
import type { Commission, Drawn, Understood } from "./generate.ts";

/** The hub's own engine, which composes scenes of what it knows. */
export const byEmbedded: Provider<Commission, Drawn> = {
  ...{ id: "embedded", kind: "embedded" },
  async run({ prompt, negative_prompt, palette = [], num_images, seed, width, height, style }) {
    const reading = readPrompt(prompt, negative_prompt);
    const colors = palette.map((color, at) => {
      const [red, green, blue] = parseColor(color, `body.palette.${at}`);
      return [red, green, blue] as const;
    });
    const pictures: Pixels[] = [];
    const missing = new Set<string>();
    for (let index = 0; index < num_images; index++) {
      const own = `${prompt}/${(seed + index) % 2 ** 32}`;
      const options = { width, height, style, seed: own, palette: colors };
      const { pixels, undrawn } = await drawScene(reading, options);
      pictures.push(pixels);
      for (const name of undrawn) missing.add(name);
    }
    const understood = understoodOf(reading, missing);
    return {
      engine: "procedural",
      pictures,
      understood,
      ignored: [...reading.ignored, ...missing],
    };
  },
};

function understoodOf(reading: Reading, missing: ReadonlySet<string>): Understood {
  const { mood = null, time = null, weather = null, season = null, composition = null } = reading;
  const drawn = reading.things.filter(({ name }) => !missing.has(name));
  const colors = [...reading.colors, ...drawn.flatMap((thing) => thing.colors)];
  return {
    subjects: drawn.map(({ name }) => name),
    colors: [...new Set(colors.map(({ name }) => name))],
    ...{ mood, time, weather, season },
    counts: Object.fromEntries(
      drawn.flatMap(({ name, count }) => (count === undefined ? [] : [[name, count]])),
    ),
    composition,
  };
}
