import { Form, SubmitButton } from "../../forms/form";
import type { Settings } from "../../../src/settings/contract";
import { Card } from "../../ui/card";
import { Section } from "../../ui/section";
import { useAuth } from "../client-auth";
import { useNamesForm } from "../names-form";
import { LanguageRow } from "./language-row";
import { ContactRow } from "./contact-row";
import { PictureRow } from "./picture-row";
import { useWords } from "../../words/use-words";

/** How long the success message is shown, in ms. */
const savedMessageMs = 2000;

/** The names, the picture, and the contacts with which the rider signs in. */
export function AccountInfo({ settings }: { settings: Settings }) {
  const t = useWords();
  const { user } = useAuth();
  const { form, fields, popup, isInvalid, isUnchanged } = useNamesForm({
    closeAfterMs: savedMessageMs,
  });
  if (!user) return null;
  return (
    <>
      <Card>
        <PictureRow user={user} />
        <Form className="mt-6 grid gap-4 border-line border-t pt-6 sm:grid-cols-2" form={form}>
          {fields}
          <SubmitButton
            busyLabel={t("Saving...")}
            className="justify-self-start"
            disabled={isUnchanged || isInvalid || form.busy}
            form={form}
          >
            {t("Save")}
          </SubmitButton>
        </Form>
      </Card>
      <Section
        detail={t(
          "You can sign in with your e-mail address or your phone number. If you change either, we send a code to the new one and a message to the old one.",
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
        detail={t(
          "We use this language on this site and in our messages to you, where a translation exists.",
        )}
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
