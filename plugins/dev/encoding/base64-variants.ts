/** Which of RFC 4648's two alphabets base64 is read in. */
export const variants = ["auto", "standard", "url"] as const;
