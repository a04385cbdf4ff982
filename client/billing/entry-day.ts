import type { DriverEntry } from "../../src/payouts/contract";
import { localDay } from "../ui/moment";

/** Returns the day of an entry in the operator's time zone, like `2026-11-21`. */
export const entryDay = ({ paidOn, recordedAt }: DriverEntry, timeZone: string): string =>
  paidOn ?? localDay(recordedAt, timeZone);
