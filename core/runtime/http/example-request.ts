import type { LoadedRoute } from "../load/loaded-plugin.ts";

/** Builds the request of a route's example. */
export function exampleRequest({ method, path, route }: LoadedRoute): Request {
  const { params, query, body } = route.example;
  const filled = path.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String(params?.[key])),
  );
  const url = new URL(filled, "http://localhost");
  for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, String(value));
  return new Request(url.href, { method, ...(body && encode(body)) });
}

function encode(body: Record<string, unknown>) {
  const parts = Object.entries(body).flatMap(([key, value]) =>
    [value].flat().map((item) => [key, item] as const),
  );
  if (!parts.some(([, value]) => value instanceof Blob))
    return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const form = new FormData();
  for (const [key, value] of parts) form.append(key, value instanceof Blob ? value : String(value));
  return { body: form };
}
