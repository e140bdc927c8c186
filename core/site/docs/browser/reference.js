// Swagger UI has a dark mode but doesn't detect the preferred colour scheme.
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
  // Keys are not stored after the page closes.
  persistAuthorization: false,
  // Its colours have too little contrast.
  syntaxHighlight: false,
  tryItOutEnabled: true,
  // The badge would send the document to a validator on another host.
  validatorUrl: "none",
});

/** Adds missing ARIA attributes after each change that Swagger UI makes. */
function mend() {
  // The title is a level-1 heading, and the headings below it skip a level.
  for (const heading of place.querySelectorAll("h3, h4, h5"))
    heading.setAttribute("aria-level", String(Number(heading.tagName[1]) - 1));
  for (const [selector, name] of Object.entries(regions))
    for (const part of place.querySelectorAll(selector)) {
      part.setAttribute("role", "region");
      part.setAttribute("aria-label", name);
    }
  // Links inside buttons are redundant.
  for (const link of place.querySelectorAll("button a[href]")) link.removeAttribute("href");
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = place.querySelectorAll("input, select, textarea");
  for (const field of fields)
    if (field.labels?.length === 0 && !field.ariaLabel) field.ariaLabel = getFieldName(field);
  for (const select of place.querySelectorAll("select#servers")) select.ariaLabel = "Server";
  for (const button of place.querySelectorAll(".close-modal")) button.ariaLabel = "Close";
  for (const button of place.querySelectorAll(".modal-btn[aria-label]"))
    button.removeAttribute("aria-label");
  // Scrollable elements must be reachable by keyboard.
  /** @type {NodeListOf<HTMLElement>} */
  const scrolled = place.querySelectorAll("pre.microlight, .table-container, .responses-inner");
  for (const part of scrolled) part.tabIndex = 0;
}

const regions = {
  ".information-container": "About the hub",
  ".scheme-container": "Server and key",
  ".filter-container": "Filter",
};

function getFieldName(field) {
  const row = field.closest("tr[data-param-name], tr[data-property-name]");
  const name = row?.dataset.paramName ?? row?.dataset.propertyName;
  if (name) return name;
  if (field.matches(".examples-select-element")) return "Example";
  if (field.matches(".body-param__text")) return "Body";
  if (field.matches(".content-type, .body-param-content-type *")) return "Media type";
  return "Value";
}

new MutationObserver(mend).observe(place, { childList: true, subtree: true });
