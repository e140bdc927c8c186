/** An engine of ours, and what it is compared with. Each file next to this folder exports one. */
export interface Row {
  /** The engine by its folder: `dev/json/query`. The first part is its plugin. */
  engine: string;
  /** The files that the package would replace: globs from the root of the repository. */
  ours: readonly string[];
  /** The packages in `scripts/lab/package.json`, and the programs. */
  theirs: readonly (string | Program)[];
  measure(inputs: Inputs): Promise<Measurement[]>;
}

/** A program that the engine is compared with, for everything that isn't a package from npm. */
export interface Program {
  name: string;
  licence: string;
  megabytes?: number;
  released?: string;
}

/** Where a row finds test sets that no package contains. */
export interface Inputs {
  /** Returns the path of a file in the folder with the public test sets. Skips the row without it. */
  find(path: string): string;
}

/** One figure of both sides. */
export interface Measurement {
  /** The test set, with its source. */
  set: string;
  /** The number of inputs, the same for both sides. */
  inputs: number;
  /** The unit of the figures, such as "right answers". */
  figure: string;
  ours: number;
  /** Their figures by name. */
  theirs: Readonly<Record<string, number>>;
  fewerIsBetter?: boolean;
}

/** A reason to leave a row out, with the command that changes it. */
export class SkippedError extends Error {
  override name = "SkippedError";
}
