import { findRows } from "../../db/rows";
import { drivers } from "../../db/schema/drivers";
import type { Deps } from "../deps";
import { inForceOf } from "../documents/queries";
import { expiredKinds, missingKinds } from "../documents/rules";
import { versionInForce } from "../fares/queries";
import { connectedConfig } from "../settings/connections/connection-queries";
import { readOperator } from "../settings/queries";
import { lackKinds, type Lacking, type OpeningAnswer } from "./opening-contract";

/** What the next booking would lack now. */
function lacking(deps: Deps): Lacking {
  const { db } = deps;
  const { smtp, twilio } = connectedConfig(deps);
  const classes = db.$client
    .query<{ name: string }, []>(
      `SELECT c.name FROM vehicle_classes c WHERE c.active = 1 AND NOT EXISTS
         (SELECT 1 FROM vehicles v WHERE v.class_id = c.id AND v.state = 'active')
       ORDER BY c.position`,
    )
    .all()
    .map(({ name }) => name);
  const has: Record<Lacking["missing"][number], boolean> = {
    prices: versionInForce(db, deps.now()) !== null,
    vehicle: classes.length === 0,
    driver: hasDriver(deps),
    mail: smtp !== null || twilio !== null,
    open: readOperator(deps).openedAt !== null,
  };
  return { missing: lackKinds.filter((step) => !has[step]), classes };
}

/** Whether somebody may drive: every required document is there and has not expired. */
function hasDriver(deps: Deps): boolean {
  const { requiredDocuments: required } = readOperator(deps);
  return findRows(deps.db, drivers, { state: "active" }).some(({ id }) => {
    const papers = inForceOf(deps.db, { driverId: id });
    return (
      missingKinds("driver", papers, required).length === 0 &&
      expiredKinds(papers, required, deps.now()).length === 0
    );
  });
}

/** Whether the site is open to the public, and what the next booking would lack. */
export function readOpening(deps: Deps): OpeningAnswer {
  const { openedAt, version } = readOperator(deps);
  return { ...lacking(deps), open: openedAt !== null, version };
}
