import type { FoundPropertyForm, LostPropertyForm } from "../../../src/contact/enquiry-contract";
import { itemCategoryWords, carPlaceWords } from "../../words/property-words";
import { useWords } from "../../words/use-words";
import type { FieldName, FormField } from "../public-form";
import { SelectField } from "../../ui/select-field";
import { TextArea } from "../../ui/text-area";
import { DateField, TextField } from "../../ui/text-field";
import { Choices } from "./choices";

/** The fields that describe an item and its ride, for lost and found items. */
export function ItemFields({
  field,
  descriptionLabel,
  marksHint,
  dayLabel,
}: {
  field: (
    name: FieldName<FoundPropertyForm> & FieldName<LostPropertyForm>,
    initialValue?: string,
  ) => FormField;
  descriptionLabel: string;
  marksHint: string;
  dayLabel: string;
}) {
  const t = useWords();
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field("what")} label={descriptionLabel} maxLength={200} required />
        <SelectField {...field("category", "phone")} label={t("Kind of item")}>
          <Choices of={itemCategoryWords} />
        </SelectField>
        <TextField {...field("colour")} label={t("Colour and brand")} maxLength={80} optional />
        <SelectField {...field("place", "unsure")} label={t("Where in the car?")}>
          <Choices of={carPlaceWords} />
        </SelectField>
        <DateField {...field("day")} label={dayLabel} optional />
        <TextField
          {...field("trip")}
          inputMode="numeric"
          label={t("Booking number")}
          maxLength={20}
          optional
        />
      </div>
      <TextArea
        {...field("marks")}
        hint={marksHint}
        label={t("Marks")}
        maxLength={1_000}
        optional
        rows={3}
      />
    </>
  );
}
