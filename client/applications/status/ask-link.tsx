import { useState } from "react";
import { type Api, read } from "../../api";
import { Form, SubmitButton } from "../../forms/form";
import { useForm } from "../../forms/use-form";
import { Card } from "../../ui/card";
import { TextField } from "../../ui/text-field";

/** Sends a new link to an applicant's contact. The answer is the same whether one exists or not. */
export function AskLink({ api, isOver }: { api: Api; isOver: boolean }) {
  const [sent, setSent] = useState<string | null>(null);
  const form = useForm({
    initial: { identifier: "" },
    required: ["identifier"],
    send: ({ identifier }) =>
      read(api["driver-application"].link.$post({ json: { identifier: identifier.trim() } })),
    saved: ({ message }) => setSent(message),
  });
  const field = form.field("identifier");

  return (
    <>
      <h1 className="text-xl">
        {isOver ? "This link no longer works" : "Your application to drive"}
      </h1>
      <p className="mt-1 mb-6 text-ink-muted">
        {isOver
          ? "Links to an application expire. We can send you a new one."
          : "Already applied? We can send you a link to see your application and add missing items."}
      </p>
      <Card className="max-w-lg">
        {sent ? (
          <p role="status">{sent}</p>
        ) : (
          <Form className="" form={form}>
            <TextField
              {...field}
              autoComplete="email"
              error={field.error ?? form.failure}
              label="The email or phone number you applied with"
              maxLength={320}
            />
            <SubmitButton busyLabel="Sending..." className="mt-4" form={form} size="large" wide>
              Send me a link
            </SubmitButton>
          </Form>
        )}
      </Card>
    </>
  );
}
