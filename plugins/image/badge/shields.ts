import { reply, type Static, t } from "hub";
import { colorField } from "../formats.ts";
import image from "../plugin.ts";
import type { BadgeRequest } from "./design.ts";
import { badgeFields } from "./request.ts";

const { label, logo, logo_size, style } = badgeFields;
const color = (description: string) => t.Optional(colorField(description));

/** The URL of a document that a badge reads. */
export const urlField = t.String({
  minLength: 1,
  maxLength: 2048,
  description: "The public URL of the document",
});

/** The query fields that shields.io accepts for every badge. */
export const shieldsFields = {
  label: t.Optional({ ...label, default: undefined, description: "The text on the left" }),
  color: color("The colour behind the message"),
  labelColor: color("The colour behind the label. Default: `555`"),
  colorA: color("The former name of `labelColor`"),
  colorB: color("The former name of `color`"),
  style: t.Optional({ ...style, default: undefined }),
  logo,
  logoSize: t.Optional({ ...logo_size, default: undefined }),
  logoColor: color("The colour of an icon. Default: the colour of the text"),
  link: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 1024 }), {
      maxItems: 2,
      description: "The link target of the badge, or of its left and right sides",
    }),
  ),
  cacheSeconds: t.Optional(
    t.Integer({
      minimum: 0,
      maximum: 31_536_000,
      description:
        "The cache lifetime, in seconds. Default: a day, or five minutes if the badge reads a document",
    }),
  ),
};

declare const fields: ReturnType<typeof t.Object<typeof shieldsFields>>;
type ShieldsRequest = Static<typeof fields>;

/** A badge as a path or a document describes it. */
export interface ServiceBadge {
  label: string;
  message: string;
  color?: string;
  labelColor?: string;
  style?: BadgeRequest["style"];
  logo?: string;
  logoColor?: string;
  logoSize?: string;
  logoWidth?: number;
  /** Whether the message is an error, whose colours the query can't change. */
  isError?: boolean;
  cacheSeconds?: number;
}

const day = 86_400;

/** Draws a shields.io badge. The query overrides what the path or the document says. */
export async function answerShields(
  { format, ...badge }: ServiceBadge & { format: "svg" | "png" },
  query: ShieldsRequest,
) {
  const [{ badge: draw }, { toFileAnswer }] = await Promise.all([
    import("./badge.ts"),
    import("../answers.ts"),
  ]);
  const [link, linkRight] = query.link ?? [];
  const own = badge.isError ? {} : query;
  const labelColor = own.labelColor ?? own.colorA ?? badge.labelColor;
  const logo = query.logo ?? badge.logo;
  // The colour and size of a document are those of its own logo.
  const logoColor = query.logoColor ?? (query.logo === undefined ? badge.logoColor : undefined);
  const logoSize = query.logoSize ?? (query.logo === undefined ? badge.logoSize : undefined);
  const { minimum = 8, maximum = 120, default: usual } = badgeFields.logo_width;
  const logoWidth = Math.round(badge.logoWidth ?? usual);
  const drawn = draw({
    label: query.label ?? badge.label,
    message: badge.message,
    color: own.color ?? own.colorB ?? badge.color ?? "lightgrey",
    style: query.style ?? badge.style ?? "flat",
    ...(labelColor !== undefined && { label_color: labelColor }),
    ...(logo !== undefined && { logo }),
    ...(logoColor !== undefined && { logo_color: logoColor }),
    ...(link !== undefined && { link }),
    ...(linkRight !== undefined && { link_right: linkRight }),
    logo_size: logoSize === "auto" ? "auto" : "fixed",
    logo_width: Math.min(Math.max(logoWidth, minimum), maximum),
    ...{ id_suffix: "", contrast: "usual", format, scale: 1, response: "binary" },
  });
  const { body, type, headers } = toFileAnswer(await drawn);
  const seconds = query.cacheSeconds ?? badge.cacheSeconds ?? day;
  const cacheControl = `private, max-age=${seconds}`;
  return reply(body, { type, headers: { ...headers, "cache-control": cacheControl } });
}

/** Parses `label-message-color` or `message-color`, with an optional file extension. */
export function readShieldsPath(path: string): ServiceBadge & { format: "svg" | "png" } {
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
