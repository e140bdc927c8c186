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

/** Returns 1 for each module that carries no data and isn't masked, row by row. */
export function listReserved(version: number): Uint8Array {
  const known = reservedByVersion.get(version);
  if (known) return known;
  const size = 17 + 4 * version;
  const reserved = new Uint8Array(size * size);
  const reserve = ({ row, column, height, width }: ModuleArea) => {
    for (let line = row; line < row + height; line++)
      reserved.fill(1, line * size + column, line * size + column + width);
  };
  // Finder patterns with their separators and the format information, and the timing patterns.
  reserve({ row: 0, column: 0, height: 9, width: 9 });
  reserve({ row: 0, column: size - 8, height: 9, width: 8 });
  reserve({ row: size - 8, column: 0, height: 8, width: 9 });
  reserve({ row: 6, column: 0, height: 1, width: size });
  reserve({ row: 0, column: 6, height: size, width: 1 });
  for (const [row, column] of listAlignmentCentres(version))
    reserve({ row: row - 2, column: column - 2, height: 5, width: 5 });
  if (version >= 7) {
    reserve({ row: 0, column: size - 11, height: 6, width: 3 });
    reserve({ row: size - 11, column: 0, height: 3, width: 6 });
  }
  reservedByVersion.set(version, reserved);
  return reserved;
}

interface ModuleArea {
  row: number;
  column: number;
  height: number;
  width: number;
}

const reservedByVersion = new Map<number, Uint8Array>();
