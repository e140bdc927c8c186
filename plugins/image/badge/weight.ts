/** Whether a badge takes more than a moment: only what is not an SVG does. */
export function isHeavy({ format, response }: { format: string; response: string }): boolean {
  return format !== "svg" || response === "json";
}
