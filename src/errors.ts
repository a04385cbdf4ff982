/** Errors that callers see: one catalogue of codes and one class. */

type Entry = readonly [status: number, message: string];

/** Every error code with its HTTP status and default text. Clients branch on the code. */
export const errorCatalogue = {
  "key.refused": [401, "This API key does not exist, has expired or was revoked."],
  "key.scope": [403, "This API key does not have the scope for this call."],
  "key.address": [403, "This API key cannot be used from this address."],
  "key.company": [403, "This API key is for another company."],
  "key.too_many": [422, "You have reached the limit of API keys. Revoke one first."],

  "request.malformed": [400, "The request could not be read."],
  "request.invalid": [400, "Some of the values are not valid."],
  "request.unauthenticated": [401, "You are not authenticated"],
  "request.forbidden": [403, "You don’t have permission to do this."],
  "request.foreign_origin": [403, "This request came from another site."],
  "request.not_found": [404, "We could not find this."],
  "request.method_not_allowed": [405, "This address does not support that method."],
  "request.timeout": [408, "The request took too long to arrive."],
  "request.conflict": [409, "Somebody else saved a change first."],
  "request.too_large": [413, "The request is too large."],
  "request.wrong_type": [415, "This address does not accept that type of content."],
  "request.too_many": [429, "Too many requests. Please wait a moment."],
  "server.error": [500, "Something went wrong on the server. Please try again."],
  "streets.under_way": [409, "Streets are being imported. Wait until the import has ended."],
  "backup.under_way": [409, "A backup is already running."],
  "server.upstream": [502, "An outside service did not answer. Please try again."],
  "server.busy": [503, "The server is busy. Please try again in a moment."],
  "server.disk_full": [507, "The server's disk is full. Nothing was saved."],

  "identifier.invalid": [400, "Invalid email or phone number"],
  "code.invalid_form": [400, "Enter the digits of the code."],
  "code.refused": [401, "OTP Verification failed. Please try again."],
  "code.send_limit": [
    429,
    "You have requested too many codes. Please wait before you request another.",
  ],
  "code.sms_country": [
    422,
    "We cannot send text messages to this country. Please use your e-mail address.",
  ],
  "link.refused": [401, "This link has expired or was already used. Please sign in again."],
  "identity.not_offered": [422, "You cannot sign in this way here."],
  "identity.already_linked": [
    409,
    "An account with this provider is already linked. Unlink it first, then link another one.",
  ],
  "identity.last_way": [
    409,
    "This is your only way to sign in. Add an e-mail address or a phone number first.",
  ],
  "rider.blocked": [
    403,
    "We cannot take bookings from this account right now. Please call us and we will sort it out.",
  ],
  "rider_merge.self": [422, "You chose the same rider twice. Choose another one."],
  "rider_merge.stale": [409, "One of these riders has changed. Check both again, then merge them."],
  "rider_merge.companies": [
    422,
    "These riders belong to different company accounts. Choose to move the memberships, or remove the rider from the company first.",
  ],
  "contact.taken": [409, "Another account already uses this contact."],
  "picture.unreadable": [415, "This picture could not be read. Use a JPG, PNG or WebP file."],
  "picture.too_many_pixels": [
    413,
    "This picture has too many pixels. Make it smaller, then send it again.",
  ],
  "picture.too_large": [413, "This picture is too large. The limit is 5 MB and 40 megapixels."],

  "service.not_offered": [
    422,
    "We don’t offer this service. Please choose another one, or call us.",
  ],
  "settings.configured": [
    422,
    "This setting comes from the server’s environment and cannot be changed here.",
  ],

  "webhook.too_many": [422, "You have reached the limit of 20 webhooks. Delete one first."],
  "webhook.off": [422, "This webhook is off. Turn it on first."],

  "content.gone": [410, "This content no longer exists."],
  "website.too_many": [
    422,
    "You have reached the limit for this kind of content. Remove something first.",
  ],
  "website.address_taken": [409, "This address is in use, or was used before. Choose another one."],
  "website.builtin": [409, "This content comes with Livery. You can hide it but not remove it."],
  "logo.drawing": [
    415,
    "SVG files can contain scripts and are not accepted. Save the logo as a PNG, at least 480 pixels wide.",
  ],

  "push.service_unknown": [422, "This browser uses a notification service that we do not support."],
  "notifications.no_way_left": [
    422,
    "We have to be able to reach you about your trips. Leave e-mail or text messages on.",
  ],
  "account.confirm_first": [403, "Please confirm that it’s you: request a code and enter it here."],
  "account.no_contact": [
    422,
    "Your account has no e-mail address or phone number for a code. Sign in again instead.",
  ],
  "account.export_limit": [
    429,
    "You can download five copies of your data a day. Please try again tomorrow.",
  ],
  "account.trip_under_way": [
    409,
    "You have a trip under way. You can delete your account once it has ended.",
  ],
  "account.trips_ahead": [
    409,
    "You have upcoming trips. Cancel them first, then delete your account.",
  ],

  "driver.contact_missing": [400, "A driver needs an e-mail address or a phone number to sign in."],
  "vehicle.plate_taken": [409, "Another vehicle already has this plate number."],
  "vehicle.plan_stale": [
    409,
    "Somebody else has changed this entry of the schedule. Check it again.",
  ],
  "vehicle.too_many_plans": [
    422,
    "A vehicle can have at most 30 entries in its maintenance schedule.",
  ],
  "vehicle.outage_stale": [
    409,
    "Somebody else has changed this time out of service. Check it again.",
  ],
  "vehicle.outage_over": [409, "This time out of service has ended."],
  "vehicle_class.name_taken": [409, "Another class already has this name."],
  "vehicle_class.last_active": [
    409,
    "This is the last class that riders can book. Turn another one on first.",
  ],
  "vehicle_class.too_many": [422, "You can have at most 50 vehicle classes."],
  "driver.unknown": [
    404,
    "No driver has this e-mail address or phone number. To drive with us, send an application first.",
  ],
  "driver.suspended": [403, "This driver account is suspended. Please call dispatch."],
  "driver.already_suspended": [409, "This driver is already suspended."],
  "driver.not_suspended": [409, "This driver is not suspended."],
  "driver.under_way": [
    409,
    "This driver is at a pickup or has a passenger on board. Suspend them once that trip has ended.",
  ],
  "driver.trips_changed": [
    409,
    "This driver’s trips have changed. Check them again, then suspend the driver.",
  ],
  "application.too_many": [
    429,
    "We have received too many applications from your network today. Please try again tomorrow.",
  ],
  "application.busy": [
    503,
    "We are receiving too many applications right now. Please try again in a moment.",
  ],
  "application.upload_limit": [
    429,
    "We have received too many files from your network today. Please try again later.",
  ],
  "application.upload_gone": [409, "Please upload some of the files again."],
  "application.decided": [409, "This application has been decided and can no longer be changed."],
  "application.stale": [409, "This application has changed. Check it again."],
  "application.not_whole": [422, "Only a complete and certified application can be approved."],
  "application.not_reviewed": [422, "Accept or reject each document first."],
  "application.no_contact": [
    422,
    "This applicant gave no e-mail address or phone number to write to.",
  ],
  "application.link_gone": [404, "This link no longer works."],

  "incident.in_future": [422, "This time is in the future. Please check it."],
  "incident.too_old": [422, "This happened more than 30 days ago. Please call dispatch."],
  "incident.not_of_trip": [
    422,
    "This trip is not yours, or it ended more than a day ago. Report the incident without the trip.",
  ],
  "incident.too_many_photos": [422, "An incident can have at most six photos."],
  "incident.stale": [409, "Somebody else has changed this incident. Check it again."],
  "no_show.too_early": [422, "Please wait longer, and call your passenger in the meantime."],
  "no_show.photo_late": [409, "This photo is too late: the no-show was on another day."],

  "document.no_vehicle": [
    422,
    "You have no usual vehicle. Ask dispatch to assign one to you first.",
  ],
  "document.decided": [409, "This document has already been accepted or rejected. Check it again."],

  "paper.wrong_type": [
    415,
    "This file type is not accepted. Send documents as PDF, JPG or PNG, and photos as JPG or PNG.",
  ],
  "paper.heic": [
    415,
    "HEIC photos cannot be read here. Save the photo as JPG, or take it again from this page.",
  ],
  "paper.damaged": [415, "This file is damaged or incomplete. Please choose it again."],
  "paper.locked": [
    415,
    "This PDF is protected by a password. Save it without one, or send a photo of the page.",
  ],
  "paper.no_pages": [415, "This PDF has no pages. Please choose another file."],
  "paper.too_large": [
    413,
    "This file is too large. The limits are 10 MB for a file, 40 megapixels for a picture, and 80 MB for all files.",
  ],

  "admin.refused": [401, "Invalid email or password"],
  totp_required: [401, "Enter the code from your authenticator app."],
  "second_factor.missing": [
    403,
    "You need a second factor to sign in here. Set yours up to continue.",
  ],
  "second_factor.wrong_code": [422, "This code is wrong or was already used."],
  "second_factor.offer_over": [409, "This key has expired. Start again with a new one."],
  "second_factor.on": [409, "Your second factor is already on."],
  "second_factor.off": [409, "This account has no second factor."],
  "staff.last_owner": [409, "At least one owner must be able to sign in."],
  "staff.off": [409, "This person’s access is turned off. Turn it on again first."],
  "staff.own_second_factor_first": [
    409,
    "Set up your own second factor first, or you would lock yourself out.",
  ],
  "second_factor.required": [409, "The owner requires a second factor for all staff."],
  "admin.login_limit": [429, "Too many failed attempts. Please wait 15 minutes."],
  "admin.wrong_password": [401, "Invalid password"],
  "admin.current_password": [422, "The current password is wrong."],
  "admin.password_required": [400, "Password is required"],
  "admin.locked": [423, "This session is locked. Unlock it with your password."],
  "admin.setup_done": [409, "This server already has an owner."],

  "vehicle_data.bad_vin": [400, "A VIN has 17 letters and digits, without I, O or Q."],
  "vehicle_data.unknown_vin": [
    404,
    "We could not find this VIN. Please enter the vehicle details yourself.",
  ],

  "trip.time_gap": [422, "This time does not exist on that day, because the clocks go forward."],
  "trip.time_ambiguous": [
    422,
    "This time occurs twice that night, because the clocks go back. Choose which one you mean.",
  ],
  "trip.past": [400, "The pickup time has passed."],
  "trip.too_far_ahead": [400, "The pickup time is too far ahead."],
  "trip.outside_pickup": [422, "We don’t pick up there. Please choose another place, or call us."],
  "trip.outside_dropoff": [422, "We don’t drive there. Please choose another place, or call us."],
  "trip.too_soon": [422, "We need more notice. Please choose a later time."],
  "trip.return_too_early": [422, "The return trip would start before you have arrived."],
  "trip.no_return_trip": [422, "You cannot add a return trip to this service."],
  "trip.same_place": [422, "Pickup and drop-off are the same place."],
  "trip.place_unknown": [422, "Choose a place from the list, so that we can find the route."],
  "trip.hours_missing": [400, "Enter the number of hours."],
  "trip.no_vehicle": [422, "We have no vehicle for this trip. Please call us."],
  "trip.extra": [422, "This extra is not available for this trip."],
  "promotion.used_up": [422, "This promotion has been used up. Here is the price without it."],
  "promotion.used_by_rider": [
    422,
    "You have already used this promotion. Here is the price without it.",
  ],
  "fees.draft_stale": [409, "Somebody else has changed the draft. Load it again before you save."],
  "fees.unchanged": [422, "The draft is the same as the price list in force."],
  "fees.faulty": [422, "The draft has gaps or contradictions. Nothing was published."],
  "fees.starts_past": [422, "Choose a time in the future, or publish now."],
  "fees.started": [409, "This version is already in force. Publish another one instead."],
  "region.settled": [409, "These settings can no longer be changed."],
  "quote.expired": [409, "This price has expired. Here is the current price."],
  "quote.refused": [400, "This quote was not made by this server."],
  "quote.link_unknown": [
    404,
    "This quote does not exist. Check the address, or ask for a new link.",
  ],
  "quote.ended": [409, "This quote is no longer valid. Ask us for a new one."],
  "quote.replaced": [409, "We have sent you a newer quote. Use the link in our last message."],
  "quote.accepted": [409, "This quote has already been accepted."],
  "quote.out_of_time": [409, "This quote has expired. Ask us for a new one."],
  "quote.payment_changed": [
    409,
    "The payment before the trip has changed. Check it, then accept again.",
  ],
  "quote.too_many_questions": [409, "You cannot ask any more questions here. Please call us."],
  "quote.open": [409, "This request has an open quote. Withdraw the quote first."],
  "quote.too_late": [422, "The pickup time has passed. Change it before you send a quote."],
  "trip.not_on_map": [409, "Put every place of this trip on the map first."],
  "profile.incomplete": [403, "Please complete your profile first."],

  "saved_place.too_many": [422, "You have reached the limit of saved places. Delete one first."],
  "zone.shape": [422, "This shape cannot be used as a zone."],
  "zone.name_taken": [409, "Another zone already has this name."],
  "zone.in_use": [409, "A price list uses this zone."],
  "zone.last_of_area": [409, "This is the only zone where riders can book."],
  "zone.too_many": [422, "You have reached the limit of zones. Delete one first."],
  "zone.import_refused": [422, "Nothing was imported, because some features have errors."],

  "import.unreadable": [422, "This file cannot be read as a table."],
  "import.under_way": [409, "Another import is running. Wait until it has finished."],
  "import.not_ready": [409, "This import has been applied, undone or removed in the meantime."],
  "import.untried": [409, "Test this import first, and fix the errors that the test finds."],
  "import.built_on": [
    409,
    "This import cannot be undone, because its records have been changed or used since.",
  ],

  "company.not_member": [
    422,
    "You cannot book on this company's account. Choose another way to pay.",
  ],
  "company.not_approved": [
    422,
    "This company has not approved you for its account yet. Choose another way to pay.",
  ],
  "company.suspended": [422, "This company's account is suspended. Choose another way to pay."],
  "company.limit_reached": [
    422,
    "This trip would exceed the limit of the company's account. Choose another way to pay.",
  ],
  "company.cost_centre": [422, "Choose one of the company's cost centres."],
  "company.reference_missing": [422, "The company requires a reference for each trip."],
  "company.reference_pattern": [
    422,
    "This reference doesn’t have the format that the company requires. See the example.",
  ],
  "company.not_colleague": [
    422,
    "You cannot book for this person on the company's account. Choose somebody else.",
  ],
  "company.member_limit": [
    422,
    "This trip would exceed the company’s monthly limit for this member.",
  ],
  "affiliate.link_unknown": [404, "This link does not exist."],
  "affiliate.ended": [409, "This trip is no longer yours."],
  "affiliate.too_late": [422, "The pickup time has passed. Change it before you offer the trip."],
  "affiliate.paused": [422, "This affiliate is paused."],
  "affiliate.uninsured": [422, "The affiliate’s insurance expires before the pickup."],
  "affiliate.crew_busy": [
    409,
    "This driver or car has another trip at that time. Please name another one.",
  ],
  "affiliate.crew_missing": [422, "Please name the driver and the car first."],
  "affiliate.booked_there": [
    409,
    "Trips are booked in the affiliate’s Livery with the old address or key. Wait until these trips have ended, or unassign them first.",
  ],
  "affiliate.name_taken": [409, "Another affiliate has this name."],
  "approval.link_unknown": [404, "This link does not exist, or you can no longer use it."],
  "approval.ended": [409, "This request has already been answered, or has ended."],
  "approval.changed": [409, "The trip has changed since you opened it. Check it again."],
  "company.name_taken": [409, "Another company already has this name."],
  "company.cost_centre_taken": [409, "The company already has a cost centre with this name."],
  "company.member_known": [409, "This person is already a member or invited."],
  "company.too_many_members": [
    422,
    "This company has reached the limit of members. Remove one first.",
  ],
  "company.too_many_cost_centres": [422, "This company has reached the limit of cost centres."],
  "company.invoiced": [409, "This trip is already on an invoice."],
  "invoice.nothing": [422, "There are no settled trips to invoice."],
  "invoice.too_much": [422, "This is more than the open amount of the invoice."],
  "invoice.no_email": [
    422,
    "This company has no e-mail address for invoices. Add one on the company’s page.",
  ],
  "invoice.mailed_just_now": [409, "This invoice was e-mailed less than a minute ago."],
  "invoice.other_company": [422, "This invoice is for another company."],
  "invoice.other_currency": [422, "This invoice is in another currency."],
  "invoice.reversed": [409, "This payment has already been reversed."],

  "payout.too_much": [422, "This is more than we owe the driver."],
  "payout.trip": [422, "This driver did not drive this trip."],
  "payout.reversed": [409, "This entry has already been reversed."],

  "provider.not_configured": [409, "This service is not connected."],
  "business.not_open": [422, "We’re opening soon. Please come back, or write to us."],
  "booking.closed": [
    422,
    "We are not taking bookings here right now. Please call us, or come back later.",
  ],
  "idempotency.reused": [422, "This Idempotency-Key was used for another request."],
  "idempotency.in_flight": [409, "This booking is already being made. Please wait a moment."],

  "reservation.stale": [409, "Somebody else has changed this reservation. Check it again."],
  "flight.proposal_changed": [409, "Another pickup time is proposed now. Check it again."],
  "reservation.illegal_transition": [409, "This step is not possible in the reservation's state."],
  "reservation.no_receipt": [409, "There is no receipt yet, because nothing is due for this trip."],
  "reservation.not_changeable": [409, "This trip can no longer be changed here. Please call us."],
  "reservation.change_too_late": [
    409,
    "A cancellation fee now applies to this trip. To move or shorten it, please call us.",
  ],
  "reservation.not_cancellable": [409, "This reservation can no longer be cancelled."],
  "rating.closed": [409, "This trip can no longer be rated."],
  "tip.closed": [409, "You can no longer add a tip for this trip here."],
  "tip.settled": [409, "This trip is settled. Please call us and we can add your tip."],
  "tip.too_much": [422, "This tip is too high."],
  "property.not_reportable": [
    409,
    "You can report a lost item here for 90 days after a trip. Please call us.",
  ],
  "property.too_many_reports": [422, "You have reported five items for this trip. Please call us."],
  "property.stale": [409, "Somebody else has changed this report or item. Check it again."],
  "property.over": [409, "This step is no longer possible."],
  "property.matched": [422, "This item is matched to a lost report. Remove the match first."],
  "property.too_early": [422, "The storage period of this item has not ended yet."],
  "contact.stale": [409, "Somebody else has changed this message. Check it again."],
  "contact.no_email": [422, "This person gave no e-mail address. Please call them."],
  "contact.no_such_trip": [422, "There is no trip with this number."],
  "contact.no_such_rider": [422, "There is no such rider."],
  "contact.no_such_person": [422, "This person no longer works here."],
  "contact.too_many_templates": [422, "You can have at most 50 templates. Delete one first."],
  "reservation.waits_for_call": [
    409,
    "This return trip has no time yet. It waits for the passenger to call.",
  ],
  "reservation.call_too_early": [
    409,
    "You can request the return trip once your outbound trip has started.",
  ],
  "standing_order.stale": [409, "These repeating trips have changed. Check them again."],
  "standing_order.exists": [409, "This trip already repeats."],
  "standing_order.needs_price": [
    422,
    "This trip has no price yet. You can repeat it once we have set one.",
  ],
  "standing_order.not_active": [409, "These repeating trips have ended or are paused."],
  "standing_order.no_such_day": [422, "No trip is planned on this day."],
  "standing_order.fee_changed": [
    409,
    "The cancellation fee has gone up. Check it again before you cancel.",
  ],
  "standing_order.too_many": [422, "You have reached the limit of repeating trips. End one first."],
  "view.too_many": [422, "You can save at most 20 views. Delete one first."],
  "assignment.refused": [422, "This driver or vehicle cannot take the trip."],
  "assignment.driver_overlap": [409, "The driver has another trip at that time."],
  "assignment.vehicle_overlap": [409, "The vehicle has another trip at that time."],
  "assignment.vehicle_out_of_service": [409, "The vehicle is out of service at that time."],
  "tap.in_future": [
    422,
    "Your phone sent a time in the future. Check your phone’s clock, then send it again.",
  ],
  "tap.before_former_step": [
    422,
    "Your phone sent a time before the previous step. Check your phone’s clock, then send it again.",
  ],
  "tap.too_old": [422, "This update is more than a day old. Please call dispatch."],
  "tap.too_early": [422, "It is too early for this step. To start sooner, please call dispatch."],
  "cash.not_due": [409, "Nothing is due for this trip."],
  "cash.confirmed": [409, "You have already confirmed what you received for this trip."],
  "reservation.amount_due": [
    409,
    "This trip has an amount due. Record the payment, or waive it with a reason.",
  ],
  "payment.paid_already": [
    409,
    "This trip has a payment, so no company can be billed for it. Refund or reverse the payment first.",
  ],
  "payment.by_phone": [409, "You can’t change online how this trip is paid. Please call us."],
  "payment.on_account": [
    409,
    "A company is billed for this trip. Record the payment on its invoice.",
  ],
  "payment.nothing_due": [409, "Nothing is due for this trip."],
  "payment.no_driver": [
    409,
    "Only the driver who drove this trip can hold its money, and only once the trip has ended.",
  ],
  "payment.refund_too_much": [422, "This is more than the amount paid."],
  "payment.reversed": [409, "This payment has already been reversed."],
  "payment.link_unknown": [
    404,
    "This payment link does not exist. Check the address, or ask for a new link.",
  ],
  "payment.link_ended": [409, "This payment link no longer works. Ask for a new one."],
  "payment.link_too_much": [422, "This is more than the amount due."],
  "payment.paid": [409, "This amount has already been paid."],
  "payment.under_way": [
    409,
    "A payment is under way on your phone. Confirm or decline it there, then try again.",
  ],
  "payment.no_provider": [
    422,
    "This amount cannot be paid online at the moment. Please pay in another way.",
  ],
  "payment.refused": [
    502,
    "The payment provider could not start this payment. Nothing was taken. Please try another way to pay.",
  ],
  "card.unknown": [422, "This card is no longer saved. Choose another way to pay."],
  "terms.stale": [409, "Please read our terms and accept them. They may have just changed."],
  "card.too_many": [409, "You have reached the limit of saved cards. Remove one first."],
  "card.under_way": [
    409,
    "We don’t know yet whether the saved card was charged. Try the same payment again in a few minutes: the card is charged only once.",
  ],
  "card.refused": [
    422,
    "The bank wants the cardholder to approve this charge. Send the payment link instead.",
  ],
  "payment.no_answer": [
    502,
    "The payment provider is not responding. Please wait a minute and check this page again before you pay in another way.",
  ],
  "payment.webhook_refused": [
    400,
    "This webhook is not from the provider, or is for another account.",
  ],
  "payment.cannot_refund": [
    409,
    "This payment cannot be refunded from here. Refund it in the provider's own portal, or record a refund by hand.",
  ],
  "payment.refund_refused": [409, "The provider refused the refund."],
  "payment.difference_resolved": [409, "This difference has already been resolved."],
  "payment.of_provider": [409, "An online payment cannot be reversed. Refund it instead."],
  "payment.settled": [409, "This trip is settled. Reopen it first."],
  "expense.closed": [
    409,
    "You can add expenses from the start of a trip until seven days after it. Please call dispatch.",
  ],
  "expense.currency": [422, "Enter the amount in the currency of the trip."],
  "expense.too_many": [422, "A trip can have at most 20 expenses."],
  "expense.decided": [409, "This expense has already been decided."],
  "expense.too_early": [409, "Expenses can be approved once the passenger is on board."],
  "expense.settled": [409, "This trip is settled. Reopen it first to change its bill."],
  "expense.no_driver": [
    409,
    "The driver who paid this expense no longer has the trip. Add an adjustment to their account instead.",
  ],
  "stop.not_next": [409, "This stop is not the next one of the trip."],
  "boarding.code_required": [422, "Ask your passenger for the trip code first."],
  "boarding.wrong_code": [422, "This is not your passenger’s code."],
  "boarding.locked": [
    422,
    "You entered three wrong codes. Dispatch has to confirm your passenger.",
  ],
  "boarding.not_now": [409, "You are not at the pickup, so nobody can board yet."],
  "messages.not_open": [409, "You can write messages once a driver is assigned."],
  "messages.over": [409, "This trip has ended, and its conversation is closed. Please call us."],
  "messages.closed": [409, "Dispatch has closed this conversation. Please call us."],
  "messages.nobody": [422, "Nobody on this trip can receive the message."],
  "messages.too_many": [422, "This conversation is full. Please call us."],
  "assignment.too_many_vehicles": [
    409,
    "A booking has at most 8 vehicles. Book the others separately.",
  ],
  "assignment.no_split": [409, "This reservation cannot be split this way."],
  "assignment.no_waybill": [409, "There is no waybill, because this trip has no driver."],
  "offer.gone": [409, "This offer is no longer open."],
  "offer.taken": [409, "Another driver has accepted this trip. You don’t need to do anything."],
  "tracking.off_duty": [
    409,
    "Positions are accepted only while the driver is on shift or on a trip.",
  ],
  "tracking.trip_over": [409, "This trip has ended and can no longer be followed."],
  "tracking.link_gone": [404, "This link no longer works."],
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof errorCatalogue;

/**
 * A change by somebody else since the caller loaded the record. `text`, such as "14:00 → 14:30", comes from the log
 * entry. Without it the caller compares the values.
 */
export type ConcurrentChange = {
  at: string;
  by: string;
  changes: readonly { field: string; text?: string | undefined }[];
  /** The old and new state of a reservation. */
  states?: { from: string; to: string } | undefined;
};

type ErrorDetails = {
  /** Replaces the catalogue's text, for refusals that give a specific reason. */
  message?: string;
  /** The errors, by field of the request. */
  fields?: Record<string, string>;
  /** The phone number that the text tells the caller to use. */
  phone?: string;
  /** For staff, with a conflict: the changes since the version that the caller saw, and who made them, oldest first. */
  meanwhile?: readonly ConcurrentChange[];
  /** Seconds until another attempt makes sense, sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** The allowed methods, sent as `Allow`. */
  allow?: string;
};

/** An error with a code of the catalogue. Actions and routes throw it, and `onError` sends it. */
export class AppError extends Error {
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly phone: string | undefined;
  readonly meanwhile: readonly ConcurrentChange[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string | undefined;

  constructor(
    readonly code: ErrorCode,
    details: ErrorDetails = {},
  ) {
    const [status, message] = errorCatalogue[code];
    super(details.message ?? message);
    this.status = status;
    this.fields = details.fields;
    this.phone = details.phone;
    this.meanwhile = details.meanwhile;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.allow = details.allow;
  }
}
