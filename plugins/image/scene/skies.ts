import type { Time } from "./parse/reading.ts";
import { hex, type Rgb } from "./rgb.ts";

/** What a time of day does to all colours. */
export interface Sky {
  /** From straight above down to the horizon. */
  stops: readonly Rgb[];
  /** The disc of the sun or the moon, and what shines around it. */
  disc: Rgb;
  glow: Rgb;
  /** By what the light multiplies colours, and by what the shade does. */
  light: Rgb;
  shade: Rgb;
  /** How high the sun stands: 0 at the horizon, 1 at the top. */
  height: number;
}

function sky(
  stops: string,
  [disc, glow]: readonly [string, string],
  { light, shade, height }: Pick<Sky, "light" | "shade" | "height">,
): Sky {
  return {
    stops: stops.split(" ").map(hex),
    disc: hex(disc),
    glow: hex(glow),
    light,
    shade,
    height,
  };
}

/** The sky of each time of day. */
export const skies: Readonly<Record<Time, Sky>> = {
  dawn: sky("34477f 7d78ad d99db0 ffcfa0", ["fff0d2", "ffb488"], {
    light: [1, 0.84, 0.78],
    shade: [0.44, 0.42, 0.58],
    height: 0.12,
  }),
  morning: sky("4a86cf 84b4e4 bcd6ea fbe6c8", ["fffbe6", "ffe2a8"], {
    light: [1.05, 0.98, 0.86],
    shade: [0.52, 0.56, 0.68],
    height: 0.45,
  }),
  day: sky("2868bf 5393dc 93c1ec d6e8f3", ["fffdf0", "fff1c8"], {
    light: [1.06, 1.03, 0.97],
    shade: [0.5, 0.56, 0.7],
    height: 0.72,
  }),
  "golden hour": sky("4679b4 86a3bf e3bd8e ffd28a", ["fff6d8", "ffc465"], {
    light: [1.12, 0.94, 0.7],
    shade: [0.46, 0.43, 0.54],
    height: 0.24,
  }),
  sunset: sky("2a2c68 74407f d9605f ffb45e", ["fff0bf", "ff8a45"], {
    light: [1.06, 0.74, 0.56],
    shade: [0.36, 0.29, 0.42],
    height: 0.09,
  }),
  dusk: sky("131a45 343673 7d558c e58f7c", ["ffe3c4", "f08b74"], {
    light: [0.68, 0.56, 0.66],
    shade: [0.27, 0.26, 0.42],
    height: 0.03,
  }),
  night: sky("040818 0a1634 15294f 2b4a74", ["f4f2e4", "7f9fd0"], {
    light: [0.5, 0.58, 0.78],
    shade: [0.17, 0.21, 0.36],
    height: 0.72,
  }),
};
