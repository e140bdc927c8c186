import { mkdirSync } from "node:fs";
import { readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import type { Bodies } from "./bodies.ts";

/** Stores each body in a file of a folder. */
export class BodyFiles implements Bodies {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    // Creates the folder on first use, because most hubs never store a body.
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    const path = this.#getPath(name);
    await writeFile(`${path}.part`, bytes, { mode: 0o600 });
    await rename(`${path}.part`, path);
  }

  async get(name: string, size: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (size === 0) return new Uint8Array();
    const file = Bun.file(this.#getPath(name));
    const bytes = (await file.exists()) ? await file.bytes() : undefined;
    return bytes?.length === size ? (bytes as Uint8Array<ArrayBuffer>) : undefined;
  }

  async remove(...names: string[]): Promise<void> {
    await Promise.all(names.map((name) => rm(this.#getPath(name), { force: true })));
  }

  async sweep(before: number): Promise<void> {
    for (const name of await readdir(this.#dir).catch(() => [])) {
      const path = this.#getPath(name);
      const file = await stat(path).catch(() => undefined);
      if (file && file.mtimeMs < before) await rm(path, { force: true });
    }
  }

  #getPath(name: string): string {
    return `${this.#dir}/${name}`;
  }
}
