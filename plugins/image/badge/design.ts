import { readPackageFile, type Static, type t } from "hub";
import { type Rgba, sanitiseSvg } from "hub/drawing";
import { svgPathBbox } from "svg-path-bbox";
import { leastContrast, parseColor } from "../color/color.ts";
import image from "../plugin.ts";
import {
  type BadgePaint,
  buildShine,
  contrastMin,
  inkOn,
  parsePaint,
  type Shine,
  sampleBackgrounds,
  usualInkOn,
} from "./colors.ts";
import {
  type BadgeContent,
  bigGeometry,
  flatGeometry,
  type Geometry,
  loadWidths,
  socialGeometry,
} from "./geometry.ts";
import type { badgeFields } from "./request.ts";

const safe = new Set(["http:", "https:", "mailto:"]);

declare const fields: ReturnType<typeof t.Object<typeof badgeFields>>;
export type BadgeRequest = Static<typeof fields>;

/** A badge with all defaults resolved. */
export interface Badge {
  style: BadgeRequest["style"];
  geometry: Geometry;
  alt: string;
  message: BadgePaint;
  label: BadgePaint;
  dark: { message: BadgePaint | undefined; label: BadgePaint | undefined };
  /** The colours of the texts, and those for viewers that prefer dark colours. */
  ink: Inks;
  darkInk: { [Side in keyof Inks]: Rgba | undefined };
  /** The highlight from above, as strong as possible with readable texts. */
  shine: Shine;
  /** The lowest contrast of the texts. */
  contrast: number;
  logo: { drawn: Logo; box: IconBox; color: Rgba; width: number } | undefined;
  link: string | undefined;
  linkRight: string | undefined;
  suffix: string;
}

interface Inks {
  label: Rgba;
  message: Rgba;
}

const paper: BadgePaint = { from: [250, 250, 250, 255], to: undefined };
const letters: Rgba = [51, 51, 51, 255];

/** Resolves the defaults of a request. */
export async function resolveBadge(request: BadgeRequest): Promise<Badge> {
  const { style } = request;
  const text = { label: request.label.trim(), message: request.message.trim() };
  const drawn = request.logo === undefined ? undefined : await loadLogo(request.logo);
  const box = request.logo_size === "auto" && drawn?.kind === "icon" ? measureIcon(drawn) : whole;
  const logoWidth = box === whole ? request.logo_width : fitWidth(box);
  const content = {
    ...text,
    logoWidth: drawn === undefined ? 0 : logoWidth,
    labelColored: request.label_color !== undefined,
  };
  const geometry = await computeGeometry(content, style);
  const { contrast } = request;
  const message = parsePaint(request.color, { at: "query.color", contrast });
  const hasLeft =
    geometry.label !== undefined ||
    content.labelColored ||
    (content.logoWidth > 0 && style !== "for-the-badge");
  const label =
    request.label_color === undefined && !hasLeft
      ? message
      : parsePaint(request.label_color ?? "555", { at: "query.label_color", contrast });
  const dark = {
    message: parseDarkPaint(request, "dark_color"),
    label: parseDarkPaint(request, "dark_label_color"),
  };
  const isSocial = style === "social";
  const isUsual = contrast === "usual";
  const shine = isUsual
    ? buildShine(style)
    : chooseShine([label, message, dark.label, dark.message], style);
  const chooseInk = (paint: BadgePaint) => {
    if (isSocial) return letters;
    return isUsual ? usualInkOn(paint) : inkOn(sampleBackgrounds(paint, shine));
  };
  const ink = { label: chooseInk(label), message: chooseInk(message) };
  const paints = [message, dark.message, ...(geometry.label ? [label, dark.label] : [])];
  return {
    style,
    geometry,
    alt: text.label ? `${text.label}: ${text.message}` : text.message,
    message,
    label,
    dark,
    ink,
    darkInk: {
      label: dark.label && chooseInk(dark.label),
      message: dark.message && chooseInk(dark.message),
    },
    shine,
    contrast: isSocial
      ? leastContrast(letters, sampleBackgrounds(paper, []))
      : measureContrast(paints, shine, chooseInk),
    logo: drawn && {
      ...{ drawn, box, width: logoWidth },
      color: chooseLogoColor(request, { drawn, ink: geometry.left > 0 ? ink.label : ink.message }),
    },
    link: checkLink(request.link, "link"),
    linkRight: checkLink(request.link_right, "link_right"),
    suffix: request.id_suffix,
  };
}

/** Returns the highlight of a style, reduced until letters are readable on all paints. */
function chooseShine(paints: readonly (BadgePaint | undefined)[], style: string): Shine {
  const shares = [1, 0.75, 0.5, 0.25, 0];
  const shines = shares.map((share) => buildShine(style, share));
  return shines.find((shine) => measureContrast(paints, shine) >= contrastMin) ?? buildShine(style);
}

/** Returns the lowest contrast of letters on these paints. */
function measureContrast(
  paints: readonly (BadgePaint | undefined)[],
  shine: Shine,
  chooseInk: (paint: BadgePaint) => Rgba = (paint) => inkOn(sampleBackgrounds(paint, shine)),
): number {
  const contrasts = paints
    .filter((paint) => paint !== undefined)
    .map((paint) => leastContrast(chooseInk(paint), sampleBackgrounds(paint, shine)));
  return Math.min(...contrasts);
}

function parseDarkPaint(
  request: BadgeRequest,
  field: "dark_color" | "dark_label_color",
): BadgePaint | undefined {
  const color = request[field];
  return color === undefined
    ? undefined
    : parsePaint(color, { at: `query.${field}`, contrast: request.contrast });
}

async function computeGeometry(
  content: BadgeContent,
  style: BadgeRequest["style"],
): Promise<Geometry> {
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

function chooseLogoColor(request: BadgeRequest, { drawn, ink }: { drawn: Logo; ink: Rgba }): Rgba {
  const requested = request.logo_color ?? (request.style === "social" ? "brand" : undefined);
  const brand = requested === "brand" && drawn.kind === "icon" ? drawn.brand : requested;
  return brand === undefined || brand === "brand" ? ink : parseColor(brand, "query.logo_color");
}

/** The part of an icon that is drawn, in its square of 24. */
interface IconBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

const whole: IconBox = { x: 0, y: 0, width: 24, height: 24 };

function measureIcon({ path }: { path: string }): IconBox {
  const [left, top, right, bottom] = svgPathBbox(path);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the width of an icon that is 14 pixels high. */
function fitWidth({ width, height }: IconBox): number {
  return Math.min(Math.max(Math.round((14 * width) / height), 8), 120);
}

/** Checks that a link has a safe scheme. */
function checkLink(text: string | undefined, field: string): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url && safe.has(url.protocol)) return url.href;
  throw image.error(
    "unsafe_link",
    `query.${field} must be an http, https or mailto URL: it is ${JSON.stringify(text)}`,
    { at: `query.${field}` },
  );
}

/** A logo: the path of an icon in a square of 24, or a picture as a `data:` URI. */
type Logo = { kind: "icon"; path: string; brand: string } | { kind: "picture"; uri: string };

const pictureBytesMax = 32_768;
const icons = new Map<string, Logo>();

/** Loads the icon with this slug, or checks a picture sent as a data URI. */
async function loadLogo(text: string): Promise<Logo> {
  if (text.startsWith("data:")) return parsePicture(text);
  const name = text.trim().toLowerCase();
  const logo = icons.get(name) ?? (name.length > 64 ? undefined : await readIcon(name));
  if (!logo)
    throw image.error(
      "unknown_icon",
      `query.logo must be the slug of a Simple Icons icon, such as github, or a data: URI: it is ${JSON.stringify(text.slice(0, 80))}`,
      { at: "query.logo" },
    );
  if (icons.size < 5000) icons.set(name, logo);
  return logo;
}

/** Reads an icon of Simple Icons by its slug, or by its name as in `node.js`. */
async function readIcon(name: string): Promise<Logo | undefined> {
  const slug = name
    .replaceAll("+", "plus")
    .replaceAll(".", "dot")
    .replaceAll("&", "and")
    .replaceAll(/[^a-z0-9]/g, "");
  // Searched instead of imported: the module has 5 MB, and would stay in memory.
  const file = Buffer.from(await readPackageFile(import.meta.resolve("simple-icons")));
  const start = file.indexOf(`,slug:"${slug}",`);
  const end = file.indexOf(',slug:"', start + 1);
  const icon = start < 0 ? "" : file.toString("utf8", start, end < 0 ? undefined : end);
  const [, path] = /,path:"([^"]+)"/.exec(icon) ?? [];
  const [, hex] = /,hex:"([0-9A-F]{6})"/.exec(icon) ?? [];
  return path && hex ? { kind: "icon", path, brand: hex } : undefined;
}

function parsePicture(text: string): Logo {
  const [head = "", data = ""] = text.split(",", 2);
  const type = /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64$/.exec(head)?.[1];
  if (type === undefined || !/^[A-Za-z0-9+/ ]*={0,2}$/.test(data))
    throw createLogoError("must be data:image/png, jpeg, gif, webp or svg+xml in base64");
  // An unescaped plus in the query arrives as a space.
  const bytes = Buffer.from(data.replaceAll(" ", "+"), "base64");
  if (bytes.length > pictureBytesMax)
    throw createLogoError(`must have at most ${pictureBytesMax} bytes: it has ${bytes.length}`);
  const clean = type === "svg+xml" ? Buffer.from(sanitise(bytes.toString())) : bytes;
  return { kind: "picture", uri: `data:image/${type};base64,${clean.toString("base64")}` };
}

function sanitise(text: string): string {
  try {
    return sanitiseSvg(text);
  } catch (error) {
    throw createLogoError(`cannot be drawn: ${(error as Error).message}`);
  }
}

function createLogoError(what: string): Error {
  return image.error("invalid_input", `query.logo ${what}`, { at: "query.logo" });
}
