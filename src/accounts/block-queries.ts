/** Riders who may not book online. */
import type { Db } from "../../db/open";
import { riderBlocks, type StoredRiderBlock } from "../../db/schema/accounts";
import type { Deps } from "../deps";
import { AppError, errorCatalogue } from "../errors";
import { readOperator } from "../settings/queries";
import { findRow } from "../../db/rows";

/** Returns a rider's block; undefined if they may book. */
export function findBlock(db: Db, riderId: string): StoredRiderBlock | undefined {
  return findRow(db, riderBlocks, { riderId });
}

/**
 * Throws 403 `rider.blocked` if the rider may not book. The message includes the operator's phone number, if there is
 * one.
 */
export function assertNotBlocked(deps: Deps, db: Db, riderId: string): void {
  if (!findBlock(db, riderId)) return;
  const { phone } = readOperator(deps);
  const [, message] = errorCatalogue["rider.blocked"];
  throw new AppError("rider.blocked", phone ? { message: `${message} ${phone}`, phone } : {});
}
