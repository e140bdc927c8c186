import { cssOf } from "../color/color.ts";
import type { Gradient } from "./design.ts";

/** The value of `background` that draws a gradient, as CSS Images 4 has it. */
export function cssValue(gradient: Gradient): string {
  const { type, angle, space, stops, points } = gradient;
  if (type === "mesh") {
    const spots = points.map(
      ({ x, y, reach, color }) =>
        `radial-gradient(at ${percent(x)} ${percent(y)}, ${cssOf(color)} 0, transparent ${percent(reach)})`,
    );
    return `${spots.join(", ")}, ${cssOf(stops[0]!.color)}`;
  }
  const list = stops.map(({ at, color }) => `${cssOf(color)} ${percent(at)}`).join(", ");
  const mixed = space === "oklab" ? " in oklab" : "";
  if (type === "linear") return `linear-gradient(${angle}deg${mixed}, ${list})`;
  if (type === "radial")
    return `radial-gradient(circle farthest-corner at center${mixed}, ${list})`;
  return `conic-gradient(from ${angle}deg at center${mixed}, ${list})`;
}

/** The rule as a file, and a plain one before it for browsers that know no colour spaces. */
export function cssRule(gradient: Gradient): string {
  const value = cssValue(gradient);
  const plain = cssValue({ ...gradient, space: "srgb" });
  const lines = plain === value ? [value] : [plain, value];
  return `${lines.map((line) => `background: ${line};`).join("\n")}\n`;
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}
