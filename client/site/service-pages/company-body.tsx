import type { PostedForm } from "../../../src/contact/form-contract";
import type { Api } from "../../api";
import type { OperatorFacts } from "../operator-facts";
import { CompanyForm } from "../enquiries/company-form";
import { EnquirySection } from "../enquiries/enquiry-section";
import { type Step, Steps } from "../enquiries/steps";

const steps: readonly Step[] = [
  [
    "Ask for it",
    "Your company, and about how many trips a month. We come back to you with what we would agree.",
  ],
  [
    "Name your people",
    "They sign in with their own e-mail address or number, and book on the company within what you allow.",
  ],
  [
    "Pay one invoice",
    "Every trip of the month on it, with its cost centre and reference. Nobody collects receipts.",
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
  return (
    <>
      <div className="pb-12 md:pb-16">
        <Steps steps={steps} title="How it goes" />
      </div>
      <EnquirySection
        api={api}
        operator={operator}
        posted={posted}
        text="Nothing is agreed by asking. We answer with what an account would look like for you."
        title="Ask for an account"
        wasSent={wasSent}
      >
        {(given) => <CompanyForm {...given} />}
      </EnquirySection>
    </>
  );
}
