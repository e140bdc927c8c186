/** The shapes that modules may have. */
export const styles = ["standard", "rounded", "dots", "diamond", "star", "heart"] as const;

/** The shapes that the three finder patterns may have. */
export const eyeStyles = ["square", "rounded"] as const;

export type Style = (typeof styles)[number];
export type EyeStyle = (typeof eyeStyles)[number];
