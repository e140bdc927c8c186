// The system call filter of a sandboxed process, as a classic BPF program for seccomp(2). Landlock guards
// files. This filter blocks the other ways out.

/** The numbers of a system call on x86-64 and arm64. Undefined if the processor doesn't have it. */
type Numbers = readonly [x64: number | undefined, arm64: number | undefined];

/** The processor that a filter is built for. */
export type Processor = "x64" | "arm64";

/** System calls that sandboxed code doesn't need and Landlock doesn't cover. */
const denied: Readonly<Record<string, Numbers>> = {
  // Sockets of all families. The channel to the hub is already open.
  socket: [41, 198],
  // Would send file descriptors through the channel.
  sendmsg: [46, 211],
  sendmmsg: [307, 269],
  // Access to other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  process_mrelease: [448, 448],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
  pidfd_send_signal: [424, 424],
  kcmp: [312, 272],
  tkill: [200, 130],
  setpriority: [141, 140],
  sched_setparam: [142, 118],
  sched_setscheduler: [144, 119],
  sched_setattr: [314, 274],
  ioprio_set: [251, 30],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  // Not covered by Landlock: modes, owners, times, attributes and watches of any path.
  chmod: [90, undefined],
  fchmod: [91, 52],
  fchmodat: [268, 53],
  fchmodat2: [452, 452],
  chown: [92, undefined],
  lchown: [94, undefined],
  fchown: [93, 55],
  fchownat: [260, 54],
  utime: [132, undefined],
  utimes: [235, undefined],
  futimesat: [261, undefined],
  utimensat: [280, 88],
  setxattr: [188, 5],
  lsetxattr: [189, 6],
  fsetxattr: [190, 7],
  removexattr: [197, 14],
  lremovexattr: [198, 15],
  fremovexattr: [199, 16],
  setxattrat: [463, 463],
  removexattrat: [466, 466],
  file_setattr: [469, 469],
  truncate: [76, 45],
  inotify_init: [253, undefined],
  inotify_init1: [294, 26],
  fanotify_init: [300, 262],
  // Shared memory and message queues.
  shmget: [29, 194],
  shmat: [30, 196],
  shmctl: [31, 195],
  msgget: [68, 186],
  msgsnd: [69, 189],
  msgrcv: [70, 188],
  msgctl: [71, 187],
  semget: [64, 190],
  semop: [65, 193],
  semctl: [66, 191],
  semtimedop: [220, 192],
  mq_open: [240, 180],
  mq_unlink: [241, 181],
  // Namespaces and mounts.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  unshare: [272, 97],
  setns: [308, 268],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  // Kernel interfaces with a large attack surface.
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  execveat: [322, 281],
  personality: [135, 92],
  modify_ldt: [154, undefined],
  iopl: [172, undefined],
  ioperm: [173, undefined],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  syslog: [103, 116],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  acct: [163, 89],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  vhangup: [153, 58],
};

/** System calls that create a process. */
const forks: readonly Numbers[] = [
  [57, undefined],
  [58, undefined],
];
const clone: Numbers = [56, 220];
const clone3: Numbers = [435, 435];

/** System calls whose first argument is a process id. A process may only pass its own. */
const processCalls: readonly Numbers[] = [
  // kill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo
  [62, 129],
  [234, 131],
  [129, 138],
  [297, 240],
];
/** The same, but 0 means the calling process: prlimit64, sched_setaffinity. */
const processOrZeroCalls: readonly Numbers[] = [
  [302, 261],
  [203, 122],
];
const ioctl: Numbers = [16, 29];
/** TIOCSTI and TIOCLINUX inject input into the terminal. */
const terminalInjection = [0x5412, 0x541c];

const architectures = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;

const [EPERM, EACCES, ENOSYS] = [1, 13, 38];
const CLONE_THREAD = 0x10000;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET, and NEWTIME. */
const newNamespaces = 0x7e020080;

/** Opcodes of classic BPF: load a word, compare it, return a verdict. */
const [LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN] = [0x20, 0x15, 0x35, 0x45, 0x06];
const allow = 0x7fff0000;
const denyWith = (errno: number) => 0x00050000 | errno;
/**
 * Offsets in the kernel's data: the call's number, its architecture, and the lower halves of its arguments.
 */
const numberAt = 0;
const architectureAt = 4;
const argumentAt = (index: number) => 16 + 8 * index;

/**
 * Returns the bytes of a filter for the process with this id, which `execve` keeps. Denied calls fail with
 * EACCES or EPERM. `clone3` fails with ENOSYS, because a filter can't see its flags: libc then falls back
 * to `clone`.
 */
export function writeFilter({
  processor,
  pid,
  mayFork,
}: {
  processor: Processor;
  pid: number;
  mayFork: boolean;
}): Uint8Array {
  const column = processor === "x64" ? 0 : 1;
  const program: Instruction[] = [
    [LOAD, architectureAt],
    // Other architectures have different numbers, and x32 sets an extra bit in them.
    [EQUAL, architectures[processor], 1, 0],
    [RETURN, denyWith(EPERM)],
    [LOAD, numberAt],
  ];
  if (processor === "x64") program.push([AT_LEAST, 0x40000000, 0, 1], [RETURN, denyWith(EPERM)]);

  /** Adds instructions that run if the call has this number. */
  const addRule = (numbers: Numbers, instructions: readonly Instruction[]) => {
    const number = numbers[column];
    if (number !== undefined)
      program.push([EQUAL, number, 0, instructions.length], ...instructions);
  };
  for (const numbers of Object.values(denied)) addRule(numbers, [[RETURN, denyWith(EACCES)]]);
  addRule(clone3, [[RETURN, denyWith(ENOSYS)]]);
  if (!mayFork) for (const numbers of forks) addRule(numbers, [[RETURN, denyWith(EPERM)]]);
  addRule(clone, [
    [LOAD, argumentAt(0)],
    [ANY_BIT, newNamespaces, 2, 0],
    [ANY_BIT, mayFork ? 0xffffffff : CLONE_THREAD, 0, 1],
    [RETURN, allow],
    [RETURN, denyWith(EPERM)],
  ]);
  addRule(ioctl, [
    [LOAD, argumentAt(1)],
    [EQUAL, terminalInjection[0] ?? 0, 2, 0],
    [EQUAL, terminalInjection[1] ?? 0, 1, 0],
    [RETURN, allow],
    [RETURN, denyWith(EPERM)],
  ]);
  // A process that may start others may also end them. Landlock blocks signals to processes outside.
  const onlyOwn = (orZero: boolean): Instruction[] => [
    [LOAD, argumentAt(0)],
    [EQUAL, pid, orZero ? 1 : 0, orZero ? 0 : 1],
    ...(orZero ? ([[EQUAL, 0, 0, 1]] as Instruction[]) : []),
    [RETURN, allow],
    [RETURN, denyWith(EPERM)],
  ];
  if (!mayFork) for (const numbers of processCalls) addRule(numbers, onlyOwn(false));
  for (const numbers of processOrZeroCalls) addRule(numbers, onlyOwn(true));
  program.push([RETURN, allow]);
  return assemble(program);
}

/** An opcode, its operand, and the number of instructions to skip if it is true or false. */
type Instruction = readonly [code: number, value: number, ifSo?: number, ifNot?: number];

function assemble(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8 * program.length));
  for (const [index, [code, value, ifSo = 0, ifNot = 0]] of program.entries()) {
    bytes.setUint16(8 * index, code, true);
    bytes.setUint8(8 * index + 2, ifSo);
    bytes.setUint8(8 * index + 3, ifNot);
    bytes.setUint32(8 * index + 4, value >>> 0, true);
  }
  return new Uint8Array(bytes.buffer);
}
