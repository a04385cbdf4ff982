/** SQL versions of `costOf` and `amountDue` for reservations `r` that aren't billed to a company. */
export const COST_SQL = `CASE WHEN r.state IN ('completed', 'settled') THEN r.fare_minor
  ELSE coalesce(r.cancellation_fee_minor, 0) END`;

export const DUE_SQL = `CASE WHEN r.paid_minor > ${COST_SQL} THEN ${COST_SQL} - r.paid_minor
  ELSE max(0, ${COST_SQL} - r.paid_minor - max(0, r.waived_minor)) END`;
