/** Failures that callers are told of: one catalogue of codes, one class. */

type Entry = readonly [status: number, message: string];

/** Every code a client may branch on, with its HTTP status and default text. */
export const catalogue = {
  "request.malformed": [400, "The request could not be read."],
  "request.invalid": [400, "Some of what was sent is not valid."],
  "request.unauthenticated": [401, "You are not authenticated"],
  "request.forbidden": [403, "You may not do this."],
  "request.foreign_origin": [403, "This request came from another site."],
  "request.not_found": [404, "There is nothing here."],
  "request.method_not_allowed": [405, "This address does not answer that method."],
  "request.timeout": [408, "The request took too long to arrive."],
  "request.conflict": [409, "Somebody else changed this first."],
  "request.too_large": [413, "That is too large."],
  "request.wrong_type": [415, "This address does not take that kind of content."],
  "request.too_many": [429, "Too many requests. Please wait a moment."],
  "server.error": [500, "Something went wrong on the server."],
  "backup.under_way": [409, "A backup is being made already."],
  "server.upstream": [502, "A service that this server asks did not answer."],
  "server.busy": [503, "The server is busy. Please try again in a moment."],
  "server.disk_full": [507, "The server's disk is full. Nothing was saved."],

  "identifier.invalid": [400, "Invalid email or phone number"],
  "code.invalid_form": [400, "Enter the digits of the code."],
  "code.refused": [401, "OTP Verification failed. Please try again."],
  "code.send_limit": [
    429,
    "You have asked for too many codes. Please wait before you ask for another one.",
  ],
  "code.sms_country": [
    422,
    "We cannot send text messages to this country. Please use your email address.",
  ],
  "link.refused": [401, "This link has expired or was already used. Please sign in again."],
  "identity.not_offered": [422, "You can’t sign in that way here."],
  "identity.already_linked": [
    409,
    "Another account of this provider is already linked. Unlink it first.",
  ],
  "identity.last_way": [
    409,
    "This is the only way to sign in to your account. Add an email address or a phone number first.",
  ],
  "rider.blocked": [
    403,
    "We can’t take bookings from this account at the moment. Please call us and we’ll sort it out together.",
  ],
  "rider_merge.self": [422, "These are one rider already."],
  "rider_merge.stale": [
    409,
    "One of the two was changed since you looked. Look at both again, then merge them.",
  ],
  "rider_merge.companies": [
    422,
    "These riders belong to different company accounts. Tick that the memberships are moved, or take the rider out of the company first.",
  ],
  "contact.taken": [409, "Another account already uses this contact."],
  "picture.unreadable": [415, "This picture could not be read. Use a JPG, PNG or WebP file."],
  "picture.too_many_pixels": [
    413,
    "This picture is very large and mostly empty. Make it smaller and send it again.",
  ],
  "picture.too_large": [413, "This picture is too large. The limit is 5 MB and 40 megapixels."],

  "service.not_offered": [
    422,
    "We don’t offer this. Please choose another kind of ride or call us.",
  ],
  "settings.configured": [422, "The environment of the server says this."],

  "content.gone": [410, "This is no longer here."],
  "website.too_many": [422, "There is no room for more of these. Remove one first."],
  "website.address_taken": [409, "Another one has this address, or had it."],
  "website.builtin": [409, "This comes with Livery: it can be hidden, and not removed."],
  "logo.drawing": [
    415,
    "A drawing (SVG) can hold scripts and is not taken. Save it as a PNG, at least 480 pixels wide.",
  ],

  "push.service_unknown": [422, "This browser uses a notification service that we don’t support."],
  "notifications.no_way_left": [
    422,
    "We need one way to tell you about your trips. Leave email or text messages on.",
  ],
  "account.confirm_first": [
    403,
    "Please confirm that it’s you first: ask for a code and enter it here.",
  ],
  "account.no_contact": [
    422,
    "We have no email address or phone number to send a code to. Sign out and in again instead.",
  ],
  "account.export_limit": [429, "You can get five copies a day. Please try again later."],
  "account.trip_under_way": [
    409,
    "You have a trip under way. You can delete your account once it has ended.",
  ],
  "account.trips_ahead": [
    409,
    "You have upcoming trips. Cancel them first, then delete your account.",
  ],

  "driver.contact_missing": [400, "A driver needs an email address or a phone number to sign in."],
  "vehicle.plate_taken": [409, "Another vehicle already has this plate."],
  "vehicle.plan_stale": [409, "This has changed meanwhile. Look at it again."],
  "vehicle.too_many_plans": [422, "A vehicle has 30 lines on its schedule at most."],
  "vehicle.outage_stale": [
    409,
    "This time out of service has changed meanwhile. Look at it again.",
  ],
  "vehicle.outage_over": [409, "This time out of service is over."],
  "vehicle_class.name_taken": [409, "Another class already has this name."],
  "vehicle_class.last_active": [
    409,
    "This is the last class that can be booked. Switch another one on first.",
  ],
  "vehicle_class.too_many": [422, "There can be 50 classes at most."],
  "driver.unknown": [
    404,
    "We do not know a driver with this contact. To drive with us, send an application first.",
  ],
  "driver.suspended": [403, "This driver account is suspended. Please call dispatch."],
  "driver.already_suspended": [409, "This driver is suspended already."],
  "driver.not_suspended": [409, "This driver is not suspended."],
  "driver.under_way": [
    409,
    "This driver is at a pickup or has somebody on board. Once that trip has ended they can be suspended.",
  ],
  "driver.trips_changed": [
    409,
    "This driver’s trips have changed meanwhile. Look at them again, then suspend.",
  ],
  "application.too_many": [429, "Too many applications came from here today."],
  "application.busy": [503, "Too many applications are being received. Please try again shortly."],
  "application.upload_limit": [429, "Too many files came from here today."],
  "application.upload_gone": [409, "Some files have to be sent again."],
  "application.decided": [409, "This application has been decided. It cannot be changed any more."],
  "application.stale": [409, "This application has changed meanwhile. Look at it again."],
  "application.not_whole": [422, "Only a whole and certified application can be approved."],
  "application.not_reviewed": [
    422,
    "Decide on each document first: every one needs to be accepted or refused.",
  ],
  "application.no_contact": [
    422,
    "This applicant gave no email address or phone number we could write to.",
  ],
  "application.link_gone": [404, "This link no longer works."],

  "incident.in_future": [422, "This lies in the future. Please check the time."],
  "incident.too_old": [422, "This happened more than 30 days ago. Please call dispatch."],
  "incident.not_of_trip": [
    422,
    "This is no trip of yours that goes on, or ended within a day. Report it without the trip.",
  ],
  "incident.too_many_photos": [422, "An incident has six photos at most."],
  "incident.stale": [409, "This incident has changed meanwhile. Look at it again."],
  "no_show.too_early": [422, "Please wait longer, and call your passenger meanwhile."],
  "no_show.photo_late": [409, "This photo comes too late: it was for a no-show of another day."],

  "document.no_vehicle": [422, "You have no usual vehicle. Please ask dispatch to name it first."],
  "document.decided": [409, "This document has been decided already. Look at it again."],

  "paper.wrong_type": [
    415,
    "This file cannot be used. Documents may be PDF, JPG or PNG files, photos JPG or PNG files.",
  ],
  "paper.heic": [
    415,
    "This is a HEIC photo, which cannot be read here. Please save it as JPG, or take the photo anew in this page.",
  ],
  "paper.damaged": [415, "This file is damaged or was cut short. Please choose it again."],
  "paper.locked": [
    415,
    "This PDF is locked with a password. Please save it without one, or send a photo of the page.",
  ],
  "paper.no_pages": [415, "This PDF has no pages. Please choose another file."],
  "paper.too_large": [
    413,
    "This file is too large. A file may have 10 MB, a picture 40 megapixels, and all files 80 MB.",
  ],

  "admin.refused": [401, "Invalid email or password"],
  totp_required: [401, "Enter the code from your authenticator app."],
  "second_factor.missing": [
    403,
    "This operator asks for a second factor at sign-in. Set yours up to go on.",
  ],
  "second_factor.wrong_code": [422, "This code is not right, or was used before."],
  "second_factor.offer_over": [409, "That took too long. Begin again with a new key."],
  "second_factor.on": [409, "Your second factor is on already."],
  "second_factor.off": [409, "There is no second factor to change."],
  "staff.last_owner": [409, "Somebody must stay an owner who can sign in."],
  "staff.off": [409, "They may not sign in any more. Give them access again first."],
  "staff.own_second_factor_first": [
    409,
    "Set your own second factor up first: you would lock yourself out.",
  ],
  "second_factor.required": [409, "The owner asks all staff for a second factor."],
  "admin.login_limit": [429, "Too many failed attempts. Please wait 15 minutes."],
  "admin.wrong_password": [401, "Invalid password"],
  "admin.current_password": [422, "The current password is not right."],
  "admin.password_required": [400, "Password is required"],
  "admin.locked": [423, "This session is locked. Unlock it with your password."],
  "admin.setup_done": [409, "This server already has an owner."],

  "vehicle_data.bad_vin": [400, "A VIN has 17 letters and digits, without I, O and Q."],
  "vehicle_data.unknown_vin": [404, "This VIN is not known."],

  "trip.time_gap": [422, "This time does not exist on that day: the clocks go forward."],
  "trip.time_ambiguous": [422, "This time comes twice that night. Choose which one you mean."],
  "trip.past": [400, "The pickup time has passed."],
  "trip.too_far_ahead": [400, "The pickup time is too far ahead."],
  "trip.outside_pickup": [422, "We don’t pick up there. Please choose another place or call us."],
  "trip.outside_dropoff": [422, "We don’t drive there. Please choose another place or call us."],
  "trip.too_soon": [422, "That’s too soon for us. Please choose a later time."],
  "trip.return_too_early": [422, "The return trip would start before you have arrived."],
  "trip.no_way_back": [422, "This kind of trip has no return trip."],
  "trip.same_place": [422, "Pickup and drop-off are the same place."],
  "trip.place_unknown": [422, "Choose a place from the list so that we know the route."],
  "trip.hours_missing": [400, "Choose the number of hours."],
  "trip.no_vehicle": [422, "None of our vehicles fits this trip. Please call us."],
  "trip.extra": [422, "This extra is not offered for this trip."],
  "promotion.used_up": [422, "This promotion has been used up. Here is the price without it."],
  "promotion.used_by_rider": [
    422,
    "You have already used this promotion. Here is the price without it.",
  ],
  "fees.draft_stale": [409, "Somebody else has changed the draft meanwhile."],
  "fees.unchanged": [422, "The draft says nothing else than the prices in force."],
  "fees.faulty": [422, "The draft has holes or contradictions. Nothing was published."],
  "fees.starts_past": [422, "Choose a moment that is still to come, or publish at once."],
  "fees.started": [409, "This version has started already. Publish another one instead."],
  "region.settled": [409, "This can no longer be changed."],
  "quote.expired": [409, "This price has expired. Here is the current price."],
  "quote.refused": [400, "We can’t accept this quote. Please ask for a new price."],
  "profile.incomplete": [403, "Please complete your profile first."],

  "saved_place.too_many": [422, "You have saved the maximum number of places. Remove one first."],
  "zone.shape": [422, "This cannot be a zone."],
  "zone.name_taken": [409, "Another zone already has this name."],
  "zone.in_use": [409, "This zone is needed by a price list."],
  "zone.last_of_area": [409, "Riders may book in this zone alone."],
  "zone.too_many": [422, "There are too many zones."],
  "zone.import_refused": [422, "Nothing was imported: some features have faults."],

  "company.not_member": [
    422,
    "You cannot book on this company's account. Choose another way to pay.",
  ],
  "company.not_approved": [
    422,
    "You are not yet approved for this company's account. Choose another way to pay.",
  ],
  "company.suspended": [
    422,
    "This company's account takes no trips at the moment. Choose another way to pay.",
  ],
  "company.limit_reached": [
    422,
    "This trip would exceed the company's credit limit. Choose another way to pay.",
  ],
  "company.cost_centre": [422, "Choose one of the company's cost centres."],
  "company.reference_missing": [422, "The company requires a reference for each trip."],
  "company.name_taken": [409, "Another company already has this name."],
  "company.cost_centre_taken": [409, "The company already has a cost centre of this name."],
  "company.member_known": [409, "This person is already a member or invited."],
  "company.too_many": [422, "This company can’t have any more of these."],
  "company.invoiced": [409, "This trip stands on an invoice already."],
  "invoice.nothing": [422, "There is no settled trip to invoice."],
  "invoice.too_much": [422, "That is more than is left of the invoice."],
  "invoice.reversed": [409, "This payment was taken back already."],

  "payout.too_much": [422, "That is more than is owed to the driver by now."],
  "payout.trip": [422, "This is not a trip of the driver."],
  "payout.reversed": [409, "This entry was taken back already."],

  "provider.not_configured": [409, "This service is not connected."],
  "business.not_open": [422, "We’re opening soon. Please come back, or write to us."],
  "booking.closed": [
    422,
    "We’re not taking bookings here at the moment. Please call us or come back later.",
  ],
  "idempotency.reused": [422, "This Idempotency-Key was used for another request."],
  "idempotency.in_flight": [409, "We are making this booking right now."],

  "reservation.stale": [409, "This reservation has changed meanwhile. Look at it again."],
  "reservation.illegal_transition": [409, "This step is not possible in the reservation's state."],
  "reservation.no_receipt": [409, "There is no receipt: nothing is due for this trip yet."],
  "reservation.not_changeable": [409, "This trip can no longer be changed here. Please call us."],
  "reservation.change_too_late": [
    409,
    "Cancelling this trip now costs a fee. To move or shorten it, please call us.",
  ],
  "reservation.not_cancellable": [409, "This reservation can no longer be cancelled."],
  "rating.closed": [
    409,
    "This trip can no longer be rated, and its rating can no longer be changed.",
  ],
  "tip.closed": [409, "You can no longer tip for this trip here."],
  "tip.settled": [409, "This trip is settled. Please call us: we can reopen it for your tip."],
  "tip.too_much": [422, "This is more than the largest tip we can take."],
  "property.not_reportable": [
    409,
    "You can report lost property here for 90 days after a trip. Please call us.",
  ],
  "property.too_many_reports": [
    422,
    "You have already reported five things for this trip. Please call us.",
  ],
  "property.stale": [409, "Somebody else has changed this meanwhile. Look at it again."],
  "property.over": [409, "This step is no longer possible."],
  "property.matched": [422, "Somebody waits for this item. Take the match back first."],
  "property.too_early": [422, "This item has to be kept for its owner still."],
  "contact.stale": [409, "Somebody else has changed this message meanwhile. Look at it again."],
  "contact.no_email": [422, "There is no e-mail address to answer to. Please call them."],
  "contact.no_such_trip": [422, "There is no trip with this number."],
  "contact.no_such_rider": [422, "There is no such rider."],
  "contact.no_such_person": [422, "This person does not work here any more."],
  "contact.too_many_templates": [422, "There is room for 50 templates. Remove one first."],
  "reservation.waits_for_call": [
    409,
    "This return trip has no time yet: it waits for the passenger to call.",
  ],
  "reservation.call_too_early": [
    409,
    "You can call for the return trip once your outbound trip has started.",
  ],
  "standing_order.stale": [
    409,
    "These repeating trips have just been changed. Please check them again.",
  ],
  "standing_order.exists": [409, "This trip already repeats."],
  "standing_order.needs_price": [
    422,
    "This trip has no price yet. You can repeat it once we have given you one.",
  ],
  "standing_order.not_active": [409, "These repeating trips have ended or are paused."],
  "standing_order.no_such_day": [422, "There is no trip on this day."],
  "standing_order.fee_changed": [
    409,
    "Cancelling now costs more than was shown. Please check it again.",
  ],
  "standing_order.too_many": [
    422,
    "You have reached the maximum number of repeating trips. End one first.",
  ],
  "view.too_many": [422, "You keep 20 views already. Remove one to keep another."],
  "assignment.refused": [422, "This driver or vehicle cannot take the trip."],
  "assignment.driver_overlap": [409, "The driver has another trip at that time."],
  "assignment.vehicle_overlap": [409, "The vehicle has another trip at that time."],
  "assignment.vehicle_out_of_service": [409, "The vehicle is out of service at that time."],
  "tap.in_future": [
    422,
    "This tap bears a time that is still to come. Check the clock of your phone, then send it again.",
  ],
  "tap.before_former_step": [
    422,
    "This tap bears a time before the step that it follows. Check the clock of your phone, then send it again.",
  ],
  "tap.too_old": [422, "This tap was made more than a day ago. Please call dispatch."],
  "tap.too_early": [
    422,
    "It is too early for this step. If it has to be sooner, please call dispatch.",
  ],
  "cash.not_due": [409, "Nothing is due for this trip."],
  "cash.confirmed": [409, "You have confirmed what you received for this trip already."],
  "reservation.amount_due": [
    409,
    "Something is due for this trip. Record the payment, or waive it with a reason.",
  ],
  "payment.paid_already": [
    409,
    "Something was paid for this trip, so no company can be billed for it. Refund or reverse the payment first.",
  ],
  "payment.on_account": [409, "A company is billed for this trip: record payments of its invoice."],
  "payment.nothing_due": [409, "Nothing is due for this trip."],
  "payment.no_driver": [409, "Only the driver of a trip that is over can hold its money."],
  "payment.refund_too_much": [422, "That is more than was paid."],
  "payment.reversed": [409, "This payment was reversed already."],
  "payment.of_provider": [409, "A provider took this payment: refund it there."],
  "payment.settled": [409, "This trip is settled. Reopen it first."],
  "stop.not_next": [409, "This is not what comes next at the stops of the trip."],
  "boarding.code_required": [422, "Please ask your passenger for the code of the trip first."],
  "boarding.wrong_code": [422, "This is not the code of your passenger."],
  "boarding.locked": [422, "There were three wrong codes. Dispatch has to confirm your passenger."],
  "boarding.not_now": [409, "Nobody is about to board this trip."],
  "messages.not_open": [409, "Messages open once a driver is assigned."],
  "messages.over": [409, "This trip has ended, and so has its conversation. Please call us."],
  "messages.closed": [409, "Dispatch has closed this conversation. Please call us."],
  "messages.nobody": [422, "There is nobody on this trip to receive the message."],
  "messages.too_many": [422, "This conversation is full. Please call us."],
  "assignment.no_split": [409, "This reservation cannot be split, or not like this."],
  "assignment.no_waybill": [409, "There is no waybill: nobody drives this trip."],
  "offer.gone": [409, "This offer is no longer open."],
  "offer.taken": [409, "Another driver was faster. You have nothing to do."],
  "tracking.off_duty": [409, "Positions are taken on shift and on a trip only."],
  "tracking.trip_over": [409, "This trip has ended: there is nothing left to follow."],
  "tracking.link_gone": [404, "This link no longer works."],
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof catalogue;

/**
 * What somebody did to a thing since the caller saw it. A change has its text, such as "14:00 → 14:30",
 * where the record of it does; else who asks compares what they saw with what is.
 */
export type ConcurrentChange = {
  at: string;
  by: string;
  changes: readonly { field: string; text?: string | undefined }[];
  /** Of a reservation: from which state to which. */
  states?: { from: string; to: string } | undefined;
};

type Details = {
  /** Replaces the catalogue's text, for refusals that name the reason. */
  message?: string;
  /** What is wrong with which field of the request. */
  fields?: Record<string, string>;
  /** The number to call, where the text names it too. */
  phone?: string;
  /** With a conflict, for staff: who has changed what since the version that the caller saw, oldest first. */
  meanwhile?: readonly ConcurrentChange[];
  /** Seconds until it makes sense to try again: becomes `Retry-After`. */
  retryAfterSeconds?: number;
  /** Methods that would be allowed: becomes `Allow`. */
  allow?: string;
};

/** A refusal with a code of the catalogue. Actions and routes throw it; `onError` renders it. */
export class AppError extends Error {
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly phone: string | undefined;
  readonly meanwhile: readonly ConcurrentChange[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string | undefined;

  constructor(
    readonly code: ErrorCode,
    details: Details = {},
  ) {
    const [status, message] = catalogue[code];
    super(details.message ?? message);
    this.status = status;
    this.fields = details.fields;
    this.phone = details.phone;
    this.meanwhile = details.meanwhile;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.allow = details.allow;
  }
}
