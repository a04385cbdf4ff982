/** The documents and photos of an application. The names are those of the call. */

export interface Paper {
  name: string;
  label: string;
  required: boolean;
  hint?: string;
}

export const documents: readonly Paper[] = [
  { name: "nationalIdOrPassport", label: "National ID or passport", required: true },
  { name: "drivingCertificate", label: "Driving certificate", required: true },
  {
    name: "proofOfAddress",
    label: "Proof of address",
    required: true,
    hint: "A utility bill or a lease, for example.",
  },
  { name: "policeClearanceCertificate", label: "Police clearance certificate", required: false },
  { name: "workPermitOrVisa", label: "Work permit or visa", required: false },
  { name: "drugTestReport", label: "Drug test report", required: false },
  { name: "employmentReferenceLetter", label: "Employment reference letter", required: false },
  { name: "bankStatementFile", label: "Bank statement", required: false },
];

/** What a photo of the vehicle shows. */
export type PhotoView =
  "front" | "back" | "left" | "right" | "dashboard" | "back-seats" | "front-seats" | "trunk";

export interface PhotoSlot extends Paper {
  view: PhotoView;
}

export const photos: readonly PhotoSlot[] = [
  photo("exteriorPhoto1", "Front", "front"),
  photo("exteriorPhoto2", "Back", "back"),
  photo("exteriorPhoto3", "Left Side", "left"),
  photo("exteriorPhoto4", "Right Side", "right"),
  photo("interiorPhoto1", "Dashboard", "dashboard"),
  photo("interiorPhoto2", "Back Seats", "back-seats"),
  photo("interiorPhoto3", "Front Seats", "front-seats"),
  photo("interiorPhoto4", "Trunk", "trunk"),
];

function photo(name: string, label: string, view: PhotoView): PhotoSlot {
  return { name, label, view, required: true };
}

export const documentTypes = ".pdf,.jpg,.jpeg,.png";

/** The largest total size of an application's files. */
export const MOST_BYTES = 80 * 1024 * 1024;
