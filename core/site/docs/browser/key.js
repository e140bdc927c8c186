// Keeps the visitor's API key in `sessionStorage` if they ask for it: for this tab, until it closes. Content of services
// is sandboxed and can't read it. Other pages use the key through `globalThis.keyStore`.

/** Hubs of one origin have separate base paths. */
const place = `api-key ${new URL("..", import.meta.url).pathname}`;

/** Nothing but API keys is stored, so an operator token never is. */
const issued = /^hubp?_[0-9A-Za-z]{38}$/;

const keyStore = {
  /** Returns the remembered key, or an empty text. */
  read() {
    // Storage can be blocked by the visitor's settings.
    try {
      return sessionStorage.getItem(place) ?? "";
    } catch {
      return "";
    }
  },
  /** Remembers a key, and forgets any other text. Returns whether it is remembered. */
  write(key) {
    try {
      if (issued.test(key)) sessionStorage.setItem(place, key);
      else sessionStorage.removeItem(place);
    } catch {
      return false;
    }
    return this.read() !== "";
  },
  forget() {
    this.write("");
  },
};
globalThis.keyStore = keyStore;

/** @type {HTMLFormElement | null} */
const form = document.querySelector("#key-form.page-key");
if (form) connect(form);

/** Connects the form for the key with the storage. */
function connect(form) {
  /** @type {HTMLInputElement} */
  const field = form.querySelector("#page-key");
  const { remember, forget } = form.elements;
  const state = form.querySelector(".key-state");
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", update);
  remember.addEventListener("change", update);
  forget.addEventListener("click", () => {
    remember.checked = false;
    setField("");
    state.textContent = "Key forgotten";
    field.focus();
  });
  fill();
  // A page from the back/forward cache may have a key that was forgotten since.
  addEventListener("pageshow", ({ persisted }) => persisted && fill());

  function fill() {
    const known = keyStore.read();
    if (known === "" && !remember.checked) return;
    remember.checked = known !== "";
    setField(known);
    // The box says it already.
    state.textContent = "";
  }

  function setField(key) {
    field.value = key;
    field.dispatchEvent(new Event("input"));
  }

  function update() {
    const key = field.value.trim();
    forget.hidden = key === "";
    if (!remember.checked) {
      keyStore.forget();
      state.textContent = "";
    } else if (keyStore.write(key)) state.textContent = "Remembered until you close this tab";
    else state.textContent = key === "" ? "" : "Not remembered: this is not an API key";
  }
}
