import type { ServiceEnquiry } from "../../../src/contact/enquiry-contract";
import { read } from "../../api";
import { EnquiryForm } from "./enquiry-form";
import { servicePath } from "../service-path";
import { TextArea } from "../../ui/text-area";
import { DateField, TextField } from "../../ui/text-field";
import type { EnquiryFormProps } from "./form-props";
import { SenderFields } from "./sender-fields";
import { useWords } from "../../words/use-words";

/** The form that asks about a service that the operator added. */
export function CustomServiceForm({
  api,
  slug,
  name,
  ...given
}: EnquiryFormProps & { slug: string; name: string }) {
  const t = useWords();
  return (
    <EnquiryForm
      {...given}
      button={t("Send the enquiry")}
      label={t("Ask for {name}", { name })}
      page={servicePath(slug)}
      send={(typed: ServiceEnquiry) =>
        read(api.enquiries.services[":slug"].$post({ param: { slug }, json: typed }))
      }
      words={{ text: t("Please tell us what you need.") }}
    >
      {(field) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <SenderFields field={field} />
            <TextField
              {...field("place")}
              hint={t("The place, or the pickup and drop-off.")}
              label={t("Where")}
              maxLength={200}
              optional
            />
            <DateField {...field("day")} label={t("Which day")} optional />
          </div>
          <TextArea
            {...field("text")}
            hint={t("What you have in mind, for how many people, and when it starts and ends.")}
            label={t("What you need")}
            maxLength={4_000}
            required
            rows={4}
          />
        </>
      )}
    </EnquiryForm>
  );
}
