/** Reads numbers of a font file one after another. */
export class ByteReader {
  offset = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  uint8(): number {
    return this.#view.getUint8(this.offset++);
  }

  uint16(): number {
    this.offset += 2;
    return this.#view.getUint16(this.offset - 2);
  }

  int16(): number {
    this.offset += 2;
    return this.#view.getInt16(this.offset - 2);
  }

  uint32(): number {
    this.offset += 4;
    return this.#view.getUint32(this.offset - 4);
  }

  /** UIntBase128 of WOFF2: seven bits a byte, the first byte first. */
  base128(): number {
    let value = 0;
    for (let length = 0; length < 5; length++) {
      const byte = this.uint8();
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw new RangeError("Cannot read the font: a number in it does not end");
  }

  /** 255UInt16 of WOFF2. */
  short255(): number {
    const code = this.uint8();
    if (code === 253) return this.uint16();
    if (code === 254) return 506 + this.uint8();
    if (code === 255) return 253 + this.uint8();
    return code;
  }

  text(length: number): string {
    return Buffer.from(this.bytes(length)).toString("latin1");
  }

  bytes(length: number): Uint8Array {
    this.offset += length;
    return this.#bytes.subarray(this.offset - length, this.offset);
  }

  skip(length: number): void {
    this.offset += length;
  }
}
