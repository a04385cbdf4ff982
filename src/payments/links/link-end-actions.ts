import { payLinks, type StoredPayLink } from "../../../db/schema/payment-links";
import { updateRow } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";

/** Ends a link inside the caller's transaction. */
export function endLink(
  tx: Tx,
  deps: Deps,
  id: string,
  end: NonNullable<StoredPayLink["end"]>,
): void {
  updateRow(tx, payLinks, id, { end, endedAt: deps.now() });
}
