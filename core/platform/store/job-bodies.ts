/** Returns the name that the body of a job's request is stored under. */
export function requestOf(id: string): string {
  return `${id}.request`;
}

/** Returns the name that the answer of a job is stored under. */
export function resultOf(id: string): string {
  return `${id}.result`;
}
