import { type FormEvent, useState } from "react";
import type {
  CarPlace,
  MyLostReport,
  PropertyCategory,
  ReturnWish,
} from "../../../../src/property/contract";
import { type Api, read } from "../../../api";
import { ApiError } from "../../../api-error";
import { readPicture } from "../../../files/smaller-picture";
import { Button } from "../../../ui/button";
import { NoticeBanner } from "../../../ui/notice-banner";
import { SelectField } from "../../../ui/select-field";
import { Sheet } from "../../../ui/sheet";
import { TextArea } from "../../../ui/text-area";
import { TextField } from "../../../ui/text-field";
import { useWords } from "../../../words/use-words";
import type { Phrase } from "../../../words/words";
import { lostCategories, lostPlaces, lostWishes } from "./lost-words";

/** The form for something that was left in the car. */
export function LostSheet({
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
  const [typed, setTyped] = useState({
    category: "phone",
    what: "",
    colour: "",
    marks: "",
    place: "unsure",
    contact: "",
    wish: "collect",
    wishNote: "",
  });
  const [photo, setPhoto] = useState<File | null>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const field = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: event.target.value });
      setFaults({});
    },
  });
  const options = (all: Record<string, Phrase<string>>) =>
    Object.entries(all).map(([value, words]) => (
      <option key={value} value={value}>
        {t.of(words)}
      </option>
    ));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const refuse = (found: Record<string, string>) => {
      setFaults(found);
      const first = form.elements.namedItem(Object.keys(found)[0] ?? "");
      if (first instanceof HTMLElement) first.focus();
    };
    const missing = (["what", "contact"] as const).filter((name) => typed[name].trim() === "");
    if (missing.length > 0)
      return refuse(
        Object.fromEntries(missing.map((name) => [name, t("This field is required.")])),
      );
    setBusy(true);
    setFailure(null);
    try {
      const { report } = await read(
        api.reservations[":id"]["lost-reports"].$post({
          param: { id: tripId },
          form: {
            ...typed,
            category: typed.category as PropertyCategory,
            place: typed.place as CarPlace,
            wish: typed.wish as ReturnWish,
            ...(photo && { photo: await readPicture(photo) }),
          },
        }),
      );
      onReported(report);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (Object.keys(error.fields).length > 0) refuse(error.fields);
      else setFailure(error.message);
      setBusy(false);
    }
  };

  return (
    <Sheet onClose={onClose} open title={t("I lost something")}>
      <form
        method="post"
        className="grid gap-4"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <SelectField {...field("category")} label={t("Kind of thing")}>
          {options(lostCategories)}
        </SelectField>
        <TextField {...field("what")} label={t("What is it?")} maxLength={200} />
        <TextField {...field("colour")} label={t("Colour and brand")} maxLength={80} optional />
        <TextArea
          {...field("marks")}
          hint={t("What only you can know of it helps us to be sure.")}
          label={t("Marks")}
          maxLength={1000}
          optional
          rows={2}
        />
        <SelectField {...field("place")} label={t("Where in the car?")}>
          {options(lostPlaces)}
        </SelectField>
        <TextField
          accept="image/jpeg,image/png,image/webp"
          error={faults.photo}
          hint={t("JPG, PNG or WebP. Large photos are made smaller first.")}
          label={t("Photo")}
          name="photo"
          onChange={(event) => setPhoto(event.target.files?.[0] ?? null)}
          optional
          type="file"
        />
        <TextField
          {...field("contact")}
          hint={t("A phone that you have at hand, or an email address.")}
          label={t("How can we reach you?")}
          maxLength={200}
        />
        <SelectField {...field("wish")} label={t("How do you want it back?")}>
          {options(lostWishes)}
        </SelectField>
        {typed.wish !== "collect" && (
          <TextArea
            {...field("wishNote")}
            label={t("Where to?")}
            maxLength={500}
            optional
            rows={2}
          />
        )}
        <div className="empty:hidden" role="alert">
          {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
        </div>
        <Button busy={busy} busyLabel={t("Sending...")} type="submit" wide>
          {t("Send the report")}
        </Button>
      </form>
    </Sheet>
  );
}
