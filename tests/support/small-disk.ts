/** A data folder on its own disk, small enough to be filled. */
import { readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInstallation, type RunningExecutable, type Installation } from "./executable";

/** The name of the folder, and the value of `DATA_DIR`. */
const NAME = "disk";
/** Mounts a file system in memory that only this process and its children see, and that ends with them. */
const script = (megabytes: number) =>
  `mkdir -p "$0" && mount -t tmpfs -o size=${megabytes}m,mode=700 livery "$0" && exec "$@"`;
/** Root can mount directly, and other users become root of a namespace. */
const unshareCommand = [
  "unshare",
  process.getuid?.() === 0 ? "--mount" : "--map-root-user",
  "--mount",
];

export interface SmallDisk {
  running: RunningExecutable;
  /** Fills the disk up to `free` free bytes. */
  fill(free: number): void;
  /** Removes the file that filled it. */
  empty(): void;
  freeBytes(): number;
  /** Returns the names of the files that people sent. */
  uploads(): string[];
  close(): Promise<void>;
}

/** Whether this machine can mount a small disk, which needs Linux with mount namespaces. */
export function canMount(): boolean {
  if (process.platform !== "linux") return false;
  const { success } = Bun.spawnSync([...unshareCommand, "sh", "-c", "mount -t tmpfs livery /mnt"]);
  return success;
}

/** Whether a test that needs a small disk is skipped. In CI it is not skipped, and fails if the machine allows none. */
export function shouldSkipSmallDisk(): boolean {
  if (canMount() || process.env.CI === "true") return false;
  console.log("This machine gives us no disk of our own to fill: skipped");
  return true;
}

/** Starts the executable with its data on a disk of `megabytes` MB. */
export async function startOnSmallDisk(megabytes: number): Promise<SmallDisk> {
  const installation: Installation = createInstallation((folder) => [
    ...unshareCommand,
    "sh",
    "-c",
    script(megabytes),
    join(folder, NAME),
  ]);
  const running = await installation.start({ DATA_DIR: NAME, RATE_LIMITS: "off" });
  // The path of its disk, which only the server's own processes see.
  const disk = `/proc/${running.pid}/root${join(installation.folder, NAME)}`;
  const filler = join(disk, "filler");
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize;
  };
  return {
    running,
    freeBytes,
    fill(free) {
      rmSync(filler, { force: true });
      try {
        writeFileSync(filler, Buffer.alloc(freeBytes(), 1));
      } catch (error) {
        // The server wrote something in the meantime, so the disk is full already.
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      }
      truncateSync(filler, Math.max(0, Bun.file(filler).size - free));
    },
    empty: () => rmSync(filler, { force: true }),
    uploads: () => readdirSync(join(disk, "uploads")),
    close: () => installation.close(),
  };
}
