import { hex } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** Flames over crossed logs, which light what is around. */
export const campfire: Subject = {
  ...{ size: 0.17, wide: 0.9, place: "near", several: 2 },
  draw(pen) {
    const flame = (d: string, color: string) =>
      pen.path(d, hex(color), { glows: true, outline: false });
    return [
      pen.glow(0, -30, 150, hex("ff9a3c")),
      pen.line("M-40 2L34-14M40 2L-34-14M-20 4L14-16", hex("6b4630"), 10),
      flame(
        "M-28-6C-36-36-14-46-16-72C-2-62 0-48 4-98C22-70 14-58 22-46C34-34 32-14 26-6Q0 4-28-6Z",
        "f0622a",
      ),
      flame("M-18-6C-24-28-8-36-8-54C2-44 4-34 8-66C18-46 24-26 17-6Q0 2-18-6Z", "fb9d2e"),
      flame("M-9-6C-12-20-2-26 1-40C8-28 13-18 9-6Q0 0-9-6Z", "ffe27a"),
      ...[-44, -26, -6, 14, 34].map((x, at) =>
        pen.oval(x + 4, 6 + (at % 2) * 3, [11, 7], hex("7d7a80")),
      ),
    ];
  },
};
