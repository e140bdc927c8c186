import { reply, type Static, t } from "hub";
import { colorField } from "../formats.ts";
import image from "../plugin.ts";
import { badgeFields } from "./options.ts";

const { label, logo, style } = badgeFields;
const color = (description: string) => t.Optional(colorField(description));

/** What shields.io takes in the query of every badge. */
export const shieldsFields = {
  label: t.Optional({ ...label, default: undefined, description: "The text on the left" }),
  color: color("The colour behind the message"),
  labelColor: color("The colour behind the label. Default: `555`"),
  style,
  logo,
  logoColor: color("The colour of an icon. Default: that of the text"),
  link: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 1024 }), {
      maxItems: 2,
      description: "Where the badge leads, or its left and its right side",
    }),
  ),
  cacheSeconds: t.Integer({
    minimum: 0,
    maximum: 31_536_000,
    default: 86_400,
    description: "For how many seconds caches may keep the badge",
  }),
};

declare const fields: ReturnType<typeof t.Object<typeof shieldsFields>>;
type ShieldsRequest = Static<typeof fields>;

/** The texts and the colour of a badge, and the kind of file that it is to be. */
interface Named {
  label: string;
  message: string;
  color: string;
  format: "svg" | "png";
}

/** Draws what shields.io would be asked for. The query has the last word on label and colour. */
export async function answerShields(named: Named, asked: ShieldsRequest) {
  const [{ badge }, { toFileAnswer: fileOf }] = await Promise.all([
    import("./badge.ts"),
    import("../answers.ts"),
  ]);
  const [link, linkRight] = asked.link ?? [];
  const drawn = badge({
    label: asked.label ?? named.label,
    message: named.message,
    color: asked.color ?? named.color,
    style: asked.style,
    ...(asked.labelColor !== undefined && { label_color: asked.labelColor }),
    ...(asked.logo !== undefined && { logo: asked.logo }),
    ...(asked.logoColor !== undefined && { logo_color: asked.logoColor }),
    ...(link !== undefined && { link }),
    ...(linkRight !== undefined && { link_right: linkRight }),
    ...{ logo_width: badgeFields.logo_width.default, id_suffix: "" },
    ...{ format: named.format, scale: 1, response: "binary" },
  });
  const { body, type, headers } = fileOf(await drawn);
  const kept = `private, max-age=${asked.cacheSeconds}`;
  return reply(body, { type, headers: { ...headers, "cache-control": kept } });
}

/** Reads `label-message-color` or `message-color`, perhaps with the ending of a file. */
export function readShieldsPath(path: string): Named {
  const [whole, format = "svg"] = cutEnding(path);
  const parts = splitAtDashes(whole);
  const [label = "", message, color] = parts.length === 2 ? ["", ...parts] : parts;
  if (!message || !color || parts.length > 3)
    throw image.error(
      "not_found",
      `path.badge must be label-message-color or message-color, with "--" for a dash and "__" for an underscore: it is ${JSON.stringify(path)}`,
      { at: "path.badge" },
    );
  return { label, message, color, format };
}

/** Whether a path asks for pixels. */
export function isRaster(path: string): boolean {
  return path.endsWith(".png");
}

function cutEnding(path: string): [string, ("svg" | "png")?] {
  for (const ending of ["svg", "png"] as const)
    if (path.endsWith(`.${ending}`)) return [path.slice(0, -ending.length - 1), ending];
  return [path];
}

/** Splits at single dashes, and writes two of them as one and underscores as spaces. */
function splitAtDashes(text: string): string[] {
  const pieces = text.split(/(-+)/);
  const isOdd = (at: number) => at % 2 === 1 && (pieces[at]?.length ?? 0) % 2 === 1;
  const separators = pieces.flatMap((_, at) => (isOdd(at) ? [at] : []));
  const parts = [""];
  for (const [at, piece] of pieces.entries()) {
    const text = at % 2 === 1 ? "-".repeat(piece.length >> 1) : withSpaces(piece);
    // Of three dashes one separates: the last where the colour follows, which has none, else the first.
    if (isOdd(at) && at !== separators.at(-1)) parts.push(text);
    else parts[parts.length - 1] += text;
    if (at === separators.at(-1)) parts.push("");
  }
  return parts;
}

function withSpaces(text: string): string {
  return text.replace(/_+/g, (run) => "_".repeat(run.length >> 1) + (run.length % 2 ? " " : ""));
}
