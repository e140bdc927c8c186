/** Whether a gradient takes more than a moment: SVG and CSS do not. */
export function isHeavy({ format, response }: { format: string; response: string }): boolean {
  return response === "json" ? true : format !== "svg" && format !== "css";
}
