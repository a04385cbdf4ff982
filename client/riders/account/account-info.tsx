import { type FormEvent, useEffect, useState } from "react";
import { namesErrors } from "../../../src/accounts/rules";
import { Button } from "../../ui/button";
import type { Settings } from "../../../src/settings/contract";
import { Card } from "../../ui/card";
import { Section } from "../../ui/section";
import { LastNameField } from "../../ui/last-name-field";
import { TextField } from "../../ui/text-field";
import { useAuth } from "../client-auth";
import { useProfileFailure } from "../use-profile-failure";
import { useNotice } from "../../sign-in/notice-popup";
import { LanguageRow } from "./language-row";
import { ContactRow } from "./contact-row";
import { PictureRow } from "./picture-row";
import { useWords } from "../../words/use-words";

/** How long the success message stands by itself. */
const savedMs = 2000;

/** Names, picture, and the contacts by which the rider signs in. */
export function AccountInfo({ settings }: { settings: Settings }) {
  const t = useWords();
  const { user, updateProfile } = useAuth();
  const [firstName, setFirstName] = useState(user?.firstName ?? "");
  const [lastName, setLastName] = useState(user?.lastName ?? "");
  const [hasOneName, setHasOneName] = useState(user?.hasOneName ?? false);
  const [saving, setSaving] = useState(false);
  const { tell, popup } = useNotice();
  const failureNotice = useProfileFailure();

  // After a save the fields show the names as they were stored.
  useEffect(() => setFirstName(user?.firstName ?? ""), [user?.firstName]);
  useEffect(() => setLastName(user?.lastName ?? ""), [user?.lastName]);
  useEffect(() => setHasOneName(user?.hasOneName ?? false), [user?.hasOneName]);
  if (!user) return null;

  const faults = namesErrors({ firstName, lastName: hasOneName ? "" : lastName, hasOneName });
  const unchanged =
    firstName === user.firstName &&
    hasOneName === user.hasOneName &&
    (hasOneName || lastName === user.lastName);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    try {
      await updateProfile({
        firstName: firstName.trim(),
        ...(hasOneName ? { hasOneName: "true" } : { lastName: lastName.trim() }),
      });
      tell({ kind: "success", text: t("Profile updated successfully"), closeAfterMs: savedMs });
    } catch (failure) {
      tell(failureNotice(failure));
    } finally {
      setSaving(false);
    }
  };

  return (
    <>
      <Card>
        <PictureRow user={user} />
        <form
          method="post"
          className="mt-6 grid gap-4 border-line border-t pt-6 sm:grid-cols-2"
          noValidate
          onSubmit={save}
        >
          <TextField
            autoComplete="given-name"
            error={faults.firstName}
            label={t("First Name")}
            name="firstName"
            onChange={(event) => setFirstName(event.target.value)}
            value={firstName}
          />
          <LastNameField
            autoComplete="family-name"
            error={faults.lastName}
            hasOneName={hasOneName}
            label={t("Last Name")}
            name="lastName"
            onHasOneName={setHasOneName}
            tick={t("I have one name")}
            onChange={(event) => setLastName(event.target.value)}
            value={lastName}
          />
          <Button
            busy={saving}
            busyLabel={t("Saving...")}
            className="justify-self-start"
            disabled={unchanged || Object.keys(faults).length > 0}
            type="submit"
          >
            {t("Save")}
          </Button>
        </form>
      </Card>
      <Section
        detail={t(
          "You sign in with either. A new one counts once you have entered its code; the old one is told.",
        )}
        title={t("Contact")}
      >
        <Card className="!overflow-visible divide-y divide-line" flush>
          <ContactRow
            current={user.email}
            kind="email"
            pending={user.pendingEmail}
            settings={settings}
          />
          <ContactRow
            current={user.phone}
            kind="phone"
            pending={user.pendingPhone}
            settings={settings}
          />
        </Card>
      </Section>
      <Section
        detail={t("For this site and messages to you, as far as they are translated.")}
        title={t("Language")}
      >
        <Card>
          <LanguageRow language={user.language} />
        </Card>
      </Section>
      {popup}
    </>
  );
}
