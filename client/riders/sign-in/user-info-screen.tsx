import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { namesErrors } from "../../../src/accounts/rules";
import type { Settings } from "../../../src/settings/contract";
import { ApiError } from "../../api-error";
import { LanguageChoice } from "../language-choice";
import { AuthLayout } from "../../ui/auth-layout";
import { Button } from "../../ui/button";
import { DuskScene } from "../../ui/dusk-scene";
import { LastNameField } from "../../ui/last-name-field";
import { TextField } from "../../ui/text-field";
import { useAuth } from "../client-auth";
import { useProfileFailure } from "../use-profile-failure";
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
  const [hasOneName, setHasOneName] = useState(auth.user?.hasOneName ?? false);
  const [touched, setTouched] = useState({ firstName: false, lastName: false });
  const [saving, setSaving] = useState(false);
  const { tell, popup } = useNotice();

  const failureNotice = useProfileFailure();

  const faults = namesErrors({ firstName, lastName: hasOneName ? "" : lastName, hasOneName });
  const invalid = Object.keys(faults).length > 0;

  // What was typed before the page was alive.
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const typed = (name: string) => {
      const field = form.current?.elements.namedItem(name);
      return field instanceof HTMLInputElement ? field.value : "";
    };
    setFirstName(typed("firstName"));
    setLastName(typed("lastName"));
    const tick = form.current?.elements.namedItem("hasOneName");
    if (tick instanceof HTMLInputElement) setHasOneName(tick.checked);
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (invalid || saving) return;
    if (!auth.isAuthenticated)
      return tell(failureNotice(new ApiError(401, "request.unauthenticated", "")));
    setSaving(true);
    try {
      await auth.updateProfile({
        firstName: firstName.trim(),
        ...(hasOneName ? { hasOneName: "true" } : { lastName: lastName.trim() }),
      });
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
      tell(failureNotice(failure));
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
        <LastNameField
          autoComplete="family-name"
          error={touched.lastName ? faults.lastName : null}
          hasOneName={hasOneName}
          label={t("Last Name")}
          name="lastName"
          onHasOneName={setHasOneName}
          tick={t("I have one name")}
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
