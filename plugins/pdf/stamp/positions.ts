/** Where on a page something may stand: the nine names. */
export const positions = [
  "top-left",
  "top-center",
  "top-right",
  "middle-left",
  "center",
  "middle-right",
  "bottom-left",
  "bottom-center",
  "bottom-right",
] as const;

export type Position = (typeof positions)[number];

/** A width and a height. */
export interface Size {
  width: number;
  height: number;
}

/** Where the lower left corner of a box comes to lie, measured from that of the page as it is seen. */
export function cornerOf(
  position: Position,
  { page, box, margin }: { page: Size; box: Size; margin: number },
): { x: number; y: number } {
  const { vertical, horizontal } = sidesOf(position);
  return {
    x: between(page.width - box.width, margin, { left: 0, center: 0.5, right: 1 }[horizontal]),
    y: between(page.height - box.height, margin, { bottom: 0, middle: 0.5, top: 1 }[vertical]),
  };
}

/** The same position on the other side of the spine. */
export function mirror(position: Position): Position {
  if (position.endsWith("left")) return position.replace("left", "right") as Position;
  return position.replace("right", "left") as Position;
}

function sidesOf(position: Position) {
  const [vertical, horizontal] = position === "center" ? ["middle", "center"] : position.split("-");
  return {
    vertical: vertical as "top" | "middle" | "bottom",
    horizontal: horizontal as "left" | "center" | "right",
  };
}

function between(room: number, margin: number, share: number): number {
  return margin + (room - 2 * margin) * share;
}
