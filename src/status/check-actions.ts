/** The daily look at everything, by `livery check` in a process of its own. */
import { faultsIn } from "../backup/check-queries";
import { runLivery } from "../backup/own-process";
import type { Deps } from "../deps";
import { localAt } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { writeNote } from "./note-actions";
import { readNote } from "./note-queries";

/** After the night's backup. */
const FROM_HOUR = "04";

/** Whether the day's check is to be made: after four at night, or later where nobody was there then. */
export function isCheckDue(local: string, last: string | null): boolean {
  return (
    local.slice(11, 13) >= FROM_HOUR && (last === null || last.slice(0, 10) < local.slice(0, 10))
  );
}

/** Checks when it is due, and writes down what was found. True when it did. */
export async function checkDaily(deps: Deps): Promise<boolean> {
  const { timeZone } = readOperator(deps);
  const last = readNote(deps, "check");
  const local = localAt(deps.now(), timeZone);
  if (!isCheckDue(local, last && localAt(last.at, timeZone))) return false;
  const { output, errors, code } = await runLivery(deps.config.dataDir, ["check"]);
  const faults = faultsIn(output);
  if (code !== 0 && faults.length === 0)
    throw new Error(errors.trim().slice(-500) || "it was stopped");
  await deps.write((tx) => writeNote(tx, "check", deps.now(), { faults }));
  for (const { of, text } of faults)
    deps.log.warning("The daily check found: {of}: {text}", { of, text });
  return true;
}
