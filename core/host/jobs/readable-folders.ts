import { mkdirSync } from "node:fs";
import { modelPlugin } from "../models/model-plugin.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";

/**
 * The folders that job processes may read in addition to the hub's own code. They change with the served plugins.
 */
export class ReadableFolders {
  readonly #datasets: string;
  readonly #bundled: string;
  #shared: readonly LoadedPlugin[] = [];
  /** The folder with copies of plugins that changed while the hub ran. */
  copies: string | undefined;

  /** Takes the hub's folder of datasets, and that of an image. */
  constructor(datasets: string, bundled: string) {
    this.#datasets = datasets;
    this.#bundled = bundled;
  }

  /** Sets the served plugins. */
  serve(plugins: readonly LoadedPlugin[]): void {
    this.#shared = plugins.filter(({ isolated }) => !isolated);
  }

  /** Returns the folders of the plugins that share processes. */
  readonly trusted = (): string[] => [
    ...this.#shared.map(({ dir }) => dir),
    ...(this.copies === undefined ? [] : [this.copies]),
  ];

  /**
   * Returns the additional folders that the jobs of a plugin, or of all plugins that share processes, may
   * read.
   */
  readonly readableBy = (plugin: LoadedPlugin | undefined): string[] => {
    const [own, bundled] = [this.#datasets, this.#bundled].map((folder) =>
      plugin && plugin !== modelPlugin ? `${folder}/${plugin.name}` : folder,
    ) as [string, string];
    // The kernel denies access to a folder that is created after the process has started.
    mkdirSync(own, { recursive: true });
    const origins = (plugin ? [plugin] : this.#shared).flatMap(({ origin }) => origin ?? []);
    return [own, bundled, ...origins];
  };
}
