import tts from "../plugin.ts";

/** A spoken word. Its place counts the characters of the text from 1. */
interface Heard {
  place: number;
  ms: number;
}

/** The default rate, pitch and range. */
export const usualManner = { rate: 175, pitch: 50, range: 50 };

/** An eSpeak NG instance. */
export interface Synthesizer {
  /** Samples per second. */
  rate: number;
  /** Resets it to its initial state. */
  reset(how: Manner & { secondsMax: number }): void;
  /** Synthesises SSML. The total since the reset is cut off slightly after `secondsMax`. */
  synthesiseSsml(ssml: string): { blocks: Int16Array<ArrayBuffer>[]; heard: Heard[] };
  /** Returns the phonemes of a text in IPA. When the voice switches languages, the result has their codes. */
  toPhonemes(text: string): string;
}

/** How to speak: words per minute, and eSpeak NG's scales of 0 to 99 for pitch and range. */
interface Manner {
  voice: string;
  rate: number;
  pitch: number;
  range: number;
}

interface Event {
  type: string;
  text_position: number;
  audio_position: number;
}

interface Worker {
  samplerate: number;
  set_voice(name: string, language: string, gender: number, age: number, variant: number): number;
  set_rate(rate: number): void;
  set_pitch(pitch: number): void;
  set_range(range: number): void;
  convert_to_phonemes(text: string, inIpa: boolean): { ptr: number };
  synthesize(
    text: string,
    onChunk: (block: Int16Array<ArrayBuffer>, events: Event[]) => boolean,
  ): void;
}

interface Module {
  HEAPU8: Uint8Array;
  eSpeakNGWorker: new () => Worker;
}

/** An upper bound for the SSML of the longest text, in bytes. */
const textBytesMax = 1_048_576;

let opened: Promise<Synthesizer> | undefined;

/** Returns this process's eSpeak NG, loaded at its first use. */
export function openEspeak(): Promise<Synthesizer> {
  opened ??= loadEspeak().catch((failure) => {
    opened = undefined;
    throw failure;
  });
  return opened;
}

/** Loads the package. It is optional because of its GPL-3.0 licence, and only job processes load it. */
export async function loadEspeak(
  importPackage = () => import("@echogarden/espeak-ng-emscripten"),
): Promise<Synthesizer> {
  const loaded = await importPackage().catch((cause) => {
    throw tts.error(
      "capability_unavailable",
      'Offline speech needs the package "@echogarden/espeak-ng-emscripten": install it with "bun install", or configure another engine',
      { cause },
    );
  });
  return createSynthesizer(await loaded.default({ printErr() {} }));
}

function createSynthesizer(module: Module): Synthesizer {
  const worker = runAtEpoch(() => new module.eSpeakNGWorker());
  // The bindings have a text buffer that grows if a text doesn't fit: the first call detects that, the second one
  // enlarges it. After that its address never changes.
  for (let call = 0; call < 2; call++) worker.set_voice("x".repeat(textBytesMax), "", 0, 0, 0);
  const fresh = module.HEAPU8.slice();
  let remaining = 0;
  return {
    rate: worker.samplerate,
    reset({ voice, rate, pitch, range, secondsMax }) {
      // Its noise and intonation would continue from the previous text, so that the same text never sounded the
      // same. All its state is in its memory, which is restored.
      module.HEAPU8.set(fresh);
      module.HEAPU8.fill(0, fresh.length);
      worker.set_voice(voice, "", 0, 0, 0);
      worker.set_rate(rate);
      worker.set_pitch(pitch);
      worker.set_range(range);
      remaining = secondsMax * worker.samplerate;
    },
    toPhonemes(text) {
      const { ptr } = worker.convert_to_phonemes(text, true);
      const end = module.HEAPU8.indexOf(0, ptr);
      return ptr === 0 ? "" : Buffer.from(module.HEAPU8.subarray(ptr, end)).toString();
    },
    synthesiseSsml(ssml) {
      try {
        const spoken =
          remaining < 0 ? { blocks: [], heard: [] } : synthesize(worker, { ssml, remaining });
        for (const block of spoken.blocks) remaining -= block.length;
        return spoken;
      } catch (failure) {
        // After any failure the next caller gets a new instance.
        opened = undefined;
        throw failure;
      }
    },
  };
}

/**
 * Runs a function with the clock at 0. The engine seeds its noise with its start time, which would differ in each
 * process.
 */
function runAtEpoch<T>(callback: () => T): T {
  const { now } = Date;
  Date.now = () => 0;
  try {
    return callback();
  } finally {
    Date.now = now;
  }
}

function synthesize(
  worker: Worker,
  { ssml, remaining }: { ssml: string; remaining: number },
): { blocks: Int16Array<ArrayBuffer>[]; heard: Heard[] } {
  const blocks: Int16Array<ArrayBuffer>[] = [];
  const heard: Heard[] = [];
  let count = 0;
  worker.synthesize(ssml, (block, events) => {
    blocks.push(block);
    count += block.length;
    for (const { type, text_position: place, audio_position: ms } of events)
      if (type === "word") heard.push({ place, ms });
    return count > remaining;
  });
  return { blocks, heard };
}
