import type { Static, t } from "hub";
import { type Child, svg, svgDocument } from "hub/drawing";
import { buildAnswer } from "../answers.ts";
import { parseColor } from "../color/color.ts";
import { createDice } from "../dice.ts";
import image from "../plugin.ts";
import { type AvatarContext, harmony, type Style } from "./look.ts";
import type { avatarFields, StyleName } from "./options.ts";
import { bauhaus } from "./styles/bauhaus.ts";
import { beam } from "./styles/beam.ts";
import { identicon } from "./styles/identicon.ts";
import { extractInitials, initials } from "./styles/initials.ts";
import { marble } from "./styles/marble.ts";
import { pixel } from "./styles/pixel.ts";
import { rings } from "./styles/rings.ts";
import { robot } from "./styles/robot.ts";
import { shapes } from "./styles/shapes.ts";
import { smiley } from "./styles/smiley.ts";
import { sunset } from "./styles/sunset.ts";

/** What draws each style but the initials, which are a text. */
const styles: Readonly<Record<Exclude<StyleName, "initials">, Style>> = {
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
export function avatar(asked: AvatarRequest) {
  const { seed = asked.name, name = asked.seed, style, size } = asked;
  if (seed === undefined || name === undefined)
    throw image.error("invalid_input", "query.seed or query.name must be given: neither is", {
      at: "query.seed",
    });
  const letters = style === "initials" ? extractInitials(name, asked) : undefined;
  const look = resolveLook(asked, `${style} ${seed}`);
  const { drawn, contrast } =
    letters === undefined
      ? { drawn: styles[style as keyof typeof styles](look), contrast: undefined }
      : initials(look, { text: letters, bold: asked.bold });
  const alt = `Avatar of ${name}`;
  return buildAnswer(
    {
      svg: svgDocument(
        { width: size, height: size, viewBox: "0 0 100 100", title: alt },
        frame(drawn, asked),
      ),
      width: size,
      height: size,
      alt,
      texts: [letters],
      contrast,
      details: { initials: letters ?? null },
    },
    asked,
  );
}

function resolveLook(asked: AvatarRequest, seed: string): AvatarContext {
  const dice = createDice(seed);
  const own = asked.colors?.map((color, index) => parseColor(color, `query.colors.${index}`));
  const colors = own ?? (asked.style === "initials" ? [] : harmony(dice));
  const read = (field: "background" | "color") =>
    asked[field] === undefined ? undefined : parseColor(asked[field], `query.${field}`);
  return { dice, colors, background: read("background"), color: read("color") };
}

/** What is drawn, turned and mirrored within rounded corners. */
function frame(drawn: Child, { rounded, flip, rotate }: AvatarRequest): Child {
  const turns = [
    flip && "translate(100 0) scale(-1 1)",
    // Turned squares have corners outside: they are drawn larger, so that none shows.
    rotate > 0 && `rotate(${rotate} 50 50)`,
  ].filter(Boolean);
  const turned = turns.length > 0 ? svg("g", { transform: turns.join(" ") }, drawn) : drawn;
  return [
    svg(
      "clipPath",
      { id: "c" },
      svg("rect", { width: 100, height: 100, ...(rounded > 0 && { rx: rounded }) }),
    ),
    svg("g", { "clip-path": "url(#c)" }, turned),
  ];
}
