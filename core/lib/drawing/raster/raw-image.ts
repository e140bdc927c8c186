/** An image that sharp can't decode, by its header. */
export interface RawImage {
  width: number;
  height: number;
  channels: 3 | 4;
  /** Decodes the pixels to red, green, blue and, with four channels, opacity. Throws if the file is damaged. */
  decode(): Uint8Array | Promise<Uint8Array>;
}
