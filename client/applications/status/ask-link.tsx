import { type FormEvent, useState } from "react";
import { type Api, read } from "../../api";
import { ApiError } from "../../api-error";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { TextField } from "../../ui/text-field";

/** Sends a new link to whoever has applied with a contact; says the same whether somebody has. */
export function AskLink({ api, isOver }: { api: Api; isOver: boolean }) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);

  const ask = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const identifier = String(new FormData(event.currentTarget).get("identifier") ?? "").trim();
    if (identifier === "") return setFault("This field is required.");
    setBusy(true);
    setFault(null);
    try {
      const { message } = await read(
        api["driver-application"].link.$post({ json: { identifier } }),
      );
      setSent(message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <h1 className="text-xl">
        {isOver ? "This link does not work any more" : "Your application to drive"}
      </h1>
      <p className="mt-1 mb-6 text-ink-muted">
        {isOver
          ? "Links to an application end after a while. We can send you a new one."
          : "Have you applied already? We send you a link to see how it stands, and to add what is missing."}
      </p>
      <Card className="max-w-lg">
        {sent ? (
          <p role="status">{sent}</p>
        ) : (
          <form method="post" noValidate onSubmit={(event) => void ask(event)}>
            <TextField
              autoComplete="email"
              error={fault}
              label="The email or phone number you applied with"
              maxLength={320}
              name="identifier"
              onChange={() => setFault(null)}
            />
            <Button
              busy={busy}
              busyLabel="Sending..."
              className="mt-4"
              size="large"
              type="submit"
              wide
            >
              Send me a link
            </Button>
          </form>
        )}
      </Card>
    </>
  );
}
