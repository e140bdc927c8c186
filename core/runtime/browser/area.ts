import type { Shot } from "../../contract/browser-door.ts";
import { HubError } from "../../contract/errors.ts";
import type { Box, World } from "./world.ts";

/** A part of a page, as large as a picture may be. */
export interface Clip extends Box {
  /** How much smaller a phone shows a page that was not made for one. */
  zoom: number;
  truncated: boolean;
}

/** The largest picture: 60 megapixels, and a page of 20,000 pixels. */
const pixelsMax = 60_000_000;
export const heightMax = 20_000;
const widthMax = 8192;

/** Measures what is to be in the picture. Throws `selector_not_found`. */
export async function clipOf(shot: Shot, world: World): Promise<Clip> {
  const { viewport } = shot;
  const page = await world.run("pageSize");
  const wanted = await boxOf(shot, { page, world });
  const x = Math.max(0, Math.floor(wanted.x));
  const y = Math.max(0, Math.floor(wanted.y));
  const width = Math.max(1, Math.min(Math.ceil(wanted.x + wanted.width) - x, widthMax));
  const height = Math.max(1, Math.ceil(wanted.y + wanted.height) - y);
  const zoom = viewport.mobile ? Math.min(1, viewport.width / page.width) : 1;
  const scale = viewport.scale * zoom;
  const highest = Math.min(
    Math.floor(heightMax / scale),
    Math.floor(pixelsMax / (width * scale ** 2)),
  );
  return { x, y, width, height: Math.min(height, highest), zoom, truncated: height > highest };
}

async function boxOf(
  { area, viewport }: Shot,
  { page, world }: { page: { width: number; height: number }; world: World },
): Promise<Box> {
  if (area === "viewport") return { x: 0, y: 0, width: viewport.width, height: viewport.height };
  if (area !== "page") return "selector" in area ? elementBox(area.selector, world) : area;
  const width = viewport.mobile ? Math.max(page.width, viewport.width) : viewport.width;
  return { x: 0, y: 0, width, height: page.height };
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
