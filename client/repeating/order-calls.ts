/** The calls about repeating trips: riders make them about their own trips, dispatch about anybody's. */
import type {
  ChangeStandingOrder,
  Repeat,
  RepeatPreview,
  SkipDay,
  StandingOrder,
  StandingOrderChangeAnswer,
  StopOrder,
  UnskipDay,
} from "../../src/reservations/standing-orders/order-contract";
import { type Api, read } from "../api";

/** The calls that the screens of repeating trips make. Each rejects with an `ApiError`. */
export interface OrderCalls {
  preview(reservationId: string, repeat: Repeat): Promise<RepeatPreview>;
  repeat(reservationId: string, repeat: Repeat): Promise<StandingOrder>;
  show(id: string): Promise<StandingOrder>;
  skip(id: string, json: SkipDay): Promise<StandingOrder>;
  unskip(id: string, json: UnskipDay): Promise<StandingOrder>;
  pause(id: string, json: StopOrder): Promise<StandingOrder>;
  resume(id: string, version: number): Promise<StandingOrder>;
  end(id: string, json: StopOrder): Promise<StandingOrder>;
  change(id: string, json: ChangeStandingOrder): Promise<StandingOrderChangeAnswer>;
}

/** A rider's calls. */
export function riderCalls(api: Api): OrderCalls {
  return callsOf(api.reservations[":id"]["standing-order"], api["standing-orders"][":id"]);
}

/** Dispatch's calls. */
export function dispatchCalls(api: Api): OrderCalls {
  return callsOf(
    api.admin.reservations[":id"]["standing-order"],
    api.admin["standing-orders"][":id"],
  );
}

type TripOrderPath =
  | Api["reservations"][":id"]["standing-order"]
  | Api["admin"]["reservations"][":id"]["standing-order"];
type OneOrderPath = Api["standing-orders"][":id"] | Api["admin"]["standing-orders"][":id"];

function callsOf(tripOrderPath: TripOrderPath, orderPath: OneOrderPath): OrderCalls {
  const readOrder = async (call: Parameters<typeof read<{ standingOrder: StandingOrder }>>[0]) =>
    (await read(call)).standingOrder;
  return {
    preview: (id, repeat) => read(tripOrderPath.preview.$post({ param: { id }, json: { repeat } })),
    repeat: (id, repeat) => readOrder(tripOrderPath.$post({ param: { id }, json: { repeat } })),
    show: (id) => readOrder(orderPath.$get({ param: { id } })),
    skip: (id, json) => readOrder(orderPath.skips.$post({ param: { id }, json })),
    unskip: (id, json) => readOrder(orderPath.skips.$delete({ param: { id }, json })),
    pause: (id, json) => readOrder(orderPath.pause.$post({ param: { id }, json })),
    resume: (id, version) =>
      readOrder(orderPath.pause.$delete({ param: { id }, json: { version } })),
    end: (id, json) => readOrder(orderPath.ending.$post({ param: { id }, json })),
    change: (id, json) => read(orderPath.change.$post({ param: { id }, json })),
  };
}
