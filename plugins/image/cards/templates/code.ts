import { layoutTextNow, measure } from "hub/drawing";
import type { Card } from "../layout/card.ts";
import type { CardBox } from "../layout/card-drawing.ts";
import { ground } from "../layout/ground.ts";
import { type CodeToken, highlight } from "../layout/highlight.ts";
import { type CardElement, inset, positionParts } from "../layout/layout.ts";
import { brand, byline, ends, shadow, tags } from "../layout/pieces.ts";
import { textPiece } from "../layout/text.ts";

/** Draws an editor window with the title and the description as the lines of a file, and nothing else in it. */
export function code(card: Card): void {
  const { box, safe, unit: u, content, palette } = card;
  ground(card, drawGlow);
  const window: CardBox = inset(safe, Math.min(box.x - safe.x, box.y - safe.y) * 0.86);
  drawFrame(card, window);
  const inner = inset({ ...window, y: window.y + 50 * u, height: window.height - 50 * u }, 44 * u);
  const innerCard = { ...card, box: inner };
  const person = byline(innerCard, { width: inner.width * 0.7 }) ?? brand(innerCard);
  const spare = inner.width - (person ? person.width + 24 * u : 0);
  const source = [content.title, content.description].filter((part) => part !== undefined);
  const lines = highlight(readLineBreaks(source.join("\n")), {
    fileName: content.eyebrow,
    isDark: palette.isDark,
  });
  positionParts(card, {
    box: inner,
    foot: ends(person, tags(innerCard, { width: spare, mono: true, sign: "#" }), inner.width),
    middle: (height) => layOutCode(card, lines, { width: inner.width, height }),
    at: 0.4,
  });
}

/** Replaces `\\n` by a line break, except in a string: callers often escape line breaks in addresses. */
function readLineBreaks(code: string): string {
  let [text, quote] = ["", ""];
  for (let at = 0; at < code.length; at++) {
    const character = code[at] ?? "";
    const next = code[at + 1] ?? "";
    if (character === "\\" && quote !== "") {
      text += character + next;
      at++;
    } else if (character === "\\" && next === "n") {
      text += "\n";
      at++;
    } else {
      if (quote === character || character === "\n") quote = "";
      else if (quote === "" && `"'\``.includes(character)) quote = character;
      text += character;
    }
  }
  return text.replaceAll("\r", "").replaceAll("\t", "  ");
}

/** The distance of lines, in sizes. Letters of some scripts are stacked. */
const plainLineHeight = 1.5;
const stackedLineHeight = 2;
const stackingScripts = /[\p{sc=Tibt}\p{sc=Mymr}\p{sc=Khmr}\p{sc=Thai}\p{sc=Arab}\p{sc=Deva}]/u;
/** Below this size, long lines continue on the next one. */
const wrappedSize = 26;

/** Sets code in the largest size at which all of it fits. */
function layOutCode(
  { canvas, palette, content, unit: u }: Card,
  lines: readonly (readonly CodeToken[])[],
  { width, height }: { width: number; height: number },
): CardElement {
  const isStacked = lines.some((line) => line.some(({ text }) => stackingScripts.test(text)));
  const lineHeight = isStacked ? stackedLineHeight : plainLineHeight;
  const longest = Math.max(...lines.map((line) => measure(joinText(line), { ...face, size: 1 })));
  let size = 40 * u;
  let rows = lines;
  for (; size > 7 * u; size *= 0.95) {
    const isLong = longest > width / size;
    if (isLong && size > wrappedSize * u) continue;
    rows = isLong ? lines.flatMap((line) => wrapLine(line, width / size)) : lines;
    if (rows.length * size * lineHeight <= height) break;
  }
  const visible = rows.slice(0, Math.max(1, Math.floor(height / (size * lineHeight))));
  const style = { ...face, size };
  return {
    width,
    height: visible.length * size * lineHeight,
    draw(x, y) {
      if (visible.length === rows.length)
        for (const text of [content.title, content.description ?? ""]) canvas.markWhole(text);
      for (const [row, tokens] of visible.entries()) {
        let left = x;
        for (const { text, color } of tokens) {
          const own = measure(text, style);
          const indent = measure(text, style) - measure(text.trimStart(), style);
          const layout = layoutTextNow(text.trim(), { ...style, lines: 1, direction: "ltr" });
          const top = y + (row + 0.5 * (1 - 1 / lineHeight)) * size * lineHeight;
          canvas.write(layout, { x: left + indent, y: top, fill: color || palette.ink });
          left += own;
        }
      }
    },
  };
}

const face = { weight: 400, family: "mono" } as const;

function joinText(line: readonly CodeToken[]): string {
  return line.map(({ text }) => text).join("");
}

/** Breaks a line into rows of at most a width in ems. */
function wrapLine(line: readonly CodeToken[], width: number): CodeToken[][] {
  const characters = line.flatMap(({ text, color }) => [...text].map((text) => ({ text, color })));
  const options = { ...face, size: 1, width, direction: "ltr", keepsWords: true } as const;
  let at = 0;
  return layoutTextNow(joinText(line), options).lines.map(({ text }) => {
    const row = [...text].map((character) => {
      // Rows have no spaces at their ends, and no invisible characters.
      const skipped = characters.slice(at).findIndex((one) => one.text === character);
      at += Math.max(skipped, 0) + 1;
      return { text: character, color: characters[at - 1]?.color ?? "" };
    });
    return joinTokens(row);
  });
}

function joinTokens(characters: readonly CodeToken[]): CodeToken[] {
  const tokens: CodeToken[] = [];
  for (const { text, color } of characters) {
    const last = tokens.at(-1);
    if (last?.color === color) last.text += text;
    else tokens.push({ text, color });
  }
  return tokens;
}

/** Draws the window with its three buttons and the filename. */
function drawFrame(card: Card, window: CardBox): void {
  const { canvas, palette, content, unit: u } = card;
  const rx = 24 * u;
  shadow(card, window, rx);
  canvas.rect(window, { rx, fill: palette.isDark ? "#0d111b" : "#ffffff" });
  canvas.rect({ ...window, height: 62 * u }, { rx, fill: palette.ink, "fill-opacity": 0.06 });
  const middle = window.y + 31 * u;
  for (const [index, color] of ["#ff5f57", "#febc2e", "#28c840"].entries())
    canvas.circle(window.x + (34 + index * 28) * u, middle, { r: 8.5 * u, fill: color });
  const file = content.eyebrow ?? content.site_name;
  if (file === undefined) return;
  const style = { size: 20 * u, family: "mono", fill: palette.soft } as const;
  const name = textPiece(canvas, file, { ...style, width: window.width * 0.6 });
  name.draw(window.x + (window.width - name.width) / 2, middle - name.height / 2);
}

function drawGlow({ canvas, palette }: Card): void {
  const whole = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  canvas.rect(whole, { fill: canvas.gradient(palette.panel, 140) });
  const r = canvas.width * 0.6;
  canvas.circle(canvas.width * 0.1, 0, { r, fill: canvas.glow("#ffffff", 0.3) });
}
