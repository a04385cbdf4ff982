import type { RoadsideEnquiry } from "../../../src/contact/enquiry-contract";
import { troubleChoices } from "../../../src/contact/enquiry-rules";
import { read } from "../../api";
import { EnquiryForm } from "./enquiry-form";
import { SelectField } from "../../ui/select-field";
import { TextArea } from "../../ui/text-area";
import { TextField } from "../../ui/text-field";
import { Choices } from "./choices";
import type { EnquiryFormProps } from "./form-props";
import { SenderFields } from "./sender-fields";
import { useWords } from "../../words/use-words";

/** The form that requests help with a car. */
export function RoadsideForm({ api, ...given }: EnquiryFormProps) {
  const t = useWords();
  return (
    <EnquiryForm
      {...given}
      button={t("Ask for help")}
      label={t("Ask for help on the road")}
      page="/depanage"
      send={(typed: RoadsideEnquiry) => read(api.enquiries.roadside.$post({ json: typed }))}
      words={{
        vehicle: t("Please tell us which car it is."),
        place: t("Please tell us where the car is."),
      }}
    >
      {(field) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <SenderFields field={field} hint={t("A phone you have with you is quickest.")} />
            <SelectField {...field("trouble", "flat_tyre")} label={t("What happened?")}>
              <Choices of={troubleChoices} />
            </SelectField>
            <TextField
              {...field("vehicle")}
              hint={t("Make, colour and plate.")}
              label={t("Which car?")}
              maxLength={120}
              required
            />
          </div>
          <TextField
            {...field("place")}
            hint={t("The road and the nearest well-known place.")}
            label={t("Where is the car?")}
            maxLength={200}
            required
          />
          <TextArea
            {...field("text")}
            label={t("What we should know")}
            maxLength={4_000}
            optional
            rows={3}
          />
        </>
      )}
    </EnquiryForm>
  );
}
