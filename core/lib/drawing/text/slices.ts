import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { HubFont } from "./font.ts";

const face = /url\(\.\/(files\/[\w.-]+\.woff)\)[^}]*?unicode-range:\s*([^;}]+)/g;

/**
 * The slices of a family of Fontsource: small files, each with the characters that its style sheet
 * says. A slice is opened only for a character that it claims.
 */
export function slicesOf(family: string, { name, weight }: { name: string; weight: number }) {
  const sheet = fileURLToPath(import.meta.resolve(`@fontsource/${family}/${weight}.css`));
  const folder = dirname(sheet);
  return [...readFileSync(sheet, "utf8").matchAll(face)].map(
    ([, file, ranges]) =>
      new HubFont({ name, file: join(folder, file!), claims: within(rangesOf(ranges!)) }),
  );
}

/** Reads `U+0-FF,U+131` into a flat list of firsts and lasts. */
function rangesOf(text: string): Uint32Array {
  const bounds = text.split(",").flatMap((range) => {
    const [first, last = first] = range.trim().slice(2).split("-");
    return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)];
  });
  return Uint32Array.from(bounds);
}

function within(ranges: Uint32Array): (codePoint: number) => boolean {
  return (codePoint) => {
    for (let at = 0; at < ranges.length; at += 2)
      if (codePoint >= ranges[at]! && codePoint <= ranges[at + 1]!) return true;
    return false;
  };
}
