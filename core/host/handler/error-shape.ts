import type { ErrorShape } from "../../contract/error-shape.ts";
import { type HubError, problem } from "../../contract/errors.ts";
import { prefixPath } from "../../platform/http/base-path.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";

/** The format of an error body. */
type BodyShape = Pick<ErrorShape, "mediaType" | "statusOf"> & {
  write(error: HubError, requestId: string): object | string;
};

const problemShape: BodyShape = { mediaType: "application/problem+json", write: problem };

/** Returns the error format of a path. */
export type ShapeFinder = (pathname: string) => BodyShape;

/** The hub's own format (RFC 9457) for every path. */
export const problemEverywhere: ShapeFinder = () => problemShape;

/** Returns the hub's own format for a base path. `type` links to a page of the hub. */
function createProblemShape(basePath: string): BodyShape {
  const write = (error: HubError, requestId: string) => {
    const written = problem(error, requestId);
    return { ...written, type: prefixPath(written.type, basePath) };
  };
  return { ...problemShape, write };
}

/**
 * Returns a function that finds the error format by the client that uses a path. For example, `/v1/models` is
 * only used by OpenAI clients, although the hub has no such route and `/v1/:date` of another service matches it.
 */
export function createOwnerFinder(
  plugins: readonly LoadedPlugin[],
): (pathname: string) => ErrorShape | undefined {
  const owners = plugins.flatMap(getOwnedWords);
  return (pathname) => {
    const [, first, second = ""] = pathname.split("/", 3);
    return owners.find(({ word, words }) => word === `/${first}` && words.has(second))?.shape;
  };
}

function getOwnedWords({ plugin: { manifest } }: LoadedPlugin) {
  return Object.entries(manifest.errorShapes ?? {}).flatMap(([word, shape]) =>
    shape.words ? [{ word, shape, words: shape.words }] : [],
  );
}

/** Returns the error formats that the manifests of plugins declare. */
export function createShapeFinder(plugins: readonly LoadedPlugin[], basePath = ""): ShapeFinder {
  const ours = basePath ? createProblemShape(basePath) : problemShape;
  const findOwner = createOwnerFinder(plugins);
  const shaped = plugins.flatMap((loaded) =>
    loaded.open.flatMap(({ path }) => {
      const shape = errorShapeAt(loaded, path);
      return shape ? [{ parts: path.split("/"), shape }] : [];
    }),
  );
  const byWord = Map.groupBy(shaped, ({ parts }) => parts[1] ?? "");
  return (pathname) => {
    const others = byWord.get(pathname.split("/", 2)[1] ?? "");
    const [first, ...more] = others ?? [];
    if (!first) return ours;
    if (more.every(({ shape }) => shape.name === first.shape.name)) return first.shape;
    const owner = findOwner(pathname);
    if (owner) return owner;
    const parts = pathname.split("/");
    const nearest = others?.toSorted(
      (a, b) => getSimilarity(b.parts, parts) - getSimilarity(a.parts, parts),
    );
    return nearest?.[0]?.shape ?? first.shape;
  };
}

/** Scores how well a path matches a route: an exact match first, then the same length. */
function getSimilarity(route: readonly string[], parts: readonly string[]): number {
  const apart = route.findIndex((part, at) => part !== parts[at] && !part.startsWith(":"));
  const alike = apart === -1 ? route.length : apart;
  return alike + (route.length === parts.length ? 1000 : 0);
}

/** Returns the error formats of a plugin by path. */
export function errorShapesIn(loaded: LoadedPlugin): ErrorShape[] {
  return uniqueShapes(loaded.open.flatMap(({ path }) => errorShapeAt(loaded, path) ?? []));
}

/** Removes duplicate formats, which several plugins may share. */
export function uniqueShapes(shapes: readonly ErrorShape[]): ErrorShape[] {
  return [...new Map(shapes.map((shape) => [shape.name, shape])).values()];
}

/** Returns the error format of a plugin's path, if it differs from the hub's own. */
export function errorShapeAt({ plugin }: LoadedPlugin, path: string): ErrorShape | undefined {
  return plugin.manifest.errorShapes?.[`/${path.split("/", 2)[1] ?? ""}`];
}
