/** Removes characters that move the cursor, change colours or hide lines on a terminal. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]/gu, "");
}
