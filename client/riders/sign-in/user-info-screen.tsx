import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { personNameError } from "../../../src/accounts/rules";
import type { Settings } from "../../../src/settings/contract";
import { ApiError } from "../../api-error";
import { LanguageChoice } from "../language-choice";
import { AuthLayout } from "../../ui/auth-layout";
import { Button } from "../../ui/button";
import { DuskScene } from "../../ui/dusk-scene";
import { TextField } from "../../ui/text-field";
import { useAuth } from "../client-auth";
import { profileFailure } from "../profile";
import { useNotice } from "../../sign-in/notice-popup";
import { useWords } from "../../words/use-words";

/** How long the success dialog stands before booking opens. */
const redirectMs = 2000;

/** Profile completion, full screen: first and last name, then on to booking. */
export function UserInfoScreen({
  settings,
  onDone,
}: {
  settings: Settings;
  /** Told when the names are stored and the message is over. */
  onDone?: () => void;
}) {
  const t = useWords();
  const auth = useAuth();
  const navigate = useNavigate();
  const [firstName, setFirstName] = useState(auth.user?.firstName ?? "");
  const [lastName, setLastName] = useState(auth.user?.lastName ?? "");
  const [touched, setTouched] = useState({ firstName: false, lastName: false });
  const [saving, setSaving] = useState(false);
  const { tell, popup } = useNotice();

  const faults = {
    firstName: personNameError("firstName", firstName),
    lastName: personNameError("lastName", lastName),
  };
  const invalid = faults.firstName !== null || faults.lastName !== null;

  // What was typed before the page was alive.
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const typed = (name: string) => {
      const field = form.current?.elements.namedItem(name);
      return field instanceof HTMLInputElement ? field.value : "";
    };
    setFirstName(typed("firstName"));
    setLastName(typed("lastName"));
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (invalid || saving) return;
    const toLogin = () => void navigate({ to: "/rideLogin" });
    if (!auth.isAuthenticated) {
      return tell({ kind: "error", text: t("You are not authenticated"), afterwards: toLogin });
    }
    setSaving(true);
    try {
      await auth.updateProfile({ firstName: firstName.trim(), lastName: lastName.trim() });
      tell({
        kind: "success",
        text: t("Profile updated successfully"),
        closeAfterMs: redirectMs,
        afterwards: () => {
          onDone?.();
          void navigate({ to: "/booking", replace: true });
        },
      });
    } catch (failure) {
      const unheard = failure instanceof ApiError && failure.code === "network";
      const ended = failure instanceof ApiError && failure.status === 401;
      tell({
        kind: "error",
        text: ended ? t("You are not authenticated") : profileFailure(failure, t),
        detail: unheard
          ? t("No answer came: you seem to be offline. What you typed is still here.")
          : undefined,
        ...(ended && { afterwards: toLogin }),
      });
    } finally {
      setSaving(false);
    }
  };

  return (
    <AuthLayout
      art={<DuskScene />}
      brand={settings.brand}
      demo={settings.demo}
      detail={
        <p>{t("Your driver greets you by name, and it stands on the sign at the airport.")}</p>
      }
      title={t("User Info")}
      tools={<LanguageChoice />}
    >
      <form method="post" className="grid gap-4" noValidate onSubmit={submit} ref={form}>
        <TextField
          autoComplete="given-name"
          autoFocus
          error={touched.firstName ? faults.firstName : null}
          label={t("First Name")}
          name="firstName"
          onChange={(event) => {
            setTouched((before) => ({ ...before, firstName: true }));
            setFirstName(event.target.value);
          }}
          value={firstName}
        />
        <TextField
          autoComplete="family-name"
          error={touched.lastName ? faults.lastName : null}
          label={t("Last Name")}
          name="lastName"
          onChange={(event) => {
            setTouched((before) => ({ ...before, lastName: true }));
            setLastName(event.target.value);
          }}
          value={lastName}
        />
        <Button
          busy={saving}
          busyLabel={t("Saving...")}
          disabled={invalid}
          size="large"
          type="submit"
          wide
        >
          {t("Save")}
        </Button>
      </form>
      {popup}
    </AuthLayout>
  );
}
