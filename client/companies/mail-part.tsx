import { useRouter } from "@tanstack/react-router";
import type { Invoice } from "../../src/invoices/contract";
import { FormFailure } from "../forms/form";
import { useOffice } from "../office/calls";
import { InvoiceLinkActions } from "../trip-acts/pay-link-acts";
import { useStaffActions } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { Moment } from "../ui/moment";
import { Section } from "../ui/section";
import { showToast } from "../ui/toasts";

const states = {
  waiting: "Being sent",
  sent: "Sent",
  failed: "Could not be sent (see the outbox)",
  kept: "Not sent, because no mail provider is connected",
};

/** Whether an invoice or credit note was e-mailed to the company, and the button that e-mails it. */
export function InvoiceMailPart({
  invoice,
  maySendMail,
}: {
  invoice: Invoice;
  maySendMail: boolean;
}) {
  const { api, call } = useOffice();
  const router = useRouter();
  const actions = useStaffActions();
  const { id, kind, mail, linkOpenedAt, overdueDays } = invoice;
  const name = kind === "invoice" ? "invoice" : "credit note";
  const send = () =>
    actions.act(
      "mail",
      () => call(api.admin.invoices[":id"].mail.$post({ param: { id } })),
      async () => {
        showToast("success", "E-mail queued");
        await router.invalidate();
      },
    );
  return (
    <Section
      actions={
        maySendMail && (
          <Button
            busy={actions.acting === "mail"}
            busyLabel="Sending..."
            onClick={() => void send()}
            size="small"
            variant={mail ? "secondary" : "primary"}
          >
            {overdueDays > 0 ? "E-mail reminder" : mail ? `E-mail ${name} again` : `E-mail ${name}`}
          </Button>
        )
      }
      title="E-mail"
    >
      <p className="text-sm">
        {mail ? (
          <>
            {`${states[mail.state]}: ${mail.isReminder ? "reminder" : name}, `}
            <Moment at={mail.at} />
            {`, ${mail.by}.`}
          </>
        ) : (
          <span className="text-ink-muted">
            {kind === "invoice"
              ? "Not e-mailed yet. The company will get the PDF and, once a payment provider is connected, a payment link."
              : "Not e-mailed yet. The company will get the PDF."}
          </span>
        )}
        {linkOpenedAt && (
          <span className="block text-ink-muted">
            Payment link opened <Moment at={linkOpenedAt} />.
          </span>
        )}
      </p>
      <FormFailure className="mt-2 empty:hidden" form={actions} />
      {kind === "invoice" && (
        <div className="mt-3 empty:hidden">
          <InvoiceLinkActions invoice={invoice} />
        </div>
      )}
    </Section>
  );
}
