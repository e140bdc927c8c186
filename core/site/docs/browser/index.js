// Opens the page of an endpoint for links to its former place on the page of its service.
function followFragment() {
  const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  /** @type {HTMLAnchorElement | null} */
  const link = row?.matches(".index > li") ? row.querySelector("a") : null;
  if (link) location.replace(link.href);
}

addEventListener("hashchange", followFragment);
followFragment();
