import { visualRuns } from "./bidi.ts";
import { mergeRuns, splitClusters, type TextOptions } from "./runs.ts";
import { type Run, setRun } from "./shape.ts";
import { type ClusterLine, measureLine, type Setting, shorten, wrapLine } from "./wrap.ts";

export interface LayoutOptions extends TextOptions {
  /** The font size in pixels. */
  size: number;
  /** The maximum line width. Default: unlimited. */
  width?: number;
  /** The maximum number of lines. Default: unlimited. */
  lines?: number;
  /** The alignment. For a right-to-left paragraph the start is the right side. */
  align?: "start" | "center" | "end";
  /** The line height in ems. */
  lineHeight?: number;
  /** Whether truncated text ends with "…". */
  ellipsis?: boolean;
  /** Whether Chinese and Japanese lines only break between words, for titles. */
  keepsWords?: boolean;
  /** Additional pixels after every glyph. */
  letterSpacing?: number;
}

export interface LaidLine {
  runs: Run[];
  width: number;
  text: string;
  /** The baseline, relative to the top of the layout. */
  baseline: number;
}

/** A text with positioned glyphs. */
export interface Layout {
  lines: LaidLine[];
  size: number;
  width: number;
  height: number;
  /** Characters that no font contains. */
  missing: string[];
  /** Whether the text was truncated. */
  cut: boolean;
}

/** Half the height of a capital letter in ems, to centre capitals vertically in their line. */
const halfCapital = 0.36;

/** Lays out a text: selects fonts, resolves directions, breaks lines and positions glyphs. */
export async function layoutText(text: string, options: LayoutOptions): Promise<Layout> {
  return layoutTextNow(text, options);
}

/** The synchronous form of `layoutText`. */
export function layoutTextNow(text: string, options: LayoutOptions): Layout {
  const { size, lineHeight = 1.25, align = "start", letterSpacing = 0 } = options;
  const setting = { size, letterSpacing };
  const { paragraphs, missing, cut } = breakLines(text, options, setting);
  const measured = paragraphs.map((paragraph) => ({
    ...paragraph,
    own: measureLine(paragraph.line, setting),
  }));
  const width = measured.reduce((most, { own }) => Math.max(most, own), 0);
  const { width: widthMax = width } = options;
  const room = Number.isFinite(widthMax) ? widthMax : width;
  const lines = measured.map(({ line, base, own }, index) => ({
    runs: positionLine(line, { ...setting, x: getLineStart(room - own, { align, base }) }),
    width: own,
    text: line.map((cluster) => cluster.text).join(""),
    baseline: size * (lineHeight * (index + 0.5) + halfCapital),
  }));
  return { lines, size, width, height: lines.length * size * lineHeight, missing, cut };
}

/** Returns the width of a text on one line. */
export function measure(
  text: string,
  { size, letterSpacing = 0, ...options }: TextOptions & { size: number; letterSpacing?: number },
): number {
  return measureLine(splitClusters(text, options).clusters, { size, letterSpacing });
}

function breakLines(text: string, options: LayoutOptions, setting: Setting) {
  const { width = Number.POSITIVE_INFINITY, lines: linesMax = Number.POSITIVE_INFINITY } = options;
  const { keepsWords = false } = options;
  const missing = new Set<string>();
  const paragraphs: { line: ClusterLine; base: number }[] = [];
  let cut = false;
  for (const paragraph of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const { clusters, base } = splitClusters(paragraph, options);
    for (const cluster of clusters) if (cluster.missing) missing.add(cluster.text);
    if (cut) continue;
    for (const line of wrapLine(clusters, { ...setting, width, keepsWords })) {
      cut = paragraphs.length >= linesMax;
      if (cut) break;
      paragraphs.push({ line, base });
    }
  }
  const last = paragraphs.at(-1);
  if (cut && last && options.ellipsis !== false) {
    const dots = splitClusters("…", options).clusters.map((dot) => ({ ...dot, level: last.base }));
    last.line = shorten(last.line, { ...setting, width, ellipsis: dots });
  }
  return { paragraphs, missing: [...missing], cut };
}

function getLineStart(
  spare: number,
  { align, base }: { align: "start" | "center" | "end"; base: number },
): number {
  if (align === "center") return spare / 2;
  return (align === "end") === (base % 2 === 0) ? spare : 0;
}

function positionLine(line: ClusterLine, { x, ...setting }: Setting & { x: number }): Run[] {
  let at = x;
  return visualRuns(mergeRuns(line)).map((run) => {
    const set = setRun(run, { ...setting, x: at });
    at += set.width;
    return set;
  });
}
