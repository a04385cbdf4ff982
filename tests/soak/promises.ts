/**
 * Every promise of docs/security.md, row by row, with the tests that prove it, as `folder/file: title` under `tests`,
 * and its long run of `bun run soak` if it has one. docs/promises.md is generated from this list, and
 * `tests/guards/promises.test.ts` checks that each test exists.
 */
export interface PromiseRow {
  /** The unique short name of the row. */
  row: string;
  /** The promise, in one sentence. */
  promise: string;
  tests: string[];
  /** The name of the long run. A short round of it is one of the tests. */
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
          "accounts/codes: works only in the browser that requested it",
          "accounts/codes: works only for its own identifier",
          "accounts/codes: is stored as an HMAC and does not appear in the subject of the e-mail",
          "executable/threats: are refused in another browser and in another area",
        ],
      },
      {
        row: "codes: guessing",
        promise:
          "However fast a stranger guesses sign-in codes, all unknown browsers together have 3 tries for an account in 6 days.\n\nA browser that has signed in to the account before has 5 tries for each code and 20 a day.",
        tests: [
          "accounts/codes: stay within the limit when 500 arrive at once",
          "accounts/codes: are limited to 3 per account, across resends and browsers",
          "accounts/codes: are limited to 5 per code and 20 per day",
          "accounts/codes: on many accounts replace codes with links for all unknown browsers",
          "executable/threats: 500 simultaneous guesses get the same refusal, and then the right code is refused, too",
        ],
      },
      {
        row: "codes: the owner is never locked out",
        promise:
          "When all tries for an account's sign-in codes are used up, its owner gets a one-tap link instead of a code. The link is valid for 15 minutes and works once.",
        tests: [
          "accounts/codes: beyond the limit make the next message a link, for 6 days",
          "accounts/codes: signs the rider in once, in any browser, and makes that browser a known one",
          "accounts/codes: expires after 15 minutes and is stored hashed",
          "executable/threats-accounts: a rider whose guesses strangers spent gets a link that signs in once, and only when pressed",
          "executable/threats-accounts: a sign-in link expires after 15 minutes",
        ],
      },
      {
        row: "codes: limits switched off",
        promise:
          "`RATE_LIMITS=off` removes only the limits on sending. A sign-in code still has limited tries and works only once.",
        tests: [
          "accounts/codes: RATE_LIMITS=off keeps the guess limit of each account and lifts the server-wide one",
          "executable/threats-accounts: RATE_LIMITS=off lifts the limit on sent codes, but not on guesses and single use",
        ],
      },
      {
        row: "send: SMS pumping and mail bombing",
        promise:
          "One contact gets at most 1 sign-in code in 30 seconds, 5 an hour and 10 a day. One network address can request at most 60 codes an hour.\n\nSMS are sent only to allowed countries: at most 200 a day, and 10 an hour to numbers with the same first digits.",
        tests: [
          "accounts/sending: are sent at most every 30 seconds, for any spelling and from any IP address",
          "accounts/sending: are limited to 5 an hour and 10 a day",
          "accounts/sending: an IP address or IPv6 network gets at most 60 codes an hour",
          "accounts/sending: go only to the operator's country and the countries it allows",
          "accounts/sending: are limited to 10 an hour for the first 7 digits of a number",
          "accounts/sending: are limited to 200 a day in all, and e-mail codes are still sent",
          "executable/threats: a contact gets one message in 30 s, however often and from wherever it is requested",
        ],
      },
      {
        row: "send: who has an account",
        promise:
          "The sign-in page does not reveal who has an account: riders and strangers get the same answers, equally fast. One network address is shown the first names of at most 5 contacts an hour.",
        tests: [
          "accounts/sending: has the same shape for riders and strangers",
          "accounts/sending: reveals names for the first 5 identifiers per IP address and hour",
          "accounts/sending: reveals no name beyond 300 requests an hour or if SEND_REVEALS_NAME is off",
          "accounts/bad-input: wrong, expired, used, unknown and other browsers' codes get the same answer",
          "executable/threats-accounts: known and unknown contacts get answers of one shape, and only five names an hour are shown",
          "executable/threats-accounts: wrong, expired, used, unknown and other browsers' codes get the same 401",
        ],
        soak: "alike",
      },
      {
        row: "verify: sessions",
        promise:
          "A session is a token of 256 bits that is stored as a hash. Each sign-in creates a new token, in a cookie that scripts cannot read.\n\nThe `token` in the answer to a sign-in gives no access.",
        tests: [
          "accounts/sign-in: each sign-in starts a new session and ends the previous one of the browser",
          "accounts/sign-in: session cookies are HttpOnly and SameSite=Lax, and on https Secure with the __Host- prefix",
          "accounts/sign-in: the token in the answer names the account for 15 minutes and gives no access",
          "guards/sessions: answers 401 to the verify answer's token and the cookie's value as a bearer token",
          "executable/threats: the verify answer's token opens nothing, and the session cookie ends with sign-out",
        ],
      },
      {
        row: "answers about people: caching",
        promise: "Answers about a person, and all answers of dispatch, are sent with `no-store`.",
        tests: [
          "executable/threats: the verify answer's token opens nothing, and the session cookie ends with sign-out",
          "accounts/sign-in: sections 3 and 7: a stranger gets a code by e-mail, which creates an account and a session",
        ],
      },
      {
        row: "profile: mass assignment and takeover",
        promise:
          "Riders can change only certain fields of their account. A new contact counts only after its own code was entered, and the old contact is notified.\n\nRiders cannot take over a contact that belongs to another account.",
        tests: [
          "accounts/profile: update-profile ignores fields that a rider may not set",
          "accounts/profile: replaces the old one once its code is entered, and the old one gets two notices",
          "accounts/profile: that belongs to another account gets a 409 and changes nothing",
          "executable/threats-accounts: accepts only the rider's own fields, and a new e-mail address counts after its code",
        ],
      },
      {
        row: "profile: hostile pictures",
        promise:
          "Riders' pictures have at most 5 MB and 40 megapixels. They are encoded again, which removes hidden data.",
        tests: [
          "accounts/profile: is shown to the rider and to dispatch without its metadata",
          "accounts/profile: loses data that was hidden after its end",
          "accounts/profile: gets a 413 if it has too many bytes or pixels",
          "executable/threats-accounts: returns a picture without metadata, and stores no file that is too large or not a picture",
        ],
      },
      {
        row: "everything: one visitor and the rest",
        promise:
          "One visitor cannot slow the server down for others. A network address that makes too many expensive public calls is refused with 429. Pictures and PDFs are processed in turn, those of signed-in people first.",
        tests: [
          "executable/neighbours: every public call takes at most 25 ms of processor time or is soon rate-limited",
          "executable/neighbours: a hundred clients that request %s and read nothing cost little memory and time",
          "server/encoded-response: %s sends everybody the same bytes, gzipped on request, and 304 if they are unchanged",
          "server/encoded-response: a hundred simultaneous requests draw the service area once, and a change draws it again",
          "executable/neighbours: the server refuses a small picture with too many pixels, from riders and strangers",
          "executable/neighbours: many pictures from strangers do not hold up a rider's picture",
          "executable/neighbours: too many pictures at once are each stored or get a 503, and no connection breaks",
          "files/pictures: the server refuses too many pixels for the size of the file: %s",
          "files/job-queue: strangers never take the queue's last place, so a signed-in sender starts at once",
          "files/job-queue: a waiting stranger starts after at most three jobs of accounts",
          "files/papers: the server stays responsive while it reads a costly PDF",
          "files/pdf-content: a PDF of 20 MB is read in less than 140 MB of memory: %s",
        ],
      },
      {
        row: "Google and Apple: forgeries",
        promise:
          "Nobody can sign in through Google or Apple with a forged or unconfirmed identity. An answer from Google or Apple works once, within 10 minutes.",
        tests: [
          "accounts/provider-forgeries: signs in only once if it is used twenty times at the same moment",
          "accounts/provider-forgeries: is refused in another browser and is then void",
          "accounts/provider-forgeries: is refused after 10 minutes or if the clock was set back",
          "accounts/provider-forgeries: with an unconfirmed e-mail address does not sign in the rider who has it",
          "accounts/provider-forgeries: Apple's posted answer",
          "accounts/identities: protection against capturing an account before its owner signs in",
          "executable/threats-accounts: refuses a replayed, late, stolen or forged answer and an unconfirmed e-mail address",
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
          "accounts/staff-login: answers 429 to one device after five failures in 15 minutes, even if the password is right",
          "accounts/staff-login: compares only five of 500 passwords sent at once",
          "accounts/staff-login: limits guesses from many networks to %s per account, but not from its known browsers",
          "accounts/staff-login: logs failures %s in one row per 15 minutes, with their number",
          "accounts/staff-login: compares a password with the same cost if the e-mail address is unknown",
          "accounts/staff-login: limits one IP address that tries many accounts",
          "executable/threats-staff: refuses an unknown browser for 15 minutes after five failures, and hides who has an account",
          "executable/threats-staff: compares only five of 500 simultaneous passwords and spends little processor time",
        ],
      },
      {
        row: "second factor",
        promise:
          "Each code of a second factor and each recovery code works once. If 500 wrong codes are sent at once, only five are compared.",
        tests: [
          "accounts/staff-login: accepts each code once, up to one step late, and then no older code",
          "accounts/second-factor: a recovery code signs in once, in any spelling",
          "accounts/second-factor: the server compares only five of 500 wrong codes sent at once",
          "executable/threats-staff: is asked for only after the right password, and a code and a recovery code work once each",
          "executable/threats-staff: compares only five of 500 simultaneous wrong codes, then refuses the right one, too",
        ],
      },
      {
        row: "locked screen",
        promise:
          "While a session of dispatch is locked, every call answers 423, including downloads and streams. The exceptions are profile, lock, unlock and sign-out. Five failed unlocks end the session.",
        tests: [
          "guards/roles: a locked screen gets a 423 from every call except four, whatever the role",
          "accounts/staff-lock: with a wrong password gets a 401, and the fifth attempt ends the session",
          "accounts/staff-lock: compares only five of 500 passwords sent at once and ends the session",
          "executable/threats: a locked screen answers 423, also to downloads and streams, and five wrong passwords end it",
        ],
      },
      {
        row: "idle and long sessions of staff",
        promise: "A session locks after 20 idle minutes and ends after 12 hours.",
        tests: [
          "accounts/staff-lock: locks after 20 minutes, and reading the profile does not unlock it",
          "accounts/staff-lock: locks although a page refreshes automatically",
          "accounts/staff-login: a session ends after 12 hours, even if it is in use",
          "executable/threats-staff: lock after 20 idle minutes and end after 12 hours, with their open streams",
        ],
      },
      {
        row: "changes of the own account",
        promise:
          "To change their password or e-mail address, staff need the current password. The change ends the account's other sessions.",
        tests: [
          "accounts/staff-profile: needs the current password for a new one and ends the other sessions",
          "accounts/staff-profile: compares only five of 500 current passwords sent at once",
          "executable/threats-staff: needs the current password for a new password or e-mail address, and ends other sessions",
        ],
      },
      {
        row: "merging riders: a company's account",
        promise:
          "When dispatch merges two riders, a membership in a company moves to the other account only if dispatch confirms it. So nobody can ride on a company's account by accident.",
        tests: [
          "riders/merge: a merge that would change a company membership is refused: %s",
          "riders/merge: a membership moves if dispatch agrees, and the company's log and the audit log record it",
          "executable/threats-staff: a merge moves a membership only if dispatch confirms it, when the rider who %s is the member",
        ],
      },
      {
        row: "roles",
        promise: "Each role gets 403 for every call that it may not make, and for no other call.",
        tests: [
          "guards/roles: every call of dispatch is in the list once and requires the listed permission",
          `guards/roles: \${role}: exactly the calls that the role may not make answer 403`,
          "executable/threats-staff: every call of dispatch answers 403 to exactly the roles that may not make it",
        ],
      },
      {
        row: "lists and files: scraping and formulas",
        promise:
          "No list in dispatch returns more than 100 rows a page. The audit log records each download. In a CSV file, no cell runs as a formula.",
        tests: [
          "guards/bad-input: of reservations with %s gets a 400",
          "dispatch/audit: the audit log is downloaded as CSV without formulas, and records the download",
          "reports/reports: the CSV of the trips adds up to the report, and its texts cannot act as formulas",
          "payouts/payouts: the CSV file has amounts that add up, and its texts cannot act as formulas",
          "executable/threats-staff: no list gives more than 100 rows a page",
          "executable/threats-staff: no name in a downloaded file begins a formula, and the audit log records the download",
        ],
      },
      {
        row: "audit log",
        promise:
          "The audit log records every change by staff, without data of riders. If somebody changes or removes one of its rows, Livery detects it.",
        tests: [
          "guards/audit: every changing call of dispatch is in exactly one of the lists",
          "guards/audit: the audit log is an intact chain without data of riders or secrets",
          "audit/chain: the database refuses to change or delete rows and to move the end back",
          "audit/chain: finds rows deleted from the end even if the recorded end is moved back",
          "executable/threats-staff: no other process can change or delete a row, and livery check names an altered row",
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
          "executable/applications: four simultaneous applications of 80 MB use less than 300 MB of memory, and a fifth gets a 503",
          "executable/applications: an upload leaves no file if its sender disconnects",
          "drivers/application: accepts three applications a day from one IP address",
          "drivers/application: answers 413 to an 11 MB file before it has read all of it",
          "drivers/hostile-files: the uploads under one ticket are limited to 80 MB in total",
        ],
      },
      {
        row: "applications: others' papers",
        promise:
          "Applicants' documents are sent as attachments with generated names, only to the applicant and dispatch. Everybody else gets a 404.",
        tests: [
          "drivers/review: open only for dispatchers and with the application's own link",
          "drivers/status: sees and removes only their own files",
          "documents/documents: only the driver, drivers of the same vehicle and dispatch can open a document",
          "executable/threats-staff: open only to owners, dispatchers and holders of the application's link, as downloads",
          "executable/threats-staff: can be sent and removed only with their own ticket when they are uploaded ahead",
        ],
      },
      {
        row: "vehicle data, geocoder, router: other servers",
        promise:
          "The server calls only outside services that are configured, and waits at most 3 seconds for an answer. If an outside service fails, Livery works without it.\n\nA call to an outside service follows no redirects and reads at most 64 KB (1 MB for a route).",
        tests: [
          "vehicles/vehicle-data: never sends the service an invalid VIN",
          "vehicles/vehicle-data: waits 3 seconds for a service that stalls before or within its answer",
          "places/geocoder: our own places arrive within 3.5 s if the geocoder is",
          "maps/remote-style: refuses a redirect and does not follow it",
          "executable/threats-staff: an invalid VIN is never sent to the vehicle data service",
          "executable/threats-staff: redirects of other servers are not followed, and an answer that is too long is dropped",
          "executable/threats-staff: a stalled service is abandoned after 3 seconds, and geocoder and router then rest",
        ],
      },
      {
        row: "contact and lost property: spam, scripts, headers",
        promise:
          "One network address can send five contact messages an hour, each of up to 5,000 characters. A hidden field catches bots. The messages are always shown as plain text.",
        tests: [
          "contact/contact: markup, formulas and mail headers in a message stay plain text",
          "contact/contact: a message with the hidden field filled in is accepted, but not stored",
          "contact/contact: an IP address can send five messages an hour, and refused ones do not count",
          "contact/property-reports: a report with the hidden field filled in is accepted, but not stored",
          "executable/threats-public: keep text plain, refuse mail headers in a field and drop what bots send",
          "executable/threats-public: accept five messages an hour from an IP address, even with a forged X-Forwarded-For",
        ],
      },
      {
        row: "booking: prices",
        promise:
          "The server sets the price of a booking. It refuses a quote that was changed, that another server made, or that is older than 15 minutes.",
        tests: [
          "reservations/booking: an altered or forged quote is refused",
          "reservations/booking: a quote expires after 15 minutes",
          "guards/limits: a quote with anything after its signature is refused",
          "executable/threats: 100 simultaneous posts with one key make one trip, at the server's price",
        ],
      },
      {
        row: "booking: sent twice",
        promise:
          "100 booking requests at once with one `Idempotency-Key` make one trip. A different body with the same key gets a 422.",
        tests: [
          "reservations/booking: 100 requests at once with one key make one reservation, and all get it",
          "executable/threats: 100 simultaneous posts with one key make one trip, at the server's price",
        ],
      },
      {
        row: "booking: another's trip",
        promise: "A rider who reads or changes another rider's trip gets a 404.",
        tests: [
          "reservations/booking: another rider's reservation gets a 404",
          "guards/bad-input: another rider's id, an unknown id and a malformed id get the same 404",
          "executable/threats: a stranger can neither read nor cancel another rider's trip",
        ],
      },
      {
        row: "trips: what each may see of them",
        promise:
          "Riders, drivers and dispatch each see only certain fields of a trip. A new column of the database is shown to none of them until a programmer adds it to their list.",
        tests: [
          "guards/viewers: reaches no rider",
          "guards/viewers: reaches no driver",
          "guards/viewers: does not reach dispatch, which alone reads the reason of an event",
          "guards/viewers: a field for dispatch is in no answer to the rider or the driver",
          "guards/viewers: the copy of a rider's data has no column that it does not list",
        ],
      },
      {
        row: "trips: steps before their time",
        promise:
          "A driver can start a trip two hours before the pickup at the earliest, unless the operator or dispatch allows more. Until the trip starts, the rider can cancel and change it, and does not see the driver's position.",
        tests: [
          "dispatch/early-steps: is refused with the time from which it works, and costs the rider nothing",
          "dispatch/early-steps: that an older version accepted costs and shows nothing before that time",
          "dispatch/early-steps: are refused if they were made too early or are dated in the future",
          "dispatch/early-steps: needs a reason, which the driver sees, and cancelling still costs the rider nothing",
          "dispatch/early-steps: ends if the pickup is moved by %s, and the trip needs a new assignment",
          "executable/threats-colluding: can take no step, whatever time the tap has, and reads from when it is possible",
          "executable/threats-colluding: costs the rider nothing, blocks no change, shows no position and earns nothing",
        ],
      },
      {
        row: "trips: tips that nobody paid",
        promise:
          "A tip appears on a driver's account only once the rider has paid it or the trip is settled. It is never more than the rider was charged.",
        tests: [
          "payouts/tips: the amounts on the driver's account for %s",
          "payouts/tips: a card tip, or a later raise of it, reaches the driver only after the rider pays",
          "payouts/tips: a cash tip counts only as far as the driver confirms it, and the operator pays nothing",
          "executable/threats-colluding: get no card tip paid out before its trip is settled",
          "executable/threats-colluding: gain nothing from a cash tip that was never handed over",
        ],
      },
      {
        row: "everything: sessions",
        promise: "Every call that is not public answers 401 without a session of its own area.",
        tests: [
          "guards/sessions: answers 401 without a session",
          "guards/sessions: answers 401 to the sessions of the other areas, also under its own cookie's name",
          "guards/sessions: answers 401 after sign-out and after the session has expired",
          "executable/threats: every private call answers 401 without a session, and dispatch's calls to a rider's session",
        ],
      },
      {
        row: "everything: other websites",
        promise:
          "A request that changes data must come from Livery's own origin; otherwise the answer is 403.",
        tests: [
          "guards/origin: every unsafe call refuses an Origin of %p",
          "guards/origin: without an Origin, every unsafe call refuses Sec-Fetch-Site: %s",
          "guards/origin: with neither header, every unsafe call refuses a request with a Livery cookie",
          "executable/threats: another website can neither act for a rider nor read their data",
        ],
      },
      {
        row: "everything: forged addresses",
        promise: "The server uses `X-Forwarded-For` only as far as `TRUST_PROXY` allows.",
        tests: [
          "server/addresses: clientAddress reads %s as one address",
          "server/addresses: clientAddress falls back to the proxy's address for %s",
          "executable/threats-public: accept five messages an hour from an IP address behind a proxy, whatever its port or spelling",
          "guards/limits: metrics are open to this machine, but not to requests through a proxy on it",
          "guards/limits: the addresses of one IPv6 network share their limit",
          "executable/threats: a contact gets one message in 30 s, however often and from wherever it is requested",
        ],
      },
      {
        row: "everything: pages",
        promise:
          "Each page has a content security policy with a fresh nonce, cannot be framed, and contains no inline style or event handler.",
        tests: [
          "executable/serving: renders the home page each time with a fresh nonce, the same in page and policy",
          "executable/serving: sends the security headers with every kind of answer",
          "server/widget: only websites named by the owner can embed the widget, and they can embed no other page",
          "content/desk: a script planted in each field of the website's content",
        ],
      },
      {
        row: "where a driver is",
        promise:
          "The tracking link of a trip shows only the car and its progress. Expired, revoked and unknown links get the same 404.",
        tests: [
          "guards/tracking-tokens: a call that fails in the server is logged without its token",
          "guards/tracking-tokens: %s is logged without its token",
          "executable/threats-public: a tracking link shows no contact or name, and answers 404 once it is revoked",
        ],
      },
      {
        row: "retention and erasure",
        promise:
          "Personal data is deleted when its retention period ends. An erased rider is in no table, file, message or log.",
        tests: [
          "housekeeping/sweep: the sweep deletes messages and sessions' IP addresses after 30 days, sessions on expiry",
          "housekeeping/sweep: the sweep deletes codes and sends after a day, wrong guesses after six",
          "drivers/review: sends the reason, closes the application and deletes it after 90 days",
          "contact/contact: a message is deleted twelve months after its last entry, and spam after 30 days",
          "privacy/erasure: deleting a rider removes their name, contacts and places from tables, files and messages",
          "privacy/tables: every table defines its part of the copy and its erasure",
          "executable/threats-public: an erased rider appears in no table and no file of the data folder",
          "executable/threats-public: the server deletes expired records when it starts and keeps younger ones",
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
        tests: ["executable/stopping: the server serves again within 2 s after kill -9"],
        soak: "kills",
      },
      {
        row: "kill -9 at every step of a payment",
        promise:
          "If the server is killed 200 times during payments, Livery's ledger and the payment providers' books still agree to the cent. No payment or refund is made twice.",
        tests: [
          "payments/links: is paid only once from two tabs",
          "payments/links: a payment that the provider answers with a 500 is not requested twice",
          "payments/links: the hourly check completes a refund once if its answer was lost: %s",
          "payments/prepaying: is captured only once by a provider that is %s",
        ],
        soak: "payments",
      },
      {
        row: "kill -9 at every step between two Liveries",
        promise:
          "Two companies can use Livery to pass trips to each other. If either server is killed repeatedly in the middle of this, no trip is lost or booked twice, and both servers record the same cost.",
        tests: [
          "affiliates/peer: a lost call or answer neither loses nor repeats a booking",
          "affiliates/peer: a booking whose answer was lost for days is found and not repeated",
          "affiliates/peer: an offer withdrawn during its booking is cancelled at the affiliate",
          "affiliates/peer: the extra cost of a change needs dispatch's approval, even if the answer is lost",
          "affiliates/peer: a late cancellation by dispatch costs the affiliate's fee on both servers",
        ],
        soak: "affiliates",
      },
      {
        row: "SIGTERM with 100 busy clients",
        promise:
          "When the server is stopped, no request fails, the event streams end, and the process exits within 10 s.",
        tests: [
          "executable/stopping: SIGTERM with 100 busy clients fails no request, and the server exits with 0 within 10 s",
          "executable/stopping: the busy clients of these tests notice a server that stops at once",
        ],
        soak: "stopping",
      },
      {
        row: "event streams",
        promise:
          "10,000 open event streams take at most 100 MB of memory. An event reaches all of them within 500 ms. When a session ends, its streams close within 1 s.",
        tests: [
          "guards/streams: a stream ends with its session, even if the client does not read it",
          "guards/streams: the server closes the stream of a client that does not read",
        ],
        soak: "streams",
      },
      {
        row: "slow sockets",
        promise:
          "If 5,000 connections start a request and never finish it, the server closes them within 15 s. Other clients wait less than 100 ms.",
        tests: [
          "executable/serving: closes a connection within 15 s if it sends half a request and stops",
          "executable/hostile-requests: a stalled upload gets a 408, and the server closes its connection",
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
        tests: ["db/writer: refuses a job after waiting five seconds for another process's lock"],
        soak: "locked-database",
      },
      {
        row: "full disk",
        promise:
          "While the disk is full, writes are refused with 507 and leave nothing incomplete. Reads work, and no restart is needed.",
        tests: [
          "executable/full-disk: uploads on a full disk get a 507 and leave no file, and work again when there is room",
        ],
        soak: "full-disk",
      },
      {
        row: "contested driver",
        promise:
          "10,000 assignments from four processes create no overlapping trips, and nobody gets an error about a busy database.",
        tests: [
          "races/assignments: of two simultaneous assignments of one %s one is refused with the reason, 1,000 times",
          "races/assignments: without triggers, a check before the write allows overlapping assignments",
          "races/assignments: the triggers refuse overlapping assignments even if the check comes before the write",
        ],
        soak: "assignments",
      },
      {
        row: "mail or SMS provider down",
        promise:
          "1,000 messages that waited while the mail server was down for an hour are sent within 5 minutes of its return, none of them twice. Expired codes are dropped.",
        tests: [
          "executable/reliability: messages written while the mail server is down are delivered once when it is back",
          "notifications/retries: a code is wiped when it expires; other messages can be resent after a day's outage",
        ],
        soak: "provider-down",
      },
      {
        row: "backup and restore",
        promise:
          "A backup contains every write that was acknowledged before the backup began, even under 500 writes a second. After a restore, `livery check` passes, and old sessions and sign-in codes do not work.",
        tests: [
          "executable/backup: a backup made under load has every acknowledged booking and restores to a sound server",
          "backup/backup: ends sessions, voids codes and sends no message twice after it is restored",
          "backup/backup: refuses a backup with a changed byte",
          "backup/backup: refuses a backup that would unpack to much more, %s, and unpacks nothing",
          "executable/backup: a small backup that would unpack to hundreds of megabytes is refused before it takes them",
        ],
        soak: "backup",
      },
      {
        row: "the replica",
        promise:
          "If the server and its disk are lost, the replica has all data except the last 5 seconds, including uploaded files. Old sessions and sign-in codes do not work on the restored server.",
        tests: [
          "executable/replica: a replica restores everything but the last seconds after the machine is destroyed",
          "executable/replica: the server reports a failing replica store, catches up and can be restored from it",
          "executable/replica: an empty data folder started by mistake does not overwrite the replica",
          "executable/replica: an unwritable replica folder is reported, and the server keeps running",
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
        tests: ["flights/day: a day of 40 arrivals ends with every pickup at the right time"],
        soak: "flights",
      },
      {
        row: "a million reservations",
        promise:
          "With a million reservations, a list still answers within 50 ms, and the server starts within 200 ms.\n\nAn export of a million trips takes at most 50 MB of memory. The write-ahead log stays under 64 MB.",
        tests: [
          "executable/exports: an export of very many trips streams in constant memory",
          "guards/query-plans: dispatch's list uses an index with every filter, sort and cursor",
        ],
        soak: "million",
      },
      {
        row: "corrupt database",
        promise:
          "If the database is corrupt, the server does not start, prints how to restore, and does not change the file.",
        tests: [
          "executable/reliability: the server refuses to start on a corrupt database, names the restore command and keeps the file",
          "executable/hostile-requests: data files are private in a folder open to others, and an emptied database is refused",
        ],
      },
      {
        row: "two servers on one folder",
        promise:
          "A second server on the same data folder exits at once and says why. If the first server is killed with `kill -9`, the folder is free again.",
        tests: [
          "executable/reliability: a second server on one folder exits with the reason, and kill -9 frees the folder",
        ],
      },
      {
        row: "upgrade",
        promise:
          "Livery upgrades a database of every earlier version to the same schema in one transaction, after it has made a copy. An older executable refuses a newer database.",
        tests: [
          "db/writer: run once, from each earlier version, and lead to the same schema",
          "db/writer: leave the old schema unchanged if one of them fails",
          "backup/upgrade: an upgrade keeps a copy of the old database and names the changes",
          "executable/reliability: an older executable refuses a newer database and leaves it unchanged",
        ],
      },
      {
        row: "the clock is moved, summer time begins and ends",
        promise:
          "If the server's clock is set back, no sign-in code or quote stays valid for longer.\n\nWhen the clocks go forward, a pickup time that does not exist is refused. When the clocks go back, a time exists twice, and the rider is asked which one is meant.",
        tests: [
          "accounts/codes: is refused if the clock was set back after it was sent",
          "guards/limits: a quote from before the clock was set back counts as expired",
          "housekeeping/sweep: the server deletes codes from the future within a minute of the clock being set back",
          "reservations/booking: refuse a time that the clocks skip, and ask about one that comes twice",
          "executable/threats-public: a code older than five minutes, or from before the clock was set back, is refused",
          "executable/threats-public: a pickup time that the clocks skip is refused, and a repeated one is asked about",
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
          "payments/links: count once if they arrive repeatedly and in any order",
          "payments/links: get a 500 until they are stored, so that the provider sends them again",
          "payments/links: with a wrong signature or from a provider that is not connected are refused, not stored",
          "payments/links: of another account or of the other mode, test or live, are refused",
          "payments/links: of an unknown Livery payment become a difference, and those of other systems do not",
          "payments/links: the server accepts MTN's callback only at its signed address",
          "payment-providers/adapters: accepts only webhooks with its signature and of the same mode, test or live",
          "payment-providers/adapters: accepts webhooks only with its secret hash",
        ],
      },
      {
        row: "another amount or currency than was asked for",
        promise:
          "If a payment has another amount than was due, Livery records the amount that arrived. If it has another currency, Livery does not record it. In both cases, owners and accountants are notified.",
        tests: [
          "payments/links: another amount is recorded as paid, listed, reported to staff and resolved",
          "payments/links: a payment in another currency does not count as paid",
          "payments/prepaying: is not prepaid by another amount, which is refunded",
          "payments/links: a double payment is listed as a difference",
        ],
      },
      {
        row: "a payment provider that is down, slow, or answers 500",
        promise:
          "If a payment provider does not answer, Livery asks again later whether the payment was made. Nothing is charged or refunded twice.",
        tests: [
          "payments/links: a payment fails while its provider is down, and the payer can start it again",
          "payments/links: a payment that never reached the provider expires, and the payer can choose another way",
          "payments/links: the payer is not sent to a provider's page that comes after the payment has expired",
          "payments/links: a payment that the provider answers with a 500 is not requested twice",
          "payments/links: the hourly check completes a refund once if its answer was lost: %s",
          "payments/links: a refund answered by %s is made once",
          "payments/links: that arrive while the provider is down are processed later",
          "payments/prepaying: is captured only once by a provider that is %s",
          "payments/prepaying: is kept while the provider is down, and is paid afterwards",
          "payment-providers/adapters: captures and refunds only once if its answer is lost",
          "payment-providers/adapters: charges a phone only once if the answer is lost",
        ],
      },
      {
        row: "payers who leave, or come twice",
        promise:
          "If a payer closes the payment page, the hourly check finds the payment. If a payment link is open in two tabs, it is paid once.",
        tests: [
          "payments/links: the hourly check finds a payment whose browser was closed on the provider's page",
          "payments/links: is paid only once from two tabs",
          "payments/links: can be paid in another way after its page is left, which closes that page",
          "payments/prepaying: waits for its deposit, which is paid once even from several tabs",
        ],
      },
      {
        row: "holds",
        promise:
          "If a hold on a card expires, the trip shows it and the rider gets a link for the amount due. If a trip is cancelled, its hold is released.",
        tests: [
          "payments/prepaying: that expired days before the trip is shown as released, and the rider gets a link",
          "payments/prepaying: that has expired before the trip is requested again",
          "payments/prepaying: that has expired at the end of the trip leaves a link for the amount due",
          "payments/prepaying: is released when the trip is cancelled",
          "payments/prepaying: that arrives after the trip was cancelled is released",
          "payment-providers/adapters: releases a hold without a charge, and refuses to capture an expired hold",
        ],
      },
      {
        row: "refunds and disputes",
        promise:
          "All refunds of a payment together never exceed the amount that was paid.\n\nA refund or dispute that starts at the payment provider is reported once. A dispute that you lose is recorded as a refund.",
        tests: [
          "payments/links: a refund of more than the payment is refused",
          "payments/links: refunds by hand and through the provider together cannot exceed the payment",
          "payments/prepaying: that is being captured can be refunded only afterwards, and once",
          "payments/links: a dispute and a refund in the provider's dashboard are each listed once",
          "payments/links: the server books a dispute that is %s and found %s",
          "payments/links: a %s without a webhook is found within a day",
          "payment-providers/adapters: refuses to refund more than was paid or to capture more than is held",
        ],
      },
      {
        row: "currencies without decimals and with three",
        promise:
          "Livery rounds amounts down to an amount that the payment provider can charge. A remainder that is too small to charge stays due.",
        tests: [
          "payment-providers/adapters: converts %s to and from Stripe's units",
          "payment-providers/adapters: refuses an amount in %s that Stripe cannot represent",
          "payments/links: is paid up to an amount that providers support, and the remainder stays due",
          "payments/prepaying: in a currency with three decimals is captured in an amount that the provider supports",
        ],
      },
      {
        row: "the books add up",
        promise:
          "Payments, refunds and corrections always add up: what is due, plus what was paid, minus what was refunded, is the amount billed. Drivers are paid only from money that arrived.",
        tests: [
          "payments/properties: payments, accounts and the journal add up after random history no. %d",
          "payments/books: the journal of all documents balances",
          "browser/trip-money: a trip paid by %s has the same amounts on its screens, receipt, statement, report and journal",
          "browser/company-month: a company's sixty trips are settled, invoiced, partly credited and paid, and the books balance",
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
          "guards/bad-input: above 64 KB gets a 413",
          "guards/bad-input: as text/plain or as a form gets a 415",
          "system/json: refuses invalid UTF-8 and UTF-16",
          "executable/threats: a body that is not the expected JSON gets a 400 in JSON, never a stack trace",
          "executable/threats: another content type gets a 415 and more than 64 KB a 413, also in chunks",
        ],
      },
      {
        row: "paths and methods",
        promise:
          "A request to an unknown path gets a 404. A request with a method that the path does not have gets a 405, which lists the allowed methods.",
        tests: [
          "guards/bad-input: a path that cannot be decoded gets a 400 or 404",
          "guards/bad-input: a method that a path does not support gets a 405 that names the allowed ones",
          "executable/threats: a path that leads out of the folder gets a 400 or 404, and an unknown method a 405",
          "executable/hostile-requests: an invalid Host header gets a 400 and writes nothing to the log",
        ],
      },
      {
        row: "codes and identifiers",
        promise:
          "Text that cannot be a sign-in code or a contact is refused at once with 400, however long it is.",
        tests: [
          "accounts/bad-input: the code of %s",
          "accounts/bad-input: gets a 400 within a second if it is %j",
          "accounts/identifiers: refuses 10,000 characters quickly",
          "accounts/identifiers: reads an identifier the same in any case and with extra spaces",
          "executable/threats-accounts: a malformed code gets a 400 and is no guess, and a used or somebody else's code gets a 401",
          "executable/threats-accounts: a malformed contact gets a 400 at once, and nothing is sent",
          "executable/threats-accounts: all spellings of a contact share its sent codes and guesses",
        ],
      },
      {
        row: "one mailbox and one number",
        promise:
          "Different spellings of an e-mail address or phone number count as one contact, with one account. So a stranger cannot get more sign-in codes or tries by spelling it differently.",
        tests: [
          "executable/mailboxes: a mailbox gets one code, however its address is spelt and from any IP address",
          "executable/mailboxes: a mailbox gets five codes an hour and ten a day for all its spellings",
          "executable/mailboxes: all spellings of an address share three guesses, then get a sign-in link",
          "accounts/contacts: sixty spellings of one mailbox",
          "accounts/contacts: stores the same phone number for every spelling of it",
          "accounts/contacts: refuses a phone number that is impossible in its country",
        ],
      },
      {
        row: "names and text",
        promise:
          "Livery stores names in every script as they are typed. It stores text that looks like code as plain text, and refuses invisible control characters and blank names.",
        tests: [
          "accounts/profile: may be in any script: %s %s",
          "accounts/profile: are refused if they are invalid: %j",
          "content/rich-text: planted scripts",
          "executable/threats-accounts: names in any script and text that looks like code are stored unchanged and shown as plain text",
        ],
      },
      {
        row: "uploads",
        promise:
          "Livery determines the type of an uploaded file from its content. Files are stored under generated names, and nothing of a refused file is kept.",
        tests: [
          "drivers/hostile-files: files that are refused",
          "drivers/hostile-files: a JPEG with PHP after its end is stored without the PHP",
          "drivers/hostile-files: a form that is cut short leaves no file behind",
          "drivers/hostile-files: stored files and database rows match after all uploads",
          "executable/threats-public: files are judged by their content, stored under the server's own names and deleted if refused",
        ],
      },
      {
        row: "booking and lists",
        promise:
          "A request with an impossible date, place, number or sort key gets a 400. A page past the end of a list is empty.",
        tests: [
          `reservations/booking: a trip with \${what} gets a \${status}`,
          "guards/bad-input: with %s gets a 400",
          "guards/bad-input: is empty beyond its end",
          "guards/bad-input: takes SQL and search syntax as plain words",
          "executable/threats-public: an impossible trip or list query gets a 400, and another rider's trip a 404",
        ],
      },
      {
        row: "every described call",
        promise:
          "100,000 requests generated from the API description cause no server error, no hang and no growth of memory.",
        tests: [
          "system/fuzz: no call answers with a server error, hangs or gives a malformed refusal",
          "system/fuzz: the fuzzer finds a planted fault",
        ],
        soak: "fuzz",
      },
    ],
  },
];
