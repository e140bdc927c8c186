import { body } from "../body.ts";
import type { Box } from "../canvas.ts";
import type { Card } from "../card.ts";
import { ground } from "../ground.ts";
import { inset, place } from "../layout.ts";
import { brand, byline, ends, shadow, tags } from "../pieces.ts";
import { textPiece } from "../text.ts";

/** A window of an editor, with the title as its code and the description as its comment. */
export function code(card: Card): void {
  const { canvas, palette, box, safe, unit: u, content, shape } = card;
  ground(card, shining);
  const window: Box = inset(safe, Math.min(box.x - safe.x, box.y - safe.y) * 0.86);
  const rx = 24 * u;
  shadow(card, window, rx);
  const fill = palette.isDark ? "#0d111b" : "#ffffff";
  canvas.rect(window, { rx, fill });
  canvas.rect({ ...window, height: 62 * u }, { rx, fill: palette.ink, "fill-opacity": 0.06 });
  for (const [index, color] of ["#ff5f57", "#febc2e", "#28c840"].entries())
    canvas.circle(window.x + (34 + index * 28) * u, window.y + 31 * u, { r: 8.5 * u, fill: color });
  const file = content.eyebrow ?? content.site_name;
  if (file) {
    const name = textPiece(canvas, file, {
      size: 20 * u,
      family: "mono",
      fill: palette.soft,
      width: window.width * 0.6,
    });
    name.draw(window.x + (window.width - name.width) / 2, window.y + 31 * u - name.height / 2);
  }
  const gutter = shape === "wide" ? 62 * u : 0;
  const room = inset({ ...window, y: window.y + 50 * u, height: window.height - 50 * u }, 44 * u);
  const inner = { ...room, x: room.x + gutter, width: room.width - gutter };
  if (gutter > 0) numbers(card, room);
  const without = {
    ...card,
    box: inner,
    content: {
      ...content,
      eyebrow: undefined,
      description: content.description && `// ${content.description}`,
    },
  };
  place(card, {
    box: inner,
    foot: ends(
      byline(without, { width: inner.width * 0.6 }) ?? brand(without),
      tags(without, { width: inner.width * 0.5, mono: true, sign: "#" }),
      inner.width,
    ),
    middle: (height) =>
      body(without, {
        width: inner.width,
        height,
        title: 56,
        description: 26,
        family: "mono",
      }),
    at: shape === "wide" ? 0.4 : 0.3,
  });
}

function shining({ canvas, palette }: Card): void {
  const whole = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  canvas.rect(whole, { fill: canvas.gradient(palette.panel, 140) });
  const r = canvas.width * 0.6;
  canvas.circle(canvas.width * 0.1, 0, { r, fill: canvas.glow("#ffffff", 0.3) });
}

/** The numbers of lines, down the edge of the window. */
function numbers({ canvas, palette, unit: u }: Card, { x, y, height }: Box): void {
  const line = 40 * u;
  const count = Math.floor((height - 90 * u) / line);
  for (let index = 0; index < count; index++) {
    const style = {
      size: 20 * u,
      family: "mono",
      fill: palette.soft,
      width: 34 * u,
      align: "end",
    } as const;
    textPiece(canvas, String(index + 1), style).draw(x - 14 * u, y + index * line);
  }
}
