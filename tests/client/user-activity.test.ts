import { expect, setSystemTime, test } from "bun:test";
import { activityHeaders, watchActivity } from "../../client/user-activity";

test("calls are marked as unattended after a minute without keys, pointer or wheel", () => {
  const start = Date.now();
  setSystemTime(start);
  try {
    expect(activityHeaders(start + 3_600_000)).toEqual({});
    const screen = new EventTarget();
    watchActivity(screen);
    expect(activityHeaders(start + 60_000)).toEqual({});
    expect(activityHeaders(start + 60_001)).toEqual({ "Livery-Unattended": "1" });
    for (const sign of ["keydown", "pointerdown", "pointermove", "wheel"]) {
      const later = Date.now() + 120_000;
      setSystemTime(later);
      expect(activityHeaders()).toEqual({ "Livery-Unattended": "1" });
      screen.dispatchEvent(new Event(sign));
      expect(activityHeaders()).toEqual({});
    }
  } finally {
    setSystemTime();
  }
});
