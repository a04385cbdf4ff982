/**
 * What a copy holds of each table of the database, and what erasing an account does to it. Every table
 * is listed here: a test walks the schema and asks for those that are missing.
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
