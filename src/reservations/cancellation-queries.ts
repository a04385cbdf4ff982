import type { StoredTrip } from "../../db/schema/reservations";
import type { Deps } from "../deps";
import { versionOfTrip } from "../fares/queries";
import { cancellation, type CancellationDecision } from "./cancellation-rules";
import { readStart } from "./start-queries";

/** What cancelling a trip at `now` (ms UTC) means, by the prices that it was agreed with and the operator's setting. */
export function cancellationOf(deps: Deps, row: StoredTrip, now: number): CancellationDecision {
  const schedule = versionOfTrip(deps.db, row)?.schedule ?? null;
  return cancellation(schedule, { ...row, startsAt: readStart(deps, row) }, now);
}
