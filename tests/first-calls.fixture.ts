import type { TSchema } from "@sinclair/typebox";
import type { LoadedRoute } from "../core/host/plugin/loaded-plugin.ts";
import { buildSampleCall, type SampleCall } from "../core/site/examples/sample-call.ts";

/** A wrong call that a beginner makes, and words of which the answer must have one. */
export interface WrongCall {
  kind: string;
  loaded: LoadedRoute;
  request: Request;
  names: readonly string[];
}

type Change = {
  path?: string;
  method?: string;
  body?: Bun.BodyInit;
  headers?: Record<string, string>;
};

/** The call of an endpoint that a mistake changes. */
interface Base extends SampleCall {
  loaded: LoadedRoute;
  body: Record<string, TSchema>;
  query: Record<string, TSchema>;
  /** The path of the example, with its query. */
  target: string;
  /** Whether another method answers at the path. */
  isShared: boolean;
  /** Returns whether any endpoint answers at a path. */
  isKnown(path: string): boolean;
}

interface Mistake {
  kind: string;
  names: readonly string[] | ((base: Base) => readonly string[]);
  /** Changes a call. Returns nothing if the endpoint doesn't allow the mistake. */
  change(base: Base): Change | undefined;
}

const origin = "http://hub.example";
const key = { "x-api-key": "any" };
const json = { ...key, "content-type": "application/json" };
const urlencoded = { ...key, "content-type": "application/x-www-form-urlencoded" };

/** Builds the wrong calls of every kind at every endpoint that allows the mistake. */
export function listWrongCalls(routes: readonly LoadedRoute[]): WrongCall[] {
  const bases = routes.map((loaded) => toBase(loaded, routes));
  return mistakes.flatMap((mistake) =>
    bases.flatMap((base): WrongCall[] => {
      const change = mistake.change(base);
      if (!change) return [];
      const { path = base.target, method = base.method, body = null, headers = key } = change;
      const names = typeof mistake.names === "function" ? mistake.names(base) : mistake.names;
      const request = new Request(origin + path, { method, body, headers });
      return [{ kind: mistake.kind, loaded: base.loaded, request, names }];
    }),
  );
}

function toBase(loaded: LoadedRoute, routes: readonly LoadedRoute[]): Base {
  const call = buildSampleCall(loaded, { base: "", keyed: true });
  const { body, query } = loaded.route;
  return {
    ...{ ...call, loaded, target: call.url },
    isShared: routes.some((route) => route.method !== loaded.method && isAt(route, loaded.path)),
    isKnown: (path) => routes.some((route) => isAt(route, path)),
    body: (body?.properties ?? {}) as Record<string, TSchema>,
    query: (query?.properties ?? {}) as Record<string, TSchema>,
  };
}

function isAt({ path }: LoadedRoute, pathname: string): boolean {
  return new URLPattern({ pathname: path }).test({ pathname });
}

function isJson({ method, json, files }: Base): boolean {
  return method === "POST" && json !== undefined && files.length === 0;
}

function example({ json }: Base): Record<string, unknown> {
  return { ...(json as Record<string, unknown>) };
}

/** Changes the example's JSON text. */
function rewrite(change: (text: string, base: Base) => string | undefined, headers = json) {
  return (base: Base): Change | undefined => {
    if (!isJson(base)) return undefined;
    const text = JSON.stringify(base.json);
    const body = change(text, base);
    return body === undefined || body === text ? undefined : { body, headers };
  };
}

/** Changes the first field of the example's body that matches. */
function refill(
  isMatch: (schema: TSchema, name: string) => boolean,
  value: (schema: TSchema) => unknown,
) {
  return (base: Base): Change | undefined => {
    const name = Object.keys(base.body).find((one) => isMatch(base.body[one]!, one));
    if (!isJson(base) || name === undefined) return undefined;
    const body = JSON.stringify({ ...example(base), [name]: value(base.body[name]!) });
    return { body, headers: json };
  };
}

/** Sets a parameter of the example's query, as text that is already encoded. */
function reask(isMatch: (schema: TSchema, name: string) => boolean, text: string) {
  return (base: Base): Change | undefined => {
    const name = Object.keys(base.query).find((one) => isMatch(base.query[one]!, one));
    return name === undefined ? undefined : { path: setParameter(base.target, name, text) };
  };
}

function setParameter(target: string, name: string, text: string): string {
  const [path = "", search = ""] = target.split("?");
  const others = search.split("&").filter((one) => one && !one.startsWith(`${name}=`));
  return `${path}?${[...others, `${name}=${text}`].join("&")}`;
}

function isNumber({ type }: TSchema): boolean {
  return type === "integer" || type === "number";
}

function isList({ type, items }: TSchema): boolean {
  return type === "array" && items?.type === "object";
}

function isColor({ type, pattern }: TSchema, name: string): boolean {
  return type === "string" && pattern !== undefined && /color|background/.test(name);
}

function isCurrency({ type, pattern }: TSchema): boolean {
  return type === "string" && pattern === "^[A-Za-z]{3}$";
}

function isChoice({ enum: values }: TSchema): boolean {
  return values !== undefined;
}

function isFlag({ type }: TSchema): boolean {
  return type === "boolean";
}

/** Sends a form with changed names or values. */
function form(change: (parts: [string, string | File][], base: Base) => [string, string | File][]) {
  return (base: Base): Change | undefined => {
    if (base.files.length === 0) return undefined;
    const body = new FormData();
    for (const [name, value] of change([...base.texts, ...base.files], base))
      body.append(name, value);
    return { body };
  };
}

function onGet(change: (target: string) => string) {
  return (base: Base): Change | undefined =>
    base.method === "GET" && change(base.target) !== base.target
      ? { path: change(base.target) }
      : undefined;
}

function onPath(change: (path: string, base: Base) => string | undefined) {
  return (base: Base): Change | undefined => {
    const { path } = base.loaded;
    const changed = path.includes(":") ? undefined : change(path, base);
    // The path of another endpoint may have a parameter at the same place.
    if (changed === undefined || changed === path || base.isKnown(changed)) return undefined;
    const [, search] = base.target.split("?");
    const headers = isJson(base) ? json : key;
    const body = isJson(base) ? { body: JSON.stringify(base.json) } : {};
    return { path: search ? `${changed}?${search}` : changed, headers, ...body };
  };
}

function onKey(headers: Record<string, string>, parameter = "") {
  return (base: Base): Change => {
    const mark = base.target.includes("?") ? "&" : "?";
    const path = parameter ? `${base.target}${mark}${parameter}` : base.target;
    if (!isJson(base)) return { path, headers };
    const body = JSON.stringify(base.json);
    return { path, headers: { ...headers, "content-type": "application/json" }, body };
  };
}

const jsonHeader = ["Content-Type: application/json"];
const keyWords = ["X-API-Key"];

const nearestPath = ({ loaded }: Base) => [loaded.path];
const rightMethod = ({ method }: Base) => [method];

/** The kinds of mistakes, by the client that makes them. */
const mistakes: readonly Mistake[] = [
  {
    kind: "curl -d without a header",
    names: jsonHeader,
    change: rewrite((text) => `${text} `, urlencoded),
  },
  {
    kind: "fetch without a header",
    names: jsonHeader,
    change: rewrite((text) => `${text} `, { ...key, "content-type": "text/plain;charset=UTF-8" }),
  },
  {
    kind: "Postman's raw text",
    names: jsonHeader,
    change: rewrite((text) => `${text} `, { ...key, "content-type": "text/plain" }),
  },
  {
    kind: "Postman's XML",
    names: ["application/json"],
    change: (base) =>
      base.loaded.route.raw?.["application/xml"]
        ? undefined
        : rewrite((text) => `${text} `, { ...key, "content-type": "application/xml" })(base),
  },
  {
    kind: "requests with a multipart header by hand",
    names: ["application/json", "boundary"],
    change: rewrite((text) => `${text} `, { ...key, "content-type": "multipart/form-data" }),
  },
  {
    kind: "Python's str(dict)",
    names: ["single quote"],
    change: rewrite((text) => text.replaceAll('"', "'")),
  },
  {
    kind: "quotes lost in cmd",
    names: ["quotes"],
    change: rewrite((text) => text.replaceAll('"', "")),
  },
  { kind: "single quotes of cmd", names: ["single quote"], change: rewrite((text) => `'${text}'`) },
  { kind: "a missing quote", names: ["quote"], change: rewrite((text) => text.replace('":', ":")) },
  { kind: "a missing brace", names: ["ends", "}"], change: rewrite((text) => text.slice(0, -1)) },
  {
    kind: "a trailing comma",
    names: ["comma"],
    change: rewrite((text) => text.replace(/\}$/, ",}")),
  },
  {
    kind: "a missing comma",
    names: ["comma"],
    change: rewrite((text) => (text.includes(',"') ? text.replace(',"', ' "') : undefined)),
  },
  { kind: "curly quotes", names: ["quote"], change: rewrite((text) => text.replaceAll('"', "”")) },
  {
    kind: "Python's words",
    names: ["true", "null"],
    change: rewrite((text) => text.replace(/\}$/, ',"x":None}')),
  },
  {
    kind: "a comment",
    names: ["comment"],
    change: rewrite((text) => text.replace(/\}$/, "} // my call")),
  },
  {
    kind: "fetch with an object",
    names: ["JSON.stringify"],
    change: rewrite(() => "[object Object]"),
  },
  { kind: "curl -d with a file without @", names: ["@"], change: rewrite(() => "body.json") },
  { kind: "JSON written twice", names: ["twice"], change: rewrite((text) => JSON.stringify(text)) },
  { kind: "a form as JSON", names: ["form", "JSON"], change: rewrite(() => "text=hello&size=3") },
  {
    kind: "JSON in a list",
    names: ["must be an object", "list"],
    change: rewrite((text) => `[${text}]`),
  },
  {
    kind: "JSON in data",
    names: ["body.data is unknown"],
    change: rewrite((text, { body }) => (body.data ? undefined : `{"data":${text}}`)),
  },
  { kind: "an empty body", names: ["empty"], change: rewrite(() => "") },
  {
    kind: "camel case",
    names: (base) => Object.keys(base.body).filter((name) => name.includes("_")),
    change: (base) => {
      const name = Object.keys(base.body).find((one) => one.includes("_"));
      if (!isJson(base) || name === undefined) return undefined;
      const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      return {
        body: JSON.stringify({ ...example(base), [camel]: example(base)[name] ?? "a" }),
        headers: json,
      };
    },
  },
  {
    kind: "a misspelt field",
    names: (base) => Object.keys(example(base)).slice(0, 1),
    change: rewrite((text) => text.replace(/^\{"(\w)/, '{"$1$1')),
  },
  {
    kind: "a missing field",
    names: (base) => [
      "missing",
      "must",
      "without",
      "needs",
      "Either",
      "one of",
      ...Object.keys(base.body),
    ],
    change: (base) => {
      const { required = [] } = base.loaded.route.body ?? {};
      const name = (required as string[]).find((one) => base.body[one]?.default === undefined);
      if (!isJson(base) || name === undefined) return undefined;
      const { [name]: _, ...rest } = example(base);
      return { body: JSON.stringify(rest), headers: json };
    },
  },
  { kind: "a number in words", names: ["number"], change: refill(isNumber, () => "ten") },
  { kind: "a boolean in words", names: ["true or false"], change: refill(isFlag, () => "yes") },
  { kind: "an unknown choice", names: ["must be"], change: refill(isChoice, () => "best") },
  { kind: "a text for a list of objects", names: ["must be"], change: refill(isList, () => "a,b") },
  { kind: "a colour's name", names: ["colour", "color"], change: refill(isColor, () => "red") },
  {
    kind: "null",
    names: ["null"],
    change: refill(
      (schema) => isNumber(schema) || isFlag(schema),
      () => null,
    ),
  },
  { kind: "a currency's name", names: ["EUR"], change: refill(isCurrency, () => "EURO") },
  {
    kind: "the body's fields in the query",
    names: ["body", "JSON"],
    change: (base) => {
      if (!isJson(base) || Object.keys(base.query).length > 0) return undefined;
      const [first] = Object.entries(example(base));
      return (
        first && { path: `${base.target}?${first[0]}=${encodeURIComponent(String(first[1]))}` }
      );
    },
  },
  {
    kind: "the key in the body",
    names: keyWords,
    change: (base) =>
      isJson(base)
        ? {
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ ...example(base), api_key: "hub_1" }),
          }
        : undefined,
  },
  // Uploads.
  {
    kind: "another field for the file",
    names: ({ files }) => files.map(([name]) => name),
    change: form((parts) =>
      parts.map(([name, value]) => [
        value instanceof File ? (name === "document" ? "pdf" : "document") : name,
        value,
      ]),
    ),
  },
  {
    kind: "a path for the file",
    names: ["@"],
    change: form((parts) =>
      parts.map(([name, value]) => [name, value instanceof File ? value.name : value]),
    ),
  },
  {
    kind: "no file",
    names: ({ files, body }) => [...files.map(([name]) => name), ...Object.keys(body)],
    change: form((parts) => [...parts.filter(([, value]) => typeof value === "string"), ["", ""]]),
  },
  {
    kind: "curl --data-binary without a header",
    names: ["Content-Type", "-F"],
    change: ({ files: [first] }) => first && { body: first[1], headers: urlencoded },
  },
  {
    kind: "a file's path as JSON",
    names: ["-F", "form"],
    change: ({ files: [first] }) =>
      first && { body: JSON.stringify({ [first[0]]: first[1].name }), headers: json },
  },
  {
    kind: "a file as base64 in JSON",
    names: ["-F", "form"],
    change: ({ files: [first] }) =>
      first && { body: JSON.stringify({ [first[0]]: "aGVsbG8gd29ybGQ=" }), headers: json },
  },
  {
    kind: "both files and files_base64",
    names: ["files_base64"],
    change: (base) => {
      if (!base.body.files_base64) return undefined;
      return form((parts) => [...parts, ["files_base64", "aGVsbG8="]])(base);
    },
  },
  {
    kind: "neither files nor files_base64",
    names: ["files_base64"],
    change: (base) => (base.body.files_base64 ? { body: "{}", headers: json } : undefined),
  },
  {
    kind: "a form without its boundary",
    names: ["boundary"],
    change: ({ files: [first] }) =>
      first && { body: first[1], headers: { ...key, "content-type": "multipart/form-data" } },
  },
  // Queries.
  {
    kind: "a misspelt parameter",
    names: ["unknown"],
    change: onGet((target) => target.replace(/\?(\w)/, "?$1$1")),
  },
  {
    kind: "a missing parameter",
    names: ["missing", "must", "one of", "needs"],
    change: (base) => {
      const { required = [] } = base.loaded.route.query ?? {};
      const isNeeded = (required as string[]).some((one) => base.query[one]?.default === undefined);
      return base.method === "GET" && isNeeded ? { path: base.target.split("?")[0]! } : undefined;
    },
  },
  { kind: "a number in words in the query", names: ["number"], change: reask(isNumber, "ten") },
  {
    kind: "a boolean in words in the query",
    names: ["true or false"],
    change: reask(isFlag, "yes"),
  },
  { kind: "an unknown choice in the query", names: ["must be"], change: reask(isChoice, "best") },
  {
    kind: "a colour's name in the query",
    names: ["colour", "color"],
    change: reask(isColor, "red"),
  },
  { kind: "a # that ends the address", names: ["%23"], change: reask(isColor, "") },
  { kind: "EURO", names: ["EUR"], change: reask(isCurrency, "EURO") },
  { kind: "a plain +", names: ["%2B"], change: reask(isChoice, "a+b") },
  {
    kind: "encoded twice",
    names: ["twice", "%20"],
    change: reask((schema) => isChoice(schema) || isNumber(schema), "a%2520b"),
  },
  {
    kind: "a bare percent sign",
    names: ["%25"],
    change: reask(({ type }) => type === "string", "100%"),
  },
  {
    kind: "a parameter sent twice",
    names: ["once"],
    change: (base) =>
      base.query[/\?(\w+)/.exec(base.target)?.[1] ?? ""]?.type === "array"
        ? undefined
        : onGet((target) => target.replace(/\?(\w+=[^&]*)/, "?$1&$1"))(base),
  },
  {
    kind: "brackets",
    names: ["unknown"],
    change: onGet((target) => target.replace(/\?(\w+)=/, "?$1[]=")),
  },
  // Methods and paths.
  {
    kind: "the address in a browser",
    names: rightMethod,
    change: ({ method, isShared }) =>
      method === "POST" && !isShared ? { method: "GET" } : undefined,
  },
  {
    kind: "curl -d at a GET",
    names: rightMethod,
    change: ({ method, target, isShared }) =>
      method === "GET" && !isShared
        ? { method: "POST", body: target.split("?")[1] ?? "a=1", headers: urlencoded }
        : undefined,
  },
  {
    kind: "PUT",
    names: rightMethod,
    change: ({ isShared }) => (isShared ? undefined : { method: "PUT", body: "{}", headers: json }),
  },
  {
    kind: "a misspelt path",
    names: nearestPath,
    change: onPath((path) => path.replace(/.$/, "$&$&")),
  },
  {
    kind: "a path without /api",
    names: nearestPath,
    change: onPath((path) => path.replace("/api", "")),
  },
  {
    kind: "a version in the path",
    names: nearestPath,
    change: onPath((path) => path.replace("/api", "/api/v1")),
  },
  {
    kind: "underscores in a path",
    names: nearestPath,
    change: onPath((path) => path.replaceAll("-", "_")),
  },
  { kind: "capitals in a path", names: nearestPath, change: onPath((path) => path.toUpperCase()) },
  { kind: "a plural in a path", names: nearestPath, change: onPath((path) => `${path}s`) },
  { kind: "a space after the address", names: nearestPath, change: onPath((path) => `${path}%20`) },
  {
    kind: "two slashes",
    names: nearestPath,
    change: onPath((path) => path.replace("/api/", "/api//")),
  },
  {
    kind: "a path of the documentation",
    names: nearestPath,
    change: onPath((path, { method }) =>
      path.replace(
        /^\/api\/([^/]+)\/(.*)$/,
        (_, service: string, rest: string) =>
          `/api/${service}/${method.toLowerCase()}-${rest.replaceAll("/", "-")}`,
      ),
    ),
  },
  // Keys.
  { kind: "no key", names: keyWords, change: onKey({}) },
  { kind: "a key as ?key=", names: ["parameter key is"], change: onKey({}, "key=hub_1") },
  { kind: "a key as ?apikey=", names: ["parameter apikey is"], change: onKey({}, "apikey=hub_1") },
  { kind: "a key as Api-Key", names: ["header api-key is"], change: onKey({ "api-key": "hub_1" }) },
  {
    kind: "a key without Bearer",
    names: ['begin with "Bearer "'],
    change: onKey({ authorization: "hub_1" }),
  },
  {
    kind: "a key as Basic",
    names: ['it begins with "Basic"'],
    change: onKey({ authorization: "Basic aHViXzE6" }),
  },
  {
    kind: "a key as Token",
    names: ['it begins with "Token"'],
    change: onKey({ authorization: "Token hub_1" }),
  },
];
