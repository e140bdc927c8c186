/** The item of a list at an index that is known to be in it. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`Cannot find item ${index} of ${list.length}`);
  return item;
}

/** The value of a key that is known to be in a map. */
export function valueAt<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new RangeError(`Cannot find a key among ${map.size}`);
  return value;
}

/** The items of two lists of one length, side by side. */
export function pairUp<A, B>(list: readonly A[], other: readonly B[]): [A, B][] {
  if (list.length !== other.length)
    throw new RangeError(`Cannot pair ${list.length} items with ${other.length}`);
  return list.map((one, index) => [one, itemAt(other, index)]);
}
