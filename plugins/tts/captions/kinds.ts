/** What captions can be written as. */
export const captionFormats = ["srt", "vtt", "json", "lrc"] as const;
export type CaptionFormat = (typeof captionFormats)[number];

export const captionTypes = {
  srt: "application/x-subrip",
  vtt: "text/vtt",
  lrc: "text/plain",
} as const;

/** What is shown at one time at most. */
export const granularities = ["word", "phrase", "sentence"] as const;
export type Granularity = (typeof granularities)[number];
