import { useState } from "react";
import { type Api, read } from "../../api";
import { Form, SubmitButton } from "../../forms/form";
import { useForm } from "../../forms/use-form";
import { useWords } from "../../words/use-words";
import { Card } from "../../ui/card";
import { TextField } from "../../ui/text-field";

/** Sends a new link to an applicant's contact. The answer is the same whether one exists or not. */
export function RequestLink({ api, isLinkExpired }: { api: Api; isLinkExpired: boolean }) {
  const t = useWords();
  const [isSent, setIsSent] = useState(false);
  const form = useForm({
    initialValues: { identifier: "" },
    requiredFields: ["identifier"],
    send: ({ identifier }) =>
      read(api["driver-application"].link.$post({ json: { identifier: identifier.trim() } })),
    onSaved: () => setIsSent(true),
  });
  const field = form.field("identifier");

  return (
    <>
      <h1 className="text-xl">
        {isLinkExpired ? t("This link no longer works") : t("Your application to drive")}
      </h1>
      <p className="mt-1 mb-6 text-ink-muted">
        {isLinkExpired
          ? t("Links to an application expire. We can send you a new link.")
          : t(
              "Already applied? We can send you a link to see your application and add missing items.",
            )}
      </p>
      <Card className="max-w-lg">
        {isSent ? (
          <p role="status">
            {t(
              "If you have applied with this e-mail address or phone number, we have sent you a link.",
            )}
          </p>
        ) : (
          <Form className="" form={form}>
            <TextField
              {...field}
              autoComplete="email"
              error={field.error ?? form.failure}
              label={t("The e-mail or phone number you applied with")}
              maxLength={320}
            />
            <SubmitButton
              busyLabel={t("Sending...")}
              className="mt-4"
              form={form}
              size="large"
              wide
            >
              {t("Send me a link")}
            </SubmitButton>
          </Form>
        )}
      </Card>
    </>
  );
}
