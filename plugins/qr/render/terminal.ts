import { type CodePicture, eyeHole, nothing } from "./picture.ts";

/**
 * Renders a code for a terminal, with two vertically adjacent modules per character. Light modules are drawn, because
 * most terminals are light on dark.
 */
export function renderTerminal({
  matrix: { size },
  places,
  design: { margin },
}: CodePicture): string {
  const isLight = (row: number, column: number) =>
    row < 0 ||
    column < 0 ||
    row >= size ||
    column >= size ||
    places[row * size + column] === nothing ||
    places[row * size + column] === eyeHole;
  const lines: string[] = [];
  for (let row = -margin; row < size + margin; row += 2) {
    let line = "";
    for (let column = -margin; column < size + margin; column++) {
      const [upper, lower] = [isLight(row, column), isLight(row + 1, column)];
      line += upper ? (lower ? "█" : "▀") : lower ? "▄" : " ";
    }
    lines.push(line);
  }
  return `${lines.join("\n")}\n`;
}
