import { amplify } from "../audio/level.ts";
import type { Sound } from "../audio/wav.ts";
import { loadCatalogue } from "../catalogue/catalogue.ts";
import type { SpeechDoors, SpeechRequest } from "../engines/engine.ts";
import type { Speech } from "../response.ts";
import { splitScript } from "../text/chunks.ts";
import { readText } from "../text/read-text.ts";
import { getTextMax } from "../text/script.ts";
import { usualLanguage } from "../voices/voice.ts";
import type { ProductionRequest } from "./produce.ts";
import { hasSpeakers, synthesiseSpeakers } from "./speakers.ts";

type Chunk = ReturnType<typeof splitScript>[number];

type StreamRequest = Omit<ProductionRequest, "target_duration_ms">;

/** A text that is synthesised chunk by chunk. */
export interface SpeechStream {
  /** The speech of the first chunk. */
  first: Speech;
  /** Whether this is the complete speech. */
  isComplete: boolean;
  /** The sounds of all chunks. */
  sounds: AsyncGenerator<Sound>;
}

/**
 * Synthesises a text chunk by chunk. The first chunk is spoken before the response starts, so that errors still
 * have a status. Each further one starts when the previous one is read.
 */
export async function streamSpeech(
  request: StreamRequest,
  doors: SpeechDoors,
): Promise<SpeechStream> {
  const whole = await readText(request, getTextMax(doors.caller));
  const [opening, ...rest] = splitScript(whole, request.language ?? usualLanguage);
  const voices = await loadCatalogue(doors);
  const synthesise = async (own: SpeechRequest) => {
    const speech = await synthesiseSpeakers({ ...own, voices }, doors);
    return { ...speech, sound: amplify(speech.sound, 1 + request.volume / 100) };
  };
  const isComplete = opening === undefined || rest.length === 0;
  const first = await synthesise({
    ...request,
    ...(isComplete
      ? { script: whole }
      : { script: opening.script, whole, pauseMs: opening.pauseMs, isChunk: true }),
  });
  // The voice stays the same for all chunks, even if other engines become available.
  const pinned = hasSpeakers(whole)
    ? request
    : ({ ...request, voice: first.voice.id, provider: first.engine } as const);
  const sounds = synthesiseChunks(first, rest, ({ script, pauseMs }, isLast) =>
    synthesise({
      ...pinned,
      script,
      whole: script,
      pauseMs: isLast ? 0 : pauseMs,
      isChunk: true,
    }),
  );
  return { first: { ...first, notes: whole.notes ?? [] }, isComplete, sounds };
}

/**
 * Yields the sounds of the chunks. Network engines speak each one while the previous one is read. The embedded
 * engine would keep the process from sending it.
 */
async function* synthesiseChunks(
  first: Speech,
  rest: readonly Chunk[],
  speak: (chunk: Chunk, isLast: boolean) => Promise<Speech>,
): AsyncGenerator<Sound> {
  let speech = first;
  for (const [index, chunk] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const next = first.engine === "embedded" ? undefined : speak(chunk, isLast);
    // Prevents an unhandled rejection if the client has disconnected.
    next?.catch(() => {});
    yield speech.sound;
    speech = await (next ?? speak(chunk, isLast));
  }
  yield speech.sound;
}

/** Creates the body of a response from blocks of bytes. */
export function createStream(blocks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const { done, value } = await blocks.next();
        if (done) return controller.close();
        // An encoder may hold back a block, and a stream that enqueues nothing isn't pulled again.
        if (value.length > 0) return controller.enqueue(value);
      }
    },
    async cancel() {
      await blocks.return(undefined);
    },
  });
}
