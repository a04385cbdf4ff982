/** The figures that a long run measures, and the file with the latest figures of each. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, totalmem } from "node:os";
import { join } from "node:path";

const file = join(import.meta.dir, "figures.json");

/** One measured figure. Without an aim it only shows how large the run was. */
export interface Figure {
  of: string;
  value: number;
  unit: string;
  aim?: { most: number } | { least: number };
  /** Set if the figure counts things that took too long, which depends on the speed of the machine. */
  isTimed?: true;
}

export interface Soak {
  /** Its name on the command line. */
  name: string;
  /** What the run does to the server, in one sentence. */
  description: string;
  /** The share of the run that the tests play each time, which takes seconds. */
  short: number;
  /** Whether this machine can run it. If left out, any machine can. */
  isPossible?(): boolean;
  /** Runs `share` (above 0, at most 1) of the whole. Throws if nothing could be measured. */
  run(share: number): Promise<Figure[]>;
}

/** The last whole run of one soak. */
export interface Kept {
  /** `2026-11-20`. */
  on: string;
  machine: { cores: number; memoryGb: number };
  /** How many programs wanted a core on average during the run, including its own. */
  load: number;
  seconds: number;
  figures: Figure[];
}

/** Whether a figure meets its aim. */
export function isMet({ value, aim }: Figure): boolean {
  if (!aim) return true;
  return "most" in aim ? value <= aim.most : value >= aim.least;
}

/**
 * Whether a figure depends on the speed of the machine. Short runs share it with other tests, so they do not check
 * these.
 */
export function isDuration({ unit, aim, isTimed }: Figure): boolean {
  if (isTimed || unit === "a second") return true;
  return (unit === "ms" || unit === "s") && aim !== undefined && "most" in aim;
}

/** Returns the latest figures of every run, by its name. */
export function readFigures(): Record<string, Kept> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, Kept>) : {};
}

/** Saves the figures of a whole run, replacing the earlier ones. */
export function saveFigures(name: string, figures: Figure[], seconds: number): void {
  const kept: Kept = {
    on: new Date().toISOString().slice(0, 10),
    machine: { cores: availableParallelism(), memoryGb: Math.round(totalmem() / 2 ** 30) },
    load: Math.round((loadavg()[seconds > 300 ? 1 : 0] ?? 0) * 10) / 10,
    seconds: Math.round(seconds),
    figures: figures.map((figure) => ({ ...figure, value: Math.round(figure.value * 10) / 10 })),
  };
  const all = { ...readFigures(), [name]: kept };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Returns a figure as text: `83 ms (at most 100 ms)`. */
export function formatFigure({ value, unit, aim }: Figure): string {
  const words = (amount: number) => {
    const rounded = Math.abs(amount) >= 10 ? Math.round(amount) : Math.round(amount * 10) / 10;
    return `${rounded.toLocaleString("en")} ${unit}`.trimEnd();
  };
  if (!aim) return words(value);
  return `${words(value)} (${"most" in aim ? `at most ${words(aim.most)}` : `at least ${words(aim.least)}`})`;
}

/** Returns the time that `percent` of the times do not exceed, or NaN if there are none. */
export function percentile(times: readonly number[], percent: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return (
    sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
  );
}
