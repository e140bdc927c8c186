/** What sound can be written as. */
export const formats = ["mp3", "wav", "ogg"] as const;
export type Format = (typeof formats)[number];

export const mediaTypes = { mp3: "audio/mpeg", wav: "audio/wav", ogg: "audio/ogg" } as const;
