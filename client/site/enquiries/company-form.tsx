import type { CompanyEnquiry } from "../../../src/contact/enquiry-contract";
import { tripChoices } from "../../../src/contact/enquiry-rules";
import { read } from "../../api";
import { EnquiryForm } from "./enquiry-form";
import { SelectField } from "../../ui/select-field";
import { TextArea } from "../../ui/text-area";
import { TextField } from "../../ui/text-field";
import { Choices } from "./choices";
import type { EnquiryFormProps } from "./form-props";
import { WriterFields } from "./writer-fields";

const missing = { company: "Please name your company." };

/** Asks for an account for a company. */
export function CompanyForm({ api, ...given }: EnquiryFormProps) {
  return (
    <EnquiryForm
      {...given}
      button="Ask for an account"
      label="Ask for an account"
      page="/company-account"
      send={(typed: CompanyEnquiry) => read(api.enquiries.company.$post({ json: typed }))}
      words={missing}
    >
      {(field) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              {...field("company")}
              autoComplete="organization"
              label="Company"
              maxLength={120}
              required
            />
            <SelectField {...field("trips", "up_to_10")} label="Trips a month">
              <Choices of={tripChoices} />
            </SelectField>
            <WriterFields field={field} />
          </div>
          <TextArea
            {...field("text")}
            hint="Who rides, where to, and how you would like to be billed."
            label="What we should know"
            maxLength={4_000}
            optional
            rows={4}
          />
        </>
      )}
    </EnquiryForm>
  );
}
