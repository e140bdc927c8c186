import { encode, type Quality } from "../audio/encode.ts";
import tts from "../plugin.ts";
import { withoutMarkdown } from "../text/markdown.ts";
import { sentencesOf } from "../text/words.ts";
import { type ProductionRequest, produce } from "./produce.ts";
import type { Speech, SpeechDoors } from "./speak.ts";

/** What a stream may be asked for. */
interface StreamRequest extends ProductionRequest {
  format: "mp3" | "wav" | "ogg";
  quality: Quality;
}

/** Shorter sentences are spoken with the next one. */
const lettersMin = 40;

/**
 * Speaks a text sentence by sentence: the first one before it answers, so that what is wrong is still
 * told by a status, and each other when the one before has been read. MP3 alone can be put together
 * so. Throws `invalid_input` for what needs all of the sound.
 */
export async function bySentence(
  request: StreamRequest,
  doors: SpeechDoors,
): Promise<{ first: Speech; stream: ReadableStream<Uint8Array> }> {
  checkStream(request);
  const [opening = "", ...rest] = pieces(request);
  const own = { ...request, clean: "none" as const };
  const first = await produce({ ...own, text: opening }, doors);
  // One voice for all of it, whatever becomes of other engines meanwhile.
  const next = { ...own, voice: first.voice.id, provider: first.engine };
  const soundOf = async (text: string) => {
    const speech = await produce({ ...next, text }, doors);
    return encode(speech.sound, request);
  };
  let sound: Promise<Uint8Array> | undefined = encode(first.sound, request);
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!sound) return controller.close();
      controller.enqueue(await sound);
      const text = rest.shift();
      sound = text === undefined ? undefined : soundOf(text);
      // Nobody may come for it: whoever listened may be gone.
      sound?.catch(() => {});
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

function pieces({ text = "", clean, language = "en" }: StreamRequest): string[] {
  const shown = clean === "markdown" ? withoutMarkdown(text) : text;
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
