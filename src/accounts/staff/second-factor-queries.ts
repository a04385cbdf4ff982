import { and, count, eq, isNull } from "drizzle-orm";
import { adminRecoveryCodes } from "../../../db/schema/accounts";
import type { Db } from "../../../db/open";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { readOperator } from "../../settings/queries";
import type { SecondFactorState } from "./second-factor-contract";
import { findAdmin } from "./staff-queries";
import { iso } from "../../formats/instants";

/** Returns the state of a person's second factor. Throws `request.unauthenticated` if nobody has the id. */
export function readSecondFactorState(deps: Deps, adminId: string): SecondFactorState {
  const admin = findAdmin(deps.db, adminId);
  if (!admin) throw new AppError("request.unauthenticated");
  return {
    on: admin.totpSecret !== null,
    since: iso(admin.totpSince),
    recoveryCodesLeft: countRecoveryCodes(deps.db, adminId),
    required: readOperator(deps).secondFactorRequired,
  };
}

/** Returns how many recovery codes a person has left. */
export function countRecoveryCodes(db: Db, adminId: string): number {
  const row = db
    .select({ left: count() })
    .from(adminRecoveryCodes)
    .where(and(eq(adminRecoveryCodes.adminId, adminId), isNull(adminRecoveryCodes.usedAt)))
    .get();
  return row?.left ?? 0;
}
