import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
} from "libphonenumber-js/min";
import { type ComponentProps, useEffect, useId, useState } from "react";
import { FieldError } from "./field";

/** The most digits a phone number has, country code included (ITU-T E.164). */
export const phoneDigitsMax = 15;

export interface PhoneFieldProps extends Omit<
  ComponentProps<"input">,
  "value" | "onChange" | "type"
> {
  label: string;
  /** The national digits as typed, without the country's calling code. */
  value: string;
  /** ISO 3166 alpha-2; one the library does not know shows as Rwanda. */
  country: string;
  onValue: (value: { national: string; country: string; full: string }) => void;
  /** Called when the last character is removed. */
  onEmpty?: () => void;
  /** Given a text with a letter or an @ in it, instead of cutting those out. */
  onWords?: (text: string) => void;
  hint?: string;
  error?: string | null | undefined;
}

/** The calling code with its plus, as "+250"; Rwanda's for a country that is not known. */
export function callingCode(country: string): string {
  return `+${getCountryCallingCode(known(country))}`;
}

/** `+250788123456` from what was typed nationally: a typed plus wins over the chosen country. */
export function fullNumber(national: string, country: string): string {
  const digits = national.replace(/[^0-9]/g, "");
  if (national.trim().startsWith("+")) return `+${digits.slice(0, phoneDigitsMax)}`;
  const code = callingCode(country);
  const trunkless = known(country) === "IT" ? digits : digits.replace(/^0+/, "");
  return `${code}${trunkless}`.slice(0, phoneDigitsMax + 1);
}

/**
 * A phone number: a native list of countries with their calling codes, and the national number.
 * Digits are capped at 15. Loads the country table, so keep it behind a lazy import.
 */
export function PhoneField({
  label,
  value,
  country,
  onValue,
  onEmpty,
  onWords,
  hint,
  error,
  id: given,
  ...input
}: PhoneFieldProps) {
  const made = useId();
  const id = given ?? made;
  const chosen = known(country);
  // Countries are named by the engine, and no two engines agree: the list waits for the browser.
  const [countries, setCountries] = useState<Country[]>([]);
  useEffect(() => setCountries(countryList()), []);
  const emit = (national: string, next: string) =>
    onValue({ national, country: next, full: fullNumber(national, next) });

  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div>
      <label className="mb-2 block font-medium text-sm" htmlFor={id}>
        {label}
      </label>
      <div className="flex">
        <div className="relative shrink-0">
          <select
            aria-label="Country"
            autoComplete="tel-country-code"
            className="control !absolute !inset-0 cursor-pointer opacity-0 peer"
            onChange={(event) => emit(value, event.target.value)}
            value={chosen}
          >
            {countries.length === 0 && (
              <option value={chosen}>{`${chosen} (${callingCode(chosen)})`}</option>
            )}
            {countries.map(({ code, name, calling }) => (
              <option key={code} value={code}>
                {name} ({calling})
              </option>
            ))}
          </select>
          <span
            aria-hidden="true"
            className="control pointer-events-none flex items-center gap-2 !rounded-e-none !border-e-0 whitespace-nowrap peer-focus-visible:outline-1 peer-focus-visible:outline-focus tabular-nums"
          >
            <span className="font-medium text-ink-muted text-sm">{chosen}</span>
            {callingCode(chosen)}
          </span>
        </div>
        <input
          autoComplete="tel-national"
          {...input}
          aria-describedby={describedBy || undefined}
          aria-invalid={error ? true : undefined}
          className="control !rounded-s-none tabular-nums"
          id={id}
          inputMode="tel"
          onChange={(event) => {
            if (onWords && /[\p{L}@]/u.test(event.target.value)) {
              return onWords(event.target.value);
            }
            const national = capDigits(event.target.value, chosen);
            if (national === "") onEmpty?.();
            emit(national, chosen);
          }}
          type="tel"
          value={value}
        />
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint && (
        <p className="mt-2 text-ink-muted text-sm" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Keeps what a person types to read a number by, and no more digits than a number has. */
function capDigits(typed: string, country: string): string {
  const kept = typed.replace(/[^0-9+() .-]/g, "");
  const room = kept.startsWith("+")
    ? phoneDigitsMax
    : phoneDigitsMax - (callingCode(country).length - 1);
  let digits = 0;
  return [...kept].filter((c) => !/[0-9]/.test(c) || ++digits <= room).join("");
}

function known(country: string): CountryCode {
  const upper = country.toUpperCase();
  return isSupportedCountry(upper) ? upper : "RW";
}

interface Country {
  code: CountryCode;
  name: string;
  calling: string;
}

function countryList(): Country[] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, calling: callingCode(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}
