/** The fields of the application by step. The names are those of the call. */

/** Lists of suggestions. Other values can be typed too. */
export type SuggestionList = "countries" | "states" | "languages";

export interface ApplicationField {
  name: string;
  label: string;
  kind:
    | "text"
    | "date"
    | "email"
    | "tel"
    | "number"
    | "year"
    | "long"
    | "choice"
    | "suggest"
    | "languages";
  /** Marked with an asterisk. An application without it is incomplete. */
  required: boolean;
  autoComplete?: string;
  hint?: string;
  /** For `choice`. */
  options?: readonly string[];
  /** For `suggest`. */
  list?: SuggestionList;
  /** The label in the review and in the list of missing items, where it has no heading. */
  longLabel?: string;
}

export interface ApplicationSection {
  title: string;
  detail?: string;
  fields: readonly ApplicationField[];
}

/** The three steps with text fields. */
export type TypedStep = 1 | 2 | 4;

export const sections: Readonly<Record<TypedStep, readonly ApplicationSection[]>> = {
  1: [
    {
      title: "About you",
      detail: "As on your identity document.",
      fields: [
        field("firstName", "First name", "text", { autoComplete: "given-name" }),
        field("lastName", "Last name", "text", { autoComplete: "family-name" }),
        field("dateOfBirth", "Date of birth", "date", { autoComplete: "bday" }),
        field("gender", "Gender", "choice", {
          autoComplete: "sex",
          options: ["Male", "Female", "Other", "Prefer not to say"],
        }),
        field("nationality", "Nationality", "suggest", { list: "countries" }),
        field("phoneNumber", "Phone number", "tel", { autoComplete: "tel" }),
        field("email", "Email", "email", {
          autoComplete: "email",
          hint: "We write to this address about your application.",
        }),
        field("address", "Address", "long", { autoComplete: "street-address" }),
      ],
    },
    {
      title: "Emergency contact",
      detail: "Who we call if something happens to you.",
      fields: [
        field("emergencyContactName", "Their name", "text", {
          autoComplete: "off",
          longLabel: "Emergency contact name",
        }),
        field("emergencyContactNumber", "Their phone number", "tel", {
          autoComplete: "off",
          longLabel: "Emergency contact number",
        }),
      ],
    },
    {
      title: "Payment",
      fields: [
        field("bankAccountNumber", "Bank account number", "text", {
          required: false,
          autoComplete: "off",
          hint: "The account for your pay.",
        }),
      ],
    },
  ],
  2: [
    {
      title: "Driving license",
      fields: [
        field("licenseId", "License ID", "text", { autoComplete: "off" }),
        field("licenseExpiryDate", "License expiry date", "date"),
        field("licenseIssuedIn", "License issued in", "suggest", {
          list: "states",
          hint: "A US state, or the country.",
        }),
      ],
    },
    {
      title: "Experience",
      fields: [
        field("yearsOfExperience", "Years of experience", "number"),
        field("languages", "Languages", "languages", {
          hint: "The languages you can speak with passengers.",
        }),
        field("availabilityToStart", "Availability to start", "text", {
          autoComplete: "off",
          hint: "A date, or “immediately”.",
        }),
        field("previousEmployment", "Previous employment", "long", { required: false }),
      ],
    },
  ],
  4: [
    {
      title: "Vehicle",
      fields: [
        field("make", "Make", "text", { autoComplete: "off" }),
        field("model", "Model", "text", { autoComplete: "off" }),
        field("year", "Year", "year", { autoComplete: "off" }),
        field("color", "Colour", "text", { autoComplete: "off" }),
        field("plateNumber", "Plate number", "text", { required: false, autoComplete: "off" }),
        field("numberOfDoors", "Number of doors", "choice", {
          required: false,
          options: ["2", "4", "5"],
        }),
        field("seatingCapacity", "Seating capacity", "choice", {
          required: false,
          options: ["2", "4", "5", "7", "8"],
        }),
      ],
    },
    {
      title: "Registration",
      fields: [
        field("registrationState", "Registration state", "suggest", {
          required: false,
          list: "states",
        }),
        field("registrationDate", "Registration date", "date", { required: false }),
        field("expiryDate", "Registration expiry date", "date", { required: false }),
      ],
    },
    {
      title: "Insurance",
      fields: [
        field("insuranceCompany", "Insurance company", "text", { required: false }),
        field("insuranceNumber", "Insurance number", "text", {
          required: false,
          autoComplete: "off",
        }),
        field("insuranceExpiry", "Insurance expiry date", "date", { required: false }),
      ],
    },
    {
      title: "History",
      fields: [
        field("serviceHistory", "Service history", "long", { required: false }),
        field("accidentHistory", "Accident history", "long", { required: false }),
      ],
    },
  ],
};

/** The VIN. It is shown above the other fields of the vehicle. */
export const vinField = field("vinNumber", "VIN", "text", {
  autoComplete: "off",
  longLabel: "VIN (vehicle identification number)",
});

/** All fields of a step, in order. */
export function fieldsOf(step: TypedStep): ApplicationField[] {
  const fields = sections[step].flatMap((section) => section.fields);
  return step === 4 ? [vinField, ...fields] : fields;
}

function field(
  name: string,
  label: string,
  kind: ApplicationField["kind"],
  more: Partial<ApplicationField> = {},
): ApplicationField {
  return { name, label, kind, required: true, ...more };
}
