/** The fields of the application by step. The names are those of the call. */
import { type Phrase, phrase, type Say } from "../words/words";

/** Lists of suggestions. Other values can be typed too. */
export type SuggestionList = "countries" | "states" | "languages";

/** A value of the call, with its text if it is not a number. */
interface ApplicationChoice {
  value: string;
  words?: Phrase;
}

export interface ApplicationField {
  name: string;
  label: Phrase;
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
  hint?: Phrase;
  /** For `choice`. */
  options?: readonly ApplicationChoice[];
  /** For `suggest`. */
  list?: SuggestionList;
  /** The label in the review and in the list of missing items, where it has no heading. */
  longLabel?: Phrase;
}

interface ApplicationSection {
  title: Phrase;
  detail?: Phrase;
  fields: readonly ApplicationField[];
}

/** The three steps with text fields. */
export type TypedStep = 1 | 2 | 4;

export const sections: Readonly<Record<TypedStep, readonly ApplicationSection[]>> = {
  1: [
    {
      title: phrase("About you"),
      detail: phrase("Enter your details as they appear on your identity document."),
      fields: [
        field("firstName", phrase("First name"), "text", { autoComplete: "given-name" }),
        field("lastName", phrase("Last name"), "text", { autoComplete: "family-name" }),
        field("dateOfBirth", phrase("Date of birth"), "date", { autoComplete: "bday" }),
        field("gender", phrase("Gender"), "choice", {
          autoComplete: "sex",
          options: [
            { value: "Male", words: phrase("Male") },
            { value: "Female", words: phrase("Female") },
            { value: "Other", words: phrase("Other") },
            { value: "Prefer not to say", words: phrase("Prefer not to say") },
          ],
        }),
        field("nationality", phrase("Nationality"), "suggest", { list: "countries" }),
        field("phoneNumber", phrase("Phone number"), "tel", { autoComplete: "tel" }),
        field("email", phrase("E-mail"), "email", {
          autoComplete: "email",
          hint: phrase("We write to this address about your application."),
        }),
        field("address", phrase("Address"), "long", { autoComplete: "street-address" }),
      ],
    },
    {
      title: phrase("Emergency contact"),
      detail: phrase("We call this person if something happens to you."),
      fields: [
        field("emergencyContactName", phrase("Contact’s name"), "text", {
          autoComplete: "off",
          longLabel: phrase("Emergency contact name"),
        }),
        field("emergencyContactNumber", phrase("Contact’s phone number"), "tel", {
          autoComplete: "off",
          longLabel: phrase("Emergency contact number"),
        }),
      ],
    },
    {
      title: phrase("Payment"),
      fields: [
        field("bankAccountNumber", phrase("Bank account number"), "text", {
          required: false,
          autoComplete: "off",
          hint: phrase("We pay your earnings into this account."),
        }),
      ],
    },
  ],
  2: [
    {
      title: phrase("Driving license"),
      fields: [
        field("licenseId", phrase("License ID"), "text", { autoComplete: "off" }),
        field("licenseExpiryDate", phrase("License expiry date"), "date"),
        field("licenseIssuedIn", phrase("License issued in"), "suggest", {
          list: "states",
          hint: phrase("A US state or a country."),
        }),
      ],
    },
    {
      title: phrase("Experience"),
      fields: [
        field("yearsOfExperience", phrase("Years of experience"), "number"),
        field("languages", phrase("Languages"), "languages", {
          hint: phrase("The languages you can speak with passengers."),
        }),
        field("availabilityToStart", phrase("Availability to start"), "text", {
          autoComplete: "off",
          hint: phrase("A date, or “immediately”."),
        }),
        field("previousEmployment", phrase("Previous employment"), "long", { required: false }),
      ],
    },
  ],
  4: [
    {
      title: phrase("Vehicle"),
      fields: [
        field("make", phrase("Make"), "text", { autoComplete: "off" }),
        field("model", phrase("Model"), "text", { autoComplete: "off" }),
        field("year", phrase("Year"), "year", { autoComplete: "off" }),
        field("color", phrase("Colour"), "text", { autoComplete: "off" }),
        field("plateNumber", phrase("Plate number"), "text", {
          required: false,
          autoComplete: "off",
        }),
        field("numberOfDoors", phrase("Number of doors"), "choice", {
          required: false,
          options: numberChoices("2", "4", "5"),
        }),
        field("seatingCapacity", phrase("Seating capacity"), "choice", {
          required: false,
          options: numberChoices("2", "4", "5", "7", "8"),
        }),
      ],
    },
    {
      title: phrase("Registration"),
      fields: [
        field("registrationState", phrase("Registration state"), "suggest", {
          required: false,
          list: "states",
        }),
        field("registrationDate", phrase("Registration date"), "date", { required: false }),
        field("expiryDate", phrase("Registration expiry date"), "date", { required: false }),
      ],
    },
    {
      title: phrase("Insurance"),
      fields: [
        field("insuranceCompany", phrase("Insurance company"), "text", { required: false }),
        field("insuranceNumber", phrase("Insurance number"), "text", {
          required: false,
          autoComplete: "off",
        }),
        field("insuranceExpiry", phrase("Insurance expiry date"), "date", { required: false }),
      ],
    },
    {
      title: phrase("History", "a vehicle"),
      fields: [
        field("serviceHistory", phrase("Service history"), "long", { required: false }),
        field("accidentHistory", phrase("Accident history"), "long", { required: false }),
      ],
    },
  ],
};

/** The VIN. It is shown above the other fields of the vehicle. */
export const vinField = field("vinNumber", phrase("VIN"), "text", {
  autoComplete: "off",
  longLabel: phrase("VIN (vehicle identification number)"),
});

/** Returns all fields of a step, in order. */
export function fieldsOf(step: TypedStep): ApplicationField[] {
  const fields = sections[step].flatMap((section) => section.fields);
  return step === 4 ? [vinField, ...fields] : fields;
}

/** Returns the text of an answer: for a choice, its label. */
export function answerText({ options }: ApplicationField, value: string, t: Say): string {
  const words = options?.find((option) => option.value === value)?.words;
  return words ? t.of(words) : value;
}

function numberChoices(...values: readonly string[]): ApplicationChoice[] {
  return values.map((value) => ({ value }));
}

function field(
  name: string,
  label: Phrase,
  kind: ApplicationField["kind"],
  otherProperties: Partial<ApplicationField> = {},
): ApplicationField {
  return { name, label, kind, required: true, ...otherProperties };
}
