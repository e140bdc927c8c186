import { hex } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A volcano with lava and a plume of smoke. */
export const volcano: Subject = {
  ...{ size: 0.42, wide: 1.9, place: "far", several: 2 },
  draw(pen) {
    const rock = pen.color(hex("5d5056"));
    const puff = (x: number, y: number, r: number) =>
      pen.oval(x, y, [r, r * 0.8], hex("7d757c"), { outline: false, opacity: 0.85 });
    const lava = (d: string, width: number) => pen.line(d, hex("ff7a2a"), width, { glows: true });
    return [
      pen.glow(0, -92, 46, hex("ff7a2a")),
      ...[
        [26, -150, 17],
        [10, -143, 16],
        [18, -128, 14],
        [2, -120, 12],
        [8, -108, 10],
        [-2, -102, 8],
      ].map(([x, y, r]) => puff(x!, y!, r!)),
      pen.path(
        "M-96 3C-60-8-40-50-17-89Q-10-84-4-88Q4-82 10-87Q14-86 17-89C40-50 60-8 96 3Z",
        rock,
        { form: "side" },
      ),
      pen.path("M-17-89Q-10-84-4-88Q4-82 10-87Q14-86 17-89Q0-95-17-89Z", hex("ffb02e"), {
        glows: true,
      }),
      ...[14, 9, 5].map((width) =>
        pen.line(
          "M-4-86Q-7-66-14-56Q-20-40-18-26M8-85Q10-60 18-48Q22-34 32-20",
          hex("ff5a1f"),
          width,
          { glows: true, opacity: 0.16 },
        ),
      ),
      lava("M-4-86Q-7-66-14-56Q-20-40-18-26", 4.4),
      lava("M8-85Q10-60 18-48Q22-34 32-20", 3.4),
      lava("M-4-80Q-1-60 2-44", 2.6),
      pen.line("M-40-40Q-34-20-44-4M38-44Q36-24 50-6M-8-30Q-2-14-8 0", hex("3f363c"), 2, {
        opacity: 0.5,
      }),
    ];
  },
};
