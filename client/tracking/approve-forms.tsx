import { useRouter } from "@tanstack/react-router";
import type {
  AnswerApproval,
  ApprovalRequest,
} from "../../src/reservations/approvals/approval-contract";
import { read } from "../api";
import { formatMoney } from "../ui/money";
import { useWords } from "../words/use-words";
import { ReasonField, TokenForm } from "./token-form";

/** The forms to approve at once, or to decline with a reason. */
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
  const { api } = useRouter().options.context;
  const path = api.approve[":token"];
  const param = { token };
  const sharedProps = {
    onAnswered,
    // The request may have been answered or changed since it was shown.
    reloadPage: () => read(path.$get({ param })).then(onAnswered, () => {}),
    // The field names match the contract of this answer.
    send: (typed: Record<string, string>) =>
      read(path.$post({ param, json: typed as AnswerApproval })),
  };
  const approveLabel = t("Approve for {amount}", { amount: formatMoney(amountMinor, currency, t) });
  return (
    <>
      <TokenForm
        {...sharedProps}
        answer={{ answer: "approve" }}
        button={{ size: "large", wide: true, children: approveLabel }}
        label={approveLabel}
      >
        {() => <input name="amountMinor" type="hidden" value={amountMinor} />}
      </TokenForm>
      <TokenForm
        {...sharedProps}
        answer={{ answer: "decline" }}
        toggleLabel={t("Decline the trip")}
        button={{ variant: "secondary", children: t("Decline") }}
        label={t("Decline the trip")}
        missingTexts={{ reason: t("Please give a reason.") }}
      >
        {(field) => <ReasonField {...field("reason")} maxLength={200} />}
      </TokenForm>
    </>
  );
}
