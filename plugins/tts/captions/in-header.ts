import type { Speech } from "../engines/speak.ts";
import tts from "../plugin.ts";
import { cutCues } from "./cues.ts";
import { writeCaptions } from "./write.ts";

/** WebVTT by sentences in Base64, as a header can hold it. */
export function writeCaptionsHeader({ words, text, language }: Speech): string {
  const { captionsHeaderMax } = tts.limits;
  const cut = { granularity: "sentence", max_chars: 80, max_lines: 3 } as const;
  const vtt = writeCaptions(cutCues(words, { text, language, ...cut }), "vtt");
  const header = Buffer.from(vtt).toString("base64");
  if (header.length <= captionsHeaderMax) return header;
  throw tts.error(
    "captions_too_long",
    `The captions take ${header.length} characters, and a header holds ${captionsHeaderMax}: ask for "response": "json", or at /api/tts/captions`,
    { at: "body.captions" },
  );
}
