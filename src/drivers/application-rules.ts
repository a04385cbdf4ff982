/**
 * The parts of an application to drive, and when it is complete. An application with missing items is stored as
 * incomplete, with the names of those items, but the given values must be valid. The fields are those of the
 * specification, section 3.
 */
import { z } from "zod";
import { INVALID_EMAIL, INVALID_PHONE, personNameError, readEmail } from "../accounts/rules";
import type { DocumentKind } from "../documents/contract";
import type { ApplicationFileName } from "./application-contract";
import type { DriverApplication } from "./contract";

type Kind =
  | "name"
  | "text"
  | "long"
  | "email"
  | "phone"
  | "date"
  | "years"
  | "modelYear"
  | "vin"
  | readonly string[];
type Field = { label: string; kind: Kind; required: boolean };

const field = (label: string, kind: Kind, required = true): Field => ({ label, kind, required });

/** The text and choice fields in the order of the form, with their labels. */
export const applicationFields = {
  firstName: field("First name", "name"),
  lastName: field("Last name", "name"),
  dateOfBirth: field("Date of birth", "date"),
  gender: field("Gender", ["Male", "Female", "Other", "Prefer not to say"]),
  nationality: field("Nationality", "text"),
  phoneNumber: field("Phone number", "phone"),
  email: field("E-mail", "email"),
  address: field("Address", "text"),
  emergencyContactName: field("Emergency contact name", "name"),
  emergencyContactNumber: field("Emergency contact number", "phone"),
  bankAccountNumber: field("Bank account number", "text", false),
  licenseId: field("License ID", "text"),
  licenseExpiryDate: field("License expiry date", "date"),
  yearsOfExperience: field("Years of experience", "years"),
  languages: field("Languages", "text"),
  previousEmployment: field("Previous employment", "long", false),
  availabilityToStart: field("Availability to start", "text"),
  licenseIssuedIn: field("License issued in", "text"),
  vinNumber: field("VIN", "vin"),
  make: field("Make", "text"),
  model: field("Model", "text"),
  year: field("Year", "modelYear"),
  plateNumber: field("Plate number", "text", false),
  color: field("Colour", "text"),
  registrationState: field("Registration state", "text", false),
  registrationDate: field("Registration date", "date", false),
  expiryDate: field("Registration expiry date", "date", false),
  insuranceNumber: field("Insurance number", "text", false),
  insuranceCompany: field("Insurance company", "text", false),
  insuranceExpiry: field("Insurance expiry date", "date", false),
  numberOfDoors: field("Number of doors", ["2", "4", "5"], false),
  seatingCapacity: field("Seating capacity", ["2", "4", "5", "7", "8"], false),
  serviceHistory: field("Service history", "long", false),
  accidentHistory: field("Accident history", "long", false),
} satisfies Record<Exclude<keyof DriverApplication, "certified" | "hasOneName">, Field>;

type ApplicationField = keyof typeof applicationFields;

const file = (label: string, required = true) => ({ label, required });

/** The documents and photos with their labels. */
export const applicationFiles = {
  nationalIdOrPassport: file("National ID or passport"),
  drivingCertificate: file("Driving certificate"),
  proofOfAddress: file("Proof of address"),
  policeClearanceCertificate: file("Police clearance certificate", false),
  workPermitOrVisa: file("Work permit or visa", false),
  drugTestReport: file("Drug test report", false),
  employmentReferenceLetter: file("Employment reference letter", false),
  bankStatementFile: file("Bank statement", false),
  exteriorPhoto1: file("Photo: front"),
  exteriorPhoto2: file("Photo: back"),
  exteriorPhoto3: file("Photo: left side"),
  exteriorPhoto4: file("Photo: right side"),
  interiorPhoto1: file("Photo: dashboard"),
  interiorPhoto2: file("Photo: back seats"),
  interiorPhoto3: file("Photo: front seats"),
  interiorPhoto4: file("Photo: trunk"),
} satisfies Record<ApplicationFileName, { label: string; required: boolean }>;

/** Whether a file field takes a photo of the vehicle. The other fields take documents. */
export function isPhoto(name: ApplicationFileName): boolean {
  return /^(?:ex|in)teriorPhoto/.test(name);
}

/** The field of the certification. Its only valid value is `true`. */
const CERTIFICATION = "certified";

const fieldNames = Object.keys(applicationFields) as ApplicationField[];

/** Returns the names of missing required fields, files and the certification. */
export function missingItems(answers: DriverApplication, files: readonly string[]): string[] {
  const missingFields = fieldNames.filter(
    (name) =>
      applicationFields[name].required &&
      !answers[name]?.trim() &&
      !(name === "lastName" && answers.hasOneName === "true"),
  );
  const missingFiles = Object.entries(applicationFiles)
    .filter(([name, { required }]) => required && !files.includes(name))
    .map(([name]) => name);
  return [
    ...missingFields,
    ...missingFiles,
    ...(answers.certified === "true" ? [] : [CERTIFICATION]),
  ];
}

/** Returns the label of a missing item. */
export function itemLabel(name: string): string {
  if (name === CERTIFICATION) return "Your confirmation that everything is accurate";
  if (name in applicationFields) return applicationFields[name as ApplicationField].label;
  if (name in applicationFiles)
    return applicationFiles[name as keyof typeof applicationFiles].label;
  return name;
}

/** Converts a typed phone number to its stored form. Null if it is invalid. */
export type ReadPhone = (typed: string) => string | null;

const MAX_TEXT_LENGTH = 300;
const MAX_LONG_TEXT_LENGTH = 4_000;

const CONTROL_CHARACTER = /(?![\n\r\t])\p{Cc}/u;
/** Unicode embeddings, overrides and isolates, which reorder the text around them. */
const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069]/;
const Day = z.iso.date();

/** Messages about faults in an answer. Screens translate them. */
export const answerFaultTexts = {
  choice: "Choose one from the list.",
  years: "Enter the number of years, 0 or more.",
  modelYear: "Enter a year like 2021.",
  vin: "A VIN has at most 17 letters and digits.",
  lastName: "Leave the last name empty, or untick “I have one name”.",
};

/** Returns the errors in the given values by field, as messages for the applicant. Empty if there are none. */
export function applicationErrors(
  answers: DriverApplication,
  readPhone: ReadPhone,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const name of fieldNames) {
    const { kind, label } = applicationFields[name];
    const value = answers[name];
    // An absent value is the same as an empty one.
    if (!value) continue;
    const error = textError(label, kind, value) ?? valueError(label, kind, value.trim(), readPhone);
    if (error) errors[name] = error;
  }
  if (answers.hasOneName === "true" && answers.lastName?.trim())
    errors.lastName = answerFaultTexts.lastName;
  return errors;
}

function textError(label: string, kind: Kind, value: string): string | null {
  if (value.trim() === "") return `${label} is required`;
  // A number copied from a phone may have direction marks around it.
  const hasBidiControls = kind !== "phone" && BIDI_CONTROL.test(value);
  if (!value.isWellFormed() || CONTROL_CHARACTER.test(value) || hasBidiControls)
    return `${label} has a character that cannot be used`;
  const maxLength = kind === "long" ? MAX_LONG_TEXT_LENGTH : MAX_TEXT_LENGTH;
  return value.length > maxLength ? `${label} must be at most ${maxLength} characters` : null;
}

function valueError(label: string, kind: Kind, value: string, readPhone: ReadPhone): string | null {
  if (typeof kind !== "string") return kind.includes(value) ? null : answerFaultTexts.choice;
  switch (kind) {
    case "name":
      return personNameError(label, value);
    case "email":
      return readEmail(value) !== null ? null : INVALID_EMAIL;
    case "phone":
      return readPhone(value) !== null ? null : INVALID_PHONE;
    case "date":
      return Day.safeParse(value).success && value >= "1900-01-01" && value < "2200-01-01"
        ? null
        : "Enter a date.";
    case "years":
      return /^\d{1,2}$/.test(value) ? null : answerFaultTexts.years;
    case "modelYear":
      return /^(?:19|20)\d{2}$/.test(value) ? null : answerFaultTexts.modelYear;
    case "vin":
      return /^[A-Za-z0-9]{1,17}$/.test(value) ? null : answerFaultTexts.vin;
    default:
      return null;
  }
}

/** The error codes of calls that accept a file. */
export const uploadRefusals = [
  "request.malformed",
  "request.timeout",
  "request.too_large",
  "request.wrong_type",
  "paper.wrong_type",
  "paper.heic",
  "paper.damaged",
  "paper.locked",
  "paper.no_pages",
  "paper.too_large",
  "picture.too_many_pixels",
  "server.busy",
  "application.upload_limit",
  "application.busy",
  "server.disk_full",
] as const;

/** The kind of document that each file becomes when the application is approved. */
export const documentKindByFile = {
  nationalIdOrPassport: "identity",
  drivingCertificate: "driving_licence",
  proofOfAddress: "proof_of_address",
  policeClearanceCertificate: "police_clearance",
  workPermitOrVisa: "work_permit",
  drugTestReport: "drug_test",
  employmentReferenceLetter: "reference",
  bankStatementFile: "bank_statement",
  exteriorPhoto1: "photo_front",
  exteriorPhoto2: "photo_back",
  exteriorPhoto3: "photo_left",
  exteriorPhoto4: "photo_right",
  interiorPhoto1: "photo_dashboard",
  interiorPhoto2: "photo_back_seats",
  interiorPhoto3: "photo_front_seats",
  interiorPhoto4: "photo_trunk",
} as const satisfies Record<ApplicationFileName, DocumentKind>;
