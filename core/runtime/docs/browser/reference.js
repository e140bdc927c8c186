// Swagger UI is dark where its page says so, and leaves it to its page to ask what is wanted.
const dark = matchMedia("(prefers-color-scheme: dark)");

function follow() {
  document.documentElement.classList.toggle("dark-mode", dark.matches);
}

dark.addEventListener("change", follow);
follow();
