import type { Commission } from "./generate.ts";

const manners: Readonly<Record<Commission["style"], string>> = {
  realistic: "A realistic photograph with natural light and fine detail",
  artistic: "An expressive painting with visible brush strokes and rich colours",
  cartoon: "A cartoon with bold outlines, flat colours and simple shading",
  sketch: "A pencil sketch on paper with hatching, in black and white",
};

/** What an image model is told: the prompt, how it is to be drawn, and what is to be left out. */
export function wordsFor({
  prompt,
  style,
  negative_prompt = "",
  palette = [],
}: Commission): string {
  return [
    prompt.trim(),
    `Style: ${manners[style]}.`,
    palette.length > 0 && `Colours: ${palette.join(", ")}.`,
    negative_prompt.trim() !== "" && `Leave out: ${negative_prompt.trim()}.`,
  ]
    .filter(Boolean)
    .join("\n");
}
