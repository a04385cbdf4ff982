/** The draft saves itself, survives a network failure and other editors, and loses nothing. */
import { afterEach, describe, expect, jest, test } from "bun:test";
import {
  createDraft,
  type DraftOptions,
  type UnsavedDraft,
  RETRY_AFTER_MS,
  SAVE_DELAY_MS,
  type SaveOutcome,
} from "../../../client/fees/draft";
import { replaceAt } from "../../../client/fees/paths";
import type { FeeSchedule } from "../../../src/fares/contract";
import type { FeeDraftAnswer } from "../../../src/fares/fee-contract";
import { schedule } from "./schedule";

afterEach(() => {
  jest.useRealTimers();
});

const answer = (version: number, saved: FeeSchedule, updatedBy = "Ada"): FeeDraftAnswer => ({
  schedule: saved,
  version,
  basedOn: { id: "one", number: 1 },
  changed: true,
  updatedAt: "2026-11-20T08:00:00.000Z",
  updatedBy,
  faults: [],
  world: {
    currency: "RWF",
    distanceUnit: "km",
    vehicleClasses: [],
    zones: [],
    places: [],
    companies: [],
  },
});

/** Starts a draft with a server that gives these answers one by one, and then saves. */
function start(answers: SaveOutcome[] = []) {
  jest.useFakeTimers();
  const sent: { version: number; schedule: FeeSchedule }[] = [];
  let savedDraft: UnsavedDraft | null = null;
  const options: DraftOptions = {
    send: async (version, now) => {
      sent.push({ version, schedule: now });
      return answers.shift() ?? { kind: "saved", answer: answer(version + 1, now) };
    },
    review: ({ rates }) =>
      rates.length === 0 ? [{ severity: "error", path: "rates", message: "No rates" }] : [],
    storeUnsaved: (next) => {
      savedDraft = next;
    },
  };
  const draft = createDraft(answer(1, schedule()), options);
  const rest = async (milliseconds = SAVE_DELAY_MS) => {
    jest.advanceTimersByTime(milliseconds);
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return {
    draft,
    sent,
    rest,
    kept: () => savedDraft as UnsavedDraft | null,
    state: () => draft.getState(),
  };
}

describe("saving the draft", () => {
  test("sends the newest values once typing pauses", async () => {
    const { draft, sent, rest, state, kept } = start();
    draft.set("rates.0.baseMinor", 2_100);
    await rest(SAVE_DELAY_MS / 2);
    draft.set("rates.0.baseMinor", 2_200);
    expect(state().saving.kind).toBe("saving");
    expect(kept()?.schedule.rates[0]?.baseMinor).toBe(2_200);
    await rest();
    expect(sent.map((each) => each.schedule.rates[0]?.baseMinor)).toEqual([2_200]);
    expect(state()).toMatchObject({ version: 2, saving: { kind: "saved" } });
    expect(kept()).toBeNull();
  });

  test("sends nothing if the old value is typed again", async () => {
    const { draft, sent, rest, state } = start();
    draft.set("rates.0.baseMinor", 1);
    draft.set("rates.0.baseMinor", 2_000);
    await rest();
    expect(sent).toEqual([]);
    expect(state().saving.kind).toBe("saved");
  });

  test("keeps everything and tries again when the network is down", async () => {
    const { draft, sent, rest, state, kept } = start([{ kind: "unreachable" }]);
    draft.set("rates.0.baseMinor", 2_100);
    await rest();
    expect(state().saving.kind).toBe("offline");
    expect(kept()?.schedule.rates[0]?.baseMinor).toBe(2_100);
    await rest(RETRY_AFTER_MS);
    expect(sent).toHaveLength(2);
    expect(state().saving.kind).toBe("saved");
  });

  test("shows a refusal in the server's words until something changes", async () => {
    const { draft, rest, state } = start([{ kind: "refused", message: "Too large" }]);
    draft.set("rates.0.baseMinor", 2_100);
    await rest();
    expect(state().saving).toEqual({ kind: "refused", message: "Too large" });
    draft.set("rates.0.baseMinor", 2_200);
    await rest();
    expect(state().saving.kind).toBe("saved");
  });

  test("sends nothing more after the page is left for the lock screen, and keeps the edits", async () => {
    const { draft, sent, rest, kept } = start([{ kind: "left" }]);
    draft.set("rates.0.baseMinor", 2_100);
    await rest();
    await rest(RETRY_AFTER_MS * 3);
    expect(sent).toHaveLength(1);
    expect(kept()?.schedule.rates[0]?.baseMinor).toBe(2_100);
  });

  test("reports no conflict if the server already has the same values", async () => {
    const mine = replaceAt(schedule(), "rates.0.baseMinor", 2_100);
    const { draft, rest, state, kept } = start([{ kind: "stale", theirs: answer(2, mine) }]);
    draft.set("rates.0.baseMinor", 2_100);
    await rest();
    expect(state()).toMatchObject({ version: 2, saving: { kind: "saved" } });
    expect(kept()).toBeNull();
  });

  test("sends edits made during a save after that save", async () => {
    const { draft, sent, rest, state } = start();
    draft.set("rates.0.baseMinor", 2_100);
    const flushDone = draft.flush();
    draft.set("rates.0.baseMinor", 2_200);
    await flushDone;
    await rest();
    expect(sent.map(({ version }) => version)).toEqual([1, 2]);
    expect(state().saved.rates[0]?.baseMinor).toBe(2_200);
  });
});

describe("a field that can't be read", () => {
  test("is reported as a fault, keeps its text and is not sent", async () => {
    const { draft, sent, rest, state, kept } = start();
    draft.setUnfinishedField("rates.0.baseMinor", "abc", "Not an amount");
    expect(state().faults).toEqual([
      { severity: "error", path: "rates.0.baseMinor", message: "Not an amount" },
    ]);
    await rest();
    expect(sent).toEqual([]);
    expect(kept()?.unfinished).toEqual({
      "rates.0.baseMinor": { text: "abc", fault: "Not an amount" },
    });
    draft.set("rates.0.baseMinor", 2_100);
    expect(state().faults).toEqual([]);
  });
});

describe("undoing a removal", () => {
  test("puts the row back in its place and keeps later changes", () => {
    const { draft, state } = start();
    draft.setUnfinishedField("surcharges.0.amount.percent", "x", "No number");
    draft.setUnfinishedField("surcharges.1.name", "", "Enter a name");
    draft.remove("surcharges", 0, "Night");
    expect(state().unfinished).toEqual({
      "surcharges.0.name": { text: "", fault: "Enter a name" },
    });
    draft.set("rates.0.baseMinor", 2_100);
    draft.undo();
    expect(state().schedule.surcharges.map(({ name }) => name)).toEqual(["Night", "Airport"]);
    expect(state().schedule.rates[0]?.baseMinor).toBe(2_100);
    expect(Object.keys(state().unfinished).toSorted()).toEqual([
      "surcharges.0.amount.percent",
      "surcharges.1.name",
    ]);
  });
});

describe("a draft that somebody else has saved first", () => {
  const theirs = answer(5, replaceAt(schedule(), "rates.1.baseMinor", 6_000), "Grace");

  async function conflictingDraft() {
    const all = start([{ kind: "stale", theirs }]);
    all.draft.set("rates.0.baseMinor", 2_100);
    await all.rest();
    expect(all.state().saving.kind).toBe("conflict");
    expect(all.state().schedule.rates[0]?.baseMinor).toBe(2_100);
    return all;
  }

  test.each([
    ["both", [2_100, 6_000], 2],
    ["mine", [2_100, 5_000], 2],
    ["theirs", [2_000, 6_000], 1],
  ] as const)(
    "gets the values of the choice %s and is saved",
    async (choice, baseDrafts, calls) => {
      const { draft, rest, state, sent } = await conflictingDraft();
      draft.resolve(choice);
      await rest();
      expect(state().schedule.rates.map(({ baseMinor }) => baseMinor)).toEqual([...baseDrafts]);
      expect(state().saving.kind).toBe("saved");
      expect(sent).toHaveLength(calls);
      if (calls === 2) expect(sent[1]?.version).toBe(5);
    },
  );

  test("is not sent before the choice, and can still be edited", async () => {
    const { draft, rest, state, sent } = await conflictingDraft();
    draft.set("rates.0.baseMinor", 2_300);
    await rest();
    expect(sent).toHaveLength(1);
    expect(state().schedule.rates[0]?.baseMinor).toBe(2_300);
  });
});

describe("edits that an earlier page kept", () => {
  const mine = replaceAt(schedule(), "rates.0.baseMinor", 2_100);

  test("are sent if no one has saved since", async () => {
    const { draft, rest, state } = start();
    draft.restore({ version: 1, base: schedule(), schedule: mine, unfinished: {} });
    expect(state().notice).toBe("Your earlier entries are restored.");
    await rest();
    expect(state().saved.rates[0]?.baseMinor).toBe(2_100);
  });

  test("lead to a conflict if somebody has saved since", () => {
    const { draft, state } = start();
    const base = replaceAt(schedule(), "rates.1.baseMinor", 1);
    const own = replaceAt(base, "rates.0.baseMinor", 2_100);
    draft.restore({ version: 0, base, schedule: own, unfinished: {} });
    expect(state().saving.kind).toBe("conflict");
    draft.resolve("both");
    expect(state().schedule.rates.map(({ baseMinor }) => baseMinor)).toEqual([2_100, 5_000]);
  });
});
