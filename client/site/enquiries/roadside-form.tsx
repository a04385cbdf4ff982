import type { RoadsideEnquiry } from "../../../src/contact/enquiry-contract";
import { troubleChoices } from "../../../src/contact/enquiry-rules";
import { read } from "../../api";
import { EnquiryForm } from "./enquiry-form";
import { SelectField } from "../../ui/select-field";
import { TextArea } from "../../ui/text-area";
import { TextField } from "../../ui/text-field";
import { Choices } from "./choices";
import type { EnquiryFormProps } from "./form-props";
import { WriterFields } from "./writer-fields";

const missing = {
  vehicle: "Please say which car it is.",
  place: "Please say where the car stands.",
};

/** Asks for help with a car. */
export function RoadsideForm({ api, ...given }: EnquiryFormProps) {
  return (
    <EnquiryForm
      {...given}
      button="Ask for help"
      label="Ask for help on the road"
      page="/depanage"
      send={(typed: RoadsideEnquiry) => read(api.enquiries.roadside.$post({ json: typed }))}
      words={missing}
    >
      {(field) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <WriterFields field={field} hint="A phone that you have at hand is quickest." />
            <SelectField {...field("trouble", "flat_tyre")} label="What happened?">
              <Choices of={troubleChoices} />
            </SelectField>
            <TextField
              {...field("vehicle")}
              hint="Make, colour and plate."
              label="Which car?"
              maxLength={120}
              required
            />
          </div>
          <TextField
            {...field("place")}
            hint="The road, and the nearest place that people know."
            label="Where does it stand?"
            maxLength={200}
            required
          />
          <TextArea
            {...field("text")}
            label="What we should know"
            maxLength={4_000}
            optional
            rows={3}
          />
        </>
      )}
    </EnquiryForm>
  );
}
