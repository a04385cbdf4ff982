import type { MyFoundItem, PropertyCategory } from "../../src/property/contract";
import { type Api, read } from "../api";
import { FormSheet } from "../forms/form-dialog";
import { useForm } from "../forms/use-form";
import { itemCategoryWords, carPlaceWords } from "../words/property-words";
import { readPicture } from "../files/chosen-file";
import { SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";
import { useWords } from "../words/use-words";

const emptyForm = {
  category: "phone" as PropertyCategory,
  what: "",
  colour: "",
  place: "back_seat" as keyof typeof carPlaceWords,
  photo: null as File | null,
};

/** The form to report an item found in the car. */
export function FoundItemDialog({
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
  const t = useWords();
  const form = useForm({
    initialValues: emptyForm,
    requiredFields: ["what"],
    send: async ({ photo, ...typed }) =>
      read(
        api.driver.reservations[":id"]["found-items"].$post({
          param: { id: tripId },
          form: { ...typed, ...(photo && { photo: await readPicture(photo) }) },
        }),
      ),
    onSaved: ({ item }) => onFound(item),
  });
  const { field } = form;
  return (
    <FormSheet
      busyLabel={t("Sending...")}
      form={form}
      isLarge
      onClose={onClose}
      submitLabel={t("Send to dispatch")}
      title={t("Report a found item")}
    >
      <TextField
        {...form.file("photo")}
        accept="image/jpeg,image/png,image/webp"
        capture="environment"
        hint={t("JPG, PNG or WebP. Large photos are made smaller first.")}
        label={t("Photo")}
        optional
      />
      <TextField {...field("what")} label={t("What is it?")} maxLength={200} />
      <SelectField {...field("category")} label={t("Category")}>
        {Object.entries(itemCategoryWords).map(([value, words]) => (
          <option key={value} value={value}>
            {t.known(words)}
          </option>
        ))}
      </SelectField>
      <TextField {...field("colour")} label={t("Colour and brand")} maxLength={80} optional />
      <SelectField {...field("place")} label={t("Where in the car")}>
        {Object.entries(carPlaceWords).map(([value, words]) => (
          <option key={value} value={value}>
            {t.known(words)}
          </option>
        ))}
      </SelectField>
    </FormSheet>
  );
}
