import type { PostedForm } from "../../../src/contact/posted-form-contract";
import type { Api } from "../../api";
import type { OperatorFacts } from "../operator-facts";
import { CompanyForm } from "../enquiries/company-form";
import { EnquirySection } from "../enquiries/enquiry-section";
import { type Step, Steps } from "../enquiries/steps";
import { useWords } from "../../words/use-words";
import { phrase } from "../../words/words";

const steps: readonly Step[] = [
  [
    phrase("Ask for an account"),
    phrase(
      "Tell us your company’s name and roughly how many trips you need a month. We’ll get back to you with an offer.",
    ),
  ],
  [
    phrase("Add your people"),
    phrase(
      "Your people sign in with their own e-mail address or phone number and book on the company’s account, within your limits.",
    ),
  ],
  [
    phrase("Pay one invoice"),
    phrase(
      "The invoice lists every trip of the month with its cost centre and reference. Nobody has to collect receipts.",
    ),
  ],
];

/** The body of the page for companies: how an account works, and a form to request one. */
export function CompanyAccountBody({
  api,
  postedForm,
  operator,
  wasSent,
}: {
  api: Api;
  postedForm: PostedForm | undefined;
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
        postedForm={postedForm}
        text={t(
          "Asking doesn’t commit you to anything. We’ll tell you what an account would look like for you.",
        )}
        title={t("Ask for an account")}
        wasSent={wasSent}
      >
        {(formProps) => <CompanyForm {...formProps} />}
      </EnquirySection>
    </>
  );
}
