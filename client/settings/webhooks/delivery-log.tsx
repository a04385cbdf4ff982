import { useRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import type { Endpoint, ReplayRequest } from "../../../src/webhooks/contract";
import { FormFailure } from "../../forms/form";
import { useOffice } from "../../office/calls";
import { MoreRows } from "../../office/lists/more-rows";
import { pageOf, usePages } from "../../office/lists/use-pages";
import { useQuery } from "../../office/use-query";
import { useStaffActions } from "../../office/use-staff-form";
import { Button } from "../../ui/button";
import { Chip } from "../../ui/chip";
import { NoticeBanner } from "../../ui/notice-banner";
import { SelectField } from "../../ui/select-field";
import { showToast } from "../../ui/toasts";
import { countText } from "../../ui/trip-words";
import { DeliveryFacts } from "./delivery-facts";

const emptyPage = { rows: [], nextCursor: null };

/** The calls of an endpoint, newest first. One call, or all that failed in a period, can be sent again. */
export function DeliveryLog({ endpoint: { id, isOn, failed } }: { endpoint: Endpoint }) {
  const { api, call } = useOffice();
  const router = useRouter();
  const actions = useStaffActions();
  const [showsOnlyFailed, setShowsOnlyFailed] = useState(false);
  const [hours, setHours] = useState("24");
  const loadDeliveries = useCallback(
    async (cursor?: string) =>
      pageOf(
        "deliveries",
        await call(
          api.admin.webhooks[":id"].deliveries.$get({
            param: { id },
            query: { ...(showsOnlyFailed && { failed: "true" }), ...(cursor && { cursor }) },
          }),
        ),
      ),
    [api, call, id, showsOnlyFailed],
  );
  const first = useQuery(useCallback(() => loadDeliveries(), [loadDeliveries]));
  const pages = usePages(first.answer ?? emptyPage, loadDeliveries);
  const replay = (name: string, json: ReplayRequest) =>
    actions.act(
      name,
      () => call(api.admin.webhooks[":id"].replays.$post({ param: { id }, json })),
      async ({ replayed }) => {
        if (replayed === 0) showToast("info", "No call failed in that time");
        else showToast("success", `${countText(replayed, "call")} sent again`);
        await Promise.all([router.invalidate(), first.load()]);
      },
    );
  return (
    <div className="mt-4 border-line border-t pt-4">
      <div className="flex flex-wrap items-center gap-1.5">
        <Chip
          count={null}
          label="All calls"
          onPress={() => setShowsOnlyFailed(false)}
          isPressed={!showsOnlyFailed}
        />
        <Chip
          count={failed}
          label="Failed"
          onPress={() => setShowsOnlyFailed(true)}
          isPressed={showsOnlyFailed}
        />
        <Button onClick={() => void first.load()} size="small" variant="quiet">
          Refresh
        </Button>
      </div>
      {failed > 0 && isOn && (
        <form
          className="mt-3 flex flex-wrap items-end gap-2"
          method="post"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const sinceMs = Date.now() - Number(hours) * 3_600_000;
            void replay("all", { failedSince: new Date(sinceMs).toISOString() });
          }}
          ref={actions.ref}
        >
          <SelectField
            dense
            label="Failed calls"
            name="failedSince"
            onChange={({ target }) => setHours(target.value)}
            value={hours}
          >
            <option value="1">From the last hour</option>
            <option value="24">From the last 24 hours</option>
            <option value="168">From the last 7 days</option>
            <option value="720">All</option>
          </SelectField>
          <Button
            busy={actions.acting === "all"}
            busyLabel="Sending..."
            size="small"
            type="submit"
            variant="secondary"
          >
            Send again
          </Button>
        </form>
      )}
      <FormFailure className="not-empty:mt-3 grid gap-2" form={actions} />
      {first.failure && (
        <div className="mt-3" role="alert">
          <NoticeBanner tone="danger">{first.failure}</NoticeBanner>
        </div>
      )}
      {!first.answer && !first.failure && <p className="mt-3 text-ink-muted text-sm">Loading...</p>}
      {first.answer && pages.rows.length === 0 && (
        <p className="mt-3 text-ink-muted text-sm">
          {showsOnlyFailed ? "No call has failed." : "No calls yet. Calls are kept for 30 days."}
        </p>
      )}
      <ul className="mt-1 divide-y divide-line">
        {pages.rows.map((delivery) => (
          <li className="flex flex-wrap items-start gap-3 py-3" key={delivery.id}>
            <div className="min-w-0 flex-1">
              <DeliveryFacts delivery={delivery} />
            </div>
            {isOn && delivery.state !== "waiting" && (
              <Button
                aria-label={`Send again: ${delivery.type}`}
                busy={actions.acting === delivery.id}
                onClick={() => void replay(delivery.id, { deliveryId: delivery.id })}
                size="small"
                variant="quiet"
              >
                Send again
              </Button>
            )}
          </li>
        ))}
      </ul>
      <MoreRows {...pages} />
    </div>
  );
}
