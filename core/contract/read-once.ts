import type { DatasetVersion } from "./dataset-version.ts";

/**
 * Reads a dataset when it is first needed and when there is another version of it, whoever asks; else
 * what was read is there at once. A reading that fails is tried again.
 */
export function readOnce<T>(
  read: (kept: DatasetVersion) => Promise<T>,
): (kept: DatasetVersion) => T | Promise<T> {
  let version: string | undefined;
  let reading: Promise<T> | undefined;
  let value: T | undefined;
  return (kept) => {
    // By version: a job process is handed other objects for each of its jobs.
    if (version === kept.about.version) return value ?? reading!;
    version = kept.about.version;
    value = undefined;
    const own = read(kept);
    reading = own;
    own.then(
      (result) => {
        if (reading === own) value = result;
      },
      () => {
        if (reading === own) version = undefined;
      },
    );
    return own;
  };
}
