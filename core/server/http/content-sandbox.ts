/**
 * Gives documents of services an origin of their own, so that their scripts can't read the hub's storage.
 * `allow-same-origin` must stay out.
 */
const policy =
  "sandbox allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts";

/**
 * The media types that no browser runs scripts from. A type that ends in `+xml` is a document.
 * A list of several types never matches, because browsers use its last one. The sandbox would keep browsers from
 * showing PDF files.
 */
const inertText = /^(?:application\/(?:json|pdf|[\w.-]+\+json)|text\/(?:plain|csv))$/i;
const inertMedia = /^(?:(?:audio|font|video)\/[\w.-]+|image\/(?!svg)[\w.-]+)$/i;
const singleType = /^([^;, \t]+)[ \t]*(?:;[^,]*)?$/;

function isInert(type: string): boolean {
  const bare = singleType.exec(type)?.[1] ?? "";
  return inertText.test(bare) || inertMedia.test(bare);
}

/**
 * Sandboxes the content of services, such as HTML and SVG. Browsers apply this policy together with the
 * service's own.
 */
export function sandboxContent(headers: Headers): void {
  const type = headers.get("content-type");
  if (type === null || isInert(type)) return;
  // A comma always ends a policy.
  const policies = headers.get("content-security-policy")?.split(/,[ \t]*/) ?? [];
  if (!policies.includes(policy)) headers.append("content-security-policy", policy);
}
