import { css, hex, type Rgb, shiftColor } from "../../color/rgb.ts";
import type { Dice } from "../../random.ts";
import { isWhite } from "../stage/description.ts";
import type { Stage } from "../stage/stage.ts";

/** The bounds of a tree that stands at 0, 0. */
export const treeBox = [-50, -106, 100, 107] as const;

interface TreeOptions {
  kind: "tree" | "pine";
  color: Rgb | undefined;
  dice: Dice;
  /** The height in pixels. A large tree has more leaves, not larger ones. */
  tall: number;
}

/** Draws a tree as SVG content. */
export function growTree(stage: Stage, { kind, color, dice, tall }: TreeOptions): string {
  if (kind === "pine") return growPine(stage, { color, dice });
  return growBroadTree(stage, { leaf: color ?? dice.pick(stage.palette.leaves), dice, tall });
}

function drawShape(d: string, color: Rgb): string {
  return `<path fill="${css(color)}" d="${d}"/>`;
}

/** Draws a conifer: boughs in tiers, with snow on them in winter. */
function growPine(
  { scene, palette, isFlat }: Stage,
  { color, dice }: Pick<TreeOptions, "color" | "dice">,
): string {
  const needle = color ?? shiftColor(hex("2f6447"), { light: dice.between(-0.04, 0.03) });
  const teeth = isFlat ? 4 : 8;
  const outlineBough = (bottom: number, half: number, high: number) => {
    const edge = Array.from({ length: teeth + 1 }, (_, at) => {
      const x = half - (at / teeth) * half * 2;
      const dip = (at % 2 === 0 ? 1 : -2.4) + dice.between(-1, 1) - Math.abs(x) * 0.1;
      return `L${x.toFixed(1)} ${(bottom + dip + 3).toFixed(1)}`;
    });
    const [top, bend] = [bottom - high, bottom - high * 0.4];
    return `M0 ${top}Q${half * 0.3} ${bend} ${half} ${bottom}${edge.join("")}Q${-half * 0.3} ${bend} 0 ${top}Z`;
  };
  const tiers = isFlat ? 4 : 9;
  const boughs = Array.from({ length: tiers }, (_, tier) => {
    const share = tier / tiers;
    const [bottom, half] = [-10 - share * 76, 22 * (1 - share) + 3];
    const high = (isFlat ? 34 : 20) * (1 - share * 0.4);
    const shade = shiftColor(needle, { light: share * 0.08 - 0.02 });
    const bough = drawShape(outlineBough(bottom, half, high), shade);
    if (!isWhite(scene)) return bough;
    const snow = outlineBough(bottom - high * 0.3, half * 0.66, high * 0.68);
    return bough + drawShape(snow, palette.snow);
  });
  return drawShape("M-2.5-14h5V1h-5Z", hex("5a4033")) + boughs.join("");
}

const bark = hex("6b4a35");
const flatCrown =
  "M-30-38C-44-40-46-56-36-62C-42-76-26-88-14-83C-8-97 14-98 20-85C36-88 44-72 36-62C46-54 42-38 28-38C20-30 8-32 2-36C-8-29-22-30-30-38Z";
/** The middle and the reach of each bough with leaves. */
const boughs = [
  [-22, -54, 17],
  [22, -54, 17],
  [0, -50, 18],
  [-14, -72, 19],
  [15, -72, 19],
  [0, -82, 15],
] as const;

/** Draws a broad tree: limbs, and a crown of leaves in clusters. */
function growBroadTree(
  { isFlat, side }: Stage,
  { leaf, dice, tall }: { leaf: Rgb; dice: Dice; tall: number },
): string {
  const limbs = "M-18-58Q-6-48 0-36Q6-50 17-60M0-36V-66";
  const trunk = `${drawShape("M-6 1C-4-10-3.6-24-3-40H3C3.6-24 4-10 7 1Q0 3-6 1Z", bark)}<path d="${limbs}" fill="none" stroke="${css(bark)}" stroke-width="3"/>`;
  if (isFlat) return trunk + drawShape(flatCrown, leaf);
  const count = Math.round(Math.min(420, Math.max(70, tall * 0.95)));
  const clusters = Array.from({ length: count }, () => {
    const [x, y, reach] = dice.pick(boughs);
    const turn = dice.next() * Math.PI * 2;
    const far = Math.sqrt(dice.next()) * reach;
    const high = Math.sin(turn) * far;
    return { x: x + Math.cos(turn) * far, y: y + high, top: -high / reach };
  }).toSorted((one, two) => one.top - two.top);
  const crown = clusters.map(({ x, y, top }) => {
    const raised = ((-y - 32) / 64) * 0.12 + top * 0.08 + ((x * side) / 38) * 0.05;
    const light = raised - 0.1 + dice.between(-0.035, 0.035);
    const size = (74 / Math.sqrt(count)) * dice.between(0.8, 1.3);
    const points = Array.from({ length: 11 }, (_, at) => {
      const turn = (at / 11) * Math.PI * 2;
      const far = size * dice.between(0.55, 1.15);
      return `${(x + Math.cos(turn) * far).toFixed(1)} ${(y + Math.sin(turn) * far * 0.8).toFixed(1)}`;
    });
    const color = shiftColor(leaf, { light, hue: dice.between(-7, 7) });
    return drawShape(`M${points.join("L")}Z`, color);
  });
  return trunk + crown.join("");
}
