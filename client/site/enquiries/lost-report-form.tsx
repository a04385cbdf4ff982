import type { LostPropertyForm } from "../../../src/contact/enquiry-contract";
import type { ReturnWish } from "../../../src/property/contract";
import { read } from "../../api";
import { EnquiryForm } from "./enquiry-form";
import { SelectField } from "../../ui/select-field";
import { Choices } from "./choices";
import { FormCard, type FormCardProps } from "./form-card";
import type { EnquiryFormProps } from "./form-props";
import { phrase } from "../../words/words";
import { ItemFields } from "./item-fields";
import { SenderFields } from "./sender-fields";
import { useWords } from "../../words/use-words";

/** The form that reports something lost, without an account. */
function LostReportForm({ api, ...given }: EnquiryFormProps) {
  const t = useWords();
  const returnWishes: Record<ReturnWish, string> = {
    collect: t("I’ll collect it"),
    deliver: t("Please bring it to me"),
    post: t("Please send it by post"),
  };
  return (
    <EnquiryForm
      {...given}
      fragment="#form"
      button={t("Send the report")}
      label={t("Report lost property")}
      note={t("We remove your name and contact from the report some time after it is closed.")}
      page="/lost-property"
      send={(typed: LostPropertyForm) => read(api["lost-property"].$post({ json: typed }))}
      words={{ what: t("Please tell us what you lost.") }}
    >
      {(field) => (
        <>
          <ItemFields
            dayLabel={t("When did you ride?")}
            field={field}
            marksHint={t(
              "A detail that only you would know helps us to be sure that the item is yours.",
            )}
            descriptionLabel={t("What did you lose?")}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <SenderFields field={field} />
          </div>
          <SelectField {...field("wish", "collect")} label={t("How do you want it back?")}>
            <Choices of={returnWishes} />
          </SelectField>
        </>
      )}
    </EnquiryForm>
  );
}

const thankYouTexts = {
  title: phrase("Thank you. We have your report."),
  text: phrase(
    "We’ll look for your item in the car and tell you as soon as we find it. If you gave us an e-mail address, a confirmation is on its way: just reply to it to add something.",
  ),
};

/** The form, then the thank-you message in its place. */
export function LostReportCard(props: FormCardProps) {
  return (
    <FormCard
      {...props}
      form={LostReportForm}
      thankYouTexts={thankYouTexts}
      title={phrase("Report it here")}
    />
  );
}
