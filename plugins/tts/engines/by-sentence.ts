import { type Quality, streamMp3 } from "../audio/encode.ts";
import tts from "../plugin.ts";
import { stripMarkdown } from "../text/markdown.ts";
import { sentencesOf } from "../text/words.ts";
import { type ProductionRequest, produceSpeech } from "./produce.ts";
import type { Speech } from "./speak.ts";
import type { SpeechDoors } from "./speech-request.ts";

/** What a stream may be asked for. */
interface StreamRequest extends ProductionRequest {
  format: "mp3" | "wav" | "ogg";
  quality: Quality;
}

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
  const isWhole = first.engine === "embedded";
  // One voice for all of it, whatever becomes of other engines meanwhile.
  const next = {
    ...request,
    clean: "none",
    voice: first.voice.id,
    provider: first.engine,
  } as const;
  const later = isWhole ? [] : rest;
  async function* sounds() {
    let speech: Promise<Speech> | undefined = Promise.resolve(first);
    while (speech) {
      const { sound } = await speech;
      const text = later.shift();
      speech = text === undefined ? undefined : produceSpeech({ ...next, text }, doors);
      // Nobody may come for it: whoever listened may be gone.
      speech?.catch(() => {});
      yield sound;
    }
  }
  const blocks = streamMp3(sounds(), request.quality);
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const { done, value } = await blocks.next();
        if (done) return controller.close();
        // An encoder may keep a block back, and who enqueues nothing is not asked again.
        if (value.length > 0) return controller.enqueue(value);
      }
    },
    async cancel() {
      await blocks.return(undefined);
    },
  });
  return { first, stream };
}

function checkStream({ ssml, format, target_duration_ms }: StreamRequest): void {
  const fault =
    ssml !== undefined
      ? "must not be there beside body.ssml: sentences of `text` are streamed"
      : format !== "mp3"
        ? `must not be there where body.format is ${format}: MP3 can be streamed`
        : target_duration_ms !== undefined
          ? "must not be there beside body.target_duration_ms, which needs all of the sound"
          : undefined;
  if (fault)
    throw tts.error("invalid_input", `body.stream ${fault}: it is true`, { at: "body.stream" });
}

function splitText({ text = "", clean, language = "en" }: StreamRequest): string[] {
  const shown = clean === "markdown" ? stripMarkdown(text) : text;
  const parts: string[] = [];
  for (const { start, end } of sentencesOf(shown, language)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length < lettersMin)
      parts[parts.length - 1] = last + shown.slice(start, end);
    else parts.push(shown.slice(start, end));
  }
  // An empty text is refused by what reads it.
  return parts.length > 0 ? parts : [shown];
}
