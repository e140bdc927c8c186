import type { Doors } from "../doors.ts";
import { type ImageSize, readImageSize } from "./image-size.ts";

/** The size is in the first kilobytes, unless a JPEG has a large preview in front of it. */
const headBytesMax = 131_072;
const timeoutMsMax = 3000;
const redirectsMax = 3;

/** Reads the sizes of images from their hosts, all at once. Images that can't be read are left out. */
export async function measureImages(
  urls: readonly string[],
  { net, timeoutMs }: Pick<Doors, "net"> & { timeoutMs: number },
): Promise<ReadonlyMap<string, ImageSize>> {
  if (timeoutMs <= 0) return new Map();
  const measured = await Promise.all(
    [...new Set(urls)].map(async (url): Promise<[string, ImageSize][]> => {
      const size = await measureImage(url, { net, timeoutMs: Math.min(timeoutMs, timeoutMsMax) });
      return size ? [[url, size]] : [];
    }),
  );
  return new Map(measured.flat());
}

async function measureImage(
  url: string,
  { net, timeoutMs }: Pick<Doors, "net"> & { timeoutMs: number },
): Promise<ImageSize | undefined> {
  try {
    const response = await net(url, {
      headers: { accept: "image/*" },
      timeoutMs,
      redirectsMax,
      bodyBytesMax: headBytesMax,
      tooLarge: "cut",
      lenient: true,
    });
    return response.ok ? readImageSize(await response.bytes()) : undefined;
  } catch {
    // A missing image doesn't make the page unreadable.
    return undefined;
  }
}
