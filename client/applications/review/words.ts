/** Labels of applications in dispatch. */
import { fullName } from "../../../src/accounts/name-rules";
import type { ApplicationState } from "../../../src/drivers/application-contract";
import { type ApplicationField, sections, vinField } from "../fields";
import { documents, photos } from "../file-slots";
import { english } from "../../words/words";
import type { Tone } from "../../ui/badge";

export const applicationStates: Record<ApplicationState, { words: string; tone: Tone }> = {
  submitted: { words: "To review", tone: "accent" },
  incomplete: { words: "Incomplete", tone: "warning" },
  approved: { words: "Approved", tone: "success" },
  rejected: { words: "Rejected", tone: "neutral" },
};

/** The text fields of the form, by section. */
export const answerSections: readonly { title: string; fields: readonly ApplicationField[] }[] = (
  [1, 2, 4] as const
).flatMap((step) =>
  sections[step].map(({ title, fields }, i) => ({
    title: step === 1 && i === 0 ? "Applicant" : english.of(title),
    fields: step === 4 && i === 0 ? [vinField, ...fields] : fields,
  })),
);

/** Returns the label of a field, a document, a photo or the certification. */
export function itemWords(name: string): string {
  if (name === "certified") return "Certification";
  const field = answerSections.flatMap(({ fields }) => fields).find((each) => each.name === name);
  const photo = photos.find((each) => each.name === name);
  const documentSlot = documents.find((each) => each.name === name);
  const label = photo?.longLabel ?? documentSlot?.label ?? field?.longLabel ?? field?.label;
  return label ? english.of(label) : name;
}

/** Returns a file's size in words. */
export function sizeText(bytes: number): string {
  return bytes >= 1_000_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${Math.max(1, Math.round(bytes / 1_000))} kB`;
}

/** Returns the first and last name, if given. */
export function applicantName(person: { firstName?: string; lastName?: string }): string {
  return fullName(person) || "No name given";
}
