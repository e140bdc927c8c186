import type { DatasetVersion, ModelFacts } from "./dataset-version.ts";
import type { CommonDoors, Doors, Permissions } from "./doors.ts";
import type { LoadModel } from "./models-door.ts";

/** The files of a dataset by name. */
export type Files = Readonly<Record<string, Uint8Array>>;

/** The contents of a dataset's files. */
interface Contents {
  /** The date of its newest part, such as 2026-01-02. */
  build_date: string;
  entries: number;
  /** The sources of its parts, if some can be missing. */
  sources?: readonly string[];
  /** Numbers of entries that can't be used, by reason. */
  skipped?: Readonly<Record<string, number>>;
  /** Its models, if it has any. */
  models?: readonly ModelFacts[];
}

/** Data that is part of a package. It is used until newer data is fetched. */
export interface Embedded {
  build_date: string;
  /** The path of each file. */
  paths: Readonly<Record<string, string>>;
  /** How to build the files on first use, if the package contains another format. */
  made?: BuildStep;
}

/** Files that are built from files of a package. */
interface BuildStep {
  /** The paths of the package's files. */
  from: Readonly<Record<string, string>>;
  /** Builds the files from the contents of `from`. */
  make(read: Files): Promise<Files> | Files;
}

/** The doors for fetching a dataset, the version in use, and what an operator chooses (see `option`). */
export type DatasetDoors<P> = Pick<Doors<P>, "net" | "env"> &
  Pick<CommonDoors, "clock" | "log"> & {
    kept: DatasetVersion | undefined;
    chosen: readonly string[];
  };

/**
 * A dataset that is updated independently, declared by a file of `datasets/`. It is fetched, checked and
 * replaced. If anything fails, the previous version stays in use.
 */
export interface DatasetDefinition<P = Permissions> {
  /** A short description in one line. */
  title: string;
  licence: string;
  /** The attribution that the licence requires. */
  attribution: string;
  homepage: string;
  /** Returns whether newer data should be available by now. */
  isDue(kept: DatasetVersion | undefined, now: number): boolean;
  /**
   * Name of the option of `bun run data refresh` that chooses parts, such as `voice`. `download` gets its values as
   * `chosen`.
   */
  option?: string;
  /** Downloads the newest files. Returns undefined if there are none. An error changes nothing. */
  download(doors: DatasetDoors<P>): Promise<Files | undefined>;
  /** Converts a file that an operator imports, by its name and bytes. It can add to the version in use. */
  unpack?(
    given: { name: string; bytes: Uint8Array },
    options: { kept: DatasetVersion | undefined },
  ): Promise<Files> | Files;
  /**
   * Describes the contents of files. Throws an error with a readable reason if they are damaged or
   * implausible.
   */
  check(
    files: Files,
    options: {
      now: number;
      kept: DatasetVersion | undefined;
      /** Loads a model for a check. Undefined if the hub lacks the runtime. */
      load: LoadModel | undefined;
    },
  ): Promise<Contents> | Contents;
  /** Returns data that is available without a download, if any. */
  embedded?(): Embedded | undefined;
  /**
   * Whether the container image and the Debian package contain it, as of their build. Its licence must allow
   * redistribution, and it must be small.
   */
  bundled?: true;
  /** Whether it has models: the first one that an operator chooses brings the runtime. */
  models?: true;
  /** Whether fetching or building it blocks a thread noticeably. It then runs in a separate process. */
  heavy?: boolean;
}
