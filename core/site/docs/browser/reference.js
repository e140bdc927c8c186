// Adds to Swagger UI what its settings can't express as JSON: the visitor's address and key, and the needs of keyboards
// and screen readers.
const start = globalThis.SwaggerUIBundle;
const darkScheme = matchMedia("(prefers-color-scheme: dark)");
darkScheme.addEventListener("change", followScheme);
followScheme();

/** @param {{ url?: string }} options */
globalThis.SwaggerUIBundle = (options) => {
  const place = document.querySelector("#swagger-ui");
  new MutationObserver(() => mend(place)).observe(place, { childList: true, subtree: true });
  return start({
    ...options,
    // The page can have any path, also behind a proxy.
    url: locate(`/${options.url}`),
    // Its colours have too little contrast.
    syntaxHighlight: false,
    plugins: [site],
    layout: "Reference",
    requestInterceptor: addKey,
  });
};

/** The stylesheet of Swagger UI has a class for dark colours. */
function followScheme() {
  document.documentElement.classList.toggle("dark-mode", darkScheme.matches);
}

/** Resolves a path against the script's URL, since the hub can run under a base path. */
function locate(path) {
  return new URL(`..${path}`, import.meta.url).href;
}

/** Sends the key of the page's form with calls. */
function addKey(request) {
  /** @type {HTMLInputElement} */
  const field = document.querySelector("#page-key");
  const key = field.value.trim();
  if (key && !request.loadSpec) request.headers["X-API-Key"] = key;
  return request;
}

/** Asks before a request that changes keys or accounts for good. */
function isConfirmed({ method, path }) {
  if (method === "get" || !path.startsWith("/api-key")) return true;
  return confirm("This permanently changes keys or accounts. Send it?");
}

/** A plugin of Swagger UI: https://swagger.io/docs/open-source-tools/swagger-ui/customization/plug-points/ */
function site({ React: { cloneElement, createElement } }) {
  return {
    components: { Reference },
    fn: { opsFilter, resolveSubtree },
    statePlugins: {
      spec: { wrapActions: { updateJsonSpec: (update) => (json) => update(prepare(json)) } },
    },
    // The page has one form for the key, and empty fields aren't sent.
    wrapComponents: {
      authorizeOperationBtn: () => () => null,
      ParameterIncludeEmpty: () => () => null,
      execute: (Original) =>
        class extends Original {
          render() {
            const onClick = () => isConfirmed(this.props) && this.onClick();
            return cloneElement(super.render(), { onClick });
          }
        },
    },
  };

  /** The filter and the operations. The layouts of Swagger UI have headings and landmarks that the page has, too. */
  function Reference({ specSelectors, getComponent }) {
    const status = specSelectors.loadingStatus();
    const parts = ["FilterContainer", "operations"].map((name) =>
      createElement(getComponent(name, true), { key: name }),
    );
    if (status === "success") return createElement("div", { className: "swagger-ui" }, parts);
    const text = status?.startsWith("failed")
      ? "Cannot load the OpenAPI document. Reload the page to try again."
      : "Loading the endpoints …";
    return createElement("p", { className: "note", role: "status" }, text);
  }
}

/** Keeps the operations that contain all words of a phrase. By default, only the names of services are searched. */
function opsFilter(groups, phrase) {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (tag, entry) => {
    const { path, method, operation } = entry.toObject();
    const text = [tag, method, path, operation.get("summary")].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group, tag) =>
      group.update("operations", (entries) => entries.filter((entry) => matches(tag, entry))),
    )
    .filter((group) => group.get("operations").size > 0);
}

/**
 * Prepares the document for Swagger UI. It looks for the example of a form at its fields, and would send made-up values
 * for those without, and the examples of optional headers.
 */
function prepare(json) {
  // The address that the operator configured can differ from the visitor's, which alone is reachable from the page.
  json.servers = [{ url: locate("/").replace(/\/$/, "") }];
  for (const parameter of Object.values(json.components?.parameters ?? {})) {
    delete parameter.example;
    [parameter.description] = parameter.description.split(". ");
  }
  for (const operation of Object.values(json.paths ?? {}).flatMap((item) => Object.values(item)))
    for (const [type, { schema, example = {} }] of Object.entries(
      operation.requestBody?.content ?? {},
    ))
      if (type.startsWith("multipart/"))
        for (const [name, field] of Object.entries(schema.properties ?? {})) {
          const isUsed = schema.required?.includes(name) && field.format !== "binary";
          field.examples = [(isUsed && example[name]) ?? (field.type === "array" ? [] : "")];
        }
  return json;
}

/**
 * Resolves the references of a part of the document. Swagger UI's own resolver takes seconds of processor time for the
 * whole document, and ours only has references to itself.
 */
async function resolveSubtree(json, path) {
  return { spec: dereference(json, getPart(json, path)), errors: [] };
}

/** @param {readonly string[]} open The references that lead here. */
function dereference(json, value, open = []) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => dereference(json, item, open));
  const { $ref, ...fields } = value;
  if (typeof $ref === "string" && $ref.startsWith("#/") && !open.includes($ref)) {
    const target = getPart(json, $ref.slice(2).split("/").map(decodePointer));
    return dereference(json, { ...target, ...fields }, [...open, $ref]);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, dereference(json, item, open)]),
  );
}

function getPart(json, path) {
  return path.reduce((part, name) => part?.[name], json);
}

/** Decodes a segment of a JSON Pointer in a URI fragment (RFC 6901). */
function decodePointer(segment) {
  return decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Adds what Swagger UI lacks for keyboards and screen readers, after each of its changes. */
function mend(place) {
  // Its headings skip a level below that of the page.
  for (const heading of place.querySelectorAll("h3, h4, h5"))
    heading.ariaLevel = String(Number(heading.tagName[1]) - 1);
  // Links inside buttons are redundant.
  for (const link of place.querySelectorAll("button a[href]")) link.removeAttribute("href");
  for (const field of place.querySelectorAll("input, select, textarea"))
    if (field.labels?.length === 0 && !field.ariaLabel) {
      const { paramName, propertyName } = field.closest("tr")?.dataset ?? {};
      const isFilter = field.matches(".operation-filter-input");
      field.ariaLabel = isFilter ? "Filter the endpoints" : (paramName ?? propertyName ?? "Value");
    }
  for (const button of place.querySelectorAll(".json-schema-form-item-remove"))
    button.ariaLabel = "Remove the item";
  // Scrollable elements must be reachable by keyboard.
  for (const part of place.querySelectorAll("pre, .table-container, .responses-table td"))
    part.tabIndex = 0;
}
