import type { DatasetVersion } from "./dataset-version.ts";
import type { CommonDoors, Doors, Permissions } from "./doors.ts";

/** The files that a dataset consists of, by the names they are kept under. */
export type Files = Readonly<Record<string, Uint8Array>>;

/** What a dataset's files turned out to hold. */
interface Contents {
  /** The day its newest part is of, as 2026-01-02. */
  build_date: string;
  entries: number;
  /** Where its parts are from, where some may be missing. */
  sources?: readonly string[];
}

/** Data that comes with a package: in use until newer is fetched. */
export interface Embedded {
  build_date: string;
  /** Where each file is. */
  paths: Readonly<Record<string, string>>;
  /** How they are made where the package has them in another form: once, at their first use. */
  made?: Made;
}

/** Files that are made of a package's. */
interface Made {
  /** Where those of the package are. */
  from: Readonly<Record<string, string>>;
  /** Makes them, of what `from` names. */
  make(read: Files): Promise<Files> | Files;
}

/** The doors that a dataset is fetched by, and what there is of it so far. */
export type DatasetDoors<P> = Pick<Doors<P>, "net" | "env"> &
  Pick<CommonDoors, "clock" | "log"> & { kept: DatasetVersion | undefined };

/**
 * Data with a life of its own, as a file of `datasets/` declares it: it is fetched, checked, and put
 * in the place of the former, which stays in use when anything goes wrong.
 */
export interface DatasetDefinition<P = Permissions> {
  /** One line: what it is. */
  title: string;
  licence: string;
  /** Whom its licence wants named. */
  attribution: string;
  homepage: string;
  /** Whether newer data should be out by now. */
  isDue(kept: DatasetVersion | undefined, now: number): boolean;
  /** The newest files; undefined where there are none newer. What it throws changes nothing. */
  download(doors: DatasetDoors<P>): Promise<Files | undefined>;
  /** Reads a file that an operator gives in place of fetching, by its name and its bytes. */
  unpack?(given: { name: string; bytes: Uint8Array }): Promise<Files> | Files;
  /** Tells what files hold. Throws a sentence where they are damaged, or not to be believed. */
  check(
    files: Files,
    options: { now: number; kept: DatasetVersion | undefined },
  ): Promise<Contents> | Contents;
  /** Data that is there without being fetched; undefined where it is not ready. */
  embedded?(): Embedded | undefined;
  /** Keeps a thread busy for more than a moment, so it is fetched and made in a process of its own. */
  heavy?: boolean;
}
