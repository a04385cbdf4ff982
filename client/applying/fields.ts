/** What the application asks for, in the order of the page. Names are those of the call. */

export interface ApplicationField {
  name: string;
  label: string;
  kind: "text" | "date" | "email" | "tel" | "number" | "gender" | "long";
  autoComplete?: string;
  hint?: string;
}

export interface ApplicationSection {
  title: string;
  detail: string;
  fields: readonly ApplicationField[];
}

export const genders = ["Male", "Female", "Other", "Prefer not to say"];

export const sections: readonly ApplicationSection[] = [
  {
    title: "Personal information",
    detail: "As it is written in your identity document.",
    fields: [
      { name: "firstName", label: "First name", kind: "text", autoComplete: "given-name" },
      { name: "lastName", label: "Last name", kind: "text", autoComplete: "family-name" },
      { name: "dateOfBirth", label: "Date of birth", kind: "date", autoComplete: "bday" },
      { name: "gender", label: "Gender", kind: "gender", autoComplete: "sex" },
      { name: "nationality", label: "Nationality", kind: "text", autoComplete: "country-name" },
      {
        name: "phoneNumber",
        label: "Phone number",
        kind: "tel",
        autoComplete: "tel",
      },
      { name: "email", label: "Email", kind: "email", autoComplete: "email" },
      { name: "address", label: "Address", kind: "long", autoComplete: "street-address" },
    ],
  },
  {
    title: "Emergency contact",
    detail: "Whom we call if something happens to you.",
    fields: [
      { name: "emergencyContactName", label: "Their name", kind: "text", autoComplete: "off" },
      {
        name: "emergencyContactNumber",
        label: "Their phone number",
        kind: "tel",
        autoComplete: "off",
      },
    ],
  },
  {
    title: "License and experience",
    detail: "Your driving license, and how long you have been driving.",
    fields: [
      { name: "licenseId", label: "License ID", kind: "text", autoComplete: "off" },
      { name: "licenseIssuedIn", label: "License issued in", kind: "text", autoComplete: "off" },
      { name: "licenseExpiryDate", label: "License expiry date", kind: "date" },
      { name: "yearsOfExperience", label: "Years of experience", kind: "number" },
      {
        name: "languages",
        label: "Languages",
        kind: "text",
        autoComplete: "off",
        hint: "All that you speak with passengers",
      },
      {
        name: "availabilityToStart",
        label: "Availability to start",
        kind: "text",
        autoComplete: "off",
        hint: "A date, or from when on",
      },
    ],
  },
];

/** Words for what the server still misses; null for the documents, the vehicle and its photos. */
export function fieldWords(name: string): string | null {
  if (name === "certified") return "Your confirmation that everything is accurate";
  for (const { title, fields } of sections) {
    const field = fields.find((one) => one.name === name);
    if (field) return title === "Emergency contact" ? `${title}: ${field.label}` : field.label;
  }
  return null;
}
