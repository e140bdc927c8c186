/** Returns the storage name of a job's request body. */
export function getRequestName(id: string): string {
  return `${id}.request`;
}

/** Returns the storage name of a job's response. */
export function getResultName(id: string): string {
  return `${id}.result`;
}
