/** The ways to write a secret. */
export const secretEncodings = ["utf8", "hex", "base64"] as const;
