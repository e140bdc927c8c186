/** The package has types for its main file only. */
declare module "@evan/opus/wasm/index.mjs" {
  export class Encoder {
    constructor(options: {
      channels: 1 | 2;
      sample_rate: 8000 | 12_000 | 16_000 | 24_000 | 48_000;
      application: "voip" | "audio" | "restricted_lowdelay";
    });
    /** Gets a setting, or sets it. */
    ctl(command: number, value?: number): number;
    encode(samples: Int16Array): Uint8Array;
    /** Frees its memory. */
    drop(): void;
  }
}
