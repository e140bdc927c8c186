import { type CanvasModule, type Family, splitFontRuns, type Weight } from "hub/drawing";

/** The names that fonts are registered under, by the path of the regular file. */
const names = new Map<string, string>();
const registered = new Set<string>();

/**
 * Registers the hub's fonts for all characters of the texts, and returns their names as a CSS list. Characters
 * without a listed font would be drawn as boxes.
 */
export function registerFonts(
  { GlobalFonts }: CanvasModule,
  texts: Iterable<string>,
  { family = "sans" }: { family?: Family } = {},
): string {
  const characters = [...new Set(["Aa0", ...texts].join(" "))].join("");
  const weights: Weight[] = [400, 700];
  const [regular = [], bold = []] = weights.map((weight) =>
    [...new Set(characters)].flatMap((character) => splitFontRuns(character, { family, weight })),
  );
  const list = new Set<string>();
  for (const [index, { font }] of regular.entries()) {
    const name = names.get(font.file) ?? `Hub ${names.size}`;
    names.set(font.file, name);
    list.add(name);
    for (const file of [font.file, bold[index]?.font.file ?? font.file]) {
      if (registered.has(file)) continue;
      GlobalFonts.registerFromPath(file, name);
      registered.add(file);
    }
  }
  // Without quotes, a name with a space makes the whole font invalid, silently.
  return [...list].map((name) => `"${name}"`).join(", ");
}
