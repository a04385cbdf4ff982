import type { PostedForm } from "../../../src/contact/posted-form-contract";
import type { OverviewAnswer, ServiceAnswer } from "../../../src/content/contract";
import type { Api } from "../../api";
import { OtherServiceLinks } from "../other-service-links";
import { isBuiltInService } from "../service-path";
import { HowToBook } from "../how-to-book";
import type { OperatorFacts } from "../operator-facts";
import { RichText } from "../../ui/rich-text";
import { EnquirySection } from "../enquiries/enquiry-section";
import { CustomServiceForm } from "../enquiries/custom-service-form";
import { useWords } from "../../words/use-words";

/**
 * The body of an operator's own service: its description, and a form to request it. Built-in services have their own
 * pages with their forms.
 */
export function CustomServiceBody({
  api,
  operator,
  site,
  postedForm,
  service: { slug, name, body },
  wasSent,
}: {
  api: Api;
  operator: OperatorFacts;
  site: OverviewAnswer | undefined;
  postedForm: PostedForm | undefined;
  service: ServiceAnswer["service"];
  wasSent: boolean;
}) {
  const t = useWords();
  return (
    <>
      <div className="mx-auto grid max-w-6xl gap-12 px-4 py-12 sm:px-6 md:py-16 lg:grid-cols-[1fr_20rem] lg:gap-20">
        <RichText className="min-w-0 max-w-2xl" text={body} />
        <div className="min-w-0">
          <HowToBook operator={operator} />
          <OtherServiceLinks of={slug} site={site} />
        </div>
      </div>
      {!isBuiltInService(slug) && (
        <EnquirySection
          api={api}
          operator={operator}
          postedForm={postedForm}
          text={t(
            "Tell us what you have in mind. We’ll tell you what it takes and what it costs. Asking doesn’t book anything.",
          )}
          title={t("Ask for {name}", { name })}
          wasSent={wasSent}
        >
          {(formProps) => <CustomServiceForm {...formProps} name={name} slug={slug} />}
        </EnquirySection>
      )}
    </>
  );
}
