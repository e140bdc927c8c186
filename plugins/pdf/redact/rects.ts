/** A rectangle in the page's own units. */
export interface Rect {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** Computes the rectangles around the characters of a match: one for each line. */
export function computeRects(characters: readonly (Rect & { size: number })[]): Rect[] {
  const rects: Rect[] = [];
  for (const { left, bottom, right, top, size } of characters) {
    if (right <= left || top <= bottom) continue;
    const last = rects.at(-1);
    const near = Math.max(size, 4);
    if (
      last &&
      gapBetween(last.left, last.right, left, right) < near &&
      gapBetween(last.bottom, last.top, bottom, top) < 0.3 * near
    )
      rects[rects.length - 1] = unite(last, { left, bottom, right, top });
    else rects.push({ left, bottom, right, top });
  }
  return rects;
}

/** Extends a rectangle on every side. */
export function growRect({ left, bottom, right, top }: Rect, by: number): Rect {
  return { left: left - by, bottom: bottom - by, right: right + by, top: top + by };
}

export function intersects(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;
}

/** Returns whether `inner` lies within `outer`. */
export function within(inner: Rect, outer: Rect): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.bottom >= outer.bottom &&
    inner.top <= outer.top
  );
}

/** Returns the middle of a rectangle: it overlaps what is drawn there, but not its neighbours. */
export function computeCore({ left, bottom, right, top }: Rect): Rect {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const [wide, high] = [Math.max(0.2, (right - left) / 4), Math.max(0.2, (top - bottom) / 4)];
  return { left: x - wide, bottom: y - high, right: x + wide, top: y + high };
}

function unite(a: Rect, b: Rect): Rect {
  return {
    left: Math.min(a.left, b.left),
    bottom: Math.min(a.bottom, b.bottom),
    right: Math.max(a.right, b.right),
    top: Math.max(a.top, b.top),
  };
}

function gapBetween(a: number, b: number, c: number, d: number): number {
  return Math.max(0, c - b, a - d);
}
