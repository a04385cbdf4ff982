import { useEffect } from "react";
import { callingCode, fullNumber, PhoneField } from "../../ui/phone-field";

/** A phone number as it can be sent. */
export interface TypedPhone {
  full: string;
  /** Digits of the country's calling code, as `250`. */
  code: string;
}

/** The phone input of the login field, which takes over what was typed in the text field. */
export default function LoginPhone({
  label,
  text,
  country,
  error,
  onType,
  onPhone,
  onBlur,
}: {
  label: string;
  text: string;
  country: string;
  error: string | null;
  /** What stands in the input; a letter or an @ in it means that it is no phone number. */
  onType: (text: string, country: string) => void;
  /** The number it makes, also of what was typed before the input was there. */
  onPhone: (phone: TypedPhone) => void;
  onBlur: () => void;
}) {
  const full = fullNumber(text, country);
  const code = callingCode(country).slice(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new number is what matters
  useEffect(() => onPhone({ full, code }), [full, code]);
  return (
    <PhoneField
      autoFocus
      country={country}
      error={error}
      label={label}
      name="identifier"
      onBlur={onBlur}
      onValue={(value) => onType(value.national, value.country)}
      onWords={(words) => onType(words, country)}
      value={text}
    />
  );
}
