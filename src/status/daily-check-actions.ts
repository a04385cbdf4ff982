/** The daily check: runs `livery check` in its own process. */
import { faultsIn } from "../backup/check-queries";
import { runOwnExecutable } from "../backup/run-own-executable";
import type { Deps } from "../deps";
import { localTimeAt } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { writeStatusNote } from "./status-note-actions";
import { readStatusNote } from "./status-note-queries";

/** The local hour of the check, after the nightly backup. */
const CHECK_FROM_HOUR = "04";

/** Returns whether the day's check is due: after 04:00, or later if the server was off then. */
export function isCheckDue(local: string, last: string | null): boolean {
  return (
    local.slice(11, 13) >= CHECK_FROM_HOUR &&
    (last === null || last.slice(0, 10) < local.slice(0, 10))
  );
}

/** Runs the check when it is due and stores the result. Returns true if it ran. */
export async function checkDaily(deps: Deps): Promise<boolean> {
  const { timeZone } = readOperator(deps);
  const lastCheck = readStatusNote(deps, "check");
  const local = localTimeAt(deps.now(), timeZone);
  if (!isCheckDue(local, lastCheck && localTimeAt(lastCheck.at, timeZone))) return false;
  const { output, errors, code } = await runOwnExecutable(deps.config.dataDir, ["check"]);
  const faults = faultsIn(output);
  if (code !== 0 && faults.length === 0)
    throw new Error(errors.trim().slice(-500) || "it was stopped");
  await deps.write((tx) => writeStatusNote(tx, "check", deps.now(), { faults }));
  for (const { of, text } of faults)
    deps.log.warning("The daily check found a fault. {of}: {text}", { of, text });
  return true;
}
