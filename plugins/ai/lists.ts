/** Returns the item at an index. Throws if there is none. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`Cannot find item ${index} of ${list.length}`);
  return item;
}

/** Returns the value of a key. Throws if there is none. */
export function valueAt<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new RangeError(`Cannot find a key in a map of ${map.size}`);
  return value;
}

/** Returns the items of two lists of equal length in pairs. Throws if the lengths differ. */
export function pairUp<A, B>(list: readonly A[], other: readonly B[]): [A, B][] {
  if (list.length !== other.length)
    throw new RangeError(`Cannot pair ${list.length} items with ${other.length}`);
  return list.map((one, index) => [one, itemAt(other, index)]);
}
