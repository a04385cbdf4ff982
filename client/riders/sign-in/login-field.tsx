import { lazy, Suspense, useEffect, useState } from "react";
import { loginFieldError, loginFieldType } from "../../../src/accounts/rules";
import { type Api, read } from "../../api";
import { TextField } from "../../ui/text-field";
import type { TypedPhone } from "./login-phone";

const loadPhone = () => import("./login-phone");
const LoginPhone = lazy(loadPhone);

/** How long typing must rest before a fault is named under the field. */
const restMs = 800;

/** What the field holds: as typed, and as it can be sent. */
export interface LoginContact {
  text: string;
  /** The identifier to send: an e-mail address, or a whole phone number. */
  identifier: string;
  /** A phone's calling code. */
  code?: string;
  /** What is wrong with it, by the field's own rules. */
  fault: string | null;
}

/** Nothing typed yet: not a fault to show, but nothing to send either. */
export const emptyContact: LoginContact = {
  text: "",
  identifier: "",
  fault: loginFieldError(""),
};

/**
 * One field for an e-mail address or a phone number: it turns into a phone input as soon as what is
 * typed is no e-mail address, and back when it is emptied. The visitor's country is guessed once,
 * Rwanda where that fails.
 */
export function LoginField({
  api,
  contact,
  onContact,
  error,
}: {
  api: Api;
  contact: LoginContact;
  onContact: (contact: LoginContact) => void;
  /** The server's answer to the last try; goes before the field's own fault. */
  error: string | null;
}) {
  const [country, setCountry] = useState("RW");
  const [rested, setRested] = useState(false);
  const [wasPhone, setWasPhone] = useState(false);
  const { text, fault } = contact;
  const isPhone = text !== "" && loginFieldType(text) === "phone";
  const label = "Email or phone number";

  useEffect(() => {
    let gone = false;
    read(api.geo.country.$get())
      .then((answer) => !gone && setCountry(answer.country_code))
      // Rwanda stays.
      .catch(() => {});
    return () => {
      gone = true;
    };
  }, [api]);

  useEffect(() => {
    if (text === "") return;
    setRested(false);
    const timer = setTimeout(() => setRested(true), restMs);
    return () => clearTimeout(timer);
  }, [text]);

  const type = (next: string) => {
    const words = next === "" || loginFieldType(next) === "email";
    if (next === "") setRested(true);
    setWasPhone(isPhone || !words);
    onContact({ text: next, identifier: next.trim(), fault: loginFieldError(next) });
  };
  const takePhone = ({ full, code }: TypedPhone) =>
    onContact({ text, identifier: full, code, fault: loginFieldError(full) });
  const shown = error ?? (rested ? fault : null);

  const words = (
    <TextField
      autoCapitalize="none"
      autoComplete="username"
      autoFocus={wasPhone}
      error={shown}
      inputMode={text === "" ? "text" : "email"}
      label={label}
      name="identifier"
      onBlur={() => setRested(true)}
      onChange={(event) => type(event.target.value)}
      onFocus={() => void loadPhone()}
      spellCheck={false}
      value={text}
    />
  );
  if (!isPhone) return words;
  return (
    <Suspense fallback={words}>
      <LoginPhone
        country={country}
        error={shown}
        label={label}
        onBlur={() => setRested(true)}
        onPhone={takePhone}
        onType={(next, chosen) => {
          setCountry(chosen);
          type(next);
        }}
        text={text}
      />
    </Suspense>
  );
}
