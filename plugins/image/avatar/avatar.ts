import type { Static, t } from "hub";
import { type Child, svg, svgDocument } from "hub/drawing";
import { buildAnswer } from "../answers.ts";
import { parseColor } from "../color/color.ts";
import image from "../plugin.ts";
import { createDice } from "../random.ts";
import type { avatarFields, StyleName } from "./request.ts";
import { bauhaus } from "./styles/bauhaus.ts";
import { beam } from "./styles/beam.ts";
import { identicon } from "./styles/identicon.ts";
import { extractInitials, initials } from "./styles/initials.ts";
import { type AvatarContext, type AvatarPainter, harmony } from "./styles/look.ts";
import { marble } from "./styles/marble.ts";
import { pixel } from "./styles/pixel.ts";
import { rings } from "./styles/rings.ts";
import { robot } from "./styles/robot.ts";
import { shapes } from "./styles/shapes.ts";
import { smiley } from "./styles/smiley.ts";
import { sunset } from "./styles/sunset.ts";

/** The functions that draw the styles, except initials, which are text. */
const styles: Readonly<Record<Exclude<StyleName, "initials">, AvatarPainter>> = {
  identicon,
  pixel,
  beam,
  marble,
  rings,
  bauhaus,
  sunset,
  shapes,
  smiley,
  robot,
};

declare const fields: ReturnType<typeof t.Object<typeof avatarFields>>;
export type AvatarRequest = Static<typeof fields>;

/** Draws an avatar. */
export function avatar(request: AvatarRequest) {
  const { seed = request.name, name = request.seed, style, size } = request;
  if (seed === undefined || name === undefined)
    throw image.error("invalid_input", "query.seed or query.name must be given: neither is", {
      at: "query.seed",
    });
  const letters = style === "initials" ? extractInitials(name, request) : undefined;
  const context = resolveContext(request, `${style} ${seed}`);
  const { drawn, contrast } =
    letters === undefined
      ? { drawn: styles[style as keyof typeof styles](context), contrast: undefined }
      : initials(context, { text: letters, bold: request.bold });
  const alt = `Avatar of ${name}`;
  return buildAnswer(
    {
      svg: svgDocument(
        { width: size, height: size, viewBox: "0 0 100 100", title: alt },
        frame(drawn, request),
      ),
      width: size,
      height: size,
      alt,
      texts: [letters],
      contrast,
      details: { initials: letters ?? null },
    },
    request,
  );
}

function resolveContext(request: AvatarRequest, seed: string): AvatarContext {
  const dice = createDice(seed);
  const own = request.colors?.map((color, index) => parseColor(color, `query.colors.${index}`));
  const colors = own ?? (request.style === "initials" ? [] : harmony(dice));
  const readColorField = (field: "background" | "color") =>
    request[field] === undefined ? undefined : parseColor(request[field], `query.${field}`);
  return { dice, colors, background: readColorField("background"), color: readColorField("color") };
}

/** Rotates and mirrors a drawing within rounded corners. */
function frame(drawn: Child, { rounded, flip, rotate }: AvatarRequest): Child {
  const transforms = [
    flip && "translate(100 0) scale(-1 1)",
    // Other angles than quarter turns leave transparent corners.
    rotate > 0 && `rotate(${rotate} 50 50)`,
  ].filter(Boolean);
  const transformed =
    transforms.length > 0 ? svg("g", { transform: transforms.join(" ") }, drawn) : drawn;
  return [
    svg(
      "clipPath",
      { id: "c" },
      svg("rect", { width: 100, height: 100, ...(rounded > 0 && { rx: rounded }) }),
    ),
    svg("g", { "clip-path": "url(#c)" }, transformed),
  ];
}
