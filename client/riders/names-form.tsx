import { useState } from "react";
import { namesErrors } from "../../src/accounts/rules";
import { useForm } from "../forms/use-form";
import { type Notice, useNoticePopup } from "../sign-in/notice-popup";
import { LastNameField } from "../ui/last-name-field";
import { TextField } from "../ui/text-field";
import { useWords } from "../words/use-words";
import { useAuth } from "./client-auth";
import { useProfileFailure } from "./use-profile-failure";

/**
 * Keeps the form of the rider's names, with its `fields`. Shows the outcome in `popup`, with the texts of
 * `noticeOptions`.
 */
export function useNamesForm(
  noticeOptions: Pick<Notice, "closeAfterMs" | "onClosed">,
  autoFocus = false,
) {
  const t = useWords();
  const { user, updateProfile } = useAuth();
  const { showNotice, popup } = useNoticePopup();
  const failureNotice = useProfileFailure();
  const [touchedFields, setTouchedFields] = useState<readonly string[]>([]);
  const initial = {
    firstName: user?.firstName ?? "",
    lastName: user?.lastName ?? "",
    hasOneName: user?.hasOneName ?? false,
  };
  const form = useForm({
    initialValues: initial,
    send: async ({ firstName, lastName, hasOneName }) =>
      updateProfile({
        firstName: firstName.trim(),
        ...(hasOneName ? { hasOneName: "true" } : { lastName: lastName.trim() }),
      }),
    onSaved: () =>
      showNotice({ kind: "success", text: t("Profile updated successfully"), ...noticeOptions }),
    failureTextOf: () => null,
    onFailed: (failure) => showNotice(failureNotice(failure)),
  });
  const { firstName, lastName, hasOneName } = form.typed;
  const faults = namesErrors({ firstName, lastName: hasOneName ? "" : lastName, hasOneName });
  const field = (name: "firstName" | "lastName") => {
    const { onChange, ...rest } = form.field(name);
    return {
      ...rest,
      error: touchedFields.includes(name) ? faults[name] : null,
      onChange: (event: Parameters<typeof onChange>[0]) => {
        setTouchedFields([...touchedFields, name]);
        onChange(event);
      },
    };
  };
  return {
    form,
    popup,
    isInvalid: Object.keys(faults).length > 0,
    isUnchanged:
      firstName === initial.firstName &&
      hasOneName === initial.hasOneName &&
      (hasOneName || lastName === initial.lastName),
    fields: (
      <>
        <TextField
          {...field("firstName")}
          autoComplete="given-name"
          autoFocus={autoFocus}
          label={t("First Name")}
        />
        <LastNameField
          {...field("lastName")}
          autoComplete="family-name"
          hasOneName={hasOneName}
          label={t("Last Name")}
          onHasOneName={(next) => form.set({ hasOneName: next })}
          checkboxLabel={t("I have one name")}
        />
      </>
    ),
  };
}
