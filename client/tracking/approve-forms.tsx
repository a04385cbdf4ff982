import { useRouter } from "@tanstack/react-router";
import type { FormEvent } from "react";
import type {
  AnswerApproval,
  ApprovalRequest,
} from "../../src/reservations/approvals/approval-contract";
import { read } from "../api";
import { useActs } from "../forms/use-acts";
import { Button } from "../ui/button";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { TextArea } from "../ui/text-area";
import { useWords } from "../words/use-words";

/** Approve at once, or decline with a reason. */
export function ApproveForms({
  token,
  request: { amountMinor, currency },
  onAnswered,
}: {
  token: string;
  request: ApprovalRequest;
  onAnswered: (request: ApprovalRequest) => void;
}) {
  const t = useWords();
  const { api, posted } = useRouter().options.context;
  const path = api.approve[":token"];
  // It may have been answered, or have changed, since it was shown.
  const look = () => read(path.$get({ param: { token } })).then(onAnswered, () => {});
  const acts = useActs({
    usual: t("No answer: you seem to be offline. What you typed is still here."),
    failed: look,
  });
  const send = (act: string, json: AnswerApproval) =>
    acts.act(act, () => read(path.$post({ param: { token }, json })), onAnswered);
  const decline = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "").trim();
    if (!reason) return acts.refuse({ reason: t("Please give a reason.") });
    void send("decline", { answer: "decline", reason });
  };
  const postedFault = posted?.faults.reason;
  const failure =
    acts.failure ?? (posted && !postedFault && t("Something went wrong. Please try again."));
  return (
    <>
      <div className="empty:hidden" role="alert">
        {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
      </div>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void send("approve", { answer: "approve", amountMinor });
        }}
      >
        <input name="answer" type="hidden" value="approve" />
        <input name="amountMinor" type="hidden" value={amountMinor} />
        <Button
          busy={acts.acting === "approve"}
          busyLabel={t("One moment...")}
          size="large"
          type="submit"
          wide
        >
          {t("Approve for {amount}", { amount: formatMoney(amountMinor, currency, t) })}
        </Button>
      </form>
      <details open={postedFault !== undefined || undefined}>
        <summary className="flex min-h-12 cursor-pointer items-center font-medium text-accent-text">
          {t("Decline the trip")}
        </summary>
        <form
          aria-label={t("Decline the trip")}
          className="grid gap-4 pt-1"
          method="post"
          noValidate
          onSubmit={decline}
          ref={acts.ref}
        >
          <input name="answer" type="hidden" value="decline" />
          <TextArea
            error={acts.fault("reason") ?? (postedFault && t.known(postedFault))}
            label={t("What is the reason?")}
            maxLength={200}
            name="reason"
            rows={3}
          />
          <Button
            busy={acts.acting === "decline"}
            busyLabel={t("One moment...")}
            type="submit"
            variant="secondary"
          >
            {t("Decline")}
          </Button>
        </form>
      </details>
    </>
  );
}
