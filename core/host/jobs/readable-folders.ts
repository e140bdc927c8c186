import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";

/** What job processes may read besides code of the hub: it changes with what is served. */
export class ReadableFolders {
  readonly #datasets: string;
  #shared: readonly LoadedPlugin[] = [];
  /** Where the copies of plugins are that changed while the hub ran. */
  copies: string | undefined;

  constructor(datasets: string) {
    this.#datasets = datasets;
  }

  /** Takes these plugins for those that are served. */
  serve(plugins: readonly LoadedPlugin[]): void {
    this.#shared = plugins.filter(({ isolated }) => !isolated);
  }

  /** The folders of the plugins that share processes. */
  readonly trusted = (): string[] => [
    ...this.#shared.map(({ dir }) => dir),
    ...(this.copies === undefined ? [] : [this.copies]),
  ];

  /** What the jobs of a plugin may read besides its folder, or of all those that share processes. */
  readonly readableBy = (plugin: LoadedPlugin | undefined): string[] => [
    plugin ? `${this.#datasets}/${plugin.name}` : this.#datasets,
    ...(plugin ? [plugin] : this.#shared).flatMap(({ packages }) => packages ?? []),
  ];
}
