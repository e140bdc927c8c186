import type { Shot } from "../doors/browser-door.ts";
import { HubError } from "../errors.ts";
import type { Box, World } from "./world.ts";

/** A part of a page, as large as a picture may be. */
export interface Clip extends Box {
  truncated: boolean;
}

/** The largest picture: 60 megapixels, and a page of 20,000 pixels. */
const pixelsMax = 60_000_000;
export const heightMax = 20_000;

/** Measures what is to be in the picture. Throws `selector_not_found`. */
export async function clipOf(shot: Shot, world: World): Promise<Clip> {
  const { area, viewport } = shot;
  const wanted =
    area === "viewport"
      ? { x: 0, y: 0, width: viewport.width, height: viewport.height }
      : area === "page"
        ? await { x: 0, y: 0, width: viewport.width, height: await world.run("pageHeight") }
        : "selector" in area
          ? await elementBox(area.selector, world)
          : area;
  const x = Math.max(0, Math.floor(wanted.x));
  const y = Math.max(0, Math.floor(wanted.y));
  const width = Math.max(1, Math.min(Math.ceil(wanted.x + wanted.width) - x, 8192));
  const height = Math.max(1, Math.ceil(wanted.y + wanted.height) - y);
  const highest = Math.min(
    Math.floor(heightMax / viewport.scale),
    Math.floor(pixelsMax / (width * viewport.scale ** 2)),
  );
  return { x, y, width, height: Math.min(height, highest), truncated: height > highest };
}

async function elementBox(selector: string, world: World) {
  const box = await world.run("boxOf", selector);
  if (box === "invalid")
    throw new HubError("invalid_input", `Cannot read "${selector}" as a CSS selector`);
  if (!box) throw notFound(selector);
  return box;
}

/** The failure of a shot whose element is not there, or not to be seen. */
export function notFound(selector: string): HubError {
  return new HubError("selector_not_found", `Cannot see an element "${selector}" in the page`);
}
