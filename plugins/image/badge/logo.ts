import { readPackageFile } from "hub";
import { sanitiseSvg } from "hub/drawing";
import image from "../plugin.ts";

/** A logo: the path of an icon in a square of 24, or a picture as a `data:` URI. */
export type Logo =
  | { kind: "icon"; path: string; title: string; slug: string }
  | { kind: "picture"; uri: string };

const pictureBytesMax = 32_768;
const icons = new Map<string, Logo>();

/** Loads the icon with this slug, or checks a picture sent as a data URI. */
export async function loadLogo(text: string): Promise<Logo> {
  if (text.startsWith("data:")) return parsePicture(text);
  const slug = text.trim().toLowerCase();
  const cached = icons.get(slug);
  if (cached) return cached;
  const logo = /^[a-z0-9]{1,64}$/.test(slug) ? await readIcon(slug) : undefined;
  if (!logo)
    throw image.error(
      "unknown_icon",
      `query.logo must be the slug of a Simple Icons icon, such as github, or a data: URI: it is ${JSON.stringify(text.slice(0, 80))}`,
      { at: "query.logo" },
    );
  icons.set(slug, logo);
  return logo;
}

/** The brand colours of all icons, as six hexadecimal digits. Loaded on first use. */
let colors: Promise<ReadonlyMap<string, string>> | undefined;

/** Returns the brand colour of an icon, as six hexadecimal digits. */
export async function loadBrandColor(slug: string): Promise<string> {
  colors ??= readColors();
  return (await colors).get(slug) ?? "333333";
}

async function readColors() {
  // Not imported: a module stays in memory, and this one has 15 MB of sources, aliases and licences.
  const file = await readPackageFile(import.meta.resolve("simple-icons/icons.json"));
  const icons: { slug: string; hex: string }[] = JSON.parse(new TextDecoder().decode(file));
  return new Map(icons.map(({ slug, hex }) => [slug, hex]));
}

async function readIcon(slug: string): Promise<Logo | undefined> {
  // Imports one file instead of the package's index, which is 26 MB.
  const file = await import(`simple-icons/icons/${slug}.svg`, { with: { type: "text" } }).catch(
    () => undefined,
  );
  const [, title = "", path] =
    /<title>([^<]*)<\/title><path d="([^"]+)"/.exec(file?.default ?? "") ?? [];
  return path === undefined ? undefined : { kind: "icon", path, title, slug };
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
