/** A page holds a second of 20 ms packets. */
const packetsPerPage = 50;
/** Maximum number of packet sizes on a page, each of up to 255 bytes. */
const segmentsMax = 255;
const segmentBytes = 255;
/** Distinguishes streams in one file. There is only one, and a random number would change the bytes. */
const serial = 1;
const firstPage = 2;
const lastPage = 4;

/** Writes packets as pages of an Ogg file, https://www.rfc-editor.org/rfc/rfc3533#section-6 */
export class OggPages {
  #packets: Uint8Array[] = [];
  #granule = 0;
  #sequence = 0;

  /** Adds a packet that ends at a granule position. Returns a page if one is complete, or nothing. */
  add(packet: Uint8Array, granule: number): Uint8Array {
    const sizes = [...this.#packets, packet].map(countSegments);
    const isFull =
      this.#packets.length >= packetsPerPage ||
      sizes.reduce((sum, size) => sum + size, 0) > segmentsMax;
    const page = isFull
      ? this.writePage(this.#packets, { granule: this.#granule })
      : new Uint8Array(0);
    if (isFull) this.#packets = [];
    this.#packets.push(packet);
    this.#granule = granule;
    return page;
  }

  /** Returns the last page, which ends at a granule position. */
  finish(granule: number): Uint8Array {
    return this.writePage(this.#packets, { granule, isLast: true });
  }

  writePage(
    packets: readonly Uint8Array[],
    {
      granule,
      isFirst = false,
      isLast = false,
    }: { granule: number; isFirst?: boolean; isLast?: boolean },
  ): Uint8Array {
    const segments = packets.flatMap((packet) => [
      ...Array<number>(countSegments(packet) - 1).fill(segmentBytes),
      packet.length % segmentBytes,
    ]);
    const head = Buffer.alloc(27);
    head.write("OggS", 0, "latin1");
    head.writeUInt8((isFirst ? firstPage : 0) | (isLast ? lastPage : 0), 5);
    head.writeBigUInt64LE(BigInt(Math.round(granule)), 6);
    head.writeUInt32LE(serial, 14);
    head.writeUInt32LE(this.#sequence++, 18);
    head.writeUInt8(segments.length, 26);
    const page = Buffer.concat([head, Buffer.from(segments), ...packets]);
    page.writeUInt32LE(computeChecksum(page), 22);
    return page;
  }
}

function countSegments(packet: Uint8Array): number {
  return Math.floor(packet.length / segmentBytes) + 1;
}

/** Steps of the CRC with the polynomial 0x04c11db7, most significant bit first. */
const steps = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value >>> 0;
});

function computeChecksum(page: Uint8Array): number {
  let value = 0;
  for (const byte of page) value = ((value << 8) ^ (steps[(value >>> 24) ^ byte] ?? 0)) >>> 0;
  return value;
}
