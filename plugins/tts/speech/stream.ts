import type { Speech } from "../answer.ts";
import { streamMp3 } from "../audio/encode.ts";
import type { Sound } from "../audio/wav.ts";
import type { SpeechDoors } from "../engines/engine.ts";
import tts from "../plugin.ts";
import type { SoundOptions } from "../request.ts";
import { stripMarkdown } from "../text/markdown.ts";
import { splitSentences } from "../text/words.ts";
import { type ProductionRequest, produceSpeech } from "./produce.ts";

interface StreamRequest extends ProductionRequest, SoundOptions {}

/** Shorter sentences are spoken with the next one. */
const lettersMin = 40;

/**
 * Speaks a text and writes it while it is read. What an engine on the network speaks comes sentence by
 * sentence: the first one before it answers, so that what is wrong is still told by a status, and each
 * other when the one before has been read. The embedded engine is quick, and speaks all of it at once:
 * sentences on their own would lack the pauses between them. MP3 alone can be put together so. Throws
 * `invalid_input` for what needs all of the sound.
 */
export async function streamSpeech(
  request: StreamRequest,
  doors: SpeechDoors,
): Promise<{ first: Speech; stream: ReadableStream<Uint8Array> }> {
  checkStream(request);
  const [opening = "", ...rest] = splitText(request);
  const first = await produceSpeech({ ...request, opening }, doors);
  // One voice for all of it, whatever becomes of other engines meanwhile.
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

/** The sounds of a text's sentences, each of which is spoken while the one before it is read. */
async function* synthesiseSentences(
  first: Speech,
  later: readonly string[],
  speak: (text: string) => Promise<Speech>,
): AsyncGenerator<Sound> {
  let speech = first;
  for (const text of later) {
    const next = speak(text);
    // Nobody may come for it: whoever listened may be gone.
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
        // An encoder may hold a block back, and a stream that enqueues nothing is not asked again.
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
  // An empty text is refused by what reads it.
  return parts.length > 0 ? parts : [shown];
}
