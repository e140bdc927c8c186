/** What a contrast may be held to: WCAG 2's two levels for text, or APCA for the size of the font. */
export const targets = ["aa", "aaa", "apca"] as const;

export type Target = (typeof targets)[number];
