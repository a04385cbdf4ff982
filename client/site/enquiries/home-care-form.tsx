import type { HomeCareEnquiry } from "../../../src/contact/enquiry-contract";
import { mobilityChoices } from "../../../src/contact/enquiry-rules";
import { read } from "../../api";
import { EnquiryForm } from "./enquiry-form";
import { Checkbox } from "../../ui/checkbox";
import { SelectField } from "../../ui/select-field";
import { TextArea } from "../../ui/text-area";
import { DateField, TextField } from "../../ui/text-field";
import { Choices } from "./choices";
import type { EnquiryFormProps } from "./form-props";
import { SenderFields } from "./sender-fields";
import { useWords } from "../../words/use-words";

/** The form that requests care rides or help at home. */
export function HomeCareForm({ api, ...given }: EnquiryFormProps) {
  const t = useWords();
  return (
    <EnquiryForm
      {...given}
      button={t("Send the enquiry")}
      label={t("Ask for a care ride")}
      page="/home-care"
      send={(typed: HomeCareEnquiry) => read(api.enquiries["home-care"].$post({ json: typed }))}
    >
      {(field) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <SenderFields field={field} />
            <SelectField {...field("mobility", "ambulatory")} label={t("Mobility")}>
              <Choices of={mobilityChoices} />
            </SelectField>
            <DateField {...field("day")} label={t("First day")} optional />
          </div>
          <TextField
            {...field("place")}
            hint={t("Such as your part of town and the clinic.")}
            label={t("From where to where")}
            maxLength={200}
            optional
          />
          <div>
            <TickBox {...field("attendant")} label={t("An attendant should come along and stay")} />
            <TickBox
              {...field("repeats")}
              label={t("It’s a repeating trip, such as dialysis or therapy")}
            />
          </div>
          <TextArea
            {...field("text")}
            hint={t(
              "Stairs, a door code, an appointment: only what we need for the ride. Nothing about the illness.",
            )}
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

function TickBox({
  name,
  error,
  defaultValue,
  label,
}: {
  name: string;
  error: string | undefined;
  /** "yes" if it was ticked. */
  defaultValue: string;
  label: string;
}) {
  return (
    <Checkbox
      defaultChecked={defaultValue === "yes"}
      error={error}
      label={label}
      name={name}
      value="yes"
    />
  );
}
