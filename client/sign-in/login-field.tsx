import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { FIELD_REQUIRED, loginFieldType } from "../../src/accounts/rules";
import { type Api, read } from "../api";
import type { PhoneText, TypingRules } from "../phone-input/number-text";
import { PhoneControl } from "../phone-input/phone-control";
import { type PhoneParts, usePhoneParts } from "../phone-input/phone-parts";
import { Field } from "../ui/field";
import { useWords } from "../words/use-words";

/** How long typing must pause before an error is shown under the field, in ms. */
const debounceMs = 800;
/** The visitor's country if it is unknown. */
const fallbackCountry = "RW";

/** The field's value as typed, and in the form that is sent. */
interface LoginContact {
  text: string;
  /** The identifier to send: an e-mail address, or a whole phone number; empty while incomplete. */
  identifier: string;
  /** A phone number's calling code. */
  code?: string;
  /** The error by the field's own rules; null without one. */
  fault: string | null;
}

/** An empty field, which shows no error and can't be sent. */
export const emptyContact: LoginContact = {
  text: "",
  identifier: "",
  fault: FIELD_REQUIRED,
};

/**
 * One field for an e-mail address or a phone number. It becomes a phone field as soon as the text can't be an e-mail
 * address, and a text field again when it is emptied. The visitor's country is guessed once; it is Rwanda if that
 * fails.
 */
export function LoginField({
  api,
  home,
  contact,
  onContact,
  error,
  faultOf,
  autoFocus,
}: {
  api: Api;
  /** The operator's country, first in the list of countries. */
  home: string;
  contact: LoginContact;
  onContact: (contact: LoginContact) => void;
  /** The server's answer to the last try, shown before the field's own error. */
  error: string | null;
  /** Returns the area's error for an identifier, or null. */
  faultOf: (identifier: string) => string | null;
  autoFocus?: boolean;
}) {
  const t = useWords();
  const [country, setCountry] = useState(fallbackCountry);
  const [guessedCountry, setGuessedCountry] = useState(fallbackCountry);
  const [needsPhoneParts, setNeedsPhoneParts] = useState(false);
  const [hasPausedTyping, setHasPausedTyping] = useState(false);
  const { text, fault } = contact;
  const isPhoneNumber = isPhone(text);
  const parts = usePhoneParts(needsPhoneParts || isPhoneNumber, text);
  /** The country of a number without a country code: the chosen one, otherwise the guessed one. */
  const origin = useRef({ country: fallbackCountry, chosen: false });
  /** Whether the text was pasted or filled in before it could be formatted. */
  const isPasted = useRef(false);
  const rules: TypingRules = { allowsWords: true, home: origin.current.country };

  const setPhoneText = (next: PhoneText, phoneParts: PhoneParts | null) => {
    setCountry(next.country);
    onContact(contactOf(next, phoneParts, faultOf));
  };

  useEffect(() => {
    let isUnmounted = false;
    read(api.geo.country.$get())
      .then(({ country_code }) => {
        if (isUnmounted) return;
        setGuessedCountry(country_code);
        if (origin.current.chosen) return;
        origin.current.country = country_code;
        setCountry(country_code);
      })
      // Without an answer, the country stays `fallbackCountry`.
      .catch(() => {});
    return () => {
      isUnmounted = true;
    };
  }, [api]);

  useEffect(() => {
    if (text === "") return;
    setHasPausedTyping(false);
    const timer = setTimeout(() => setHasPausedTyping(true), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);

  // The parts, the guessed country or a text from outside arrived after the first digits. Formats the text now, because
  // the next key would lose it.
  const isPhoneUnrecognized = isPhoneNumber && contact.identifier === "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what came late counts here
  useLayoutEffect(() => {
    if (!parts || !isPhoneNumber) return;
    const edit = { raw: text, caret: text.length };
    const before = { text: isPasted.current ? "" : text, country };
    const { text: formattedText, country: formattedCountry } = parts.typePhone(before, edit, rules);
    isPasted.current = false;
    const isFormatted = formattedText === text && formattedCountry === country;
    if (!isFormatted || parts.fullNumberOf({ text, country }).full !== contact.identifier) {
      setPhoneText({ text: formattedText, country: formattedCountry }, parts);
    }
  }, [parts, country, isPhoneUnrecognized]);

  const shownFault = error ?? (hasPausedTyping ? fault : null);

  return (
    <Field error={shownFault} label={t("E-mail or phone number")}>
      {(control) => (
        <PhoneControl
          autoCapitalize="none"
          autoComplete={isPhoneNumber ? "tel" : "username"}
          autoCorrect="off"
          autoFocus={autoFocus}
          control={control}
          first={[guessedCountry, home]}
          inputMode="email"
          isPhone={isPhone}
          name="identifier"
          onBlur={() => setHasPausedTyping(true)}
          onFocus={() => setNeedsPhoneParts(true)}
          onValue={(next, by) => {
            if (by === "choice") origin.current = { country: next.country, chosen: true };
            if (next.text === "") setHasPausedTyping(true);
            isPasted.current = !parts && next.text.length - text.length > 1;
            setPhoneText(next, parts);
          }}
          parts={parts}
          rules={rules}
          spellCheck={false}
          value={{ text, country }}
        />
      )}
    </Field>
  );
}

/**
 * Returns whether a text is a phone number. By section 4 of the specification, it is one unless it is an e-mail
 * address.
 */
function isPhone(text: string): boolean {
  return text.trim() !== "" && loginFieldType(text) === "phone";
}

function contactOf(
  { text, country }: PhoneText,
  parts: PhoneParts | null,
  faultOf: (identifier: string) => string | null,
): LoginContact {
  if (!isPhone(text)) return { text, identifier: text.trim(), fault: faultOf(text) };
  // Until the table of countries has loaded, the whole number is unknown.
  if (!parts) return { text, identifier: "", fault: null };
  const { full, code } = parts.fullNumberOf({ text, country });
  return { text, identifier: full, code, fault: faultOf(full) };
}
