import type { DatasetVersion } from "./dataset-version.ts";

/**
 * Wraps a dataset parser so that it runs once per version. Concurrent calls share the result, which is
 * returned synchronously afterwards. A failed parse is retried.
 */
export function readOnce<T>(
  read: (dataset: DatasetVersion) => Promise<T>,
): (dataset: DatasetVersion) => T | Promise<T> {
  let version: string | undefined;
  let reading: Promise<T> | undefined;
  let value: T | undefined;
  return (dataset) => {
    // Compared by version, because a job process gets a new object for each job.
    if (version === dataset.about.version) return value ?? reading!;
    version = dataset.about.version;
    value = undefined;
    const current = read(dataset);
    reading = current;
    current.then(
      (result) => {
        if (reading === current) value = result;
      },
      () => {
        if (reading === current) version = undefined;
      },
    );
    return current;
  };
}
