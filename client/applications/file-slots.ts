/** The documents and photos of an application. The names are those of the call. */
import { type Phrase, phrase } from "../words/words";

export interface FileSlot {
  name: string;
  label: Phrase;
  required: boolean;
  hint?: Phrase;
}

export const documents: readonly FileSlot[] = [
  { name: "nationalIdOrPassport", label: phrase("National ID or passport"), required: true },
  { name: "drivingCertificate", label: phrase("Driving certificate"), required: true },
  {
    name: "proofOfAddress",
    label: phrase("Proof of address"),
    required: true,
    hint: phrase("A utility bill or a lease, for example."),
  },
  {
    name: "policeClearanceCertificate",
    label: phrase("Police clearance certificate"),
    required: false,
  },
  { name: "workPermitOrVisa", label: phrase("Work permit or visa"), required: false },
  { name: "drugTestReport", label: phrase("Drug test report"), required: false },
  {
    name: "employmentReferenceLetter",
    label: phrase("Employment reference letter"),
    required: false,
  },
  { name: "bankStatementFile", label: phrase("Bank statement"), required: false },
];

/** What a photo of the vehicle shows. */
export type PhotoView =
  "front" | "back" | "left" | "right" | "dashboard" | "back-seats" | "front-seats" | "trunk";

export interface PhotoSlot extends FileSlot {
  /** The label where documents and answers are listed too. */
  longLabel: Phrase;
  view: PhotoView;
}

export const photos: readonly PhotoSlot[] = [
  photoSlot("exteriorPhoto1", phrase("Front", "a vehicle"), phrase("Photo: Front"), "front"),
  photoSlot("exteriorPhoto2", phrase("Back", "a vehicle"), phrase("Photo: Back"), "back"),
  photoSlot("exteriorPhoto3", phrase("Left Side"), phrase("Photo: Left Side"), "left"),
  photoSlot("exteriorPhoto4", phrase("Right Side"), phrase("Photo: Right Side"), "right"),
  photoSlot("interiorPhoto1", phrase("Dashboard"), phrase("Photo: Dashboard"), "dashboard"),
  photoSlot("interiorPhoto2", phrase("Back Seats"), phrase("Photo: Back Seats"), "back-seats"),
  photoSlot("interiorPhoto3", phrase("Front Seats"), phrase("Photo: Front Seats"), "front-seats"),
  photoSlot("interiorPhoto4", phrase("Trunk"), phrase("Photo: Trunk"), "trunk"),
];

function photoSlot(name: string, label: Phrase, longLabel: Phrase, view: PhotoView): PhotoSlot {
  return { name, label, longLabel, view, required: true };
}

export const documentTypes = ".pdf,.jpg,.jpeg,.png";

/** The largest total size of an application's files. */
export const MAX_TOTAL_BYTES = 80 * 1024 * 1024;
