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

/** @type {HTMLButtonElement | null} */
const passkey = document.querySelector("#passkey");
if (passkey && SimpleWebAuthnBrowser.browserSupportsWebAuthn()) {
  passkey.hidden = false;
  passkey.addEventListener("click", async () => {
    /** @type {HTMLElement} */
    const fault = document.querySelector("#passkey-fault");
    fault.hidden = true;
    passkey.disabled = true;
    try {
      await useOn(passkey);
    } catch (error) {
      fault.textContent = error.message;
      fault.hidden = false;
      passkey.disabled = false;
    }
  });
}

/** @param {HTMLButtonElement} button */
async function useOn({ dataset }) {
  const optionsJSON = JSON.parse(dataset.options ?? "");
  const response = await SimpleWebAuthnBrowser.startAuthentication({ optionsJSON });
  const answer = await fetch(new URL("../login/passkey", import.meta.url), {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ response }),
  });
  if (!answer.ok) throw new Error((await answer.json()).detail);
  location.assign(dataset.next ?? "/account");
}
