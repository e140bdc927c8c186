// Draws examples of everything that the image service offers, for visual inspection: `bun run gallery [section ...]`.
import { mkdir, rm } from "node:fs/promises";
import { html } from "../../core/lib/html.ts";
import { testHub } from "../../core/testing/mod.ts";
import { exitOnHelp } from "../help.ts";
import { contactSheet } from "./gallery/contact-sheet.ts";
import { buildSections, type Picture } from "./gallery/sections.ts";

exitOnHelp(
  "Usage: bun run gallery [SECTION ...]\n  draws everything that the image service can draw into .look/gallery",
);
const folder = `${import.meta.dir}/../../.look/gallery`;
const hub = await testHub(`${import.meta.dir}/../../plugins/image`);
const wanted = process.argv.slice(2);
if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

const written: { name: string; pictures: { caption: string; file: string }[] }[] = [];
for (const [name, pictures] of Object.entries(buildSections(hub.routes))) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const drawn = [];
  for (const [index, picture] of pictures.entries()) {
    const answer = await requestPicture(picture);
    if (!answer.ok) {
      console.error(`${name}: ${picture.caption}: ${await answer.text()}`);
      process.exitCode = 1;
      continue;
    }
    const isSvg = answer.headers.get("content-type")?.startsWith("image/svg+xml");
    const file = `${name}-${index + 1}.${isSvg ? "svg" : "png"}`;
    const bytes = await answer.bytes();
    await Bun.write(`${folder}/${file}`, bytes);
    drawn.push({ caption: picture.caption, file, bytes });
  }
  await Bun.write(`${folder}/${name}.png`, await contactSheet(drawn.map(({ bytes }) => bytes)));
  written.push({ name, pictures: drawn });
  console.log(`${name}: ${drawn.length} images, contact sheet in .look/gallery/${name}.png`);
}
await Bun.write(`${folder}/index.html`, String(page()));
console.log("All images: .look/gallery/index.html");

function requestPicture({ route, asked }: Picture): Promise<Response> {
  if (route.method === "POST") return hub.post(route.path, asked, { accept: "image/*" });
  const query = Object.entries(asked).map(([name, value]): [string, string] => [name, `${value}`]);
  return hub.get(`${route.path}?${new URLSearchParams(query)}`);
}

function page() {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Gallery</title>
<style>
body{font:15px/1.5 system-ui,sans-serif;margin:2rem;background:#eef0f3;color:#16202e}
section{display:flex;flex-wrap:wrap;gap:1rem;margin:1rem 0 3rem}
figure{margin:0}
img{max-width:420px;max-height:420px;display:block;box-shadow:0 1px 6px #0003}
figcaption{font-size:12px;max-width:420px;color:#5b6677}
</style>
</head>
<body>
${written.map(
  ({ name, pictures }) =>
    html`<h2>${name}</h2><section>${pictures.map(
      ({ caption, file }) =>
        html`<figure><img loading="lazy" src="${file}" alt="${caption}"><figcaption>${caption}</figcaption></figure>`,
    )}</section>`,
)}
</body>
</html>`;
}
