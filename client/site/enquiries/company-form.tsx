import type { CompanyEnquiry } from "../../../src/contact/enquiry-contract";
import { tripsPerMonthChoices } from "../../../src/contact/enquiry-rules";
import { read } from "../../api";
import { EnquiryForm } from "./enquiry-form";
import { SelectField } from "../../ui/select-field";
import { TextArea } from "../../ui/text-area";
import { TextField } from "../../ui/text-field";
import { Choices } from "./choices";
import type { EnquiryFormProps } from "./form-props";
import { SenderFields } from "./sender-fields";
import { useWords } from "../../words/use-words";

/** The form that requests an account for a company. */
export function CompanyForm({ api, ...given }: EnquiryFormProps) {
  const t = useWords();
  return (
    <EnquiryForm
      {...given}
      button={t("Ask for an account")}
      label={t("Ask for an account")}
      page="/company-account"
      send={(typed: CompanyEnquiry) => read(api.enquiries.company.$post({ json: typed }))}
      words={{ company: t("Please tell us your company’s name.") }}
    >
      {(field) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              {...field("company")}
              autoComplete="organization"
              label={t("Company")}
              maxLength={120}
              required
            />
            <SelectField {...field("trips", "up_to_10")} label={t("Trips a month")}>
              <Choices of={tripsPerMonthChoices} />
            </SelectField>
            <SenderFields field={field} />
          </div>
          <TextArea
            {...field("text")}
            hint={t("Who is riding, where to and how you would like to be billed.")}
            label={t("What we should know")}
            maxLength={4_000}
            optional
            rows={4}
          />
        </>
      )}
    </EnquiryForm>
  );
}
