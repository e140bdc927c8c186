/** An address that a link or an image of Markdown may have; undefined of scripts and the like. */
export function safeAddress(href: string, { image = false } = {}): string | undefined {
  // A browser leaves these out before it reads the scheme: "java\tscript:".
  const bare = href.replace(/[\p{Cc}\s]/gu, "");
  if (image && /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i.test(bare)) return bare;
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(bare) ?? [];
  if (scheme === undefined) return href;
  const allowed = image ? ["http", "https"] : ["http", "https", "mailto", "tel"];
  return allowed.includes(scheme.toLowerCase()) ? href : undefined;
}
