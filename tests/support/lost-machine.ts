/** A lost machine: the server stops at once, and its data folder is deleted. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunningExecutable, Installation } from "./executable";

/** Writes an operator's `.env` file beside the executable. */
export function writeEnvironmentFile(
  { folder }: Installation,
  environment: Record<string, string>,
): void {
  const lines = Object.entries({ RATE_LIMITS: "off", ...environment });
  writeFileSync(join(folder, ".env"), lines.map(([name, value]) => `${name}=${value}\n`).join(""));
}

export async function destroyServer(
  running: RunningExecutable,
  place: Installation,
): Promise<void> {
  running.kill("SIGKILL");
  await running.exited;
  rmSync(join(place.folder, "data"), { recursive: true });
}
