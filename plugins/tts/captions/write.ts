import type { Cue } from "./cues.ts";
import type { CaptionFormat } from "./kinds.ts";

/** Writes captions as SubRip, WebVTT (https://www.w3.org/TR/webvtt1/) or LRC. */
export function writeCaptions(
  cues: readonly Cue[],
  format: Exclude<CaptionFormat, "json">,
): string {
  if (format === "srt") return cues.map(srtCue).join("\n");
  if (format === "vtt") return `WEBVTT\n\n${cues.map(vttCue).join("\n")}`;
  return `${cues.map(lrcLine).join("\n")}\n`;
}

function srtCue({ start_ms, end_ms, lines, speaker }: Cue, index: number): string {
  const said = lines.join("\n");
  return `${index + 1}\n${clock(start_ms, ",")} --> ${clock(end_ms, ",")}\n${speaker === undefined ? "" : `${speaker}: `}${said}\n`;
}

function vttCue({ start_ms, end_ms, lines, speaker }: Cue): string {
  const said = lines.map(escapeVtt).join("\n");
  const voice = speaker === undefined ? "" : `<v ${escapeVtt(speaker)}>`;
  return `${clock(start_ms, ".")} --> ${clock(end_ms, ".")}\n${voice}${said}\n`;
}

function lrcLine({ start_ms, lines, speaker }: Cue): string {
  const hundredths = Math.floor(start_ms / 10);
  const [minutes, seconds] = [Math.floor(hundredths / 6000), Math.floor(hundredths / 100) % 60];
  const time = `${two(minutes)}:${two(seconds)}.${two(hundredths % 100)}`;
  return `[${time}]${speaker === undefined ? "" : `${speaker}: `}${lines.join(" ")}`;
}

function clock(ms: number, point: string): string {
  const seconds = Math.floor(ms / 1000);
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${time.map(two).join(":")}${point}${String(ms % 1000).padStart(3, "0")}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

function escapeVtt(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
