export interface Prediction {
  predictor: number;
  colors: number;
  bits: number;
  columns: number;
}

/** Takes back what made rows easier to compress: of PNG (10 to 15), and of TIFF (2) with whole bytes. */
export function undoPrediction(bytes: Uint8Array, { predictor, colors, bits, columns }: Prediction) {
  const step = Math.max(1, (colors * bits) >> 3);
  const width = Math.ceil((colors * bits * columns) / 8);
  if (!(width > 0 && width < 2 ** 24)) throw new Error("The rows have no sensible length");
  if (predictor === 2) return bits === 8 ? fromTiff(bytes, { step, width }) : fail();
  if (predictor < 10) return fail();
  const rows = Math.ceil(bytes.length / (width + 1));
  const out = new Uint8Array(rows * width);
  let length = 0;
  for (let row = 0; row < rows; row++) {
    const from = row * (width + 1);
    const source = bytes.subarray(from + 1, Math.min(bytes.length, from + 1 + width));
    const to = row * width;
    length = to + source.length;
    const above = row === 0 ? undefined : out.subarray(to - width, to);
    restore(out.subarray(to, to + width), { source, above, kind: bytes[from]!, step });
  }
  return out.subarray(0, length);
}

interface Row {
  source: Uint8Array;
  above: Uint8Array | undefined;
  kind: number;
  step: number;
}

/** The filters of PNG (ISO/IEC 15948, 9.2). */
function restore(row: Uint8Array, { source, above, kind, step }: Row): void {
  row.set(source);
  if (kind === 1 || kind >= 3)
    for (let at = 0; at < source.length; at++) {
      const left = at < step ? 0 : row[at - step]!;
      const up = above === undefined ? 0 : above[at]!;
      if (kind === 1) row[at]! += left;
      else if (kind === 3) row[at]! += (left + up) >> 1;
      else row[at]! += nearest(left, up, at < step || !above ? 0 : above[at - step]!);
    }
  else if (kind === 2 && above) for (let at = 0; at < source.length; at++) row[at]! += above[at]!;
}

/** The neighbour that is nearest to where the three lead: the filter named after Paeth. */
function nearest(left: number, up: number, corner: number): number {
  const byLeft = Math.abs(up - corner);
  const byUp = Math.abs(left - corner);
  const byCorner = Math.abs(left + up - 2 * corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

function fromTiff(bytes: Uint8Array, { step, width }: { step: number; width: number }) {
  const out = Uint8Array.from(bytes);
  for (let at = 0; at < out.length; at++) if (at % width >= step) out[at]! += out[at - step]!;
  return out;
}

function fail(): never {
  throw new Error("The prediction is of an unknown kind");
}
