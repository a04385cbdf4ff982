/** What Linux says of a process. */
import { readFileSync } from "node:fs";

/** Ticks of `/proc/<pid>/stat` a second: fixed for programs, whatever the kernel's own rate. */
const TICKS_PER_SECOND = 100;

/** CPU seconds, its own and the kernel's for it, of all its threads since it started. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in brackets may hold spaces; the fields after it don't.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Resident memory in MiB. */
export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}
