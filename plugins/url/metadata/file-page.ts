import { Page } from "./page.ts";
import type { Scanned } from "./scan.ts";

/** Kinds of files with a preview, by the start of their media type. */
const kinds = [
  ["image/", "image"],
  ["video/", "video"],
  ["audio/", "audio"],
  ["application/pdf", "pdf"],
] as const;

/** Describes an image, a video, a sound or a PDF as a page. Returns undefined for other files. */
export function createFilePage(type: string | undefined, address: URL): Page | undefined {
  const kind = kinds.find(([start]) => type?.startsWith(start))?.[1];
  if (!kind) return undefined;
  const scanned: Scanned = {
    title: getFileName(address),
    metas: [{ name: "og:type", content: kind }],
    images: kind === "image" ? [{ src: address.href }] : [],
    ...{ language: undefined, base: undefined, heading: undefined, refresh: undefined },
    ...{ links: [], jsonLd: [], content: { authors: [] } },
  };
  return new Page(scanned, address);
}

function getFileName({ pathname, hostname }: URL): string {
  const name = pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name) || hostname;
  } catch {
    return name;
  }
}
