/** What the kinds of documents are called: for server and screens alike, at the price of the words. */
import type { DocumentKind } from "./contract";

const names: Record<DocumentKind, string> = {
  driving_licence: "Driving licence",
  identity: "National ID or passport",
  proof_of_address: "Proof of address",
  police_clearance: "Police clearance certificate",
  work_permit: "Work permit or visa",
  drug_test: "Drug test report",
  reference: "Employment reference",
  bank_statement: "Bank statement",
  vehicle_insurance: "Vehicle insurance",
  vehicle_registration: "Vehicle registration",
  vehicle_inspection: "Vehicle inspection",
  photo_front: "Front",
  photo_back: "Back",
  photo_left: "Left side",
  photo_right: "Right side",
  photo_dashboard: "Dashboard",
  photo_back_seats: "Back seats",
  photo_front_seats: "Front seats",
  photo_trunk: "Trunk",
};

/** What a kind is called. */
export function documentName(kind: DocumentKind): string {
  return names[kind];
}
