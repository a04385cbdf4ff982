import type { PostedForm } from "../../../src/contact/form-contract";
import type { Api } from "../../api";
import type { OperatorFacts } from "../operator-facts";
import { CompanyForm } from "../enquiries/company-form";
import { EnquirySection } from "../enquiries/enquiry-section";
import { type Step, Steps } from "../enquiries/steps";
import { useWords } from "../../words/use-words";
import { phrase } from "../../words/words";

const steps: readonly Step[] = [
  [
    phrase("Ask for it"),
    phrase(
      "Your company, and about how many trips a month. We come back to you with what we would agree.",
    ),
  ],
  [
    phrase("Name your people"),
    phrase(
      "They sign in with their own e-mail address or number, and book on the company within what you allow.",
    ),
  ],
  [
    phrase("Pay one invoice"),
    phrase(
      "Every trip of the month on it, with its cost centre and reference. Nobody collects receipts.",
    ),
  ],
];

/** Beneath the top of the page for companies: how an account goes, and a form to ask for one. */
export function CompanyBody({
  api,
  posted,
  operator,
  wasSent,
}: {
  api: Api;
  posted: PostedForm | undefined;
  operator: OperatorFacts;
  wasSent: boolean;
}) {
  const t = useWords();
  return (
    <>
      <div className="pb-12 md:pb-16">
        <Steps steps={steps} />
      </div>
      <EnquirySection
        api={api}
        operator={operator}
        posted={posted}
        text={t(
          "Nothing is agreed by asking. We answer with what an account would look like for you.",
        )}
        title={t("Ask for an account")}
        wasSent={wasSent}
      >
        {(given) => <CompanyForm {...given} />}
      </EnquirySection>
    </>
  );
}
