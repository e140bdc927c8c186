import { between, type Color } from "../../color.ts";
import { direction, type Gradient } from "../../design.ts";
import { type CodePicture, eye, eyeHole } from "../picture.ts";

/** The colours of a picture's modules. */
interface Tones {
  colors: readonly Color[];
  /** Colour index of each position, row by row. */
  at: Uint8Array;
}

// A module has a single colour, so even 32 tones show no bands.
const gradientTones = 32;

/** Assigns a colour to each position. Gradients change from module to module. */
export function assignTones({ design, matrix, places }: CodePicture): Tones {
  const { gradient, fg } = design;
  const at = gradient ? computeGradient(matrix.size, gradient) : new Uint8Array(places.length);
  const colors = gradient
    ? Array.from({ length: gradientTones }, (_, tone) =>
        between(gradient.from, gradient.to, tone / (gradientTones - 1)),
      )
    : [fg];
  if (!design.eye) return { colors, at };
  for (let position = 0; position < places.length; position++)
    if (places[position] === eye || places[position] === eyeHole) at[position] = colors.length;
  return { colors: [...colors, design.eye], at };
}

function computeGradient(size: number, gradient: Gradient): Uint8Array {
  const [right, down] = direction(gradient);
  const at = new Uint8Array(size * size);
  for (let row = 0, position = 0; row < size; row++)
    for (let column = 0; column < size; column++, position++) {
      const share = 0.5 + right * ((column + 0.5) / size - 0.5) + down * ((row + 0.5) / size - 0.5);
      at[position] = Math.round(share * (gradientTones - 1));
    }
  return at;
}
