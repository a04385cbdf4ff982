import { useState } from "react";
import type { PrivacyState } from "../../../src/privacy/contract";
import type { Settings } from "../../../src/settings/contract";
import { type Api, read } from "../../api";
import { ApiError } from "../../api-error";
import { useActions } from "../../forms/use-actions";
import { saveFile } from "../../files/save-file";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { FieldError } from "../../ui/field";
import { Section } from "../../ui/section";
import { ConfirmByCode } from "./confirm-by-code";
import { useWords } from "../../words/use-words";

/** Downloads a copy of all data. Asks for a code if the sign-in is older than ten minutes. */
export function PersonalDataCopy({
  api,
  settings,
  state,
}: {
  api: Api;
  settings: Settings;
  state: PrivacyState;
}) {
  const t = useWords();
  const [needsCode, setNeedsCode] = useState(false);
  const { act, busy, failure } = useActions({
    fallback: t("The copy could not be made. Please try again."),
  });
  const [isSaved, setIsSaved] = useState(false);
  const [remainingCopies, setRemainingCopies] = useState(state.copiesLeft);

  const download = async () => {
    const answer = await api.users.export.$post().catch(() => null);
    if (!answer)
      throw new ApiError(0, "offline", t("There was no answer. You seem to be offline."));
    if (!answer.ok) return read(Promise.resolve(answer as never));
    await saveFile(answer, "data.zip");
    setNeedsCode(false);
    setIsSaved(true);
    setRemainingCopies((before) => Math.max(0, before - 1));
  };
  const requestCopy = () =>
    act("copy", async () => {
      setIsSaved(false);
      const { confirmedUntil, contact } = await read(api.users.privacy.$get());
      if (confirmedUntil) return download();
      if (contact) return setNeedsCode(true);
      throw new ApiError(
        0,
        "contact.missing",
        t(
          "We have no e-mail address or phone number to send a code to. Sign out and sign in again, then come back.",
        ),
      );
    });

  return (
    <Section title={t("A copy of your data")}>
      <Card>
        <p className="text-ink-muted">
          {t(
            "Everything we hold about you in one ZIP file: a page to read, a file for each kind of data, and your picture.",
          )}
        </p>
        {needsCode && state.contact ? (
          <div className="mt-4 text-ink-muted">
            <ConfirmByCode
              action={t("Download the copy")}
              api={api}
              contact={state.contact}
              onCode={async (otp) => {
                await read(api.users.confirmation.$post({ json: { otp } }));
                await download();
              }}
              settings={settings}
            />
          </div>
        ) : (
          <Button
            busy={busy}
            busyLabel={t("Preparing...")}
            className="mt-4"
            disabled={remainingCopies === 0}
            onClick={() => void requestCopy()}
            variant="secondary"
          >
            {t("Download a copy")}
          </Button>
        )}
        <p className="mt-2 text-sm text-success-ink empty:hidden" role="status">
          {isSaved && t("Your copy is on its way to your downloads.")}
        </p>
        {remainingCopies === 0 && (
          <p className="mt-2 text-ink-muted text-sm">
            {t("You have had five copies today. You can get another one tomorrow.")}
          </p>
        )}
        <FieldError id="copy-error">{failure}</FieldError>
      </Card>
    </Section>
  );
}
