/** The steps of the application and their missing items. */
import { fieldsOf, type TypedStep } from "../fields";
import { documents, photos } from "../file-slots";
import { type Phrase, phrase } from "../../words/words";
import type { Step } from "./step-titles";

/** An item of the application, with its label and the step that asks for it. */
export interface StepItem {
  name: string;
  label: Phrase;
  step: Step;
}

/** The answers and the files, by field. */
interface StepContext {
  values: Readonly<Record<string, string>>;
  files: Readonly<Record<string, unknown>>;
}

/** Returns the items of a step, in order. */
export function itemsOf(step: Step): (StepItem & { required: boolean })[] {
  if (step === 3) return documents.map((documentSlot) => ({ ...documentSlot, step }));
  if (step === 5)
    return photos.map(({ name, longLabel, required }) => ({
      name,
      label: longLabel,
      required,
      step,
    }));
  if (step === 0 || step === 6) return [];
  return fieldsOf(step satisfies TypedStep).map(({ name, label, longLabel, required }) => ({
    name,
    label: longLabel ?? label,
    required,
    step,
  }));
}

/** The call's field for applicants with only one name. The last name is then not required. */
export const ONE_NAME_FIELD = "hasOneName";

/** Whether the field is the last name of an applicant with only one name. */
export function isOmittedLastName(
  name: string,
  values: Readonly<Record<string, string | undefined>>,
): boolean {
  return name === "lastName" && values[ONE_NAME_FIELD] === "true";
}

/** Returns the missing required items of a step. */
export function missingItemsOf(step: Step, { values, files }: StepContext): StepItem[] {
  return itemsOf(step).filter(
    ({ name, required }) =>
      required && !values[name]?.trim() && !(name in files) && !isOmittedLastName(name, values),
  );
}

const allSteps: readonly Step[] = [1, 2, 3, 4, 5];

/** The certification's field in the call, and its label. */
export const CERTIFIED_FIELD = "certified";
const certification: StepItem = {
  name: CERTIFIED_FIELD,
  label: phrase("Your confirmation that everything is accurate"),
  step: 6,
};

/** Returns all missing items of an application, in the order of the steps. */
export function allMissingItems(context: StepContext): StepItem[] {
  const gaps = allSteps.flatMap((step) => missingItemsOf(step, context));
  return context.values[CERTIFIED_FIELD] === "true" ? gaps : [...gaps, certification];
}

/** Finds an item by its name in the call. */
export function findItem(name: string): StepItem | undefined {
  if (name === CERTIFIED_FIELD) return certification;
  return allSteps.flatMap(itemsOf).find((item) => item.name === name);
}
