import { useNavigate } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import type { Settings } from "../../../src/settings/contract";
import { Form, SubmitButton } from "../../forms/form";
import { LanguageChoice } from "../language-choice";
import { AuthLayout } from "../../ui/auth-layout";
import { Landscape } from "../../ui/landscape";
import { useNamesForm } from "../names-form";
import { useWords } from "../../words/use-words";

/** How long the success dialog is shown before booking opens, in ms. */
const redirectDelayMs = 2000;

/** The full-screen form for first and last name, which leads to booking. */
export function UserInfoScreen({
  settings,
  onDone,
}: {
  settings: Settings;
  /** Called when the names are stored and the message has closed. */
  onDone?: () => void;
}) {
  const t = useWords();
  const navigate = useNavigate();
  const { form, fields, popup, isInvalid } = useNamesForm(
    {
      closeAfterMs: redirectDelayMs,
      onClosed: () => {
        onDone?.();
        void navigate({ to: "/booking", replace: true });
      },
    },
    true,
  );
  const { ref, set } = form;

  // The values typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page becomes alive
  useLayoutEffect(() => {
    const inputNamed = (name: string) => {
      const field = ref.current?.elements.namedItem(name);
      return field instanceof HTMLInputElement ? field : null;
    };
    set({
      firstName: inputNamed("firstName")?.value ?? "",
      lastName: inputNamed("lastName")?.value ?? "",
      hasOneName: inputNamed("hasOneName")?.checked ?? false,
    });
  }, []);

  return (
    <AuthLayout
      art={<Landscape />}
      brand={settings.brand}
      demo={settings.demo}
      detail={
        <p>
          {t("Your driver will greet you by name and show your name on the sign at the airport.")}
        </p>
      }
      title={t("User Info")}
      tools={<LanguageChoice />}
    >
      <Form form={form}>
        {fields}
        <SubmitButton
          busyLabel={t("Saving...")}
          disabled={isInvalid || form.busy}
          form={form}
          size="large"
          wide
        >
          {t("Save")}
        </SubmitButton>
      </Form>
      {popup}
    </AuthLayout>
  );
}
