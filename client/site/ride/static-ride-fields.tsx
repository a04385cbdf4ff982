import type { ComponentProps } from "react";
import type { PostedForm } from "../../../src/contact/posted-form-contract";
import { useWords } from "../../words/use-words";

/** The most passengers. More people need two cars, which are booked by phone. */
export const MAX_PASSENGERS = 16;

/** The static fields of the ride form. `interactive-ride-fields` has the same fields in the same places. */
export function StaticRideFields({
  town,
  postedForm,
}: {
  town: string;
  postedForm?: PostedForm | undefined;
}) {
  const t = useWords();
  const renderField = createFieldRenderer(postedForm);
  return (
    <>
      <div className="grid gap-3">
        {renderField("from", t("Pickup"), {
          placeholder: t("Pickup: airport, hotel, address"),
          required: true,
        })}
        {renderField("to", t("Drop-off"), {
          placeholder: t("Where are you going?"),
          required: true,
        })}
      </div>
      <div className="flex flex-wrap gap-3 *:grow">
        {renderField("date", t("Day"), { type: "date" })}
        {renderField("time", t("Time"), { type: "time" })}
        <p className="basis-full text-ink-muted text-sm">
          {t("Local time in {town}. Leave both empty for as soon as possible.", { town })}
        </p>
      </div>
      {renderField("passengers", t("Passengers"), {
        defaultValue: postedForm?.typed.passengers ?? "1",
        max: MAX_PASSENGERS,
        min: 1,
        type: "number",
      })}
    </>
  );
}

/** Returns a function that renders lines with their typed text and errors. */
export function createFieldRenderer(postedForm: PostedForm | undefined) {
  return (name: string, label: string, input: ComponentProps<"input"> = {}) => (
    <LabelledInput
      defaultValue={postedForm?.typed[name]}
      fault={postedForm?.faults[name]}
      label={label}
      name={name}
      {...input}
    />
  );
}

/** A line with its label above, or with a placeholder instead. It is small enough for a page's first load. */
export function LabelledInput({
  label,
  fault,
  ...input
}: ComponentProps<"input"> & { label: string; fault: string | undefined; name: string }) {
  const isPlaceInput = input.placeholder !== undefined;
  return (
    <div className="min-w-0">
      <label>
        <span className={isPlaceInput ? "sr-only" : "mb-2 block font-medium text-sm"}>{label}</span>
        <input
          aria-invalid={fault ? true : undefined}
          className={isPlaceInput ? "control !ps-11 !pe-11" : "control"}
          {...input}
          data-empty={input.defaultValue ? undefined : ""}
          onInput={({ currentTarget: box }) => box.toggleAttribute("data-empty", !box.value)}
        />
      </label>
      {fault && (
        <p className="mt-2 text-danger-ink text-sm" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
