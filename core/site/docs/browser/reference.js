// Swagger UI is dark where its page says so, and leaves it to its page to ask what is wanted.
const dark = matchMedia("(prefers-color-scheme: dark)");

function follow() {
  document.documentElement.classList.toggle("dark-mode", dark.matches);
}

dark.addEventListener("change", follow);
follow();

/** @type {HTMLElement} */
const place = document.querySelector("#reference");

SwaggerUIBundle({
  domNode: place,
  url: place.dataset.document,
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: "none",
  defaultModelsExpandDepth: -1,
  filter: true,
  // A key that is typed here is forgotten with the page.
  persistAuthorization: false,
  // Its colours are too faint for many to read.
  syntaxHighlight: false,
  tryItOutEnabled: true,
  // Its badge would show every visitor's document to a validator on another host.
  validatorUrl: "none",
});

/** Says to screen readers what Swagger UI leaves to be seen, as often as it draws something. */
function mend() {
  // The title is a heading of the first rank, and what comes below it skips one.
  for (const heading of place.querySelectorAll("h3, h4, h5"))
    heading.setAttribute("aria-level", String(Number(heading.tagName[1]) - 1));
  for (const [selector, name] of Object.entries(regions))
    for (const part of place.querySelectorAll(selector)) {
      part.setAttribute("role", "region");
      part.setAttribute("aria-label", name);
    }
  // A link within a button: the button does the same.
  for (const link of place.querySelectorAll("button a[href]")) link.removeAttribute("href");
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = place.querySelectorAll("input, select, textarea");
  for (const field of fields)
    if (field.labels?.length === 0 && !field.ariaLabel) field.ariaLabel = nameOf(field);
  for (const select of place.querySelectorAll("select#servers")) select.ariaLabel = "Server";
  for (const button of place.querySelectorAll(".close-modal")) button.ariaLabel = "Close";
  for (const button of place.querySelectorAll(".modal-btn[aria-label]"))
    button.removeAttribute("aria-label");
  // What is scrolled by a pointer must be scrolled by keys.
  /** @type {NodeListOf<HTMLElement>} */
  const scrolled = place.querySelectorAll("pre.microlight, .table-container, .responses-inner");
  for (const part of scrolled) part.tabIndex = 0;
}

const regions = {
  ".information-container": "About the hub",
  ".scheme-container": "Server and key",
  ".filter-container": "Filter",
};

function nameOf(field) {
  const row = field.closest("tr[data-param-name], tr[data-property-name]");
  const name = row?.dataset.paramName ?? row?.dataset.propertyName;
  if (name) return name;
  if (field.matches(".examples-select-element")) return "Example";
  if (field.matches(".body-param__text")) return "Body";
  if (field.matches(".content-type, .body-param-content-type *")) return "Media type";
  return "Value";
}

new MutationObserver(mend).observe(place, { childList: true, subtree: true });
