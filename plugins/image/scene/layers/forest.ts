import { isWhite } from "../stage/description.ts";
import { lerp } from "../stage/noise.ts";
import type { Stage } from "../stage/stage.ts";
import { paintTree } from "./tree-sprite.ts";
import { growTree } from "./trees.ts";

const needled = new Set(["pine forest", "fir forest", "spruce forest"]);
const broad = new Set(["birch forest", "oak forest", "jungle", "rainforest", "rain forest"]);

/** The rows of a forest: their trees, their heights as shares of the picture, and their distances. */
const rows = [
  { count: 22, near: 0.02, size: 0.2, depth: 0.5 },
  { count: 11, near: 0.14, size: 0.36, depth: 0.24 },
  { count: 4, near: 0.42, size: 0.68, depth: 0.06 },
];
const variants = 4;

/** Paints the rows of a forest. The trees of near rows leave the middle of the picture free. */
export async function paintForest(stage: Stage): Promise<void> {
  const { width, height, horizon, shore, unit, backdrop } = stage;
  const hasShore = backdrop === "lake" || backdrop === "sea";
  for (const { count, near, size, depth } of rows) {
    if (hasShore && near === 0.14) continue;
    const dice = stage.dice(`forest ${near}`);
    const tall = Math.min(width, height) * size;
    const trees = growVariants(stage, tall);
    const top = hasShore && near > 0.1 ? shore : horizon;
    const total = count > 4 ? Math.round((count * width) / height) : count;
    for (let at = 0; at < total; at++) {
      const place = (at + dice.next()) / total;
      const apart = place < 0.5 ? place * 0.48 : 1 - (1 - place) * 0.48;
      await paintTree(stage, {
        content: dice.pick(trees),
        x: (near > 0.1 ? apart : place) * width,
        y: lerp(top, height, near) + dice.between(0, 5) * unit,
        tall: tall * dice.between(0.8, 1.2),
        depth,
      });
    }
  }
}

function growVariants(stage: Stage, tall: number): string[] {
  const { scene, dice, thing } = stage;
  const forest = thing("forest");
  const word = forest?.word ?? "";
  const usual = isWhite(scene) || (dice("forest").next() < 0.55 && scene.season !== "autumn");
  const kind = needled.has(word) || (usual && !broad.has(word)) ? "pine" : "tree";
  const color = forest?.color;
  return Array.from({ length: variants }, (_, at) =>
    growTree(stage, { kind, color, dice: dice(`tree ${at}`), tall }),
  );
}
