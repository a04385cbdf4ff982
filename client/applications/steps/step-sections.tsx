import type { ReactNode } from "react";
import { useWords } from "../../words/use-words";
import type { Say } from "../../words/words";
import { Card } from "../../ui/card";
import { Section } from "../../ui/section";
import { SelectField } from "../../ui/select-field";
import { LastNameField } from "../../ui/last-name-field";
import { TextArea } from "../../ui/text-area";
import { TextField } from "../../ui/text-field";
import { PhoneField } from "../../phone-input/phone-field";
import { type ApplicationField, sections, type TypedStep } from "../fields";
import type { ApplicationForm, StepProps } from "../application-form";
import { LanguagesField } from "../languages-field";
import { isOmittedLastName, ONE_NAME_FIELD } from "./steps";
import { SuggestField } from "../suggest-field";

/** The default country for phone numbers, by section 9 of the specification. */
const DEFAULT_PHONE_COUNTRY = "US";

/** The sections of a step with their fields. */
export function StepSections({
  step,
  form,
  shouldMarkMissing,
  before,
}: StepProps & { step: TypedStep; before?: ReactNode }) {
  const t = useWords();
  return (
    <div className="grid grid-cols-1 gap-4">
      {before}
      {sections[step].map(({ title, detail, fields }) => (
        <Card key={t.of(title)}>
          <Section detail={detail && t.of(detail)} title={t.of(title)}>
            <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
              {fields.map((field) => (
                <Control
                  field={field}
                  form={form}
                  key={field.name}
                  shouldMarkMissing={shouldMarkMissing}
                />
              ))}
            </div>
          </Section>
        </Card>
      ))}
    </div>
  );
}

/** Returns the hint below a field, with a note if the field is still missing. */
export function hintOf(
  field: ApplicationField,
  value: string,
  shouldMarkMissing: boolean,
  t: Say,
): ReactNode | undefined {
  const isMissing = shouldMarkMissing && field.required && value.trim() === "";
  const hint = field.hint && t.of(field.hint);
  if (!isMissing) return hint;
  return (
    <>
      {hint}
      <span className="block text-warning-ink">
        {t("Still missing. You can also add this document later.")}
      </span>
    </>
  );
}

function Control({
  field,
  form,
  shouldMarkMissing,
}: {
  field: ApplicationField;
  form: ApplicationForm;
  shouldMarkMissing: boolean;
}) {
  const { name, kind, required } = field;
  const isFullWidth = kind === "long" || kind === "languages" || kind === "email";
  return (
    <div
      className={[
        // The last name sets its own mark, because its checkbox can make it optional.
        required && name !== "lastName" && "needed",
        isFullWidth && "sm:col-span-2",
      ]
        .filter(Boolean)
        .join(" ")}
    >
      <FieldInput
        field={field}
        form={form}
        key={kind === "tel" ? form.reloadCount : name}
        shouldMarkMissing={shouldMarkMissing}
      />
    </div>
  );
}

function FieldInput({
  field,
  form,
  shouldMarkMissing,
}: {
  field: ApplicationField;
  form: ApplicationForm;
  shouldMarkMissing: boolean;
}) {
  const t = useWords();
  const { name, label, kind, required, autoComplete, options = [], list } = field;
  const value = form.values[name] ?? "";
  const put = (text: string) => form.setValue(name, text);
  const sharedProps = {
    label: t.of(label),
    error: form.faults[name],
    hint: hintOf(field, value, shouldMarkMissing && !isOmittedLastName(name, form.values), t),
    optional: !required,
    "aria-required": required || undefined,
  };
  const inputProps = { ...sharedProps, name, ...(autoComplete && { autoComplete }) };
  if (kind === "choice") {
    return (
      <SelectField {...inputProps} onChange={(event) => put(event.target.value)} value={value}>
        <option value="">{t("Choose…")}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.words ? t.of(option.words) : option.value}
          </option>
        ))}
      </SelectField>
    );
  }
  if (kind === "tel")
    return (
      <PhoneField
        {...inputProps}
        country={DEFAULT_PHONE_COUNTRY}
        defaultValue={value}
        onNumber={put}
      />
    );
  if (kind === "suggest" && list)
    return <SuggestField {...sharedProps} list={list} name={name} onText={put} text={value} />;
  if (kind === "languages")
    return <LanguagesField {...sharedProps} name={name} onValue={put} value={value} />;
  if (kind === "long")
    return (
      <TextArea
        {...inputProps}
        maxLength={name === "address" ? 300 : 4000}
        onChange={(event) => put(event.target.value)}
        rows={3}
        value={value}
      />
    );
  if (name === "lastName") {
    const hasOneName = form.values[ONE_NAME_FIELD] === "true";
    return (
      <LastNameField
        {...inputProps}
        aria-required={!hasOneName || undefined}
        className={hasOneName ? "" : "needed"}
        hasOneName={hasOneName}
        maxLength={200}
        onChange={(event) => put(event.target.value)}
        onHasOneName={(isTicked) => form.setValue(ONE_NAME_FIELD, isTicked ? "true" : "")}
        checkboxLabel={t("I have one name")}
        value={value}
      />
    );
  }
  return (
    <TextField
      {...inputProps}
      {...(kind === "number" && { inputMode: "numeric", max: 80, min: 0, step: 1 })}
      {...(kind === "year" && { inputMode: "numeric", maxLength: 4 })}
      {...((kind === "text" || kind === "email") && { maxLength: 200 })}
      onChange={(event) => put(event.target.value)}
      type={kind === "number" || kind === "date" || kind === "email" ? kind : "text"}
      value={value}
    />
  );
}
