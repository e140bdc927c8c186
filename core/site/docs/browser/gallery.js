// Marks examples of the gallery and of the start page as loading, and offers to load those again that failed.
const { element } = globalThis.widgets;

/** @type {NodeListOf<HTMLImageElement>} */
const images = document.querySelectorAll(".gallery img, .first-call img");
for (const image of images) {
  if (image.complete && image.naturalWidth > 0) continue;
  const figure = image.closest("figure, .shown");
  figure.setAttribute("aria-busy", "true");
  image.addEventListener("load", () => figure.removeAttribute("aria-busy"));
  image.addEventListener("error", () => offerRetry(image, figure));
  if (image.complete && image.currentSrc) offerRetry(image, figure);
}

/** @type {NodeListOf<HTMLAudioElement>} */
const sounds = document.querySelectorAll(".gallery audio");
for (const sound of sounds)
  sound.addEventListener("error", () => offerRetry(sound, sound.closest("figure")));

/** Replaces an example that cannot be shown by a message, until it is loaded again. */
function offerRetry(example, figure) {
  figure.removeAttribute("aria-busy");
  const shown = example.closest("a") ?? example;
  const retry = () => {
    told.replaceWith(shown);
    figure.setAttribute("aria-busy", String(example.matches("img")));
    // The same URL again, which browsers don't load unless it is set.
    example.setAttribute("src", example.getAttribute("src"));
  };
  const button = element("button", { type: "button", class: "link", onclick: retry }, "Try again");
  const told = element(
    "p",
    { class: "told", role: "status" },
    "Cannot show this example. ",
    button,
  );
  shown.replaceWith(told);
}
