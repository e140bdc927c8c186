import type { RawImage } from "./raw-image.ts";

/** The brands of HEIC files: still images and sequences of them, coded with HEVC. */
const brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"];

/** Returns whether a file is HEIC, the format of iPhone photos. Sharp's build can't decode it. */
export function isHeic(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(4, 12)).toString("latin1");
  return head.startsWith("ftyp") && brands.includes(head.slice(4));
}

/** Parses the header of a HEIC file. Throws if it has no image. */
export async function parseHeic(bytes: Uint8Array): Promise<RawImage> {
  const { default: load } = await import("libheif-js/libheif-wasm/libheif-bundle.mjs");
  const heif = load();
  const context = heif.heif_context_alloc();
  heif.heif_context_read_from_memory(context, bytes);
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  if (!handle || handle.code !== undefined) throw new Error("HEIF: no image was found");
  const width = heif.heif_image_handle_get_width(handle);
  const height = heif.heif_image_handle_get_height(handle);
  return {
    width,
    height,
    channels: 4,
    async decode() {
      const decoded = await heif.heif_js_decode_image2(
        handle,
        heif.heif_colorspace.heif_colorspace_RGB,
        heif.heif_chroma.heif_chroma_interleaved_RGBA,
      );
      const [pixels] = decoded?.channels ?? [];
      if (pixels?.width !== width || pixels.height !== height)
        throw new Error("HEIF: the image cannot be decoded");
      const { data, stride } = pixels;
      const rows = new Uint8Array(4 * width * height);
      for (let y = 0; y < height; y++)
        rows.set(data.subarray(y * stride, y * stride + 4 * width), y * 4 * width);
      return rows;
    },
  };
}
