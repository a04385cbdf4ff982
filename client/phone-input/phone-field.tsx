import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Field, type FieldProps } from "../ui/field";
import { PhoneControl } from "./phone-control";
import { usePhoneParts } from "./phone-parts";

interface PhoneFieldProps
  extends
    FieldProps,
    Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "defaultValue"> {
  /** The country of numbers without a country code: ISO 3166-1 alpha-2. */
  country: string;
  /** The initial number, preferably with its plus. */
  defaultValue?: string;
  /**
   * Called with the whole number, such as `+250788123456`, after each change; with an empty text for an empty field.
   */
  onNumber?: (full: string) => void;
  /** Whether to allow more than 15 digits. */
  allowsLongNumbers?: boolean;
}

/**
 * A phone number field with its country. In a form its value is the whole number, with plus and country code, under its
 * `name`.
 */
export function PhoneField({
  label,
  hint,
  error,
  optional,
  labelHidden,
  className,
  id,
  country,
  defaultValue = "",
  onNumber,
  allowsLongNumbers = false,
  name,
  ...input
}: PhoneFieldProps) {
  const parts = usePhoneParts(true);
  const [value, setValue] = useState({ text: defaultValue, country });
  const home = useRef(country);
  const fullNumber = useRef("");
  const root = useRef<HTMLDivElement>(null);
  fullNumber.current = value.text === "" || !parts ? value.text : parts.fullNumberOf(value).full;

  useEffect(() => {
    // Reads the text that was typed before the parts loaded.
    if (parts) {
      setValue((before) => {
        const caret = before.text.length;
        return before.text === ""
          ? before
          : parts.typePhone({ ...before, text: "" }, { raw: before.text, caret });
      });
    }
  }, [parts]);
  useEffect(() => {
    const form = root.current?.closest("form");
    if (!form || !name) return;
    const addToFormData = ({ formData }: FormDataEvent) => formData.set(name, fullNumber.current);
    form.addEventListener("formdata", addToFormData);
    return () => form.removeEventListener("formdata", addToFormData);
  }, [name]);

  return (
    <div ref={root}>
      <Field {...{ label, hint, error, optional, labelHidden, className, id }}>
        {(control) => (
          <PhoneControl
            autoComplete="tel"
            {...input}
            control={control}
            first={[country]}
            name={name}
            onValue={(next, by) => {
              if (by === "choice") home.current = next.country;
              setValue(next);
              onNumber?.(next.text === "" || !parts ? next.text : parts.fullNumberOf(next).full);
            }}
            parts={parts}
            rules={{ allowsLongNumbers, home: home.current }}
            value={value}
          />
        )}
      </Field>
    </div>
  );
}
