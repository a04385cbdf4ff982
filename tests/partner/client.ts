/** A partner's program, written only from the released description. */
import createClient from "openapi-fetch";
import type { paths } from "./partner-v1.gen";

/** Books the cheapest class, moves the trip to a later time, and cancels it. Returns the answers on the way. */
export async function bookChangeAndCancel(baseUrl: string, key: string) {
  const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

  const quoted = await api.POST("/backend/partner/v1/quotes", {
    body: {
      serviceType: "airport_pickup",
      pickup: { name: "Airport", detail: "Arrivals", latitude: -1.9686, longitude: 30.1395 },
      dropoff: { name: "Hotel", detail: "KN 3 Ave", latitude: -1.9532, longitude: 30.0616 },
      pickupLocal: "2026-11-21T09:30",
      passengers: 2,
      luggage: 1,
    },
  });
  const [cheapest] = quoted.data?.options ?? [];
  if (!quoted.data || !cheapest) throw new Error(JSON.stringify(quoted.error));

  const order = {
    params: { header: { "Idempotency-Key": "order-4711" } },
    body: {
      quote: quoted.data.quote,
      vehicleClassId: cheapest.vehicleClass.id,
      passenger: { name: "Aline Uwase", phone: "+250788123456" },
      flightNumber: "WB 203",
    },
  };
  const made = await api.POST("/backend/partner/v1/bookings", order);
  const repeatedBooking = await api.POST("/backend/partner/v1/bookings", order);
  if (!made.data || !repeatedBooking.data)
    throw new Error(JSON.stringify(made.error ?? repeatedBooking.error));
  const { id, version } = made.data.booking;
  const path = { params: { path: { id } } };

  const later = await api.POST("/backend/partner/v1/bookings/{id}/change-quote", {
    ...path,
    body: { version, pickupLocal: "2026-11-21T11:00" },
  });
  if (!later.data) throw new Error(JSON.stringify(later.error));
  const changed = await api.PUT("/backend/partner/v1/bookings/{id}", {
    ...path,
    body: { version, quote: later.data.quote, note: "Gate B" },
  });
  if (!changed.data) throw new Error(JSON.stringify(changed.error));

  const tracking = await api.GET("/backend/partner/v1/bookings/{id}/tracking", path);
  const preview = await api.GET("/backend/partner/v1/bookings/{id}/cancellation", path);
  const cancelled = await api.POST("/backend/partner/v1/bookings/{id}/cancellation", {
    ...path,
    body: { version: changed.data.booking.version, reason: "The guest has left" },
  });
  const list = await api.GET("/backend/partner/v1/bookings", { params: { query: { limit: 10 } } });
  return {
    quoted: cheapest.fareMinor,
    made: made.data.booking,
    again: repeatedBooking.data.booking,
    changed: changed.data.booking,
    tracking: tracking.data,
    preview: preview.data,
    cancelled: cancelled.data?.booking,
    list: list.data?.bookings,
  };
}
