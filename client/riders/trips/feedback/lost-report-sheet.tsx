import type {
  CarPlace,
  MyLostReport,
  PropertyCategory,
  ReturnWish,
} from "../../../../src/property/contract";
import { type Api, read } from "../../../api";
import { FormSheet } from "../../../forms/form-dialog";
import { useForm } from "../../../forms/use-form";
import { readPicture } from "../../../files/chosen-file";
import { SelectField } from "../../../ui/select-field";
import { TextArea } from "../../../ui/text-area";
import { TextField } from "../../../ui/text-field";
import { useWords } from "../../../words/use-words";
import type { Phrase } from "../../../words/words";
import { lostCategories, carPlaceNames, returnWishNames } from "./lost-words";

const emptyReport = {
  category: "phone" as PropertyCategory,
  what: "",
  colour: "",
  marks: "",
  place: "unsure" as CarPlace,
  contact: "",
  wish: "collect" as ReturnWish,
  wishNote: "",
  photo: null as File | null,
};

/** The form to report something left in the car. */
export function LostReportSheet({
  api,
  tripId,
  onReported,
  onClose,
}: {
  api: Api;
  tripId: string;
  onReported: (report: MyLostReport) => void;
  onClose: () => void;
}) {
  const t = useWords();
  const form = useForm({
    initialValues: emptyReport,
    requiredFields: ["what", "contact"],
    send: async ({ photo, ...typed }) =>
      read(
        api.reservations[":id"]["lost-reports"].$post({
          param: { id: tripId },
          form: { ...typed, ...(photo && { photo: await readPicture(photo) }) },
        }),
      ),
    onSaved: ({ report }) => onReported(report),
  });
  const { field } = form;
  const options = (all: Record<string, Phrase<string>>) =>
    Object.entries(all).map(([value, words]) => (
      <option key={value} value={value}>
        {t.of(words)}
      </option>
    ));

  return (
    <FormSheet
      busyLabel={t("Sending...")}
      form={form}
      onClose={onClose}
      submitLabel={t("Send the report")}
      title={t("I lost something")}
    >
      <SelectField {...field("category")} label={t("Kind of item")}>
        {options(lostCategories)}
      </SelectField>
      <TextField {...field("what")} label={t("What is it?")} maxLength={200} />
      <TextField {...field("colour")} label={t("Colour and brand")} maxLength={80} optional />
      <TextArea
        {...field("marks")}
        hint={t("A detail that only you would know helps us to be sure that the item is yours.")}
        label={t("Marks")}
        maxLength={1000}
        optional
        rows={2}
      />
      <SelectField {...field("place")} label={t("Where in the car?")}>
        {options(carPlaceNames)}
      </SelectField>
      <TextField
        {...form.file("photo")}
        accept="image/jpeg,image/png,image/webp"
        hint={t("JPG, PNG or WebP. Large photos are made smaller first.")}
        label={t("Photo")}
        optional
      />
      <TextField
        {...field("contact")}
        hint={t("A phone you have with you, or an e-mail address.")}
        label={t("How can we reach you?")}
        maxLength={200}
      />
      <SelectField {...field("wish")} label={t("How do you want it back?")}>
        {options(returnWishNames)}
      </SelectField>
      {form.typed.wish !== "collect" && (
        <TextArea {...field("wishNote")} label={t("Where to?")} maxLength={500} optional rows={2} />
      )}
    </FormSheet>
  );
}
