// Copies samples, and switches all samples of the page to the selected language.
const languageKey = "sample-language";
const samples = [...document.querySelectorAll(".samples")];

if (samples.length > 0 && !document.getElementById("said"))
  document.body.append(widgets.element("p", { class: "said", id: "said", role: "status" }));

for (const sample of samples) {
  const shown = () => sample.querySelector(":checked + label + pre").textContent;
  const title = document.querySelector("h1")?.textContent;
  const name = title && `Copy the sample for “${title.trim()}”`;
  sample.append(widgets.copyButton("Copy", shown, { say: widgets.say, name }));
  sample.addEventListener("change", ({ target }) => {
    const before = sample.getBoundingClientRect().top;
    show(getLanguage(target));
    keep(getLanguage(target));
    // Samples above may have changed height: keeps the clicked one in place.
    scrollBy({ top: sample.getBoundingClientRect().top - before, behavior: "instant" });
  });
}
const known = kept();
if (known) show(known);

function getLanguage(input) {
  return input.nextElementSibling.textContent;
}

function show(language) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = document.querySelectorAll(".samples input");
  for (const input of inputs) if (getLanguage(input) === language) input.checked = true;
}

/** Stores the language. If storage is blocked, it applies to this page only. */
function keep(language) {
  try {
    localStorage.setItem(languageKey, language);
  } catch {}
}

function kept() {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    return null;
  }
}
