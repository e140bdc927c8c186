import { expect, test } from "bun:test";
import { readMemoryLimit } from "./container-memory.ts";

const gigabyte = 2 ** 30;

test.each<[string, Record<string, string>, number]>([
  ["no control groups", {}, 64],
  [
    "version 2 in a container",
    { "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": `${gigabyte}\n` },
    1,
  ],
  [
    "version 2 without a limit",
    { "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "max\n" },
    64,
  ],
  [
    "version 2 with the lowest limit above",
    {
      "/proc/self/cgroup": "0::/system.slice/hub.service\n",
      "/sys/fs/cgroup/system.slice/hub.service/memory.max": `${4 * gigabyte}\n`,
      "/sys/fs/cgroup/system.slice/memory.max": `${2 * gigabyte}\n`,
    },
    2,
  ],
  [
    "version 1 in a container, with the host's path",
    {
      "/proc/self/cgroup": "12:cpu,cpuacct:/docker/abc\n5:memory:/docker/abc\n0::/docker/abc\n",
      "/sys/fs/cgroup/memory/memory.limit_in_bytes": `${3 * gigabyte}\n`,
    },
    3,
  ],
  [
    "version 1 without a limit",
    {
      "/proc/self/cgroup": "5:memory:/\n",
      "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
    },
    64,
  ],
  [
    "version 2 with a limit of zero, which none has",
    { "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "0\n" },
    64,
  ],
  [
    "version 1 with the limit of another kind of group",
    {
      "/proc/self/cgroup": "5:cpu:/a\n",
      "/sys/fs/cgroup/memory/a/memory.limit_in_bytes": `${gigabyte}\n`,
    },
    64,
  ],
  [
    "version 1 with a limit of the group itself",
    {
      "/proc/self/cgroup": "5:memory:/a/b\n",
      "/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes": `${gigabyte}\n`,
    },
    1,
  ],
])("%s", (_, files, gigabytes) => {
  expect(readMemoryLimit((path) => files[path], 64 * gigabyte)).toBe(gigabytes * gigabyte);
});
