/** The prefix of the folders of copies. Each version of a plugin runs from `PREFIX…/NAME/VERSION/NAME/`. */
export const copiesPrefix = "utilhub-copies-";

/** Shortens paths of copied files in a stack to the plugin's name and the path in its folder. */
export function shortenCopiedPaths(stack: string): string {
  return stack.includes(copiesPrefix) ? stack.split("\n").map(shortenLine).join("\n") : stack;
}

/** Shortens the path in a line of a stack, such as `at handler (/tmp/…/hello/13/hello/work.ts:2:1)`. */
function shortenLine(line: string): string {
  const at = line.indexOf(`/${copiesPrefix}`);
  if (at === -1) return line;
  const start = Math.max(line.lastIndexOf(" ", at), line.lastIndexOf("(", at)) + 1;
  // The folder of copies, the plugin's name and the version.
  let end = at + 1;
  for (let depth = 0; depth < 3; depth++) {
    end = line.indexOf("/", end) + 1;
    if (end === 0) return line;
  }
  return line.slice(0, start) + line.slice(end);
}
