import { outlines, svg } from "hub/drawing";
import { contrast, cssOf, readableOn, white } from "../../color/color.ts";
import { fromOklch, mix } from "../../color/oklab.ts";
import { fitText } from "../../fit.ts";
import type { Look } from "../look.ts";

/** Letters on a colour that grows a little darker downwards, and is no yellow: that is too light. */
export function initials(look: Look, { text, bold }: { text: string; bold: boolean }) {
  const { dice, background } = look;
  const ground =
    background ??
    (look.colors.length > 0
      ? dice.pick(look.colors)
      : fromOklch(0.56, 0.14, (125 + dice.integer(310)) % 360));
  const ink = look.color ?? (contrast(ground, white) >= 3 ? white : readableOn(ground));
  const layout = fitText(
    text,
    { width: 78, height: 62, largest: 46 },
    { weight: bold ? 700 : 400, align: "center", lineHeight: 1.2 },
  );
  return [
    svg(
      "linearGradient",
      { id: "g", x2: 0, y2: 1 },
      svg("stop", { offset: 0, "stop-color": cssOf(mix(ground, white, 0.08)) }),
      svg("stop", { offset: 1, "stop-color": cssOf(mix(ground, [0, 0, 0, 255], 0.08)) }),
    ),
    svg("rect", { width: 100, height: 100, fill: background ? cssOf(ground) : "url(#g)" }),
    outlines(layout, { x: 11, y: (100 - layout.height) / 2, fill: cssOf(ink) }),
  ];
}
