import { icons, metadata } from "@iconify-json/fluent-emoji-flat";
import drawings from "./drawings.json" with { type: "json" };

/** A flat illustration: SVG content with its bounds. */
export interface Illustration {
  content: string;
  box: readonly number[];
}

/** The drawings of our own. */
const ownDrawings: ReadonlyMap<string, Illustration> = new Map(Object.entries(drawings));

const toneEnding = /-(?:light|medium-light|medium|medium-dark|dark)$/;

/** Lists the names of all illustrations, with the words for each. */
export function listIllustrations(): { name: string; phrases: string[] }[] {
  const listed = Object.entries(metadata.categories ?? {}).flatMap(([category, names]) =>
    category === "Symbols"
      ? []
      : names
          .filter((name) => !toneEnding.test(name))
          .map((name) => ({ name, phrases: listPhrases(name, category) })),
  );
  const own = [...ownDrawings.keys()].map((name) => ({ name, phrases: listPhrases(name) }));
  return [...listed, ...own];
}

/** Returns the words for an illustration. "Smiling" alone isn't the smiling face. */
function listPhrases(name: string, category = ""): string[] {
  const phrase = name.replaceAll("-", " ");
  const short = phrase.replace(/ face$/, "");
  return category === "Smileys & Emotion" || short === phrase ? [phrase] : [phrase, short];
}

/** Returns an illustration by its name. */
export function getIllustration(name: string): Illustration | undefined {
  const own = ownDrawings.get(name);
  if (own) return own;
  const content = icons.icons[name]?.body;
  return content === undefined ? undefined : { content, box: [0, 0, 32, 32] };
}
