/** Whether the client names HTML among what it takes, as browsers do and programs do not. */
export function isBrowser(request: Request): boolean {
  return request.headers.get("accept")?.includes("text/html") === true;
}

/** Whether the client asks for JSON and not for a page. */
export function wantsJson(request: Request): boolean {
  return request.headers.get("accept")?.includes("json") === true && !isBrowser(request);
}
