import { streamMp3 } from "../audio/encode.ts";
import type { Sound } from "../audio/wav.ts";
import type { SpeechDoors } from "../engines/engine.ts";
import tts from "../plugin.ts";
import type { SoundOptions } from "../request.ts";
import type { Speech } from "../response.ts";
import { stripMarkdown } from "../text/markdown.ts";
import { splitSentences } from "../text/words.ts";
import { type ProductionRequest, produceSpeech } from "./produce.ts";

interface StreamRequest extends ProductionRequest, SoundOptions {}

/** Shorter sentences are spoken together with the next one. */
const lettersMin = 40;

/**
 * Synthesises a text and streams it. Network engines work sentence by sentence. The first sentence is spoken
 * before the response starts, so that errors still have a status. Each further sentence starts when the previous
 * one is read. The embedded engine is fast and speaks all at once: separate sentences would lack the pauses
 * between them. Only MP3 can be concatenated like this. Throws `invalid_input` for options that need the whole
 * recording.
 */
export async function streamSpeech(
  request: StreamRequest,
  doors: SpeechDoors,
): Promise<{ first: Speech; stream: ReadableStream<Uint8Array> }> {
  checkStream(request);
  const [opening = "", ...rest] = splitText(request);
  const first = await produceSpeech({ ...request, opening }, doors);
  // The voice stays the same for all sentences, even if other engines become available.
  const next = {
    ...request,
    clean: "none",
    voice: first.voice.id,
    provider: first.engine,
  } as const;
  const later = first.engine === "embedded" ? [] : rest;
  const sounds = synthesiseSentences(first, later, (text) =>
    produceSpeech({ ...next, text }, doors),
  );
  return { first, stream: createStream(streamMp3(sounds, request.quality)) };
}

/** Yields the sounds of the sentences. Each one is synthesised while the previous one is read. */
async function* synthesiseSentences(
  first: Speech,
  later: readonly string[],
  speak: (text: string) => Promise<Speech>,
): AsyncGenerator<Sound> {
  let speech = first;
  for (const text of later) {
    const next = speak(text);
    // Prevents an unhandled rejection if the client has disconnected.
    next.catch(() => {});
    yield speech.sound;
    speech = await next;
  }
  yield speech.sound;
}

function createStream(blocks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
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

function checkStream(request: StreamRequest): void {
  const fault = explainFault(request);
  if (fault)
    throw tts.error("invalid_input", `body.stream must be false ${fault}: it is true`, {
      at: "body.stream",
    });
}

function explainFault({ ssml, format, target_duration_ms }: StreamRequest): string | undefined {
  if (ssml !== undefined) return "with body.ssml, as only text can be streamed";
  if (format !== "mp3") return `with the format "${format}", as only MP3 can be streamed`;
  if (target_duration_ms !== undefined)
    return "with body.target_duration_ms, which needs the whole recording";
  return undefined;
}

function splitText({ text = "", clean, language = "en" }: StreamRequest): string[] {
  const shown = clean === "markdown" ? stripMarkdown(text) : text;
  const parts: string[] = [];
  for (const { start, end } of splitSentences(shown, language)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length < lettersMin)
      parts[parts.length - 1] = last + shown.slice(start, end);
    else parts.push(shown.slice(start, end));
  }
  // An empty text is rejected when it is parsed.
  return parts.length > 0 ? parts : [shown];
}
