/**
 * Picks points that keep a line's shape, the first and the last among them: of each bucket the one
 * that spans the largest triangle with its neighbours (Steinarsson 2013, Largest-Triangle-Three-Buckets).
 */
export function downsample<P extends { time: number; price: number }>(
  points: readonly P[],
  count: number,
): readonly P[] {
  if (points.length <= count || count < 3) return points;
  const picked = [points[0]!];
  const width = (points.length - 2) / (count - 2);
  const edge = (bucket: number) => Math.floor(bucket * width) + 1;
  for (let bucket = 0; bucket < count - 2; bucket++) {
    const next = points.slice(edge(bucket + 1), Math.min(edge(bucket + 2), points.length));
    const ahead = middle(next.length > 0 ? next : points.slice(-1));
    picked.push(widest(points.slice(edge(bucket), edge(bucket + 1)), picked.at(-1)!, ahead));
  }
  return [...picked, points.at(-1)!];
}

type Place = { time: number; price: number };

function widest<P extends Place>(bucket: readonly P[], before: Place, ahead: Place): P {
  const area = ({ time, price }: Place) =>
    Math.abs(
      (before.time - ahead.time) * (price - before.price) -
        (before.time - time) * (ahead.price - before.price),
    );
  return bucket.reduce((best, point) => (area(point) > area(best) ? point : best));
}

function middle(points: readonly Place[]): Place {
  const sum = (key: keyof Place) => points.reduce((total, point) => total + point[key], 0);
  return { time: sum("time") / points.length, price: sum("price") / points.length };
}
