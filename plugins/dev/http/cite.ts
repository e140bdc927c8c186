/** Returns the full name and the URL of a specification: an RFC with its section, or a URL. */
export function cite(source: string): { specification: string; link: string } {
  if (source.startsWith("https:")) return { specification: source, link: source };
  const [rfc, section] = source.split(" ");
  return {
    specification: `RFC ${rfc}, section ${section}`,
    link: `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}`,
  };
}
