/** What reservations `r` cost and what is due of them, as `costOf` and `amountDue` have it, where no company is billed. */
export const COST_SQL = `CASE WHEN r.state IN ('completed', 'settled') THEN r.fare_minor
  ELSE coalesce(r.cancellation_fee_minor, 0) END`;

export const DUE = `CASE WHEN r.paid_minor > ${COST_SQL} THEN ${COST_SQL} - r.paid_minor
  ELSE max(0, ${COST_SQL} - r.paid_minor - max(0, r.waived_minor)) END`;
