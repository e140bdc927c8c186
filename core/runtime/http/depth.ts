/** How deep JSON of a caller's may nest. */
export const depthMax = 64;

/** Whether JSON nests too deep. Looked at before anything recurses into it. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) quoted = !quoted;
    else if (quoted) {
      if (code === 0x5c) index++;
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > depthMax) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}
