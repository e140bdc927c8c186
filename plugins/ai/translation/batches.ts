/** Puts texts into groups that are not too large, in order; a text that is too large has its own. */
export function batchesOf(
  texts: readonly string[],
  { charactersMax, countMax }: { charactersMax: number; countMax: number },
): string[][] {
  const batches: string[][] = [];
  let size = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    if (last && last.length < countMax && size + text.length <= charactersMax) {
      last.push(text);
      size += text.length;
    } else {
      batches.push([text]);
      size = text.length;
    }
  }
  return batches;
}
