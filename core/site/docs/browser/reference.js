// Draws Swagger UI in the site's way. The page has the options that are JSON; this script adds the others before it
// starts.
const start = globalThis.SwaggerUIBundle;

/** @param {{ url?: string }} options */
globalThis.SwaggerUIBundle = (options) => {
  const place = document.querySelector("#swagger-ui");
  new MutationObserver(() => mend(place)).observe(place, { childList: true, subtree: true });
  const ui = start({
    ...options,
    // Its colours have too little contrast.
    syntaxHighlight: false,
    // The page can have any path, also behind a proxy.
    url: locate(`/${options.url}`),
    plugins: [site],
    layout: "Reference",
    onComplete: () => useKey(ui),
  });
  connectFilter(ui);
  return ui;
};

/** Resolves a path against the script's URL, since the hub can run under a base path. */
function locate(path) {
  return new URL(`..${path}`, import.meta.url).href;
}

/** Sends the key of the page's form with all requests that need one. */
function useKey(ui) {
  /** @type {HTMLInputElement} */
  const field = document.querySelector("#page-key");
  let sent = "";
  const update = () => {
    const key = field.value.trim();
    if (key) ui.preauthorizeApiKey("header", key);
    else if (sent) ui.authActions.logout(["header"]);
    sent = key;
  };
  field.addEventListener("input", update);
  update();
}

/** Asks before a request that changes keys or accounts for good. */
function isConfirmed({ method, path }) {
  if (method === "get" || !path.startsWith("/api-key")) return true;
  return confirm("This permanently changes keys or accounts. Send it?");
}

/** Filters the endpoints while the visitor types. */
function connectFilter(ui) {
  /** @type {HTMLInputElement} */
  const field = document.querySelector("#filter");
  const update = () => ui.layoutActions.updateFilter(field.value.trim() || "true");
  field.addEventListener("input", update);
  field.form.addEventListener("submit", (event) => event.preventDefault());
  // Browsers restore form values on reload.
  if (field.value) update();
}

/** A plugin of Swagger UI: https://swagger.io/docs/open-source-tools/swagger-ui/customization/plug-points/ */
function site({ React, Im }) {
  const h = React.createElement;
  const Nothing = () => null;

  return {
    components: { Reference },
    fn: { opsFilter, resolveSubtree },
    statePlugins: {
      spec: { wrapActions: { updateJsonSpec: (update) => (json) => update(prepare(json)) } },
    },
    wrapComponents: {
      // The page has one form for the key, endpoints are always ready to be called, and empty fields aren't sent.
      authorizeOperationBtn: () => Nothing,
      TryItOutButton: () => Nothing,
      ParameterIncludeEmpty: () => Nothing,
      execute: (Original) =>
        class extends Original {
          render() {
            const onClick = () => isConfirmed(this.props) && this.onClick();
            return React.cloneElement(
              super.render(),
              { className: "btn execute", onClick },
              "Send",
            );
          }
        },
      JsonSchema_array: (Original) => (props) =>
        props.schema.getIn(["items", "format"]) === "binary"
          ? h(FilesInput, props)
          : h(Original, props),
      parameters: (Original) => (props) => h(Request, { Original, props }),
      responses: (Original, system) => (props) => h(Answers, { Original, system, props }),
    },
  };

  /** Selects several files at once, instead of one for each field. */
  function FilesInput({ onChange, description }) {
    return h("input", {
      type: "file",
      multiple: true,
      "aria-label": description,
      onChange: ({ target }) => onChange(Im.List(target.files)),
    });
  }

  /** Shows the fields of a request. Its headers are optional and the same everywhere, so they come last, folded. */
  function Request({ Original, props }) {
    const { parameters, operation } = props;
    const isHeader = (parameter) => parameter.get("in") === "header";
    const headers = parameters.filter(isHeader);
    const others = parameters.filterNot(isHeader);
    const isEmpty = others.size === 0;
    return h(
      "div",
      { className: isEmpty ? "request bodied" : "request" },
      (!isEmpty || operation.get("requestBody")) && h(Original, { ...props, parameters: others }),
      headers.size > 0 &&
        h(
          "details",
          {},
          h("summary", {}, "Optional headers"),
          h(Original, {
            ...props,
            parameters: headers,
            operation: operation.delete("requestBody"),
          }),
        ),
      operation.get("x-notes") &&
        h(
          "details",
          {},
          h("summary", {}, "Notes"),
          h(props.getComponent("Markdown", true), { source: operation.get("x-notes") }),
        ),
    );
  }

  function Reference({ specSelectors, specActions, getComponent, getConfigs }) {
    const status = specSelectors.loadingStatus();
    if (status?.startsWith("failed")) {
      const onClick = () => specActions.download(getConfigs().url);
      const retry = h("button", { type: "button", className: "btn", onClick }, "Try again");
      return h("p", { role: "alert" }, "Cannot load the OpenAPI document. ", retry);
    }
    if (status !== "success")
      return h("p", { className: "note", role: "status" }, "Loading the endpoints …");
    if (specSelectors.taggedOperations().size === 0)
      return h("p", { role: "status" }, "No endpoint matches the filter.");
    return h("div", { className: "swagger-ui" }, h(getComponent("operations", true)));
  }

  /** Keeps the operations that contain all words of a phrase. */
  function opsFilter(groups, phrase) {
    const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = (tag, entry) => {
      const { path, method, operation } = entry.toObject();
      const names = [tag, method, path, operation.get("summary"), operation.get("operationId")];
      const text = names.join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    };
    return groups
      .map((group, tag) =>
        group.update("operations", (entries) => entries.filter((entry) => matches(tag, entry))),
      )
      .filter((group) => group.get("operations").size > 0);
  }

  /** Shows the response to the visitor's request, or else to the example, and all that are possible. */
  function Answers({ Original, system, props }) {
    const { tryItOutResponse: response, path, method } = props;
    const operation = system.specSelectors.specJson().getIn(["paths", path, method]);
    const answer = operation?.get("x-example-response");
    const all = h(Original, { ...props, tryItOutResponse: undefined });
    return h(
      "div",
      { className: "answers" },
      response && h(SentResponse, { system, response, path, method }),
      !response && answer && h(ExampleResponse, { answer }),
      h("details", {}, h("summary", {}, "Status codes and schemas"), all),
    );
  }

  function SentResponse({ system, response, path, method }) {
    const { getComponent, getConfigs, specSelectors } = system;
    const Body = getComponent("responseBody");
    const Curl = getComponent("curl", true);
    const request = specSelectors.requestFor(path, method);
    const { status, text, error, duration, headers } = response.toObject();
    const sent = headers?.toJS() ?? {};
    const type = sent["content-type"]?.split(";")[0] ?? "";
    const isFine = status < 400;
    const lines = Object.entries(sent).map(
      ([name, value]) => `${name}: ${[value].flat().join(", ")}\n`,
    );
    return h(
      "section",
      { className: "sent" },
      h("h4", {}, "Response"),
      h(
        "p",
        { className: "outcome", role: "status" },
        h("span", { className: `status ${isFine ? "fine" : "failed"}` }, status ?? "No response"),
        ` ${type} ${duration ?? 0} ms`,
      ),
      error && status === undefined && h("p", { className: "fault" }, "Cannot reach the hub"),
      status === 401 &&
        h("p", {}, h("a", { href: "#page-key", onClick: enterKey }, "Enter your API key")),
      text instanceof Blob && h(FileBody, { blob: text, headers: sent }),
      isFine && type === "image/svg+xml" && h("img", { src: svgUrl(text), alt: "Response" }),
      typeof text === "string" &&
        h(Body, {
          content: text,
          contentType: sent["content-type"],
          url: request?.get("url"),
          headers: sent,
          getConfigs,
          getComponent,
        }),
      lines.length > 0 &&
        h("details", {}, h("summary", {}, "Headers"), h("pre", { tabIndex: 0 }, lines)),
      request && h("details", {}, h("summary", {}, "curl command"), h(Curl, { request })),
    );
  }

  /** Shows a picture or a sound, and offers to save any file. */
  function FileBody({ blob, headers }) {
    const url = React.useMemo(() => URL.createObjectURL(blob), [blob]);
    React.useEffect(() => () => URL.revokeObjectURL(url), [url]);
    const [kind, type = "bin"] = blob.type.split(";")[0].split("/");
    const [, name = `response.${type}`] =
      /filename="?([^";]+)/.exec(String(headers["content-disposition"])) ?? [];
    const size = blob.size < 1000 ? `${blob.size} bytes` : `${(blob.size / 1024).toFixed(1)} KiB`;
    return h(
      React.Fragment,
      {},
      kind === "image" && h("img", { src: url, alt: "Response" }),
      kind === "audio" && h("audio", { src: url, controls: true, "aria-label": "Response" }),
      h("p", {}, h("a", { href: url, download: name }, `Save ${name}`), ` ${size}`),
    );
  }

  /** As a picture, an SVG runs no scripts. */
  function svgUrl(text) {
    return `data:image/svg+xml,${encodeURIComponent(text)}`;
  }

  function enterKey(event) {
    // The address of the page is that of the endpoint.
    event.preventDefault();
    document.getElementById("page-key").focus();
  }

  /** Shows the captured response of an operation. */
  function ExampleResponse({ answer }) {
    const [markup, setMarkup] = React.useState("");
    React.useEffect(() => {
      void load(answer).then(setMarkup);
    }, [answer]);
    return h(
      "section",
      {},
      h("h4", {}, "Example response"),
      h("div", {
        className: "captured",
        "aria-busy": markup === "",
        dangerouslySetInnerHTML: { __html: markup || "Loading …" },
      }),
    );
  }

  /** Loads a response as the documentation shows it. The hub escapes its text. */
  async function load(answer) {
    const address = locate(answer);
    try {
      const response = await fetch(`${address}?part=shown`);
      if (response.ok) return await response.text();
    } catch {
      // The link to the response remains.
    }
    return `<p>Cannot load the example. <a href="${address}">Open it</a></p>`;
  }
}

/**
 * Prepares the document for Swagger UI. It looks for the example of a form at its fields, would send made-up values for
 * the others, and the examples of optional headers. It shows a whole description above the fields.
 */
function prepare(json) {
  // The address that the operator configured can differ from the visitor's, which alone is reachable from the page.
  json.servers = [{ url: locate("/").replace(/\/$/, "") }];
  for (const parameter of Object.values(json.components?.parameters ?? {}))
    delete parameter.example;
  for (const item of Object.values(json.paths ?? {}))
    for (const operation of Object.values(item)) {
      const [first, ...notes] = operation.description?.split("\n\n") ?? [];
      operation.description = first;
      if (notes.length > 0) operation["x-notes"] = notes.join("\n\n");
      const { content = {} } = operation.requestBody ?? {};
      for (const [type, { schema, example = {} }] of Object.entries(content))
        if (isForm(type) && schema.properties) schema.properties = withExamples(schema, example);
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

function isForm(type) {
  return type.startsWith("multipart/") || type === "application/x-www-form-urlencoded";
}

function withExamples({ properties, required = [] }, example) {
  const files = Object.values(properties).filter(isFile);
  const isUsed = (name, value) =>
    files.length === 0 || required.includes(name) || suitsOtherFiles(value, files);
  const entries = Object.entries(properties).map(([name, field]) => {
    const value = example[name];
    return [name, withExample(field, isFile(field) || !isUsed(name, value) ? undefined : value)];
  });
  return Object.fromEntries(entries);
}

function isFile(field) {
  return field.format === "binary" || field.items?.format === "binary";
}

/** Returns whether an optional value suits the visitor's files: not base64, nor one item for each file of the example. */
function suitsOtherFiles(value, files) {
  const isForEach = Array.isArray(value) && files.some(({ type }) => type === "array");
  return !isForEach && !/^[\w/+=.:;,-]{60}/.test(String(value));
}

function withExample(field, value) {
  const empty = field.type === "array" ? [] : "";
  const text = typeof value === "object" && field.type !== "array" ? JSON.stringify(value) : value;
  // Swagger UI has a control for each format, but only for single values.
  const { format, ...items } = field.items ?? {};
  const isOther = format !== undefined && format !== "binary";
  return { ...field, ...(isOther && { items }), examples: [text ?? empty] };
}

/** Adds what Swagger UI lacks for keyboards and screen readers, after each of its changes. */
function mend(place) {
  // Its headings skip a level below that of the page.
  for (const heading of place.querySelectorAll("h3, h4, h5"))
    heading.ariaLevel = String(Number(heading.tagName[1]) - 1);
  // Links inside buttons are redundant.
  for (const link of place.querySelectorAll("button a[href]")) link.removeAttribute("href");
  for (const field of place.querySelectorAll("input, select, textarea"))
    if (field.labels?.length === 0 && !field.ariaLabel) field.ariaLabel = getFieldName(field);
  for (const button of place.querySelectorAll(".json-schema-form-item-remove"))
    button.ariaLabel = "Remove the item";
  // Scrollable elements must be reachable by keyboard.
  for (const part of place.querySelectorAll("pre, .table-container, .responses-table td"))
    part.tabIndex = 0;
}

function getFieldName(field) {
  const row = field.closest("tr[data-param-name], tr[data-property-name]");
  const name = row?.dataset.paramName ?? row?.dataset.propertyName;
  if (name) return name;
  if (field.matches(".examples-select-element")) return "Example";
  if (field.matches(".body-param__text")) return "Body";
  if (field.matches(".content-type")) return "Media type";
  return "Value";
}
