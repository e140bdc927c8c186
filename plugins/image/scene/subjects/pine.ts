import type { SvgElement } from "hub/drawing";
import { isWhite } from "../parse/reading.ts";
import type { Pen } from "../pen.ts";
import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A conifer: boughs in tiers, with snow on them in winter. */
export const pine: Subject = {
  ...{ size: 0.44, wide: 0.45, place: "ground", several: 4 },
  draw(pen) {
    const { reading, palette } = pen.stage;
    const needle = pen.color(shifted(hex("2f6447"), { light: pen.dice.between(-0.04, 0.03) }));
    const tiers = pen.stage.isFlat ? 4 : 9;
    const boughs: SvgElement[] = [];
    for (let tier = 0; tier < tiers; tier++) {
      const share = tier / tiers;
      const bottom = -10 - share * 76;
      const half = 22 * (1 - share) + 3;
      const high = (pen.stage.isFlat ? 34 : 20) * (1 - share * 0.4);
      const color = shifted(needle, { light: share * 0.08 - 0.02 });
      boughs.push(pen.path(bough(pen, { bottom, half, high }), color, { form: "side" }));
      if (isWhite(reading))
        boughs.push(
          pen.path(
            bough(pen, { bottom: bottom - high * 0.3, half: half * 0.66, high: high * 0.68 }),
            palette.snow,
            { form: "side", outline: false },
          ),
        );
    }
    return [
      pen.shadow(44),
      pen.box([-2.5, -14, 5, 15], hex("5a4033"), { form: "side" }),
      ...boughs,
    ];
  },
};

function bough(
  { dice, stage }: Pen,
  { bottom, half, high }: { bottom: number; half: number; high: number },
): string {
  const teeth = stage.isFlat ? 4 : 8;
  const edge = Array.from({ length: teeth + 1 }, (_, at) => {
    const x = half - (at / teeth) * half * 2;
    const dip = (at % 2 === 0 ? 1 : -2.4) + dice.between(-1, 1) - Math.abs(x) * 0.1;
    return `L${x.toFixed(1)} ${(bottom + dip + 3).toFixed(1)}`;
  });
  return `M0 ${bottom - high}Q${half * 0.3} ${bottom - high * 0.4} ${half} ${bottom}${edge.join("")}Q${-half * 0.3} ${bottom - high * 0.4} 0 ${bottom - high}Z`;
}
