// Calls the keyless samples of the landing page as the visitor types, and signs up in place. Without
// JavaScript the forms open the response.
const { copyButton, element } = globalThis.widgets;

/** @type {NodeListOf<HTMLElement>} */
const commands = document.querySelectorAll(".command");
/** Time for which a button shows that its command was copied. */
const copiedMs = 2000;
for (const command of commands) {
  const name = `Copy the command: ${command.dataset.name}`;
  const told = element("span", { class: "unseen", role: "status" });
  let silence;
  // In its place, because a message over the page would cover the next button.
  const say = (text) => {
    told.textContent = button.textContent = text;
    clearTimeout(silence);
    silence = setTimeout(() => {
      told.textContent = "";
      button.textContent = "Copy";
    }, copiedMs);
  };
  const code = command.querySelector("code");
  const button = copyButton("Copy", () => code.textContent, { say, name });
  command.append(button, told);
}

/** @type {HTMLElement} */
const first = document.querySelector(".first-call");
if (first) watchPicture(first, () => reload(first));

/** @type {NodeListOf<HTMLElement>} */
const demos = document.querySelectorAll(".demo");
for (const section of demos) {
  const form = section.querySelector("form");
  for (const field of /** @type {any} */ (form.elements)) field.disabled = false;
  let waiting;
  let turn = 0;
  const now = () => {
    clearTimeout(waiting);
    return show(section, { form, now, newest: () => turn, turn: ++turn });
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void now();
  });
  const isLive = section.dataset.shows !== "sound";
  form.addEventListener("input", () => {
    section.querySelector(".line code").textContent = formatRequest(form);
    clearTimeout(waiting);
    if (isLive) waiting = setTimeout(now, Number(form.dataset.wait));
  });
  // The page already has the initial image and sound.
  if (["hash", "money"].includes(section.dataset.shows)) void now();
  else if (section.dataset.shows === "picture") watchPicture(section, now);
  else section.querySelector("audio").addEventListener("error", () => void now());
}

/** Marks the picture of a section as loading until it is there. If it fails, `load` explains why. */
function watchPicture(section, load) {
  const place = section.querySelector(".shown");
  const image = place.querySelector("img");
  if (image.complete && image.naturalWidth > 0) return;
  place.setAttribute("aria-busy", "true");
  const end = () => {
    place.removeAttribute("aria-busy");
    if (image.naturalWidth > 0) return;
    image.hidden = true;
    void load();
  };
  if (image.complete && image.currentSrc) end();
  else for (const event of ["load", "error"]) image.addEventListener(event, end, { once: true });
}

/** Requests the picture of a section again, and explains a failure. */
async function reload(section) {
  const image = section.querySelector("img");
  const again = () => reload(section);
  await request(image.src, {
    section,
    again,
    isNewest: () => true,
    read: async (response) => {
      const url = URL.createObjectURL(await response.blob());
      return () => showPicture(image, url);
    },
  });
}

function showPicture(image, url) {
  image.src = url;
  image.hidden = false;
}

function show(section, { form, now, newest, turn }) {
  const place = section.querySelector(".shown");
  return request(buildUrl(form), {
    section,
    again: now,
    // Responses to earlier input are discarded.
    isNewest: () => turn === newest(),
    read: (response) => views[section.dataset.shows](response, place, form),
  });
}

/** Sends a request and shows its answer, or why there is none, with a button to try again. */
async function request(url, { section, again, isNewest, read }) {
  const told = section.querySelector(".told");
  const place = section.querySelector(".shown");
  place.setAttribute("aria-busy", "true");
  place.classList.remove("stale");
  let fault;
  try {
    const response = await fetch(url);
    const answer = response.ok ? await read(response) : undefined;
    if (!answer) fault = await readError(response);
    if (!isNewest()) return;
    answer?.();
  } catch {
    fault = "Cannot reach the hub";
  }
  if (!isNewest()) return;
  place.removeAttribute("aria-busy");
  // The rest of an earlier answer doesn't belong to the input.
  place.classList.toggle("stale", fault !== undefined);
  told.replaceChildren();
  if (fault === undefined) return;
  const retry = element("button", { type: "button", class: "link", onclick: again }, "Try again");
  told.append(`${fault}. `, retry);
}

/** Reads a response by kind. Returns a function that shows it. */
const views = {
  async picture(response, place, form) {
    const url = URL.createObjectURL(await response.blob());
    const [{ value }] = form.querySelectorAll("input");
    return () => {
      const image = place.querySelector("img");
      URL.revokeObjectURL(image.src);
      showPicture(image, url);
      image.alt = `${form.parentElement.querySelector("h3").textContent}: ${value}`;
    };
  },
  async sound(response, place) {
    const url = URL.createObjectURL(await response.blob());
    return () => {
      const audio = place.querySelector("audio");
      URL.revokeObjectURL(audio.src);
      audio.src = url;
      // If the browser blocks autoplay, the visitor starts the player.
      audio.play().catch(() => {});
    };
  },
  async hash(response, place) {
    const { hash } = await response.json();
    return () => place.querySelector("output").replaceChildren(element("code", {}, hash));
  },
  async money(response, place) {
    const { amount, from, to, result, date, stale, disclaimer } = await response.json();
    return () =>
      place
        .querySelector("output")
        .replaceChildren(
          element("strong", {}, `${money(amount, from)} = ${money(result, to)}`),
          element("small", {}, `Rates of ${date}${stale ? `. ${disclaimer}` : ""}`),
        );
  },
};

function money(value, currency) {
  return `${value.toLocaleString("en-US", { maximumFractionDigits: 8 })} ${currency}`;
}

async function readError(response) {
  const wait = response.headers.get("retry-after");
  const { detail, code } = await response.json().catch(() => ({}));
  if (code === "rate_limited")
    return `${detail}. Try again in ${wait} seconds, or get an API key to avoid this limit`;
  return detail ?? `The hub responded with status ${response.status}`;
}

/** Returns the form's values in the types that the endpoint expects. */
function getValues(form) {
  return [...form.querySelectorAll("[name]")].map(({ name, value, dataset }) => {
    const parts = value.split(",").map((part) => part.trim());
    if (dataset.as === "list") return [name, parts];
    if (dataset.as === "series") return [name, [{ data: parts.filter(Boolean).map(parseNumber) }]];
    return [name, value];
  });
}

/** Parses a number. Other text is sent unchanged, so that the hub reports the error. */
function parseNumber(text) {
  return Number.isNaN(Number(text)) ? text : Number(text);
}

function buildUrl(form) {
  return fillPath(form.dataset.path, getValues(form));
}

/** Returns the equivalent request to the endpoint that needs a key. */
function formatRequest(form) {
  const [method, path] = form.dataset.api.split(" ");
  const values = getValues(form);
  return method === "GET"
    ? `GET ${fillPath(path, values)}`
    : `${method} ${path} ${JSON.stringify(Object.fromEntries(values))}`;
}

function fillPath(path, values) {
  const query = new URLSearchParams();
  let place = path;
  for (const [name, value] of values) {
    const isObjects = typeof value === "object" && typeof value[0] === "object";
    const text = isObjects ? JSON.stringify(value) : String(value);
    if (path.split("/").includes(`:${name}`))
      place = place.replace(`:${name}`, () => encodeURIComponent(text));
    else query.set(name, text);
  }
  return query.size > 0 ? `${place}?${query}` : place;
}

/** @type {HTMLFormElement | null} */
const signUp = document.querySelector('#key form[action$="/signup"]');
signUp?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const told = element("p", { class: "told", role: "status" });
  signUp.querySelector(".told")?.remove();
  signUp.append(told);
  const button = signUp.querySelector("button");
  button.disabled = true;
  try {
    const given = [...new FormData(signUp)].filter(([, value]) => value !== "");
    const { api_key: own, ...body } = Object.fromEntries(given);
    const response = await fetch(locate("/api-key"), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(typeof own === "string" && { "x-api-key": own }),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) told.textContent = await readError(response);
    else signUp.replaceWith(issued(await response.json()));
  } catch {
    told.textContent = "Cannot reach the hub";
  } finally {
    button.disabled = false;
  }
});

/** Resolves a path against the script's URL, since the hub can run under a base path. */
function locate(path) {
  return new URL(`..${path}`, import.meta.url).href;
}

/** Shows the new key, or that a verification code was sent. */
function issued({ api_key, email, detail }) {
  if (api_key === undefined)
    return element(
      "p",
      { role: "status" },
      `${detail}. `,
      element("a", { href: locate("/signup/verify") }, "Enter the code"),
    );
  const told = element("p", { class: "told", role: "status" });
  const shown = element(
    "div",
    { class: "issued-here", tabindex: "-1", role: "group", "aria-label": "Your key" },
    element("p", { class: "key" }, element("code", {}, api_key)),
    element(
      "form",
      { class: "actions", method: "post", action: locate("/account") },
      copyButton("Copy", () => api_key, {
        say: (text) => {
          told.textContent = text;
        },
        name: "Copy your key",
      }),
      element("input", { type: "hidden", name: "api_key", value: api_key }),
      element("button", {}, "Open your account"),
    ),
    told,
    element("p", {}, `Issued to ${email}. Copy it now: it is not shown again.`),
  );
  queueMicrotask(() => shown.focus());
  return shown;
}
