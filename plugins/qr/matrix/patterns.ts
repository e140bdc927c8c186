/** Returns the rows, which are also the columns, of alignment pattern centres: ISO/IEC 18004, annex E. */
export function alignmentLines(version: number): number[] {
  if (version === 1) return [];
  const last = 4 * version + 10;
  const gaps = Math.floor(version / 7) + 1;
  // Equal even steps back from the last; the first gap gets the rest. Version 32 is an exception.
  const step = version === 32 ? 26 : 2 * Math.ceil((last - 6) / gaps / 2);
  return [6, ...Array.from({ length: gaps }, (_, gap) => last - (gaps - 1 - gap) * step)];
}

/** Returns the centres of the alignment patterns. None overlaps a finder pattern. */
export function listAlignmentCentres(version: number): (readonly [row: number, column: number])[] {
  const lines = alignmentLines(version);
  const last = lines.at(-1);
  return lines.flatMap((row) =>
    lines
      .filter(
        (column) =>
          !((row === 6 && (column === 6 || column === last)) || (row === last && column === 6)),
      )
      .map((column) => [row, column] as const),
  );
}
