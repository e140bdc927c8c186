// Submits the forms of keyless samples and shows each response below its form.
for (const form of document.querySelectorAll("form.trial")) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = form.querySelectorAll("[data-in]");
  for (const input of inputs) input.disabled = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}

async function send(form) {
  const button = form.querySelector("button");
  const result = form.querySelector(".result");
  const address = buildUrl(form);
  button.disabled = true;
  result.hidden = false;
  result.setAttribute("aria-busy", "true");
  try {
    const began = performance.now();
    // A cached response would show an outdated number of remaining calls.
    const response = await fetch(address, { cache: "no-store" });
    const blob = await response.blob();
    const ms = Math.round(performance.now() - began);
    const left = /;r=(\d+)/.exec(response.headers.get("ratelimit"))?.[1];
    result.replaceChildren(
      line(address),
      line(
        `${response.status}, ${blob.type}, ${blob.size} bytes, ${ms} ms${left ? `, ${left} calls left` : ""}`,
      ),
      await view(blob),
    );
  } catch (error) {
    result.replaceChildren(line(`Cannot reach the hub: ${error.message}`));
  } finally {
    button.disabled = false;
    result.removeAttribute("aria-busy");
  }
}

function buildUrl(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const { name, value, dataset } of form.querySelectorAll("[data-in]")) {
    if (dataset.in === "path") path = path.replace(`:${name}`, () => encodeURIComponent(value));
    else if (value !== "") query.set(name, value);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

async function view(blob) {
  const { type } = blob;
  if (type.startsWith("image/")) return media("img", blob, { alt: "Response" });
  if (type.startsWith("audio/")) return media("audio", blob, { controls: true });
  if (type.includes("json")) return text(JSON.stringify(JSON.parse(await blob.text()), null, 2));
  if (type.startsWith("text/")) return text(await blob.text());
  return media("a", blob, { textContent: "Save the response", download: "answer" });
}

function media(tag, blob, properties) {
  const url = URL.createObjectURL(blob);
  return Object.assign(document.createElement(tag), properties, {
    [tag === "a" ? "href" : "src"]: url,
  });
}

function text(content) {
  return Object.assign(document.createElement("pre"), { textContent: content });
}

function line(content) {
  return Object.assign(document.createElement("p"), { textContent: content });
}
