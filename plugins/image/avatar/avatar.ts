import type { Static, t } from "hub";
import { type Child, escapeXml, svg, svgDocument } from "hub/drawing";
import { buildAnswer } from "../answers.ts";
import { formatCss, over, parseColor, type Rgba, white } from "../color/color.ts";
import { vivid } from "../color/oklab.ts";
import image from "../plugin.ts";
import { createDice } from "../random.ts";
import { type DicebearOptions, loadStyle } from "./dicebear.ts";
import { type avatarFields, replacedStyles } from "./request.ts";
import { extractInitials, initials } from "./styles/initials.ts";
import type { AvatarContext } from "./styles/look.ts";
import { sunset } from "./styles/sunset.ts";

declare const fields: ReturnType<typeof t.Object<typeof avatarFields>>;
export type AvatarRequest = Static<typeof fields>;

/** Draws an avatar. */
export async function avatar(request: AvatarRequest) {
  const { seed = request.name, name = request.seed, size } = request;
  if (seed === undefined || name === undefined)
    throw image.error("invalid_input", "query.seed or query.name must be given: neither is", {
      at: "query.seed",
    });
  const style = replacedStyles[request.style] ?? request.style;
  const alt = `Avatar of ${name}`;
  const context = resolveContext(request, `${style} ${seed}`);
  const letters = style === "initials" ? extractInitials(name, request) : undefined;
  const design = { request, context, alt };
  const { drawing, contrast, attribution } =
    letters !== undefined
      ? drawLetters(letters, design)
      : style === "sunset"
        ? { drawing: frame(sunset(context), design), contrast: undefined, attribution: null }
        : await drawWithDicebear(style, { ...design, seed });
  return buildAnswer(
    {
      svg: drawing,
      width: size,
      height: size,
      alt,
      texts: [letters],
      contrast,
      details: { initials: letters ?? null, attribution },
    },
    request,
  );
}

interface AvatarDesign {
  request: AvatarRequest;
  context: AvatarContext;
  alt: string;
}

function drawLetters(text: string, design: AvatarDesign) {
  const { drawn, contrast } = initials(design.context, { text, bold: design.request.bold });
  return { drawing: frame(drawn, design), contrast, attribution: null };
}

/** The options of the clothes or the main shape. A style uses the first ones that it has. */
const colorOptions = [
  ["rowColor"],
  ["ringColor"],
  ["shape1Color", "shape2Color", "shape3Color"],
  ["shapeColor"],
  ["clothesColor"],
  ["clothingColor"],
  ["shirtColor"],
  ["bodyColor"],
  ["topColor"],
  ["baseColor"],
  ["backgroundColor"],
] as const;

/** Draws a style of DiceBear. Styles without a background get a light colour. */
async function drawWithDicebear(
  style: string,
  { request, context, seed, alt }: AvatarDesign & { seed: string },
) {
  const { schemas, meta, draw } = await loadStyle(style);
  const requested = context.color ? [context.color] : context.colors;
  const names = colorOptions.find(([first]) => first in schemas) ?? [];
  const options: DicebearOptions = {
    ...{ seed, size: request.size, radius: request.rounded },
    ...{ flip: request.flip, rotate: request.rotate },
    ...(requested.length > 0 &&
      Object.fromEntries(names.map((name) => [name, requested.map(toDigits)]))),
    ...(context.background && { backgroundColor: [toDigits(context.background)] }),
  };
  const drawn = draw(options);
  const isBare = !context.background && drawn.extra.primaryBackgroundColor === "transparent";
  const light = { backgroundColor: [toDigits(vivid(0.9, 0.06, context.dice.integer(360)))] };
  const { svg: text } = isBare ? draw({ ...options, ...light }) : drawn;
  const { title, creator, license } = meta;
  return {
    contrast: undefined,
    drawing: text.replace(">", () => `><title>${escapeXml(alt)}</title>`),
    attribution: `${title} by ${creator}, ${license?.name} (${license?.url})`,
  };
}

/** Formats a colour as DiceBear expects it. It supports no partial opacity. */
function toDigits(color: Rgba): string {
  return color[3] === 0 ? "transparent" : formatCss(over(color, white)).slice(1);
}

function resolveContext(request: AvatarRequest, seed: string): AvatarContext {
  const dice = createDice(seed);
  const colors = (request.colors ?? []).map((color, at) => parseColor(color, `query.colors.${at}`));
  const readColorField = (field: "background" | "color") =>
    request[field] === undefined ? undefined : parseColor(request[field], `query.${field}`);
  return { dice, colors, background: readColorField("background"), color: readColorField("color") };
}

/** Rotates and mirrors a drawing within rounded corners, as SVG. */
function frame(drawn: Child, { request, alt }: AvatarDesign): string {
  const { size, rounded, flip, rotate } = request;
  const transforms = [
    flip && "translate(100 0) scale(-1 1)",
    // Other angles than quarter turns leave transparent corners.
    rotate > 0 && `rotate(${rotate} 50 50)`,
  ].filter(Boolean);
  const transformed =
    transforms.length > 0 ? svg("g", { transform: transforms.join(" ") }, drawn) : drawn;
  return svgDocument({ width: size, height: size, viewBox: "0 0 100 100", title: alt }, [
    svg(
      "clipPath",
      { id: "c" },
      svg("rect", { width: 100, height: 100, ...(rounded > 0 && { rx: rounded }) }),
    ),
    svg("g", { "clip-path": "url(#c)" }, transformed),
  ]);
}
