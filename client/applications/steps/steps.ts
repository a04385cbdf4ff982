/** The steps of the application, and what each of them still lacks. */
import { fieldsOf, type TypedStep } from "../fields";
import { documents, photos } from "../papers";
import type { Step } from "./step-titles";

/** Something that is required and not there, with its words. */
export interface Gap {
  name: string;
  label: string;
  step: Step;
}

/** What of an application is given: texts by field, and the names of the files. */
interface Given {
  values: Readonly<Record<string, string>>;
  files: Readonly<Record<string, unknown>>;
}

/** What a step asks for, in its order. */
export function itemsOf(step: Step): (Gap & { required: boolean })[] {
  if (step === 3) return documents.map((paper) => ({ ...paper, step }));
  if (step === 5)
    return photos.map(({ name, label, required }) => ({
      name,
      label: `Photo: ${label}`,
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

/** The applicant's word that they have one name, in the call: then no last name is asked for. */
export const ONE_NAME = "hasOneName";

/** Whether an applicant has one name and the field is that of the other. */
export function isSpared(
  name: string,
  values: Readonly<Record<string, string | undefined>>,
): boolean {
  return name === "lastName" && values[ONE_NAME] === "true";
}

/** What is required in a step and not given. */
export function gapsOf(step: Step, { values, files }: Given): Gap[] {
  return itemsOf(step).filter(
    ({ name, required }) =>
      required && !values[name]?.trim() && !(name in files) && !isSpared(name, values),
  );
}

const allSteps: readonly Step[] = [1, 2, 3, 4, 5];

/** The certification's own name in the call, and its words. */
export const CERTIFIED = "certified";
const certification: Gap = {
  name: CERTIFIED,
  label: "Your confirmation that everything is accurate",
  step: 6,
};

/** All that an application lacks to be whole, in the order of the steps. */
export function allGaps(given: Given): Gap[] {
  const gaps = allSteps.flatMap((step) => gapsOf(step, given));
  return given.values[CERTIFIED] === "true" ? gaps : [...gaps, certification];
}

/** An item by its name in the call. */
export function itemNamed(name: string): Gap | undefined {
  if (name === CERTIFIED) return certification;
  return allSteps.flatMap(itemsOf).find((item) => item.name === name);
}
