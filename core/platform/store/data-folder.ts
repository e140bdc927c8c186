import { accessSync, constants, mkdirSync } from "node:fs";

/** Creates a hub's data folder if it is missing. Throws an error with the remedy if it isn't writable. */
export function makeDataFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.W_OK);
  } catch (cause) {
    throw new Error(
      `Cannot write to the data folder "${dir}": make it writable or set HUB_DATA to another`,
      { cause },
    );
  }
}
