import tts from "../plugin.ts";

/** One word of what was said: its place counts the characters of the text from 1. */
interface Heard {
  place: number;
  ms: number;
}

/** How it speaks where nothing else is said. */
export const usualManner = { rate: 175, pitch: 50, range: 50 };

/** eSpeak NG at work. */
export interface Synthesizer {
  /** Samples a second. */
  rate: number;
  /** Makes it speak as if it had never spoken before. */
  reset(how: Manner & { secondsMax: number }): void;
  /** Speaks SSML. All since the reset is cut off a little later than it may end. */
  synthesiseSsml(ssml: string): { blocks: Int16Array<ArrayBuffer>[]; heard: Heard[] };
  /** The sounds of a text in IPA, where the voice of the last reset changes languages with their codes. */
  toPhonemes(text: string): string;
}

/** How it speaks: words a minute, and its own scales of 0 to 99 for how high and how lively. */
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
    take: (block: Int16Array<ArrayBuffer>, events: Event[]) => boolean,
  ): void;
}

interface Module {
  HEAPU8: Uint8Array;
  eSpeakNGWorker: new () => Worker;
}

/** More bytes than SSML of the longest text has. */
const textBytesMax = 1_048_576;

let opened: Promise<Synthesizer> | undefined;

/** eSpeak NG as this process has it, loaded at its first use. */
export function openEspeak(): Promise<Synthesizer> {
  opened ??= loadEspeak().catch((failure) => {
    opened = undefined;
    throw failure;
  });
  return opened;
}

/** Loads its package: under GPL-3.0, hence optional, and in no process but a job's. */
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
  const worker = beginAtEpoch(() => new module.eSpeakNGWorker());
  // Its bindings keep a buffer for texts, which grows when one does not fit: the first call finds
  // that out, the second one makes room. After that it stays where it is.
  for (let call = 0; call < 2; call++) worker.set_voice("x".repeat(textBytesMax), "", 0, 0, 0);
  const fresh = module.HEAPU8.slice();
  let left = 0;
  return {
    rate: worker.samplerate,
    reset({ voice, rate, pitch, range, secondsMax }) {
      // It goes on where its noise and its intonation were, so that the same text would never sound
      // the same twice: all it knows is in its memory, which is made what it was.
      module.HEAPU8.set(fresh);
      module.HEAPU8.fill(0, fresh.length);
      worker.set_voice(voice, "", 0, 0, 0);
      worker.set_rate(rate);
      worker.set_pitch(pitch);
      worker.set_range(range);
      left = secondsMax * worker.samplerate;
    },
    toPhonemes(text) {
      const { ptr } = worker.convert_to_phonemes(text, true);
      const end = module.HEAPU8.indexOf(0, ptr);
      return ptr === 0 ? "" : Buffer.from(module.HEAPU8.subarray(ptr, end)).toString();
    },
    synthesiseSsml(ssml) {
      try {
        const spoken = left < 0 ? { blocks: [], heard: [] } : synthesize(worker, { ssml, left });
        for (const block of spoken.blocks) left -= block.length;
        return spoken;
      } catch (failure) {
        // Whatever broke it, the next one gets another.
        opened = undefined;
        throw failure;
      }
    },
  };
}

/** The engine seeds its noise by the time at which it begins: no two processes would breathe alike. */
function beginAtEpoch<T>(begin: () => T): T {
  const { now } = Date;
  Date.now = () => 0;
  try {
    return begin();
  } finally {
    Date.now = now;
  }
}

function synthesize(
  worker: Worker,
  { ssml, left }: { ssml: string; left: number },
): { blocks: Int16Array<ArrayBuffer>[]; heard: Heard[] } {
  const blocks: Int16Array<ArrayBuffer>[] = [];
  const heard: Heard[] = [];
  let count = 0;
  worker.synthesize(ssml, (block, events) => {
    blocks.push(block);
    count += block.length;
    for (const { type, text_position: place, audio_position: ms } of events)
      if (type === "word") heard.push({ place, ms });
    return count > left;
  });
  return { blocks, heard };
}
