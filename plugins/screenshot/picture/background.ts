import screenshot from "../plugin.ts";

/**
 * Checks what is to lie behind a picture: a colour or gradients. Nothing that CSS would fetch, and
 * nothing that would end the rule that it is put into.
 */
export function checkedBackground(given: string): string {
  const isSafe = /^[\w#%.,()/\s+-]+$/.test(given);
  const names = [...given.matchAll(/([\w-]+)\s*\(/g)].map(([, name = ""]) => name.toLowerCase());
  if (isSafe && names.every((name) => functions.has(name))) return given;
  const at = "body.background";
  throw screenshot.error(
    "invalid_input",
    `${at} must be a CSS colour or gradient: it is "${given.slice(0, 80)}"`,
    { at },
  );
}

const functions = new Set([
  ..."linear-gradient|radial-gradient|conic-gradient|repeating-linear-gradient".split("|"),
  ..."repeating-radial-gradient|repeating-conic-gradient|rgb|rgba|hsl|hsla|hwb|lab|lch".split("|"),
  ..."oklab|oklch|color|color-mix|calc".split("|"),
]);
