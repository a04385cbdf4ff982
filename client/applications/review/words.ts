/** Labels of applications in dispatch. */
import { fullName } from "../../../src/accounts/name-rules";
import type { ApplicationState } from "../../../src/drivers/application-contract";
import { type ApplicationSection, sections, vinField } from "../fields";
import { documents, photos } from "../papers";
import type { Tone } from "../../ui/badge";

export const applicationStates: Record<ApplicationState, { words: string; tone: Tone }> = {
  submitted: { words: "To decide", tone: "accent" },
  incomplete: { words: "Incomplete", tone: "warning" },
  approved: { words: "Approved", tone: "success" },
  rejected: { words: "Rejected", tone: "neutral" },
};

/** The text fields of the form, by section. */
export const answerSections: readonly ApplicationSection[] = [
  ...sections[1].map((section, i) => (i === 0 ? { ...section, title: "Applicant" } : section)),
  ...sections[2],
  ...sections[4].map((section, i) =>
    i === 0 ? { ...section, fields: [vinField, ...section.fields] } : section,
  ),
];

/** The label of a field, a document, a photo or the certification. */
export function itemWords(name: string): string {
  if (name === "certified") return "Certification";
  const photo = photos.find((each) => each.name === name);
  if (photo) return `Photo: ${photo.label}`;
  const field = answerSections.flatMap(({ fields }) => fields).find((each) => each.name === name);
  const paper = documents.find((each) => each.name === name);
  return paper?.label ?? field?.longLabel ?? field?.label ?? name;
}

/** A file's size in words. */
export function sizeWords(bytes: number): string {
  return bytes >= 1_000_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${Math.max(1, Math.round(bytes / 1_000))} kB`;
}

/** The first and last name, if given. */
export function applicantName(person: { firstName?: string; lastName?: string }): string {
  return fullName(person) || "No name given";
}
