/** What a long run measures, and where the last figures of each are kept. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, totalmem } from "node:os";
import { join } from "node:path";

const file = join(import.meta.dir, "figures.json");

/** One thing that was measured; without an aim it only tells how large the run was. */
export interface Figure {
  of: string;
  value: number;
  unit: string;
  aim?: { most: number } | { least: number };
  /** Counts what took too long: as the machine is fast or slow. */
  isTimed?: true;
}

export interface Soak {
  /** As it is called on the command line. */
  name: string;
  /** What is done to the server, in one sentence. */
  description: string;
  /** The share of it that every run of the tests plays: a round of seconds. */
  short: number;
  /** Whether this machine can do it; any can where it is left out. */
  isPossible?(): boolean;
  /** Does it, `share` (above 0, at most 1) of the whole; throws where nothing could be measured. */
  run(share: number): Promise<Figure[]>;
}

/** The last whole run of one. */
export interface Kept {
  /** `2026-11-20`. */
  on: string;
  machine: { cores: number; memoryGb: number };
  /** How many programs wanted a core on average while it ran, this run's own among them. */
  load: number;
  seconds: number;
  figures: Figure[];
}

/** Whether a figure is what it should be. */
export function isMet({ value, aim }: Figure): boolean {
  if (!aim) return true;
  return "most" in aim ? value <= aim.most : value >= aim.least;
}

/** Whether a figure tells how fast the machine was: short runs share it with other tests and do not hold it. */
export function isDuration({ unit, aim, isTimed }: Figure): boolean {
  if (isTimed || unit === "a second") return true;
  return (unit === "ms" || unit === "s") && aim !== undefined && "most" in aim;
}

/** The last figures of every run, by its name. */
export function readFigures(): Record<string, Kept> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, Kept>) : {};
}

/** Keeps the figures of a whole run in the place of those before. */
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

/** A figure as it is read: `83 ms (at most 100 ms)`. */
export function formatFigure({ value, unit, aim }: Figure): string {
  const words = (amount: number) => {
    const rounded = Math.abs(amount) >= 10 ? Math.round(amount) : Math.round(amount * 10) / 10;
    return `${rounded.toLocaleString("en")} ${unit}`.trimEnd();
  };
  if (!aim) return words(value);
  return `${words(value)} (${"most" in aim ? `at most ${words(aim.most)}` : `at least ${words(aim.least)}`})`;
}

/** Of how many times so many in a hundred are no longer; NaN of none. */
export function percentile(times: readonly number[], percent: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return (
    sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
  );
}
