import { type FormEvent, useState } from "react";
import type { MyFoundItem, PropertyCategory } from "../../src/property/contract";
import { type Api, read } from "../api";
import { ApiError } from "../api-error";
import { readPicture } from "../files/smaller-picture";
import { categoryWords, placeWords } from "../words/property-words";
import { Button } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { SelectField } from "../ui/select-field";
import { Sheet } from "../ui/sheet";
import { TextField } from "../ui/text-field";

/** The form of a driver who found something in the car. */
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
  const [typed, setTyped] = useState({
    category: "phone",
    what: "",
    colour: "",
    place: "back_seat",
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
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const what = event.currentTarget.elements.namedItem("what");
    if (typed.what.trim() === "") {
      setFaults({ what: "This field is required." });
      if (what instanceof HTMLElement) what.focus();
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      const { item } = await read(
        api.driver.reservations[":id"]["found-items"].$post({
          param: { id: tripId },
          form: {
            ...typed,
            category: typed.category as PropertyCategory,
            place: typed.place as keyof typeof placeWords,
            ...(photo && { photo: await readPicture(photo) }),
          },
        }),
      );
      onFound(item);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFaults(error.fields);
      setFailure(Object.keys(error.fields).length > 0 ? null : error.message);
      setBusy(false);
    }
  };
  return (
    <Sheet onClose={onClose} open title="Found something">
      <form
        method="post"
        className="grid gap-4"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          accept="image/jpeg,image/png,image/webp"
          capture="environment"
          error={faults.photo}
          hint="JPG, PNG or WebP. Large photos are made smaller first."
          label="Photo"
          name="photo"
          onChange={(event) => setPhoto(event.target.files?.[0] ?? null)}
          optional
          type="file"
        />
        <TextField {...field("what")} label="What is it?" maxLength={200} />
        <SelectField {...field("category")} label="Kind of thing">
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
        <div className="empty:hidden" role="alert">
          {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
        </div>
        <Button busy={busy} busyLabel="Sending..." size="large" type="submit" wide>
          Send to dispatch
        </Button>
      </form>
    </Sheet>
  );
}
