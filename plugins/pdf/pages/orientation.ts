import type { PageBox } from "../preflight/page-tree.ts";

/** What pages may be chosen by, besides their numbers. */
export const orientations = ["all", "portrait", "landscape"] as const;

export type Orientation = (typeof orientations)[number];

/** Whether a page stands or lies as it is shown. A square stands. */
export function isOriented({ width, height }: PageBox, orientation: Orientation): boolean {
  if (orientation === "all") return true;
  return orientation === "landscape" ? width > height : width <= height;
}
