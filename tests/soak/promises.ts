/**
 * Every promise of docs/security.md, row by row, with the tests that prove it: `folder/file: title` under `tests`,
 * and the long run of `bun run soak` where there is one. docs/promises.md is made of this list;
 * `tests/guards/promises.test.ts` holds that each test is there.
 */
export interface PromiseRow {
  /** The unique short name of the row. */
  row: string;
  /** What is promised, in a sentence. */
  promise: string;
  tests: string[];
  /** Name of the long run; a short round of it is one of the tests. */
  soak?: string;
}

export const promises: { of: string; rows: PromiseRow[] }[] = [
  {
    of: "Codes and sign-in",
    rows: [
      {
        row: "codes: where they count",
        promise:
          "A sign-in code is valid for 5 minutes and works once. It works only for the contact that got it, in the browser that requested it, and in one area (riders or drivers).",
        tests: [
          "accounts/codes: works once",
          "accounts/codes: works for 5 minutes",
          "accounts/codes: works in the browser that asked for it alone",
          "accounts/codes: belongs to its identifier",
          "accounts/codes: is stored as an HMAC and stands in no subject",
          "executable/threats: are not taken from another browser, nor for another area",
        ],
      },
      {
        row: "codes: guessing",
        promise:
          "However fast a stranger guesses sign-in codes, all unknown browsers together have 3 tries for an account in 6 days.\n\nA browser that has signed in to the account before has 5 tries for each code and 20 a day.",
        tests: [
          "accounts/codes: 500 at once get no more comparisons than the limit",
          "accounts/codes: are 3 for an account, across resends and browsers",
          "accounts/codes: are 5 a code and 20 a day",
          "accounts/codes: turn codes into links for all unknown browsers when they are many",
          "executable/threats: 500 guesses at once are refused alike, and the right code is worth nothing after them",
        ],
      },
      {
        row: "codes: the owner is never locked out",
        promise:
          "When all tries for an account's sign-in codes are used up, its owner gets a one-tap link instead of a code. The link is valid for 15 minutes and works once.",
        tests: [
          "accounts/codes: are spent: the next message has a link, until 6 days have passed",
          "accounts/codes: signs in once, in any browser, and makes it a known one",
          "accounts/codes: lives 15 minutes and is stored hashed",
          "executable/threats-accounts: when strangers spent the guesses the owner gets a link: opening it does nothing, pressing it signs in once",
          "executable/threats-accounts: such a link is good for 15 minutes",
        ],
      },
      {
        row: "codes: limits switched off",
        promise:
          "`RATE_LIMITS=off` removes only the limits on sending. A sign-in code still has limited tries and works only once.",
        tests: [
          "accounts/codes: with RATE_LIMITS=off the tries still hold, the server-wide count does not",
          "executable/threats-accounts: with RATE_LIMITS=off a contact is sent all it asks for; a code's tries and its single use stay",
        ],
      },
      {
        row: "send: SMS pumping and mail bombing",
        promise:
          "One contact gets at most 1 sign-in code in 30 seconds, 5 an hour and 10 a day. One network address can request at most 60 codes an hour.\n\nSMS are sent only to allowed countries: at most 200 a day, and 10 an hour to numbers with the same first digits.",
        tests: [
          "accounts/sending: gets a code every 30 seconds, whatever its case, from whatever address",
          "accounts/sending: gets 5 an hour and 10 a day",
          "accounts/sending: one address gets 60 an hour, an IPv6 network as a whole",
          "accounts/sending: go to the operator's country and those it allows",
          "accounts/sending: are 10 an hour for the first 7 digits of a number",
          "accounts/sending: are 200 a day in all, and e-mail goes on",
          "executable/threats: one contact gets one message in 30 s, however often and from wherever it is asked for",
        ],
      },
      {
        row: "send: who has an account",
        promise:
          "The sign-in page does not reveal who has an account: riders and strangers get the same answers, equally fast. One network address is shown the first names of at most 5 contacts an hour.",
        tests: [
          "accounts/sending: has the same shape for riders and strangers",
          "accounts/sending: tells names for the first 5 identifiers an address asks about in an hour",
          "accounts/sending: tells nothing past 300 asks an hour, and where the operator wants it so",
          "accounts/bad-input: wrong, expired, replayed, another's and unknown codes get one and the same answer",
          "executable/threats-accounts: riders, strangers and those without a name get answers of one shape; five contacts an hour are named to an address",
          "executable/threats-accounts: wrong, expired, replayed, another browser's and unknown codes get one and the same 401",
        ],
        soak: "alike",
      },
      {
        row: "verify: sessions",
        promise:
          "A session is a token of 256 bits that is stored as a hash. Each sign-in creates a new token, in a cookie that scripts cannot read.\n\nThe `token` in the answer to a sign-in gives no access.",
        tests: [
          "accounts/sign-in: each sign-in starts a new session and ends the one the browser had",
          "accounts/sign-in: session cookies are HttpOnly and SameSite=Lax; on https Secure with the __Host- prefix",
          "accounts/sign-in: the answer's token names the account for 15 minutes and opens nothing",
          "guards/sessions: to the verify answer's token as a bearer, and to the cookie's",
          "executable/threats: the token of the verify answer opens nothing; the session's cookie is the browser's alone",
        ],
      },
      {
        row: "answers about people: caching",
        promise: "Answers about a person, and all answers of dispatch, are sent with `no-store`.",
        tests: [
          "executable/threats: the token of the verify answer opens nothing; the session's cookie is the browser's alone",
          "accounts/sign-in: sections 3 and 7: a stranger gets a code by e-mail, and the right code makes an account and a session",
        ],
      },
      {
        row: "profile: mass assignment and takeover",
        promise:
          "Riders can change only certain fields of their account. A new contact counts only after its own code was entered, and the old contact is notified.\n\nRiders cannot take over a contact that belongs to another account.",
        tests: [
          "accounts/profile: fields that are not the rider's to set are dropped",
          "accounts/profile: counts once its own code came back; the old one is told before and after",
          "accounts/profile: of another account is a 409 and changes nothing, however often it is tried",
          "executable/threats-accounts: takes the rider's own fields alone; a new e-mail address counts after its own code, and the old one is told",
        ],
      },
      {
        row: "profile: hostile pictures",
        promise:
          "Riders' pictures have at most 5 MB and 40 megapixels. They are encoded again, which removes hidden data.",
        tests: [
          "accounts/profile: comes back to the rider and dispatch as pixels alone",
          "accounts/profile: loses what was hidden behind its end",
          "accounts/profile: that is too large in bytes or pixels is a 413",
          "executable/threats-accounts: gives a picture back as pixels alone, and keeps nothing of one that is too large or is none",
        ],
      },
      {
        row: "everything: one visitor and the rest",
        promise:
          "One visitor cannot slow the server down for others. A network address that makes too many expensive public calls is refused with 429. Pictures and PDFs are processed in turn, those of signed-in people first.",
        tests: [
          "executable/neighbours: no public call costs more than 25 ms of the processor, or an address is soon told to wait",
          "executable/neighbours: a hundred who ask for %s and read nothing take no memory and no time of others",
          "server/encoded-response: %s is the same bytes for all, compressed for those who take it, and nothing for those who have it",
          "server/encoded-response: the drawing of the area is drawn once for a hundred at the same time, and again after a change",
          "executable/neighbours: a few kilobytes that claim the pixels of the largest photo are refused, a rider's and a stranger's",
          "executable/neighbours: as many pictures of a stranger as are let in do not hold up a rider's",
          "executable/neighbours: of too many pictures at once each is answered: done, or told when to come again; no connection breaks",
          "files/pictures: %s are too many pixels for their bytes",
          "files/job-queue: strangers never take the last place: somebody signed in begins at once",
          "files/job-queue: a stranger who waits begins after three accounts at most, however much one of them sends",
          "files/papers: while a costly PDF is read the server does other things",
          "files/pdf-content: a PDF of 20 MB takes no more memory than its copies: %s",
        ],
      },
      {
        row: "Google and Apple: forgeries",
        promise:
          "Nobody can sign in through Google or Apple with a forged or unconfirmed identity. An answer from Google or Apple works once, within 10 minutes.",
        tests: [
          "accounts/provider-forgeries: used twenty times at once signs in once",
          "accounts/provider-forgeries: of another browser",
          "accounts/provider-forgeries: after 10 minutes, and before the clock was set back",
          "accounts/provider-forgeries: with an address that is not confirmed does not reach the rider who has it",
          "accounts/provider-forgeries: Apple's post",
          "accounts/identities: nobody captures an account before its owner comes",
          "executable/threats-accounts: nobody is let in by an answer that is replayed, late, another browser's or forged, nor to a rider by an unconfirmed address",
        ],
      },
    ],
  },
  {
    of: "Dispatch",
    rows: [
      {
        row: "sign-in of staff: stuffing",
        promise:
          "A browser may enter five wrong passwords for a staff account in 15 minutes. All browsers that never signed in to the account share 20 wrong passwords in 15 minutes and 100 a day.\n\nIf 500 passwords are sent at once, only five are compared. The audit log gets one row in 15 minutes for all failed sign-ins to an account.",
        tests: [
          "accounts/staff-login: the sixth failure from one device in 15 minutes is 429, right or wrong",
          "accounts/staff-login: 500 sign-ins at once get five comparisons",
          "accounts/staff-login: guesses from many networks share %s at an account, and hold up no browser that it knows",
          "accounts/staff-login: failures %s are one row of the audit log in 15 minutes, with their number",
          "accounts/staff-login: an unknown address is compared with as much work as a known one",
          "accounts/staff-login: one list of passwords tried on many accounts runs into the limit of the address",
          "executable/threats-staff: after five failures the sixth is 429, right or wrong, for 15 minutes; who has an account is not told",
          "executable/threats-staff: 500 sign-ins at once get five comparisons, and take the processor no longer",
        ],
      },
      {
        row: "second factor",
        promise:
          "Each code of a second factor and each recovery code works once. If 500 wrong codes are sent at once, only five are compared.",
        tests: [
          "accounts/staff-login: lets in once per code, a step early or late, and never with an older one",
          "accounts/second-factor: a recovery code lets in once, however it is typed",
          "accounts/second-factor: 500 wrong codes at once get five comparisons",
          "executable/threats-staff: is asked for once the password is right; a code and a recovery code let in once each",
          "executable/threats-staff: 500 wrong codes of it at once get five comparisons, and the right one none",
        ],
      },
      {
        row: "locked screen",
        promise:
          "While a session of dispatch is locked, every call answers 423, including downloads and streams. The exceptions are profile, lock, unlock and sign-out. Five failed unlocks end the session.",
        tests: [
          "guards/roles: a locked screen gets 423 from every call but four, streams and files too, whatever the role",
          "accounts/staff-lock: with the wrong password is 401, and the fifth ends the session",
          "accounts/staff-lock: 500 tries at once get five comparisons and end the session",
          "executable/threats: a locked screen answers 423, to downloads and streams too, and five wrong passwords end it",
        ],
      },
      {
        row: "idle and long sessions of staff",
        promise: "A session locks after 20 idle minutes and ends after 12 hours.",
        tests: [
          "accounts/staff-lock: locks itself after 20 minutes, and looking at it does not unlock it",
          "accounts/staff-lock: is not kept awake by a page that refreshes itself",
          "accounts/staff-login: a session lasts 12 hours, however busy",
          "executable/threats-staff: 20 idle minutes lock one and 12 hours end one, its open streams too",
        ],
      },
      {
        row: "changes of the own account",
        promise:
          "To change their password or e-mail address, staff need the current password. The change ends the account's other sessions.",
        tests: [
          "accounts/staff-profile: a new password needs the current one and ends the other sessions",
          "accounts/staff-profile: 500 guesses of the current password at once get five comparisons",
          "executable/threats-staff: a new password and a new address need the current password, and end the account's other sessions",
        ],
      },
      {
        row: "merging riders: a company's account",
        promise:
          "When dispatch merges two riders, a membership in a company moves to the other account only if dispatch confirms it. So nobody can ride on a company's account by accident.",
        tests: [
          "riders/merge: nobody comes to ride on a company's account by a merge: %s",
          "riders/merge: a membership moves where dispatch says so: the company's log and the audit log tell it",
          "executable/threats-staff: of two riders of whom only the one who %s is a member, neither books on account by a merge that nobody said moves it",
        ],
      },
      {
        row: "roles",
        promise: "Each role gets 403 for every call that it may not make, and for no other call.",
        tests: [
          "guards/roles: every call of dispatch is in the list, once, and the code asks for what stands there",
          `guards/roles: \${role}: 403 for every call that the role may not make, and for no other`,
          "executable/threats-staff: every call of dispatch is 403 to the roles that may not make it, and to no other",
        ],
      },
      {
        row: "lists and files: scraping and formulas",
        promise:
          "No list in dispatch returns more than 100 rows a page. The audit log records each download. In a CSV file, no cell runs as a formula.",
        tests: [
          "guards/bad-input: of reservations with %s is 400",
          "dispatch/audit: is downloaded as CSV without formulas, and that is written down",
          "reports/reports: the trips behind it are as many and come to as much, and are no formulas",
          "payouts/payouts: CSV has amounts as numbers that sum up, and takes no formula",
          "executable/threats-staff: no list gives more than 100 rows a page",
          "executable/threats-staff: no name in a downloaded file begins a formula, and the download is in the audit log",
        ],
      },
      {
        row: "audit log",
        promise:
          "The audit log records every change by staff, without data of riders. If somebody changes or removes one of its rows, Livery detects it.",
        tests: [
          "guards/audit: every call that changes something stands in one of the lists, and in one alone",
          "guards/audit: all that was made is a whole chain, and nothing of riders or secrets is in it",
          "audit/chain: the database refuses to change and to remove rows, and to move the end back",
          "audit/chain: rows are taken from the end and the end is moved: it bears no signature of ours",
          "executable/threats-staff: another process can neither change nor remove a row; a row altered behind that is named by `livery check`",
        ],
      },
    ],
  },
  {
    of: "Public calls",
    rows: [
      {
        row: "applications: memory and disk",
        promise:
          "An application to drive has at most 16 files of 10 MB each, and 80 MB in all. One network address can send three applications a day.\n\nFour applications of 80 MB at once need less than 300 MB of the server's memory.",
        tests: [
          "executable/applications: four applications of 80 MB at once grow memory by less than 300 MB; a fifth waits",
          "executable/applications: an upload whose sender goes away leaves no file",
          "drivers/application: an address sends three a day",
          "drivers/application: an 11 MB file is 413 before it is all there, and takes no memory",
          "drivers/hostile-files: 80 MB in all: one by one, under one ticket",
        ],
      },
      {
        row: "applications: others' papers",
        promise:
          "Applicants' documents are sent as attachments with generated names, only to the applicant and dispatch. Everybody else gets a 404.",
        tests: [
          "drivers/review: open to those who judge them and their applicant, to nobody else: ids × roles",
          "drivers/status: sees and removes their own files, never another's",
          "documents/documents: a file is the driver's, those of the same vehicle, and dispatch's; nobody else's",
          "executable/threats-staff: open to dispatch and to who has the link, as something to save; to others they are not there",
          "executable/threats-staff: uploaded ahead they are the ticket's alone, to send and to remove",
        ],
      },
      {
        row: "vehicle data, geocoder, router: other servers",
        promise:
          "The server calls only outside services that are configured, and waits at most 3 seconds for an answer. If an outside service fails, Livery works without it.\n\nA call to an outside service follows no redirects and reads at most 64 KB (1 MB for a route).",
        tests: [
          "vehicles/vehicle-data: never sends it what is no VIN",
          "vehicles/vehicle-data: that stalls is given 3 seconds, before its answer or within it",
          "places/geocoder: our own places still come, within 3.5 s, when the geocoder is",
          "maps/remote-style: a redirect is not followed",
          "executable/threats-staff: a VIN that is none is never sent",
          "executable/threats-staff: their redirects are not followed, and what is longer than it may be is given up",
          "executable/threats-staff: one that stalls is given 3 seconds, then it goes on without, and leaves it alone",
        ],
      },
      {
        row: "contact and lost property: spam, scripts, headers",
        promise:
          "One network address can send five contact messages an hour, each of up to 5,000 characters. A hidden field catches bots. The messages are always shown as plain text.",
        tests: [
          "contact/contact: text is text: markup, formulas and mail headers in it stay what they are",
          "contact/contact: who fills in the field that nobody sees is thanked, and forgotten",
          "contact/contact: five an hour from an address; what was mistyped does not count",
          "contact/property-reports: who fills in the field that nobody sees is thanked, and forgotten",
          "executable/threats-public: text stays text, a mail header in a field is refused, and who fills in what nobody sees is forgotten",
          "executable/threats-public: five an hour from an address, and no more by saying one comes from elsewhere",
        ],
      },
      {
        row: "booking: prices",
        promise:
          "The server sets the price of a booking. It refuses a quote that was changed, that another server made, or that is older than 15 minutes.",
        tests: [
          "reservations/booking: a quote that was altered or made elsewhere is refused",
          "reservations/booking: a quote ends after 15 minutes",
          "guards/limits: nothing may follow a quote's signature",
          "executable/threats: 100 posts at once with one key make one trip, at the server's price",
        ],
      },
      {
        row: "booking: sent twice",
        promise:
          "100 booking requests at once with one `Idempotency-Key` make one trip. A different body with the same key gets a 422.",
        tests: [
          "reservations/booking: 100 posts at once with one key make one row, and all get it",
          "executable/threats: 100 posts at once with one key make one trip, at the server's price",
        ],
      },
      {
        row: "booking: another's trip",
        promise: "A rider who reads or changes another rider's trip gets a 404.",
        tests: [
          "reservations/booking: somebody else's reservation is not there",
          "guards/bad-input: an id of another rider's, of no one's or of no form is the same 404",
          "executable/threats: another's trip is not there, to read or to cancel",
        ],
      },
      {
        row: "trips: what each may see of them",
        promise:
          "Riders, drivers and dispatch each see only certain fields of a trip. A new column of the database is shown to none of them until a programmer adds it to their list.",
        tests: [
          "guards/viewers: reaches no rider",
          "guards/viewers: reaches no driver",
          "guards/viewers: reaches nobody in dispatch, who alone reads why something was noted",
          "guards/viewers: a field for dispatch is in nobody else's answer",
          "guards/viewers: a column that the copy of a rider's data does not list is not in it",
        ],
      },
      {
        row: "trips: steps before their time",
        promise:
          "A driver can start a trip two hours before the pickup at the earliest, unless the operator or dispatch allows more. Until the trip starts, the rider can cancel and change it, and does not see the driver's position.",
        tests: [
          "dispatch/early-steps: is refused in words with the time from which it works, and costs the rider nothing",
          "dispatch/early-steps: and one tapped before steps knew the clock neither costs nor shows anything until then",
          "dispatch/early-steps: made too early are refused when they arrive, and dated ahead when they are sent",
          "dispatch/early-steps: with a reason, which driver and logs have; the rider is charged by the clock all the same",
          "dispatch/early-steps: for the pickup time that it had: moved by %s, it has no driver until dispatch assigns one again",
          "executable/threats-colluding: takes no step, whatever time the tap bears, and is told from when it works",
          "executable/threats-colluding: costs the rider nothing, holds up no change, is not seen, and earns nothing",
        ],
      },
      {
        row: "trips: tips that nobody paid",
        promise:
          "A tip appears on a driver's account only once the rider has paid it or the trip is settled. It is never more than the rider was charged.",
        tests: [
          "payouts/tips: what an account has of %s",
          "payouts/tips: a tip by card is not paid out before it is paid, nor what it was raised by later",
          "payouts/tips: a tip in cash counts as much as the driver confirms, and moves nothing out of the house",
          "executable/threats-colluding: have no tip by card paid out before its trip is settled",
          "executable/threats-colluding: take nothing out of the house with a tip in cash that was never handed over",
        ],
      },
      {
        row: "everything: sessions",
        promise: "Every call that is not public answers 401 without a session of its own area.",
        tests: [
          "guards/sessions: without a session",
          "guards/sessions: to the sessions of the two other areas, also under the name of its own cookie",
          "guards/sessions: after signing out, on the server too, and after the session's time",
          "executable/threats: every call that is not public answers 401 without one, and dispatch's to a rider's",
        ],
      },
      {
        row: "everything: other websites",
        promise:
          "A request that changes data must come from Livery's own origin; otherwise the answer is 403.",
        tests: [
          "guards/origin: an Origin of %p is refused by every unsafe call",
          "guards/origin: without Origin, Sec-Fetch-Site: %s is refused by every unsafe call",
          "guards/origin: with neither header, a request that carries a cookie of ours is refused",
          "executable/threats: another website can neither act for somebody nor read",
        ],
      },
      {
        row: "everything: forged addresses",
        promise: "The server uses `X-Forwarded-For` only as far as `TRUST_PROXY` allows.",
        tests: [
          "server/addresses: %s is one address",
          "server/addresses: %s is no address and counts as the proxy that wrote it",
          "executable/threats-public: five an hour from an address behind a proxy, whatever port or spelling each request comes with",
          "guards/limits: metrics are for this machine, not for whom a proxy on it brings",
          "guards/limits: the addresses of one IPv6 network share their limit",
          "executable/threats: one contact gets one message in 30 s, however often and from wherever it is asked for",
        ],
      },
      {
        row: "everything: pages",
        promise:
          "Each page has a content security policy with a fresh nonce, cannot be framed, and contains no inline style or event handler.",
        tests: [
          "executable/serving: renders the home page with a fresh nonce in page and policy each time",
          "executable/serving: bears the security headers on every kind of answer",
          "server/widget: only the websites that the owner has named may show it, and nothing but it",
          "content/desk: a script planted in each field of each kind stays text",
        ],
      },
      {
        row: "where a driver is",
        promise:
          "The tracking link of a trip shows only the car and its progress. Expired, revoked and unknown links get the same 404.",
        tests: [
          "guards/tracking-tokens: a call that fails within the server is logged without it",
          "guards/tracking-tokens: %s is logged without it",
          "executable/threats-public: a trip's link shows no contact and no name, works for nobody once it is revoked, and is a 404 like any other",
        ],
      },
      {
        row: "retention and erasure",
        promise:
          "Personal data is deleted when its retention period ends. An erased rider is in no table, file, message or log.",
        tests: [
          "housekeeping/sweep: messages and the addresses of sessions go after 30 days, sessions when they end",
          "housekeeping/sweep: codes and sends go after a day, wrong guesses after six",
          "drivers/review: tells the reason, closes the application, and it is gone after 90 days",
          "contact/contact: twelve months after the last word it is gone, spam after 30 days; what is alive stays",
          "privacy/erasure: no table, file or message has the rider's name, contacts or places",
          "privacy/tables: every table says what the copy holds of it and what erasure does to it",
          "executable/threats-public: an erased rider stands in no table and no file of the data folder",
          "executable/threats-public: what is older than it may be is gone an hour later, or at the next start; what is younger stays",
        ],
      },
    ],
  },
  {
    of: "Reliability",
    rows: [
      {
        row: "kill -9 under write load",
        promise:
          "If the server is killed 200 times during 100,000 bookings, no acknowledged booking is lost, and the server is healthy again within 2 s.",
        tests: [
          "executable/stopping: kill -9 and a new start: it serves again within 2 s, from the same data",
        ],
        soak: "kills",
      },
      {
        row: "kill -9 at every step of a payment",
        promise:
          "If the server is killed 200 times during payments, Livery's ledger and the payment providers' books still agree to the cent. No payment or refund is made twice.",
        tests: [
          "payments/links: paid in two tabs is paid once",
          "payments/links: a 500 after it was asked for asks nobody twice",
          "payments/links: one whose answer was lost is finished once by the hourly look: %s",
          "payments/prepaying: is captured once by a provider that is %s",
        ],
        soak: "payments",
      },
      {
        row: "kill -9 at every step between two Liveries",
        promise:
          "Two companies can use Livery to pass trips to each other. If either server is killed repeatedly in the middle of this, no trip is lost or booked twice, and both servers record the same cost.",
        tests: [
          "affiliates/peer: a call whose answer is lost, or that never arrives, loses and doubles nothing",
          "affiliates/peer: a booking whose answer was lost for days is found there, and is neither doubled nor left",
          "affiliates/peer: an offer that is withdrawn while its booking is under way is cancelled there",
          "affiliates/peer: what a change costs more is for dispatch to agree to, though its answer is lost",
          "affiliates/peer: the fee of a late cancellation is owed, by both books",
        ],
        soak: "affiliates",
      },
      {
        row: "SIGTERM with 100 busy clients",
        promise:
          "When the server is stopped, no request fails, the event streams end, and the process exits within 10 s.",
        tests: [
          "executable/stopping: SIGTERM with 100 busy keep-alive clients fails no request and ends with 0 within 10 s",
          "executable/stopping: the same clients see it when a server just stops",
        ],
        soak: "stopping",
      },
      {
        row: "event streams",
        promise:
          "10,000 open event streams take at most 100 MB of memory. An event reaches all of them within 500 ms. When a session ends, its streams close within 1 s.",
        tests: [
          "guards/streams: a stream ends with its session, also while nobody reads it",
          "guards/streams: a client that does not read is let go",
        ],
        soak: "streams",
      },
      {
        row: "slow sockets",
        promise:
          "If 5,000 connections start a request and never finish it, the server closes them within 15 s. Other clients wait less than 100 ms.",
        tests: [
          "executable/serving: closes a socket that sends half a request and then nothing, within 15 s",
          "executable/hostile-requests: a stalled upload is closed after its 408",
        ],
        soak: "slow-sockets",
      },
      {
        row: "slow upload",
        promise: "An upload of 15 MB at 256 kbit/s succeeds.",
        tests: [],
        soak: "slow-upload",
      },
      {
        row: "locked database",
        promise:
          "While another process holds the database's write lock, reads and `/healthz` work. Writes are refused with 503 after 5 s.",
        tests: [
          "db/writer: after five seconds of somebody else's lock the job is refused, unwritten",
        ],
        soak: "locked-database",
      },
      {
        row: "full disk",
        promise:
          "While the disk is full, writes are refused with 507 and leave nothing incomplete. Reads work, and no restart is needed.",
        tests: [
          "executable/full-disk: uploads on a full disk are refused with 507, leave nothing, and work again when there is room",
        ],
        soak: "full-disk",
      },
      {
        row: "contested driver",
        promise:
          "10,000 assignments from four processes create no overlapping trips, and nobody gets an error about a busy database.",
        tests: [
          "races/assignments: of two that take one %s, one wins and the other is told why, 1,000 times",
          "races/assignments: the race catches a version that looks first and writes afterwards",
          "races/assignments: the database refuses the overlap to that version too",
        ],
        soak: "assignments",
      },
      {
        row: "mail or SMS provider down",
        promise:
          "1,000 messages that waited while the mail server was down for an hour are sent within 5 minutes of its return, none of them twice. Expired codes are dropped.",
        tests: [
          "executable/reliability: a mail server that is gone: what was written meanwhile is delivered once when it is back",
          "notifications/retries: a code's text is there no longer than the code; a provider that is away for a day loses nothing",
        ],
        soak: "provider-down",
      },
      {
        row: "backup and restore",
        promise:
          "A backup contains every write that was acknowledged before the backup began, even under 500 writes a second. After a restore, `livery check` passes, and old sessions and sign-in codes do not work.",
        tests: [
          "executable/backup: under load: all that was acknowledged before is in it, and the restored product is sound",
          "backup/backup: ends sessions, voids codes, and sends nothing a second time",
          "backup/backup: one with a byte changed",
          "backup/backup: one that would unpack to much more, %s, is not unpacked at all",
          "executable/backup: a file of some kilobytes that would unpack to hundreds of megabytes takes none of them",
        ],
        soak: "backup",
      },
      {
        row: "the replica",
        promise:
          "If the server and its disk are lost, the replica has all data except the last 5 seconds, including uploaded files. Old sessions and sign-in codes do not work on the restored server.",
        tests: [
          "executable/replica: the machine burns in the middle of the day: the last seconds are missing at most",
          "executable/replica: a store takes it, and one that fails is told of and made up for",
          "executable/replica: an empty folder that was started by mistake takes nobody's place",
          "executable/replica: a place that cannot be written to is said in words, and the server goes on without it",
        ],
        soak: "burn",
      },
      {
        row: "a day of fifty cars",
        promise:
          "If 600 trips are driven in an hour with ten boards open, nothing is lost and every board shows each trip's end. Memory and CPU time do not grow.",
        tests: [],
        soak: "day",
      },
      {
        row: "a day of late flights",
        promise:
          "On a simulated day of 40 flights, 17 do not go as planned. In the end every pickup time is right, no driver has two trips at a time, and nobody gets more than three notifications.",
        tests: ["flights/day: a day of 40 arrivals ends with every pickup right"],
        soak: "flights",
      },
      {
        row: "a million reservations",
        promise:
          "With a million reservations, a list still answers within 50 ms, and the server starts within 200 ms.\n\nAn export of a million trips takes at most 50 MB of memory. The write-ahead log stays under 64 MB.",
        tests: [
          "executable/exports: all trips stream in a memory that does not grow with them",
          "guards/query-plans: dispatch's list is read along an index, with each filter, sort and cursor",
        ],
        soak: "million",
      },
      {
        row: "corrupt database",
        promise:
          "If the database is corrupt, the server does not start, prints how to restore, and does not change the file.",
        tests: [
          "executable/reliability: a corrupt database: nothing starts, the way to restore is named, and the file is left alone",
          "executable/hostile-requests: in a folder that is open to others, the files are not; an emptied database is refused",
        ],
      },
      {
        row: "two servers on one folder",
        promise:
          "A second server on the same data folder exits at once and says why. If the first server is killed with `kill -9`, the folder is free again.",
        tests: [
          "executable/reliability: two servers on one folder: the second ends at once and says why; kill -9 frees the folder",
        ],
      },
      {
        row: "upgrade",
        promise:
          "Livery upgrades a database of every earlier version to the same schema in one transaction, after it has made a copy. An older executable refuses a newer database.",
        tests: [
          "db/writer: run once, from every prefix, to the same schema",
          "db/writer: one that fails leaves the old schema whole",
          "backup/upgrade: the database as it was is kept, and what changed is said",
          "executable/reliability: a newer database: an older executable refuses it and changes nothing",
        ],
      },
      {
        row: "the clock is moved, summer time begins and ends",
        promise:
          "If the server's clock is set back, no sign-in code or quote stays valid for longer.\n\nWhen the clocks go forward, a pickup time that does not exist is refused. When the clocks go back, a time exists twice, and the rider is asked which one is meant.",
        tests: [
          "accounts/codes: from before the clock was set back is not taken",
          "guards/limits: a quote from before the clock was set back is expired",
          "housekeeping/sweep: codes from the future go within a minute of the clock being set back",
          "reservations/booking: a time that the clocks skip is refused, one that comes twice is asked about",
          "executable/threats-public: a code that is older than five minutes, or from a clock that was set back, is worth nothing",
          "executable/threats-public: a pickup that the clocks skip is refused, one that comes twice is asked about",
        ],
      },
    ],
  },
  {
    of: "Payments",
    rows: [
      {
        row: "webhooks of payments",
        promise:
          "A payment provider's webhook counts once, however often and in whatever order it arrives. If its signature is wrong or it comes from another account, it is refused and not stored.",
        tests: [
          "payments/links: count once, however often and in whatever order they come",
          "payments/links: are answered once they are stored: what could not be is sent again",
          "payments/links: with a wrong signature or of nobody connected are refused and stored nowhere",
          "payments/links: of another account, and of test payments where the key is live, are refused",
          "payments/links: of a payment that nobody here knows are told to the accountant, those of others are not",
          "payments/links: MTN's callback is believed at the address that was made for it alone",
          "payment-providers/adapters: takes webhooks with its signature alone, of this account and of this kind of key",
          "payment-providers/adapters: takes webhooks with its secret hash alone",
        ],
      },
      {
        row: "another amount or currency than was asked for",
        promise:
          "If a payment has another amount than was due, Livery records the amount that arrived. If it has another currency, Livery does not record it. In both cases, owners and accountants are notified.",
        tests: [
          "payments/links: another amount is recorded as it came, listed, told to staff and resolved",
          "payments/links: another currency is no payment of the trip",
          "payments/prepaying: of which another amount came is no payment of it: it is given back",
          "payments/links: what was paid twice is told",
        ],
      },
      {
        row: "a payment provider that is down, slow, or answers 500",
        promise:
          "If a payment provider does not answer, Livery asks again later whether the payment was made. Nothing is charged or refunded twice.",
        tests: [
          "payments/links: one that is down takes nothing, says so, and is tried again",
          "payments/links: one that never began asks nobody by itself later, and another way to pay is open",
          "payments/links: one that answers once the payment was given up sends nobody to its page",
          "payments/links: a 500 after it was asked for asks nobody twice",
          "payments/links: one whose answer was lost is finished once by the hourly look: %s",
          "payments/links: one that was made and answered by %s is made once",
          "payments/links: wait while the provider is down, and are looked into later",
          "payments/prepaying: is captured once by a provider that is %s",
          "payments/prepaying: stays while the provider is down, and is paid afterwards",
          "payment-providers/adapters: what broke after it was done is found, and never done twice",
          "payment-providers/adapters: charges a phone once when the answer was lost",
        ],
      },
      {
        row: "payers who leave, or come twice",
        promise:
          "If a payer closes the payment page, the hourly check finds the payment. If a payment link is open in two tabs, it is paid once.",
        tests: [
          "payments/links: a browser that was closed on the provider's page is found by the hourly look",
          "payments/links: paid in two tabs is paid once",
          "payments/links: of which a page is left can be paid in another way, and the page is closed",
          "payments/prepaying: waits for its deposit, which is paid once in however many tabs",
        ],
      },
      {
        row: "holds",
        promise:
          "If a hold on a card expires, the trip shows it and the rider gets a link for the amount due. If a trip is cancelled, its hold is released.",
        tests: [
          "payments/prepaying: of eight days ago is gone: the trip says so, and its rider gets a link",
          "payments/prepaying: that has run out before the trip is asked for again",
          "payments/prepaying: that has run out at the end of the trip leaves a link for what is due",
          "payments/prepaying: is let go when the trip is cancelled, between hold and capture too",
          "payments/prepaying: that comes after the trip was called off is let go of",
          "payment-providers/adapters: a released hold takes nothing, and a hold that has run out is refused with what to do",
        ],
      },
      {
        row: "refunds and disputes",
        promise:
          "All refunds of a payment together never exceed the amount that was paid.\n\nA refund or dispute that starts at the payment provider is reported once. A dispute that you lose is recorded as a refund.",
        tests: [
          "payments/links: never more than came",
          "payments/links: never more than came, whatever way it goes back by",
          "payments/prepaying: that is being captured cannot be refunded until it is, and then once",
          "payments/links: a dispute and a refund in the dashboard are told once each",
          "payments/links: a dispute that is %s, heard %s",
          "payments/links: a %s of which no webhook tells is found within a day",
          "payment-providers/adapters: a refund of more than was taken, and a capture of more than is held, are refused",
        ],
      },
      {
        row: "currencies without decimals and with three",
        promise:
          "Livery rounds amounts down to an amount that the payment provider can charge. A remainder that is too small to charge stays due.",
        tests: [
          "payment-providers/adapters: counts %s as Stripe does",
          "payment-providers/adapters: refuses an amount in %s that Stripe cannot write",
          "payments/links: is paid in amounts that every provider can write, and what is left of the last coin stays due",
          "payments/prepaying: in a currency with three decimals is captured in what the provider can write",
        ],
      },
      {
        row: "the books add up",
        promise:
          "Payments, refunds and corrections always add up: what is due, plus what was paid, minus what was refunded, is the amount billed. Drivers are paid only from money that arrived.",
        tests: [
          "payments/properties: random history no. %d adds up",
          "payments/books: the journal of everything that happened balances",
          "browser/trip-money: a trip paid by %s",
          "browser/company-month: a month of sixty trips, from their settlement to the last franc",
        ],
      },
    ],
  },
  {
    of: "Bad input",
    rows: [
      {
        row: "JSON",
        promise:
          "A request with invalid JSON, another content type, or a body of more than 64 KB is refused. The answer is always JSON with a `message`, never a stack trace.",
        tests: [
          "accounts/bad-input: answers 400 to %s",
          "guards/bad-input: above 64 KB is 413",
          "guards/bad-input: as text/plain or as a form is 415",
          "system/json: refuses invalid UTF-8 and UTF-16",
          "executable/threats: a body that is no JSON of ours is 400 in JSON, never a stack",
          "executable/threats: another type is 415, more than 64 KB is 413, in chunks of unknown length too",
        ],
      },
      {
        row: "paths and methods",
        promise:
          "A request to an unknown path gets a 404. A request with a method that the path does not have gets a 405, which lists the allowed methods.",
        tests: [
          "guards/bad-input: a path that cannot be decoded is 400 or 404",
          "guards/bad-input: a method that no call of the path answers is 405 and names those that do",
          "executable/threats: paths that lead out, and methods that no call knows",
          "executable/hostile-requests: a host that is none is the client's fault and no line in the log",
        ],
      },
      {
        row: "codes and identifiers",
        promise:
          "Text that cannot be a sign-in code or a contact is refused at once with 400, however long it is.",
        tests: [
          "accounts/bad-input: the code of %s",
          "accounts/bad-input: %j is none: 400 in a moment",
          "accounts/identifiers: 10,000 characters are refused at once",
          "accounts/identifiers: what was read reads as itself, whatever its case and spaces",
          "executable/threats-accounts: what is no code is 400 and no guess; one that was used, another's or a driver's is 401",
          "executable/threats-accounts: what is no contact is 400 in a moment, and nothing is sent",
          "executable/threats-accounts: spellings of one contact share what was sent to it and guessed at it",
        ],
      },
      {
        row: "one mailbox and one number",
        promise:
          "Different spellings of an e-mail address or phone number count as one contact, with one account. So a stranger cannot get more sign-in codes or tries by spelling it differently.",
        tests: [
          "executable/mailboxes: the mailbox gets one code, however it is written and from wherever it is asked",
          "executable/mailboxes: an hour gives it five, and a day ten",
          "executable/mailboxes: all spellings share its three guesses, and are one account",
          "accounts/contacts: sixty spellings of one mailbox",
          "accounts/contacts: is one number, however it is written",
          "accounts/contacts: is refused what is no possible number of its country",
        ],
      },
      {
        row: "names and text",
        promise:
          "Livery stores names in every script as they are typed. It stores text that looks like code as plain text, and refuses invisible control characters and blank names.",
        tests: [
          "accounts/profile: of any script are fine: %s %s",
          "accounts/profile: are refused when they are none: %j",
          "content/rich-text: planted scripts stay text",
          "executable/threats-accounts: names of every script and text that looks like code come back as they are, and are no markup in a page",
        ],
      },
      {
        row: "uploads",
        promise:
          "Livery determines the type of an uploaded file from its content. Files are stored under generated names, and nothing of a refused file is kept.",
        tests: [
          "drivers/hostile-files: files that are refused",
          "drivers/hostile-files: a JPEG with PHP at its end is accepted, and the end is gone",
          "drivers/hostile-files: a form cut short leaves no file, whatever came before",
          "drivers/hostile-files: rows and files name each other after all of this",
          "executable/threats-public: files are judged by what is in them, kept under names of our own, and nothing of a refused one stays",
        ],
      },
      {
        row: "booking and lists",
        promise:
          "A request with an impossible date, place, number or sort key gets a 400. A page past the end of a list is empty.",
        tests: [
          `reservations/booking: \${what} is \${status}`,
          "guards/bad-input: with %s is 400",
          "guards/bad-input: far past its end is empty",
          "guards/bad-input: takes what looks like SQL or a search's grammar as words",
          "executable/threats-public: a trip that cannot be, and a list that nobody can mean, are 400; another's id is 404",
        ],
      },
      {
        row: "every described call",
        promise:
          "100,000 requests generated from the API description cause no server error, no hang and no growth of memory.",
        tests: [
          "system/fuzz: no call answers with a fault of the server, hangs, or forgets the shape of a refusal",
          "system/fuzz: a planted fault is found",
        ],
        soak: "fuzz",
      },
    ],
  },
];
