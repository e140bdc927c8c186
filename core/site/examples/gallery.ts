import type { Route } from "../../contract/plugin.ts";
import type { LoadedRoute } from "../../host/plugin/loaded-plugin.ts";

/** A further example of a route. */
export interface GalleryEntry {
  caption: string;
  /** The route with this example instead of its own. It is the same object each time. */
  loaded: LoadedRoute;
}

const entries = new WeakMap<LoadedRoute, readonly GalleryEntry[]>();

/** Lists the examples of a route for the gallery. */
export function listGalleryEntries(loaded: LoadedRoute): readonly GalleryEntry[] {
  const known = entries.get(loaded) ?? buildEntries(loaded);
  entries.set(loaded, known);
  return known;
}

function buildEntries(loaded: LoadedRoute): GalleryEntry[] {
  const { route } = loaded;
  return Object.entries(listExamples(route)).map(([caption, { params, query, body }]) => {
    const example: Route["example"] = {
      params: { ...route.example.params, ...params },
      query: { ...route.example.query, ...query },
      ...(route.body && { body: { ...route.example.body, ...body } }),
    };
    return { caption, loaded: { ...loaded, route: { ...route, example } } };
  });
}

/** Returns the parts of each example that differ from the route's own, by caption. */
function listExamples(route: Route): Readonly<Record<string, Route["example"]>> {
  if (typeof route.gallery !== "string") return route.gallery ?? {};
  const [part = "", field = ""] = route.gallery.split(".");
  const values: readonly string[] = route[part as "query" | "body"]?.properties[field]?.enum ?? [];
  return Object.fromEntries(values.map((value) => [value, { [part]: { [field]: value } }]));
}
