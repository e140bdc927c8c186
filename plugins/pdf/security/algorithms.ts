/** How a PDF may be encrypted. */
export const algorithms = ["aes256", "aes128"] as const;

/** What can be taken off a PDF. */
export const removals = ["password", "restrictions", "signatures"] as const;

/** What becomes of the protection of what was sent. */
export const protections = ["none", "kept", "set", "removed"] as const;
