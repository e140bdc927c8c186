/** The address of what was asked for, without what is so by default and without `response`. */
export function addressOf(
  path: string,
  query: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, { default?: unknown }>>,
): string {
  const said = Object.entries(query).filter(
    ([name, value]) =>
      name !== "response" && value !== undefined && value !== fields[name]?.default,
  );
  return `${path}?${new URLSearchParams(said.map(([name, value]): [string, string] => [name, String(value)]))}`;
}
