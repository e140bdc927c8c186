/** Names of the compression formats. */
export const compressionFormats = ["gzip", "deflate", "deflate-raw", "brotli", "zstd"] as const;

export type CompressionFormat = (typeof compressionFormats)[number];

/** Notes on the formats, for the docs. */
export const compressionNote = `\
- \`gzip\` (RFC 1952), levels 0 to 9. Several members in a row are one text.
- \`deflate\` (RFC 1950) is zlib, as in HTTP and PNG; \`deflate-raw\` (RFC 1951), as in ZIP, has no header. Levels 0 to 9.
- \`brotli\` (RFC 7932), levels 0 to 11.
- \`zstd\` (RFC 8878), levels 1 to 22. Several frames in a row are one text.`;
