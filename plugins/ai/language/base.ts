/** The language of a tag, without script and region: `pt-BR` is `pt`. */
export function base(tag: string): string {
  const dash = tag.indexOf("-");
  return (dash < 0 ? tag : tag.slice(0, dash)).toLowerCase();
}
