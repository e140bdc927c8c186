/** The formats that are read. */
export const formats = ["qr", "micro_qr", "rmqr"] as const;

/** A kind of code. */
export type Format = (typeof formats)[number];
