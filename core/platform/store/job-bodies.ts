/** Returns the storage name of a job's request body. */
export function requestOf(id: string): string {
  return `${id}.request`;
}

/** Returns the storage name of a job's response. */
export function resultOf(id: string): string {
  return `${id}.result`;
}
