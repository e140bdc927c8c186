import { between, type Color } from "../color.ts";
import type { Gradient } from "../design.ts";
import { eye, type Picture } from "../picture.ts";

/** The colours of a picture's modules. */
interface Tones {
  colors: readonly Color[];
  /** Which of them each place has, row by row. */
  at: Uint8Array;
}

// A module has one colour, so that even 32 of them make no visible bands.
const gradientTones = 32;

/** Gives every place its colour: a gradient goes from module to module. */
export function assignTones({ design, matrix, places }: Picture): Tones {
  const { gradient, fg } = design;
  const at = gradient ? gradientAt(matrix.size, gradient) : new Uint8Array(places.length);
  const colors = gradient
    ? Array.from({ length: gradientTones }, (_, tone) =>
        between(gradient.from, gradient.to, tone / (gradientTones - 1)),
      )
    : [fg];
  if (!design.eye) return { colors, at };
  for (let place = 0; place < places.length; place++)
    if (places[place] === eye) at[place] = colors.length;
  return { colors: [...colors, design.eye], at };
}

function gradientAt(size: number, gradient: Gradient): Uint8Array {
  const [right, down] = direction(gradient);
  const at = new Uint8Array(size * size);
  for (let row = 0, place = 0; row < size; row++)
    for (let column = 0; column < size; column++, place++) {
      const share = 0.5 + right * ((column + 0.5) / size - 0.5) + down * ((row + 0.5) / size - 0.5);
      at[place] = Math.round(share * (gradientTones - 1));
    }
  return at;
}

/** How the share of the second colour grows over the whole code to the right and downwards. */
export function direction({ angle }: Gradient): readonly [right: number, down: number] {
  const radians = (angle * Math.PI) / 180;
  const [right, down] = [Math.cos(radians), Math.sin(radians)];
  const reach = Math.abs(right) + Math.abs(down);
  return [right / reach, down / reach];
}
