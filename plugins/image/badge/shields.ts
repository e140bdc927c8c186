import { reply, type Static, t } from "hub";
import { colorField } from "../formats.ts";
import image from "../plugin.ts";
import { badgeFields } from "./request.ts";

const { label, logo, style } = badgeFields;
const color = (description: string) => t.Optional(colorField(description));

/** The query fields that shields.io accepts for every badge. */
export const shieldsFields = {
  label: t.Optional({ ...label, default: undefined, description: "The text on the left" }),
  color: color("The colour behind the message"),
  labelColor: color("The colour behind the label. Default: `555`"),
  style,
  logo,
  logoColor: color("The colour of an icon. Default: the colour of the text"),
  link: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 1024 }), {
      maxItems: 2,
      description: "The link target of the badge, or of its left and right sides",
    }),
  ),
  cacheSeconds: t.Integer({
    minimum: 0,
    maximum: 31_536_000,
    default: 86_400,
    description: "The cache lifetime, in seconds",
  }),
};

declare const fields: ReturnType<typeof t.Object<typeof shieldsFields>>;
type ShieldsRequest = Static<typeof fields>;

/** The texts, colour and format of a badge. */
interface PathBadge {
  label: string;
  message: string;
  color: string;
  format: "svg" | "png";
}

/** Draws a shields.io badge. The query overrides the label and colour of the path. */
export async function answerShields(pathBadge: PathBadge, query: ShieldsRequest) {
  const [{ badge }, { toFileAnswer }] = await Promise.all([
    import("./badge.ts"),
    import("../answers.ts"),
  ]);
  const [link, linkRight] = query.link ?? [];
  const drawn = badge({
    label: query.label ?? pathBadge.label,
    message: pathBadge.message,
    color: query.color ?? pathBadge.color,
    style: query.style,
    ...(query.labelColor !== undefined && { label_color: query.labelColor }),
    ...(query.logo !== undefined && { logo: query.logo }),
    ...(query.logoColor !== undefined && { logo_color: query.logoColor }),
    ...(link !== undefined && { link }),
    ...(linkRight !== undefined && { link_right: linkRight }),
    ...{ logo_width: badgeFields.logo_width.default, id_suffix: "", contrast: "usual" },
    ...{ format: pathBadge.format, scale: 1, response: "binary" },
  });
  const { body, type, headers } = toFileAnswer(await drawn);
  const cacheControl = `private, max-age=${query.cacheSeconds}`;
  return reply(body, { type, headers: { ...headers, "cache-control": cacheControl } });
}

/** Parses `label-message-color` or `message-color`, with an optional file extension. */
export function readShieldsPath(path: string): PathBadge {
  const [whole, format = "svg"] = splitExtension(path);
  const parts = splitAtDashes(whole);
  const [label = "", message, color] = parts.length === 2 ? ["", ...parts] : parts;
  if (!message || !color || parts.length > 3)
    throw image.error(
      "not_found",
      `path.badge must be label-message-color or message-color, with "--" for a hyphen and "__" for an underscore: it is ${JSON.stringify(path)}`,
      { at: "path.badge" },
    );
  return { label, message, color, format };
}

/** Returns whether a path requests a raster image. */
export function isRaster(path: string): boolean {
  return path.endsWith(".png");
}

function splitExtension(path: string): [string, ("svg" | "png")?] {
  for (const ending of ["svg", "png"] as const)
    if (path.endsWith(`.${ending}`)) return [path.slice(0, -ending.length - 1), ending];
  return [path];
}

/** Splits at single dashes. Replaces two dashes by one, and underscores by spaces. */
function splitAtDashes(text: string): string[] {
  const pieces = text.split(/(-+)/);
  const isOdd = (at: number) => at % 2 === 1 && (pieces[at]?.length ?? 0) % 2 === 1;
  const separators = pieces.flatMap((_, at) => (isOdd(at) ? [at] : []));
  const parts = [""];
  for (const [at, piece] of pieces.entries()) {
    const text = at % 2 === 1 ? "-".repeat(piece.length >> 1) : replaceUnderscores(piece);
    // One of three dashes separates: the last one before the colour, which never has any; otherwise
    // the first.
    if (isOdd(at) && at !== separators.at(-1)) parts.push(text);
    else parts[parts.length - 1] += text;
    if (at === separators.at(-1)) parts.push("");
  }
  return parts;
}

function replaceUnderscores(text: string): string {
  return text.replace(/_+/g, (run) => "_".repeat(run.length >> 1) + (run.length % 2 ? " " : ""));
}
