import type { CommonDoors } from "../../contract/doors.ts";
import type { PluginDoors } from "../doors/grant.ts";
import type { LoadedPlugin } from "../load/load-plugin.ts";
import { Keeper, type KeeperOptions } from "./keeper.ts";

/** Opens the datasets of these plugins. */
export function openDatasets(
  plugins: readonly LoadedPlugin[],
  { doorsOf, ...options }: KeeperOptions & { doorsOf: (plugin: LoadedPlugin) => PluginDoors },
): Keeper {
  const subjects = plugins.flatMap((plugin) =>
    Object.entries(plugin.datasets).map(([name, dataset]) => ({
      id: `${plugin.name}/${name}`,
      dataset,
      doors: () => {
        const { net, env, clock, log } = doorsOf(plugin) as PluginDoors &
          Pick<CommonDoors, "clock" | "log">;
        return { net, env, clock, log } as never;
      },
    })),
  );
  return new Keeper(subjects, options);
}
