/**
 * Returns a table that can be read by a caller's text: it has the given names and none that objects inherit, such as
 * `constructor`.
 */
export function asTable<Value>(
  entries: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  return Object.assign(Object.create(null), entries);
}
