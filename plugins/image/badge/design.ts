import type { Static, t } from "hub";
import type { Rgba } from "hub/drawing";
import { leastContrast, parseColor } from "../color/color.ts";
import image from "../plugin.ts";
import {
  buildShine,
  contrastMin,
  inkOn,
  type Paint,
  parsePaint,
  type Shine,
  sampleBackgrounds,
} from "./colors.ts";
import {
  bigGeometry,
  type Content,
  flatGeometry,
  type Geometry,
  socialGeometry,
} from "./geometry.ts";
import { brandColor, type Logo, loadLogo } from "./logo.ts";
import type { badgeFields } from "./options.ts";
import { loadWidths } from "./width.ts";

const safe = new Set(["http:", "https:", "mailto:"]);

declare const fields: ReturnType<typeof t.Object<typeof badgeFields>>;
export type BadgeRequest = Static<typeof fields>;

/** A badge with everything decided. */
export interface Badge {
  style: BadgeRequest["style"];
  place: Geometry;
  alt: string;
  message: Paint;
  label: Paint;
  dark: { message: Paint | undefined; label: Paint | undefined };
  /** The colours of the texts, and those that they have where a viewer asks for dark colours. */
  ink: Inks;
  darkInk: { [Side in keyof Inks]: Rgba | undefined };
  /** The light from above, as strong as texts can still be read. */
  shine: Shine;
  /** How far the text stands out that does so least. */
  contrast: number;
  logo: { drawn: Logo; color: Rgba; width: number } | undefined;
  link: string | undefined;
  linkRight: string | undefined;
  suffix: string;
}

interface Inks {
  label: Rgba;
  message: Rgba;
}

const paper: Paint = { from: [250, 250, 250, 255], to: undefined };
const letters: Rgba = [51, 51, 51, 255];

/** Decides what a request leaves open. */
export async function resolveBadge(asked: BadgeRequest): Promise<Badge> {
  const { style } = asked;
  const text = { label: asked.label.trim(), message: asked.message.trim() };
  const content = {
    ...text,
    logoWidth: asked.logo === undefined ? 0 : asked.logo_width,
    labelColored: asked.label_color !== undefined,
  };
  const place = await computeGeometry(content, style);
  const message = parsePaint(asked.color, "query.color");
  const hasLeft =
    place.label !== undefined ||
    content.labelColored ||
    (content.logoWidth > 0 && style !== "for-the-badge");
  const label =
    asked.label_color === undefined && !hasLeft
      ? message
      : parsePaint(asked.label_color ?? "555", "query.label_color");
  const dark = {
    message: parseDarkPaint(asked, "dark_color"),
    label: parseDarkPaint(asked, "dark_label_color"),
  };
  const isSocial = style === "social";
  const shine = readableShine([label, message, dark.label, dark.message], style);
  const inkFor = (paint: Paint) => (isSocial ? letters : inkOn(sampleBackgrounds(paint, shine)));
  const ink = { label: inkFor(label), message: inkFor(message) };
  const written = [message, dark.message, ...(place.label ? [label, dark.label] : [])];
  return {
    style,
    place,
    alt: text.label ? `${text.label}: ${text.message}` : text.message,
    message,
    label,
    dark,
    ink,
    darkInk: {
      label: dark.label && inkFor(dark.label),
      message: dark.message && inkFor(dark.message),
    },
    shine,
    contrast: isSocial
      ? leastContrast(letters, sampleBackgrounds(paper, []))
      : measureContrast(written, shine),
    logo: await logoFor(asked, place.left > 0 ? ink.label : ink.message),
    link: checkLink(asked.link, "link"),
    linkRight: checkLink(asked.link_right, "link_right"),
    suffix: asked.id_suffix,
  };
}

/** The light of a style, or as much of it as leaves letters on all paints readable. */
function readableShine(paints: readonly (Paint | undefined)[], style: string): Shine {
  const shares = [1, 0.75, 0.5, 0.25, 0];
  const shines = shares.map((share) => buildShine(style, share));
  return shines.find((shine) => measureContrast(paints, shine) >= contrastMin) ?? buildShine(style);
}

/** How far letters stand out on some paints, where they do so least. */
function measureContrast(paints: readonly (Paint | undefined)[], shine: Shine): number {
  const grounds = paints
    .filter((paint) => paint !== undefined)
    .map((paint) => sampleBackgrounds(paint, shine));
  return Math.min(...grounds.map((colors) => leastContrast(inkOn(colors), colors)));
}

function parseDarkPaint(
  asked: BadgeRequest,
  field: "dark_color" | "dark_label_color",
): Paint | undefined {
  const color = asked[field];
  return color === undefined ? undefined : parsePaint(color, `query.${field}`);
}

async function computeGeometry(content: Content, style: BadgeRequest["style"]): Promise<Geometry> {
  if (style === "social") return socialGeometry(content, await loadWidths("helvetica-11px-bold"));
  if (style !== "for-the-badge")
    return flatGeometry(
      content,
      await loadWidths("verdana-11px-normal"),
      style === "plastic" ? 18 : 20,
    );
  return bigGeometry(content, {
    label: await loadWidths("verdana-10px-normal"),
    message: await loadWidths("verdana-10px-bold"),
  });
}

async function logoFor(asked: BadgeRequest, ink: Rgba): Promise<Badge["logo"]> {
  if (asked.logo === undefined) return undefined;
  const drawn = await loadLogo(asked.logo);
  const wanted = asked.logo_color ?? (asked.style === "social" ? "brand" : undefined);
  const brand = wanted === "brand" && drawn.kind === "icon" ? await brandColor(drawn.slug) : wanted;
  const color =
    brand === undefined || brand === "brand" ? ink : parseColor(brand, "query.logo_color");
  return { drawn, color, width: asked.logo_width };
}

/** Checks that an address leads where a click may lead. */
function checkLink(text: string | undefined, field: string): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url && safe.has(url.protocol)) return url.href;
  throw image.error(
    "unsafe_link",
    `query.${field} must be an address of http, https or mailto: it is ${JSON.stringify(text)}`,
    { at: `query.${field}` },
  );
}
