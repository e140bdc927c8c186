import { accessSync, constants, mkdirSync } from "node:fs";

/** Makes a hub's data folder if it is not there. Throws what to do where nothing can be written to it. */
export function makeDataFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.W_OK);
  } catch (cause) {
    throw new Error(
      `Cannot write to the data folder "${dir}": make it writable or name another in HUB_DATA`,
      { cause },
    );
  }
}
