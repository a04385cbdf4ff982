import { Star } from "lucide-react";
import { useState } from "react";
import type {
  Afterwards,
  Rating,
  RatingChip,
} from "../../../../src/reservations/feedback/after-contract";
import { type Api, read } from "../../../api";
import { ApiError } from "../../../api-error";
import { Button } from "../../../ui/button";
import { Chip } from "../../../ui/chip";
import { Dialog } from "../../../ui/dialog";
import { NoticeBanner } from "../../../ui/notice-banner";
import { TextArea } from "../../../ui/text-area";
import { useWords } from "../../../words/use-words";
import { phrase, type Phrase } from "../../../words/words";

const good: readonly [RatingChip, Phrase<string>][] = [
  ["clean_car", phrase("Clean car")],
  ["smooth_ride", phrase("Smooth ride")],
  ["on_time", phrase("On time")],
  ["friendly", phrase("Friendly")],
  ["helpful", phrase("Helpful")],
];
const bad: readonly [RatingChip, Phrase<string>][] = [
  ["dirty_car", phrase("Dirty car")],
  ["unsafe_ride", phrase("Felt unsafe")],
  ["late", phrase("Late")],
  ["unfriendly", phrase("Unfriendly")],
  ["wrong_way", phrase("Wrong way")],
  ["other", phrase("Something else")],
];

/** Asks how a trip was: stars, what was good or bad, words. */
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
  onRated: (after: Afterwards) => void;
  onClose: () => void;
}) {
  const t = useWords();
  const [stars, setStars] = useState(rating?.stars ?? 0);
  const [chips, setChips] = useState<readonly RatingChip[]>(rating?.chips ?? []);
  const [words, setWords] = useState(rating?.words ?? "");
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const offered = stars >= 4 ? good : bad;

  const send = async () => {
    if (stars === 0) return setMissing(true);
    setBusy(true);
    setFailure(null);
    const kept = chips.filter((chip) => offered.some(([name]) => name === chip));
    try {
      const json = { stars, chips: kept, words };
      onRated(await read(api.reservations[":id"].rating.$put({ param: { id: tripId }, json })));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
      setBusy(false);
    }
  };

  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose} variant="secondary">
            {t("Go back")}
          </Button>
          <Button busy={busy} busyLabel={t("Sending...")} onClick={() => void send()}>
            {t("Send")}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t("How was your trip?")}
    >
      <div className="grid gap-4 text-ink">
        <fieldset aria-describedby={missing ? "stars-missing" : undefined}>
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
                  onChange={() => {
                    setStars(n);
                    setMissing(false);
                  }}
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
            {missing && t("Choose one to five stars.")}
          </p>
        </fieldset>
        {stars > 0 && (
          <fieldset className="min-w-0">
            <legend className="mb-2 font-medium text-sm">
              {stars >= 4 ? t("What was good?") : t("What went wrong?")}
            </legend>
            <div className="flex flex-wrap gap-2">
              {offered.map(([name, said]) => (
                <Chip
                  count={null}
                  key={name}
                  label={t.of(said)}
                  onPress={() =>
                    setChips(
                      chips.includes(name) ? chips.filter((one) => one !== name) : [...chips, name],
                    )
                  }
                  pressed={chips.includes(name)}
                />
              ))}
            </div>
          </fieldset>
        )}
        <TextArea
          hint={t("Your driver sees an average, and never who said what.")}
          label={t("Anything else")}
          maxLength={1000}
          name="words"
          onChange={(event) => setWords(event.target.value)}
          optional
          rows={3}
          value={words}
        />
        <div className="empty:hidden" role="alert">
          {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
        </div>
      </div>
    </Dialog>
  );
}
