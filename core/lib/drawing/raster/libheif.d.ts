/** The part of libheif that the reader uses. The package has no type declarations for its bundle. */
declare module "libheif-js/libheif-wasm/libheif-bundle.mjs" {
  interface Channel {
    width: number;
    height: number;
    /** Bytes per row. */
    stride: number;
    data: Uint8Array;
  }
  /** A decoded image, or the error of a damaged one. */
  type Decoded = { channels?: Channel[] };
  /** Functions return an object with a `code` if they fail. */
  interface Heif {
    heif_context_alloc(): object;
    heif_context_read_from_memory(context: object, bytes: Uint8Array): unknown;
    heif_js_context_get_primary_image_handle(context: object): { code?: unknown };
    heif_image_handle_get_width(handle: object): number;
    heif_image_handle_get_height(handle: object): number;
    heif_colorspace: { heif_colorspace_RGB: unknown };
    heif_chroma: { heif_chroma_interleaved_RGBA: unknown };
    heif_js_decode_image2(
      handle: object,
      colorspace: unknown,
      chroma: unknown,
    ): Decoded | undefined | Promise<Decoded | undefined>;
  }
  export default function load(): Heif;
}
