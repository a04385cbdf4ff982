/**
 * How a copy and an erasure treat each table of the database. Every table is listed: a test compares the list with the
 * schema and fails for missing ones.
 */
import { accountTables } from "./account-tables";
import { correspondenceTables } from "./correspondence-tables";
import { operatorTables } from "./operator-tables";
import type { PrivacyTreatment } from "./privacy-treatment";
import { tripTables } from "./trip-tables";

export const privacyTreatments: readonly PrivacyTreatment[] = [
  ...accountTables,
  ...tripTables,
  ...correspondenceTables,
  ...operatorTables,
];
