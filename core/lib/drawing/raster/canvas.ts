/** The module of the canvas. */
export type CanvasModule = typeof import("@napi-rs/canvas");

/**
 * Loads the canvas without the fonts of the machine. They would replace missing characters differently on each, and
 * the package looks for them in a home folder that job processes don't have.
 */
export function loadCanvas(): Promise<CanvasModule> {
  // The package reads this when it is loaded.
  process.env.DISABLE_SYSTEM_FONTS_LOAD = "1";
  return import("@napi-rs/canvas");
}
