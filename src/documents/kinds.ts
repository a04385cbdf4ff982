/** Names for the kinds of documents, for server and screens. Loading this module adds all the names to a page. */
import type { DocumentKind } from "./contract";

const kindNamesIn = (t: (text: string) => string): Partial<Record<DocumentKind, string>> => ({
  driving_licence: t("Driving licence"),
  identity: t("National ID or passport"),
  proof_of_address: t("Proof of address"),
  police_clearance: t("Police clearance certificate"),
  work_permit: t("Work permit or visa"),
  drug_test: t("Drug test report"),
  reference: t("Employment reference"),
  bank_statement: t("Bank statement"),
  vehicle_insurance: t("Vehicle insurance"),
  vehicle_registration: t("Vehicle registration"),
  vehicle_inspection: t("Vehicle inspection"),
  photo_front: t("Front"),
  photo_back: t("Back"),
  photo_left: t("Left side"),
  photo_right: t("Right side"),
  photo_dashboard: t("Dashboard"),
  photo_back_seats: t("Back seats"),
  photo_front_seats: t("Front seats"),
  photo_trunk: t("Trunk"),
});

const englishKindNames = kindNamesIn((text) => text);

/** Returns the name of a kind of driver or vehicle document, in English or as translated by `t`. */
export function documentName(kind: DocumentKind, t?: (text: string) => string): string {
  return (t ? kindNamesIn(t) : englishKindNames)[kind] ?? kind;
}
