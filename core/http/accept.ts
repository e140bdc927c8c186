/** Whether a caller would have a media type rather than JSON, by an Accept header. */
export function prefers(accept: string | null | undefined, type: string): boolean {
  if (!accept || accept.includes("application/json")) return false;
  return accept.includes(type) || accept.includes(`${type.slice(0, type.indexOf("/"))}/*`);
}
