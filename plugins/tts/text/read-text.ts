import tts from "../plugin.ts";
import { applyLexicon } from "./lexicon.ts";
import { checkText, removeUnspeakable, type Script, scriptOf } from "./script.ts";

/** A request's text or SSML, and what is to be done to it. */
export interface TextRequest {
  text?: string;
  ssml?: string;
  clean: "none" | "markdown";
  lexicon: Readonly<Record<string, string>>;
  /** Where the request has it. Default "body.text" or "body.ssml". */
  textAt?: string;
}

/** Reads what a request wants to be spoken. */
export async function readText(request: TextRequest): Promise<Script> {
  const { text, ssml, clean, lexicon } = request;
  if ((text === undefined) === (ssml === undefined))
    throw tts.error("invalid_input", "The body must have either text or ssml", { at: "body.text" });
  const script =
    ssml === undefined
      ? scriptOf(await cleanText(text!, clean))
      : (await import("./ssml.ts")).readSsml(ssml);
  const at = request.textAt ?? (ssml === undefined ? "body.text" : "body.ssml");
  checkText(script.text, at);
  return applyLexicon({ ...script, at }, lexicon);
}

async function cleanText(text: string, clean: TextRequest["clean"]): Promise<string> {
  const plain = removeUnspeakable(text);
  if (clean === "none") return plain;
  // What is too long is not read either.
  if (plain.length > 4 * tts.limits.textMax) checkText(plain, "body.text");
  return (await import("./markdown.ts")).stripMarkdown(plain);
}
