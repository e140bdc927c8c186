import type { PageBox } from "../preflight/page-tree.ts";
import type { Matrix } from "./matrix.ts";

/** A page as it is seen: how large, and how its points map to those of its content. */
export interface PageView {
  /** In points, after the turn by /Rotate. */
  width: number;
  height: number;
  /** From points right and up of the seen lower left corner to the page's own. */
  toUser: Matrix;
}

/** How a page is seen. What is drawn through `toUser` stands upright, whatever its box and turn are. */
export function viewOf({ crop, rotation }: Pick<PageBox, "crop" | "rotation">): PageView {
  const [left, bottom, right, top] = crop;
  const [wide, high] = [right - left, top - bottom];
  switch (rotation) {
    case 90:
      return { width: high, height: wide, toUser: [0, 1, -1, 0, right, bottom] };
    case 180:
      return { width: wide, height: high, toUser: [-1, 0, 0, -1, right, top] };
    case 270:
      return { width: high, height: wide, toUser: [0, -1, 1, 0, left, top] };
    default:
      return { width: wide, height: high, toUser: [1, 0, 0, 1, left, bottom] };
  }
}
