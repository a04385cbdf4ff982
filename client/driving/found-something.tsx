import type { MyFoundItem, PropertyCategory } from "../../src/property/contract";
import { type Api, read } from "../api";
import { FormSheet } from "../forms/form-dialog";
import { useForm } from "../forms/use-form";
import { categoryWords, placeWords } from "../words/property-words";
import { readPicture } from "../files/chosen-file";
import { SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";

const nothing = {
  category: "phone" as PropertyCategory,
  what: "",
  colour: "",
  place: "back_seat" as keyof typeof placeWords,
  photo: null as File | null,
};

/** The form to report an item found in the car. */
export function FoundSomething({
  api,
  tripId,
  onFound,
  onClose,
}: {
  api: Api;
  tripId: string;
  onFound: (item: MyFoundItem) => void;
  onClose: () => void;
}) {
  const form = useForm({
    initial: nothing,
    required: ["what"],
    send: async ({ photo, ...typed }) =>
      read(
        api.driver.reservations[":id"]["found-items"].$post({
          param: { id: tripId },
          form: { ...typed, ...(photo && { photo: await readPicture(photo) }) },
        }),
      ),
    saved: ({ item }) => onFound(item),
  });
  const { field } = form;
  return (
    <FormSheet
      busyLabel="Sending..."
      form={form}
      large
      onClose={onClose}
      submitLabel="Send to dispatch"
      title="Report a found item"
    >
      <TextField
        {...form.file("photo")}
        accept="image/jpeg,image/png,image/webp"
        capture="environment"
        hint="JPG, PNG or WebP. Large photos are made smaller first."
        label="Photo"
        optional
      />
      <TextField {...field("what")} label="What is it?" maxLength={200} />
      <SelectField {...field("category")} label="Category">
        {Object.entries(categoryWords).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <TextField {...field("colour")} label="Colour and brand" maxLength={80} optional />
      <SelectField {...field("place")} label="Where in the car">
        {Object.entries(placeWords).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
    </FormSheet>
  );
}
