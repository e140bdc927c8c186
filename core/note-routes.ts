// The program that notes what a start has to know of the routes in the hub's own folders. `prepare` runs
// it after each install by Bun. What cannot be read is not noted: the start says why.
import { dirname, resolve } from "node:path";
import { notedRoutes } from "./host/load/noted-routes.ts";

const root = resolve(import.meta.dir, "..");
const plugins = [...new Bun.Glob("plugins/*/plugin.ts").scanSync(root)].map(dirname);
const folders = [...plugins, "routes", "admin/routes"].map((folder) => `${root}/${folder}`);

if (folders.some((dir) => !notedRoutes.of(dir))) await note();

async function note(): Promise<void> {
  await import("./resolve-hub.ts");
  // Examples are checked by the formats that it registers.
  await import("elysia");
  const { loadAdminRoutes } = await import("./site/admin/open-admin.ts");
  const { ownRoutes } = await import("./site/view/own-routes.ts");
  const { loadAll } = await import("./host/load/load-all.ts");
  const { loadOwn } = await import("./host/load/load-plugin.ts");
  const { plugins } = await loadAll([`${root}/plugins`], { aliases: "all" });
  const own = await Promise.allSettled([loadOwn(ownRoutes, `${root}/routes`), loadAdminRoutes()]);
  const read = own.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  notedRoutes.note(
    [...plugins, ...read].map(({ dir, routes, open }) => ({ dir, routes: [...routes, ...open] })),
  );
}
