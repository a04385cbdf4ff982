import { Star } from "lucide-react";
import type {
  TripFeedback,
  Rating,
  RatingReason,
} from "../../../../src/reservations/feedback/feedback-contract";
import { type Api, read } from "../../../api";
import { FormDialog } from "../../../forms/form-dialog";
import { useForm } from "../../../forms/use-form";
import { Chip } from "../../../ui/chip";
import { TextArea } from "../../../ui/text-area";
import { useWords } from "../../../words/use-words";
import { phrase, type Phrase } from "../../../words/words";

const praiseChips: readonly [RatingReason, Phrase<string>][] = [
  ["clean_car", phrase("Clean car")],
  ["smooth_ride", phrase("Smooth ride")],
  ["on_time", phrase("On time")],
  ["friendly", phrase("Friendly")],
  ["helpful", phrase("Helpful")],
];
const criticismChips: readonly [RatingReason, Phrase<string>][] = [
  ["dirty_car", phrase("Dirty car")],
  ["unsafe_ride", phrase("Felt unsafe")],
  ["late", phrase("Late")],
  ["unfriendly", phrase("Unfriendly")],
  ["wrong_way", phrase("Wrong route")],
  ["other", phrase("Something else")],
];

const chipsFor = (stars: number) => (stars >= 4 ? praiseChips : criticismChips);

/** Asks for a rating of the trip: stars, reasons and a comment. */
export function RateDialog({
  api,
  tripId,
  rating,
  onRated,
  onClose,
}: {
  api: Api;
  tripId: string;
  rating: Rating | null;
  onRated: (feedback: TripFeedback) => void;
  onClose: () => void;
}) {
  const t = useWords();
  const form = useForm({
    initialValues: {
      stars: rating?.stars ?? 0,
      chips: rating?.chips ?? ([] as readonly RatingReason[]),
      words: rating?.words ?? "",
    },
    validate: ({ stars }) => ({ stars: stars === 0 && t("Choose one to five stars.") }),
    send: ({ stars, chips, words }) => {
      const validChips = chips.filter((chip) => chipsFor(stars).some(([name]) => name === chip));
      const json = { stars, chips: validChips, words };
      return read(api.reservations[":id"].rating.$put({ param: { id: tripId }, json }));
    },
    onSaved: onRated,
  });
  const { stars, chips } = form.typed;
  const starsError = form.fault("stars");

  return (
    <FormDialog
      busyLabel={t("Sending...")}
      form={form}
      onClose={onClose}
      submitLabel={t("Send")}
      title={t("How was your trip?")}
    >
      <fieldset aria-describedby={starsError ? "stars-missing" : undefined}>
        <legend className="sr-only">{t("Stars")}</legend>
        <div className="flex justify-center gap-1">
          {[1, 2, 3, 4, 5].map((n) => (
            <label
              className="grid size-12 cursor-pointer place-content-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-focus"
              key={n}
            >
              <input
                checked={stars === n}
                className="sr-only"
                name="stars"
                onChange={() => form.set({ stars: n })}
                type="radio"
                value={n}
              />
              <span className="sr-only">{t.count(n, "{n} star", "{n} stars")}</span>
              <Star
                aria-hidden="true"
                className={n <= stars ? "fill-current text-accent-text" : "text-line-strong"}
                size={34}
              />
            </label>
          ))}
        </div>
        <p
          className="text-center text-danger-ink text-sm empty:hidden"
          id="stars-missing"
          role="alert"
        >
          {starsError}
        </p>
      </fieldset>
      {stars > 0 && (
        <fieldset className="min-w-0">
          <legend className="mb-2 font-medium text-sm">
            {stars >= 4 ? t("What was good?") : t("What went wrong?")}
          </legend>
          <div className="flex flex-wrap gap-2">
            {chipsFor(stars).map(([name, chipText]) => (
              <Chip
                count={null}
                key={name}
                label={t.of(chipText)}
                onPress={() =>
                  form.set({
                    chips: chips.includes(name)
                      ? chips.filter((one) => one !== name)
                      : [...chips, name],
                  })
                }
                isPressed={chips.includes(name)}
              />
            ))}
          </div>
        </fieldset>
      )}
      <TextArea
        {...form.field("words")}
        hint={t("Your driver sees only the average rating, never who gave which rating.")}
        label={t("Anything else")}
        maxLength={1000}
        optional
        rows={3}
      />
    </FormDialog>
  );
}
