import type { Flow } from "./flow.ts";

/** Draws the notes and terms, which may run over pages, and the lines to sign on. */
export function drawBlocks(flow: Flow): void {
  const { content, design, palette, frame } = flow.canvas;
  const { size } = design;
  const place = { x: frame.left, width: frame.width };
  for (const { title, text } of content.blocks) {
    flow.need(size * 4.5);
    const heading = { size: size * 1.05, weight: 700, color: palette.accentInk } as const;
    flow.y += flow.canvas.page.text(title, { ...place, y: flow.y }, heading) + 3;
    const style = { size, color: palette.ink, leading: 1.45 };
    for (const line of flow.canvas.ink.set(text, { ...style, width: frame.width }).lines) {
      flow.need(size * 1.5);
      flow.y += flow.canvas.page.lines([line], { ...place, y: flow.y }, style);
    }
    flow.y += size * 1.4;
  }
  drawAcceptance(flow);
}

function drawAcceptance(flow: Flow): void {
  const { content, design, palette, frame } = flow.canvas;
  if (!content.acceptance) return;
  const { title, text, fields } = content.acceptance;
  const { size } = design;
  flow.need(size * 9.5);
  flow.y += size * 0.5;
  const { page } = flow.canvas;
  const place = { x: frame.left, width: frame.width };
  const heading = { size: size * 1.05, weight: 700, color: palette.accentInk } as const;
  flow.y += page.text(title, { ...place, y: flow.y }, heading) + 3;
  flow.y += page.text(text, { ...place, y: flow.y }, { size, color: palette.ink });
  flow.y += size * 3.2;
  const gap = 18;
  const width = (frame.width - gap * (fields.length - 1)) / fields.length;
  for (const [index, field] of fields.entries()) {
    const x = frame.left + index * (width + gap);
    page.rule({ x, y: flow.y, width }, { color: palette.muted, thickness: 0.6 });
    page.text(field, { x, y: flow.y + 3, width }, { size: size * 0.84, color: palette.muted });
  }
  flow.y += size * 2;
}
