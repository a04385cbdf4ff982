import type { FoundPropertyForm } from "../../../src/contact/enquiry-contract";
import { itemHolderWords } from "../../../src/contact/enquiry-rules";
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

/** The form that reports something found, without an account. */
function FoundForm({ api, ...given }: EnquiryFormProps) {
  const t = useWords();
  return (
    <EnquiryForm
      {...given}
      fragment="#form"
      button={t("Tell us")}
      label={t("Tell us what you found")}
      page="/found-property"
      send={(typed: FoundPropertyForm) => read(api["found-property"].$post({ json: typed }))}
      words={{ what: t("Please tell us what you found.") }}
    >
      {(field) => (
        <>
          <ItemFields
            dayLabel={t("When did you find it?")}
            field={field}
            marksHint={t(
              "For example a name, a number or a scratch. Please leave out private details of the owner.",
            )}
            descriptionLabel={t("What did you find?")}
          />
          <SelectField {...field("held", "me")} label={t("Where is it now?")}>
            <Choices of={itemHolderWords} />
          </SelectField>
          <div className="grid gap-5 sm:grid-cols-2">
            <SenderFields field={field} />
          </div>
        </>
      )}
    </EnquiryForm>
  );
}

const thankYouTexts = {
  title: phrase("Thank you. Somebody will be glad."),
  text: phrase(
    "The item is now in our register. We’ll get in touch to collect it, or to agree where you can leave it. If you gave us an e-mail address, a confirmation is on its way: just reply to it to add something.",
  ),
};

/** The form, then the thank-you message in its place. */
export function FoundFormCard(props: FormCardProps) {
  return (
    <FormCard
      {...props}
      form={FoundForm}
      thankYouTexts={thankYouTexts}
      title={phrase("Tell us about it")}
    />
  );
}
