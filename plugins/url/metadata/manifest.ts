import type { Doors } from "../doors.ts";

/** An icon of a web app's manifest. */
interface ManifestIcon {
  url: string;
  rel: "manifest";
  type: string | null;
  sizes: string | null;
}

const bytesMax = 131_072;
const timeoutMsMax = 3000;
const iconsMax = 10;

/** Reads the icons of a manifest (https://www.w3.org/TR/appmanifest/#icons-member). Returns none if it can't be read. */
export async function readManifestIcons(
  url: string,
  { net, timeoutMs }: Pick<Doors, "net"> & { timeoutMs: number },
): Promise<ManifestIcon[]> {
  if (timeoutMs <= 0) return [];
  try {
    const response = await net(url, {
      headers: { accept: "application/manifest+json,application/json" },
      timeoutMs: Math.min(timeoutMs, timeoutMsMax),
      redirectsMax: 3,
      bodyBytesMax: bytesMax,
    });
    const manifest: unknown = response.ok ? await response.json() : undefined;
    return listEntries(manifest).flatMap(({ src, type, sizes, purpose }) => {
      const icon = typeof src === "string" ? URL.parse(src, url) : null;
      // Such icons have one colour.
      if (!icon?.protocol.startsWith("http") || purpose === "monochrome") return [];
      const text = (value: unknown) => (typeof value === "string" ? value : null);
      return [{ url: icon.href, rel: "manifest", type: text(type), sizes: text(sizes) }];
    });
  } catch {
    // A missing manifest doesn't make the page unreadable.
    return [];
  }
}

function listEntries(manifest: unknown): Record<string, unknown>[] {
  if (typeof manifest !== "object" || manifest === null || !("icons" in manifest)) return [];
  const { icons } = manifest;
  if (!Array.isArray(icons)) return [];
  return icons.slice(0, iconsMax).filter((icon) => typeof icon === "object" && icon !== null);
}
