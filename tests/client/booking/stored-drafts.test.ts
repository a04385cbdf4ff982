/** A draft stored by an older release is restored, including a booking without an answer. */
import { expect, test } from "bun:test";
import { emptyDraft } from "../../../client/booking/draft";
import { SavedDraft } from "../../../client/booking/draft-contract";
import { emptyPhoneDraft } from "../../../client/phone-booking/draft";
import { StoredPhoneDraft } from "../../../client/phone-booking/draft-contract";

const attempt = { key: "sent", body: "{}" };

test("a draft that an older release stored gets the fields that it lacks", () => {
  const { isForSomebodyElse, luggage, ...older } = { ...emptyDraft(), note: "Two prams", attempt };
  const kept = (draft: object) => SavedDraft.parse({ version: 1, savedAt: 0, draft }).draft;
  expect(kept(older)).toEqual({ ...older, isForSomebodyElse, luggage });
  // The passenger is kept.
  expect(kept({ ...older, passengerName: "Keza" }).isForSomebodyElse).toBe(true);

  const { whenText, ...olderPhoneDraft } = {
    ...emptyPhoneDraft(),
    callerText: "0111",
    trip: older,
  };
  expect(
    StoredPhoneDraft.parse({ version: 1, adminId: "desk", draft: olderPhoneDraft, attempt }),
  ).toMatchObject({
    draft: { callerText: "0111", whenText, trip: { note: "Two prams", isForSomebodyElse } },
    attempt,
  });
});

test("a draft with a wrong value is not restored", () => {
  const draft = { ...emptyDraft(), passengers: 0 };
  expect(SavedDraft.safeParse({ version: 1, savedAt: 0, draft }).success).toBe(false);
  expect(SavedDraft.safeParse({ version: 1, savedAt: 0 }).success).toBe(false);
});
