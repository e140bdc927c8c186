// The login pages. The link in a mail has its values in the fragment, which no server or log sees.
const form = document.querySelector("#log-in");

if (form instanceof HTMLFormElement && location.hash) {
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  }
  history.replaceState(null, "", location.pathname);
  form.querySelector("button")?.focus();
}
