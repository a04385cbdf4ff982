import { useCallback, useEffect, useMemo, useState } from "react";
import type { Availability, AvailabilityAnswer } from "../../../src/availability/contract";
import type { Api, read } from "../../api";
import { AvailabilityCards } from "../../availability/availability-cards";
import type { AvailabilityCalls } from "../../availability/calls";
import { Card } from "../../ui/card";
import { ErrorState } from "../../ui/error-state";
import { SkeletonRows } from "../../ui/skeleton";
import { failureText, LeftPageError, type StaffCall, useOffice } from "../../office/calls";

/** A driver's hours, days off and preferences, which dispatch sees and can change for the driver. */
export function AvailabilityPanel({ driverId }: { driverId: string }) {
  const { api, call } = useOffice();
  const calls = useMemo(() => staffCalls(api, call, driverId), [api, call, driverId]);
  const [availability, setAvailability] = useState<Availability | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const load = useCallback(async () => {
    setFailure(null);
    try {
      setAvailability(await calls.reload());
    } catch (error) {
      setFailure(failureText(error));
    }
  }, [calls]);
  useEffect(() => void load(), [load]);
  if (failure !== null)
    return (
      <Card className="max-w-3xl">
        <ErrorState message={failure} onRetry={() => void load()} />
      </Card>
    );
  if (!availability)
    return (
      <Card className="max-w-3xl">
        <SkeletonRows rows={7} />
      </Card>
    );
  return (
    <div className="grid max-w-5xl items-start gap-4 md:grid-cols-2">
      <AvailabilityCards
        availability={availability}
        calls={calls}
        onSaved={setAvailability}
        audience="dispatch"
      />
    </div>
  );
}

function staffCalls(api: Api, call: StaffCall, id: string): AvailabilityCalls {
  const path = api.admin.drivers[":id"].availability;
  const readAvailability = async (
    answer: Parameters<typeof read<AvailabilityAnswer>>[0],
  ): Promise<Availability | null> => {
    try {
      return (await call(answer)).availability;
    } catch (error) {
      if (error instanceof LeftPageError) return null;
      throw error;
    }
  };
  return {
    reload: () => readAvailability(path.$get({ param: { id } })),
    saveHours: (json) => readAvailability(path.hours.$put({ param: { id }, json })),
    addDayOff: (json) => readAvailability(path["days-off"].$post({ param: { id }, json })),
    removeDayOff: (dayOffId, version) =>
      readAvailability(
        path["days-off"][":dayOffId"].$delete({
          param: { id, dayOffId },
          query: { version: String(version) },
        }),
      ),
    savePreferences: (json) => readAvailability(path.preferences.$put({ param: { id }, json })),
  };
}
