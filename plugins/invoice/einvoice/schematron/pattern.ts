/** An element in the path of a pattern. */
export interface Step {
  /** The name with its prefix, `*` for any. Empty for the document. */
  name: string;
  /** The conditions of the element, in brackets. */
  conditions: string;
  /** Whether the step before can be any ancestor instead of the parent. */
  isDeep: boolean;
}

/** Parses a pattern of XSLT that matches elements to the paths of its alternatives: `/a/b[c] | //d`. */
export function parsePattern(pattern: string): Step[][] {
  return expandGroups(pattern).map((path) => {
    const parts = split(path, "/");
    return parts.flatMap((part, index) => {
      // An empty part is the document at the start, and else one of two slashes.
      if (part === "" && index > 0) return [];
      const cut = part.indexOf("[");
      const [name, conditions] = cut < 0 ? [part, ""] : [part.slice(0, cut), part.slice(cut)];
      return [{ name: name.trim(), conditions, isDeep: index > 1 && parts[index - 1] === "" }];
    });
  });
}

/** Splits a pattern into alternatives, also those in parentheses: `(a | b)/c` is `a/c` and `b/c`. */
function expandGroups(pattern: string): string[] {
  return split(pattern, "|").flatMap((path) => {
    if (!path.startsWith("(")) return [path];
    const end = listOuter(path).find((at) => path[at] === ")") ?? path.length;
    return split(path.slice(1, end), "|").map((one) => one + path.slice(end + 1));
  });
}

function split(text: string, separator: string): string[] {
  const cuts = listOuter(text).filter((at) => text[at] === separator);
  return [...cuts, text.length].map((cut, index) =>
    text.slice(index === 0 ? 0 : (cuts[index - 1] ?? 0) + 1, cut).trim(),
  );
}

/** Returns the positions of the characters outside brackets and quotation marks. Closing brackets are outside. */
function listOuter(text: string): number[] {
  const positions: number[] = [];
  let depth = 0;
  let quote = "";
  for (const [at, char] of Array.from(text).entries()) {
    if (quote !== "") {
      if (char === quote) quote = "";
      continue;
    }
    if (char === "'" || char === '"') quote = char;
    if (char === ")" || char === "]") depth--;
    if (depth === 0) positions.push(at);
    if (char === "(" || char === "[") depth++;
  }
  return positions;
}
