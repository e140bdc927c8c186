/** Whether a caller would have a media type rather than JSON, by an Accept header. */
export function prefers(accept: string | null | undefined, type: string): boolean {
  return !!accept && !accept.includes("application/json") && accept.includes(type);
}
