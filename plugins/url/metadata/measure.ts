import type { Finding } from "hub";
import type { Doors } from "../doors.ts";
import { type ImageSize, readImageSize } from "./image-size.ts";

/** The size is in the first kilobytes, unless a JPEG has a large preview in front of it. */
const headBytesMax = 131_072;
const timeoutMsMax = 3000;
const redirectsMax = 3;

/** Answer of the host of an image. The size is null if it can't be read. */
export interface ImageEvidence {
  /** Whether the image exists. */
  existence: Finding;
  size: ImageSize | null;
}

/** Reads the sizes of images from their hosts, all at once. */
export async function measureImages(
  urls: readonly string[],
  { net, timeoutMs }: Pick<Doors, "net"> & { timeoutMs: number },
): Promise<ReadonlyMap<string, ImageEvidence>> {
  if (timeoutMs <= 0) return new Map();
  const measured = await Promise.all(
    [...new Set(urls)].map(
      async (url) =>
        [
          url,
          await measureImage(url, { net, timeoutMs: Math.min(timeoutMs, timeoutMsMax) }),
        ] as const,
    ),
  );
  return new Map(measured);
}

async function measureImage(
  url: string,
  { net, timeoutMs }: Pick<Doors, "net"> & { timeoutMs: number },
): Promise<ImageEvidence> {
  try {
    const response = await net(url, {
      headers: { accept: "image/*" },
      timeoutMs,
      redirectsMax,
      bodyBytesMax: headBytesMax,
      tooLarge: "cut",
      lenient: true,
    });
    const { status } = response;
    if (status === 404 || status === 410) return { existence: buildFinding(false), size: null };
    const size = response.ok ? readImageSize(await response.bytes()) : undefined;
    const type = response.headers.get("content-type") ?? "";
    const isImage = size !== undefined || (response.ok && type.startsWith("image/"));
    // Some hosts answer with a page instead.
    const existence = isImage ? buildFinding(true) : buildFinding(null, `status ${status}`);
    return { existence, size: size ?? null };
  } catch {
    // A missing image doesn't make the page unreadable.
    return { existence: buildFinding(null, "no response"), size: null };
  }
}

function buildFinding(value: boolean | null, reason?: string): Finding {
  return {
    value,
    source: "host",
    isComplete: true,
    wasAsked: value !== null,
    ageMs: 0,
    ...(reason && { reason }),
  };
}
