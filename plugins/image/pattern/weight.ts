/** Whether a pattern takes more than a moment: only raster images do. */
export function isHeavy({ format, response }: { format: string; response: string }): boolean {
  return response === "json" || (format !== "svg" && format !== "css");
}
