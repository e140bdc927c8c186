import { drawPine, drawTree } from "../drawings/trees.ts";
import { lerp } from "../interpolate.ts";
import { isWhite } from "../parse/reading.ts";
import { Pen } from "../pen.ts";
import type { Stage } from "../stage.ts";
import { stamp } from "../stamp.ts";

const needled = new Set(["pine forest", "fir forest", "spruce forest"]);
const broad = new Set(["birch forest", "oak forest", "jungle", "rainforest", "rain forest"]);

interface Tree {
  x: number;
  y: number;
  tall: number;
  depth: number;
}

/** Paints a forest: a row in the back, another in front of it, and large trees at the sides. */
export async function paintForest(stage: Stage): Promise<void> {
  const { reading, dice, thing } = stage;
  const throwing = dice("forest");
  const usual = isWhite(reading) || (throwing.next() < 0.55 && reading.season !== "autumn");
  const word = thing("forest")?.word ?? "";
  const isNeedled = needled.has(word) || (usual && !broad.has(word));
  const color = thing("forest")?.colors[0]?.rgb;
  const shapes = placeTrees(stage).flatMap(({ x, y, tall, depth }, at) => {
    const scale = tall / 100;
    const name = `forest-${at}`;
    const pen = new Pen(stage, {
      name,
      scale,
      depth,
      dice: dice(name),
      colors: color ? [color] : [],
      word,
    });
    const drawn = isNeedled ? drawPine(pen) : drawTree(pen);
    const transform = `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})`;
    return [...pen.defs, pen.group({ transform }, ...drawn)];
  });
  await stamp(stage, shapes, { layer: 40 });
}

function placeTrees({ width, height, horizon, unit, dice, shore, backdrop }: Stage): Tree[] {
  const throwing = dice("trees");
  const hasShore = backdrop === "lake" || backdrop === "sea";
  const row = (
    count: number,
    { near, size, depth, isApart }: { near: number; size: number; depth: number; isApart: boolean },
  ): Tree[] =>
    Array.from({ length: count }, (_, at) => {
      const place = (at + throwing.next()) / count;
      // The front rows leave the middle of the picture free.
      const apart = place < 0.5 ? place * 0.48 : 1 - (1 - place) * 0.48;
      const top = hasShore && near > 0.1 ? shore : horizon;
      return {
        x: (isApart ? apart : place) * width,
        y: lerp(top, height, near) + throwing.between(0, 5) * unit,
        tall: Math.min(width, height) * size * throwing.between(0.8, 1.2),
        depth,
      };
    });
  return [
    ...row(Math.round((22 * width) / height), {
      near: 0.02,
      size: 0.2,
      depth: 0.5,
      isApart: false,
    }),
    ...(hasShore
      ? []
      : row(Math.round((11 * width) / height), {
          near: 0.14,
          size: 0.36,
          depth: 0.24,
          isApart: true,
        })),
    ...row(4, { near: 0.42, size: 0.68, depth: 0.06, isApart: true }),
  ];
}
