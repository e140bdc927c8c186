/** Whether an answer has to be drawn into pixels, which takes more than a moment. */
export function needsPixels({ format, response }: { format: string; response: string }): boolean {
  return response === "json" || (format !== "svg" && format !== "css");
}
