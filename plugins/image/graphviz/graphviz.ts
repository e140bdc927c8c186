import { instance, type Viz } from "@viz-js/viz";
import { reply } from "hub";
import {
  encodeImage,
  type Family,
  layoutText,
  outlines,
  rasterise,
  sanitiseSvg,
} from "hub/drawing";
import { mediaTypes } from "../formats.ts";
import image from "../plugin.ts";
import type { GraphRequest } from "./request.ts";

/** Pixels per point, the unit of Graphviz. */
const pointPixels = 96 / 72;

/** The width of Helvetica, with which Graphviz measures, relative to the hub's font. */
const fontShare = 0.94;

let engine: Promise<Viz> | undefined;

/** Draws a graph with Graphviz. `at` is the location of the graph. */
export async function answerGraph({ graph, layout, format, ...size }: GraphRequest, at: string) {
  const drawn = await drawGraph(graph, size.engine ?? layout, at);
  const svg = setSize(drawn, size);
  if (format === "svg")
    return reply(svg, {
      type: mediaTypes.svg,
      headers: {
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        "cross-origin-resource-policy": "cross-origin",
      },
    });
  const pixels = await rasterise(await outlineTexts(svg));
  return reply(await encodeImage(pixels, { format: "png" }), {
    type: mediaTypes.png,
    headers: { "cross-origin-resource-policy": "cross-origin" },
  });
}

/** Returns the SVG of a graph, without its links. Throws `invalid_input` if it isn't a graph. */
async function drawGraph(graph: string, layout: string, at: string): Promise<string> {
  engine ??= instance();
  const viz = await engine;
  const fontname = { fontname: "Helvetica" };
  const look = { graphAttributes: fontname, nodeAttributes: fontname, edgeAttributes: fontname };
  let result: ReturnType<Viz["render"]>;
  try {
    result = viz.render(graph, { format: "svg", engine: layout, ...look });
  } catch (cause) {
    // The memory of the engine is in an unknown state.
    engine = undefined;
    throw image.error("invalid_input", `${at} cannot be laid out`, { at, cause });
  }
  // A label that it cannot read is an error, although there is a picture.
  const fault = result.errors.find(({ level }) => level === "error");
  if (result.status === "failure" || fault) {
    const [, line] = /line (\d+)/.exec(fault?.message ?? "") ?? [];
    const place = line === undefined ? "" : `: it has an error in line ${line}`;
    throw image.error("invalid_input", `${at} must be one graph in the DOT language${place}`, {
      at,
    });
  }
  // A link would lose its content, because it isn't a drawing.
  const unlinked = result.output.replace(/<\/?a\b[^>]*>/g, "");
  try {
    return sanitiseSvg(unlinked.slice(unlinked.indexOf("<svg")));
  } catch (cause) {
    const problem = "has too many nodes and edges for a picture";
    throw image.error("invalid_input", `${at} ${problem}`, { at, cause });
  }
}

/** Returns an SVG with the wanted size in pixels. The graph is centred in it. */
function setSize(svg: string, wanted: Pick<GraphRequest, "width" | "height">): string {
  const [, wide = "0", high = "0"] = /\bwidth="([\d.]+)pt" height="([\d.]+)pt"/.exec(svg) ?? [];
  const [across, down] = [Number(wide) * pointPixels, Number(high) * pointPixels];
  const { width = ((wanted.height ?? down) * across) / down } = wanted;
  const { height = (width * down) / across } = wanted;
  const [columns, rows] = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
  if (!(columns * rows <= image.limits.pixelsMax))
    throw image.error(
      "image_too_large",
      `A graph must have at most ${image.limits.pixelsMax} pixels: it has ${columns} × ${rows}`,
    );
  return svg.replace(/\bwidth="[\d.]+pt" height="[\d.]+pt"/, `width="${columns}" height="${rows}"`);
}

/** Replaces the texts of Graphviz by outlines, because the renderer has no fonts. */
async function outlineTexts(svg: string): Promise<string> {
  const parts: string[] = [];
  let end = 0;
  for (const match of svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)) {
    const [all, attributes = "", content = ""] = match;
    const read = (name: string, initial = "") =>
      new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? initial;
    const layout = await layoutText(unescapeXml(content), {
      size: Number(read("font-size", "14")) * fontShare,
      family: chooseFamily(read("font-family")),
      weight: read("font-weight") === "bold" ? 700 : 400,
    });
    const anchor = { middle: 0.5, end: 1 }[read("text-anchor")] ?? 0;
    const outlined = outlines(layout, {
      x: Number(read("x", "0")) - layout.width * anchor,
      y: Number(read("y", "0")) - (layout.lines[0]?.baseline ?? 0),
      fill: read("fill", "black"),
    });
    parts.push(svg.slice(end, match.index), String(outlined));
    end = match.index + all.length;
  }
  return parts.join("") + svg.slice(end);
}

function unescapeXml(text: string): string {
  const characters: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return text.replace(/&(?:#(\d+)|(\w+));/g, (all, code: string | undefined, name: string) =>
    code === undefined ? (characters[name] ?? all) : String.fromCodePoint(Number(code)),
  );
}

function chooseFamily(names: string): Family {
  const lower = names.toLowerCase();
  if (/mono|courier|consol/.test(lower)) return "mono";
  return lower.includes("serif") && !lower.includes("sans") ? "serif" : "sans";
}
