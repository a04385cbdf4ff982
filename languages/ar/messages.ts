import { countPhrase } from "../../src/notifications/words/count-phrase";
import orderMessages from "./order-messages";
import type { MessageWords } from "../../src/notifications/words/message-words";

const contactNames = { email: "عنوان بريدك الإلكتروني", phone: "رقم هاتفك" };
const thisContact = { email: "عنوان البريد الإلكتروني هذا", phone: "رقم الهاتف هذا" };

const minutesOf = (n: number) =>
  countPhrase("ar", n, {
    one: "دقيقة واحدة",
    two: "دقيقتين",
    few: `${n} دقائق`,
    other: `${n} دقيقة`,
  });
const hoursOf = (n: number) =>
  countPhrase("ar", n, {
    one: "ساعة واحدة",
    two: "ساعتان",
    few: `${n} ساعات`,
    other: `${n} ساعة`,
  });
const passengersOf = (n: number) =>
  countPhrase("ar", n, {
    one: "راكب واحد",
    two: "راكبان",
    few: `${n} ركاب`,
    many: `${n} راكبا`,
    other: `${n} راكب`,
  });

export default {
  payLink: (number, amount) => ({
    subject: `ادفع ثمن الرحلة ${number}`,
    paragraphs: [
      `المبلغ المستحق عن الرحلة ${number} هو ${amount}. يمكنك الدفع عبر الإنترنت، بالبطاقة أو بالمحفظة الجوالة حسب المتاح.`,
      "الرابط صالح لمدة 14 يومًا. إذا بدا لك خطأ ما فتواصل معنا.",
    ],
    label: "الدفع عبر الإنترنت",
    sms: `المبلغ المستحق عن الرحلة ${number} هو ${amount}. ادفع هنا:`,
  }),
  holdLink: (number, amount) => ({
    subject: `حجز مبلغ على بطاقتك للرحلة ${number}`,
    paragraphs: [
      `يرجى السماح بحجز ${amount} على بطاقتك للرحلة ${number}. لا يُخصم شيء قبل الرحلة. بعدها نخصم تكلفتها، بحد أقصى ${amount}، ونحرر الباقي.`,
      "إذا بدا لك خطأ ما فتواصل معنا.",
    ],
    label: "الحجز على البطاقة",
    sms: `يرجى السماح بحجز ${amount} على بطاقتك للرحلة ${number}. لا يُخصم شيء قبل الرحلة:`,
  }),
  moreHoldLink: (number, amount) => ({
    subject: `حجز مبلغ على بطاقتك للرحلة ${number}`,
    paragraphs: [
      `ارتفع سعر الرحلة ${number}. يرجى السماح بحجز ${amount} إضافية على بطاقتك. لا يُخصم شيء قبل الرحلة. بعدها نخصم تكلفتها ونحرر الباقي.`,
      "وإلا يُدفع الفرق بعد الرحلة. إذا بدا لك خطأ ما فتواصل معنا.",
    ],
    label: "الحجز على البطاقة",
    sms: `ارتفع سعر الرحلة ${number}. يرجى السماح بحجز ${amount} إضافية على بطاقتك:`,
  }),
  cardCharged: (number, amount, last4) => ({
    subject: `الرحلة ${number}: خُصم ${amount} من بطاقتك`,
    paragraphs: [
      `خصمنا ${amount} من بطاقتك المنتهية بالأرقام ${last4} عن الرحلة ${number}.`,
      "إذا بدا لك خطأ ما فتواصل معنا.",
    ],
    sms: `خصمنا ${amount} من بطاقتك المنتهية بالأرقام ${last4} عن الرحلة ${number}.`,
  }),
  refunded: (number, amount, paid) => ({
    subject: `الرحلة ${number}: أُعيد إليك ${amount}`,
    paragraphs: [
      `أعدنا إليك ${amount} عن الرحلة ${number}. إجمالي ما دفعته عنها ${paid}.`,
      "قد يستغرق وصول المبلغ إلى بطاقة أو محفظة جوالة بضعة أيام.",
    ],
    sms: `أعدنا إليك ${amount} عن الرحلة ${number}. إجمالي ما دفعته عنها ${paid}.`,
  }),
  payBy: (amount, until, isHold) =>
    isHold
      ? `اسمح بحجز ${amount} على بطاقتك قبل ${until}. وإلا يُلغى الحجز مجانًا.`
      : `ادفع ${amount} قبل ${until}. بدون الدفع يُلغى الحجز مجانًا.`,
  terms: (url) => `شروطنا وسياسة الإلغاء: ${url}`,
  notPaidInTime: "لم يُدفع في الوقت المحدد.",
  affiliate: {
    offered: ({ number, time, pickup, dropoff, cost, until }) => ({
      subject: `رحلة ${number} لكم: ${time}`,
      paragraphs: [
        `هل يمكنكم القيام بهذه الرحلة؟ ${time}، من ${pickup} إلى ${dropoff}، مقابل ${cost}.`,
        `يرجى الرد قبل ${until}.`,
      ],
    }),
    changed: ({ number, time, pickup, dropoff }) => ({
      subject: `تغيّرت الرحلة ${number}`,
      paragraphs: [`يرجى الاطلاع عليها من جديد: ${time}، من ${pickup} إلى ${dropoff}.`],
    }),
    withdrawn: ({ number, time, pickup }) => ({
      subject: `لم تعد الرحلة ${number} لكم`,
      paragraphs: [`لم نعد بحاجة إليكم للرحلة في ${time} من ${pickup}.`],
    }),
    cancelled: ({ number, time, pickup }) => ({
      subject: `أُلغيت الرحلة ${number}`,
      paragraphs: [`أُلغيت الرحلة في ${time} من ${pickup}. يرجى عدم إرسال سيارة.`],
    }),
    see: "عرض الرحلة",
    documents: {
      affiliate_insurance: "شهادة التأمين",
      affiliate_licence: "رخصة التشغيل",
      affiliate_contract: "العقد",
    },
    documentExpiry: (name, day, isOver) => ({
      subject: isOver ? `انتهت صلاحية: ${name}` : `تنتهي الصلاحية قريبًا: ${name}`,
      paragraphs: [
        isOver ? `كان آخر يوم لصلاحية هذا المستند ${day}.` : `آخر يوم لصلاحية هذا المستند ${day}.`,
        "يرجى إرسال المستند المجدد إلينا.",
      ],
    }),
  },
  approval: {
    requested: (number, time, amount, until, company) => ({
      subject: `يرجى الموافقة على الرحلة ${number}`,
      paragraphs: [
        `حجز أحد زملائك الرحلة ${number} في ${time} بمبلغ ${amount} على حساب ${company}.`,
        `يرجى الموافقة عليها أو رفضها قبل ${until}.`,
      ],
      sms: `يرجى الموافقة على الرحلة ${number} بمبلغ ${amount} قبل ${until}:`,
    }),
    given: (number, company) => ({
      subject: `تمت الموافقة على رحلتك ${number}`,
      paragraphs: [`وافقت ${company} على رحلتك ${number}.`],
      sms: `وافقت ${company} على رحلتك ${number}.`,
    }),
    unanswered: (company) => `لم توافق ${company} عليها في الوقت المحدد.`,
    see: "عرض الرحلة",
  },
  quote: {
    sent: (number, amount, until, isRevised) => ({
      subject: isRevised ? `عرض سعر جديد لرحلتك ${number}` : `عرض السعر لرحلتك ${number}`,
      paragraphs: [
        isRevised
          ? `سعرنا الجديد للرحلة ${number} هو ${amount}، وهو يحلّ محلّ السعر السابق.`
          : `سعرنا للرحلة ${number} هو ${amount}.`,
        `يسري العرض حتى ${until}. يمكنك قبوله أو رفضه أو طرح سؤال.`,
      ],
      sms: `سعرنا للرحلة ${number} هو ${amount}، ويسري حتى ${until}. اقبله هنا:`,
    }),
    answered: (number) => ({
      subject: `ردّنا بشأن عرض السعر للرحلة ${number}`,
      paragraphs: [`سألتنا عن عرض السعر للرحلة ${number}. هذا ردّنا:`],
      sms: `أجبنا عن سؤالك بشأن الرحلة ${number}:`,
    }),
    accepted: (number, amount) => ({
      subject: `قبلت عرض السعر للرحلة ${number}`,
      paragraphs: [`شكرًا لك. لقد قبلت سعرنا ${amount} للرحلة ${number}. سنؤكد الرحلة قريبًا.`],
      sms: `شكرًا لك. لقد قبلت سعرنا ${amount} للرحلة ${number}. سنؤكد الرحلة قريبًا.`,
    }),
    terms: "هذه هي الشروط التي قبلتها:",
    see: "عرض السعر",
  },
  codeSubject: (brand) => `رمزك لدى ${brand}`,
  contactSubject: (brand) => `أكد عنوان بريدك الإلكتروني لدى ${brand}`,
  signInSubject: (brand) => `تسجيل الدخول إلى ${brand}`,
  useCode: {
    sign_in: "استخدم هذا الرمز لتسجيل الدخول:",
    contact: "استخدم هذا الرمز لتأكيد عنوان بريدك الإلكتروني:",
    confirm: "استخدم هذا الرمز لتأكيد هويتك. يتيح الحصول على نسخة من بياناتك أو حذف حسابك:",
  },
  codeValid: (minutes) =>
    `الرمز صالح لمدة ${minutesOf(minutes)}، في المتصفح الذي طلبته منه. لا تخبر به أحدا: لن نطلبه منك أبدا.`,
  codeNotRequested: "إذا لم تطلب رمزا، فتجاهل هذه الرسالة.",
  codeSms: (code, brand, minutes) =>
    `${code} هو رمزك لدى ${brand}. صالح لمدة ${minutesOf(minutes)}. لا تشاركه مع أحد.`,
  linkInstead: (minutes) =>
    `لحماية حسابك، نرسل إليك هذه المرة رابطا بدلا من الرمز. يعمل مرة واحدة وهو صالح لمدة ${minutesOf(minutes)}.`,
  linkSameBrowser: "افتحه في المتصفح الذي طلبت التغيير منه.",
  linkNotRequested: "إذا لم تطلب ذلك، فتجاهل هذه الرسالة.",
  linkLabels: { sign_in: "تسجيل الدخول", contact: "تأكيد عنوان البريد الإلكتروني" },
  linkSms: {
    sign_in: (brand, minutes, url) =>
      `سجل الدخول إلى ${brand} بهذا الرابط، صالح لمدة ${minutesOf(minutes)}: ${url}`,
    contact: (brand, minutes, url) =>
      `أكد رقم هاتفك لدى ${brand} بهذا الرابط، صالح لمدة ${minutesOf(minutes)}: ${url}`,
  },
  contactChangeRequested: (kind, brand) => ({
    subject: `طلب تغيير ${contactNames[kind]}`,
    paragraphs: [
      `طلب شخص سجل الدخول إلى حسابك لدى ${brand} استبدال ${thisContact[kind]}. لم يتغير شيء بعد: يجب تأكيد الجديد أولا.`,
      "إذا لم تكن أنت من طلب ذلك، فسجل الدخول، وأنه الجلسات التي لا تعرفها، وأخبرنا.",
    ],
  }),
  contactChanged: (kind, brand) => ({
    subject: `تم تغيير ${contactNames[kind]}`,
    paragraphs: [
      `لم يعد ${thisContact[kind]} تابعا لحسابك لدى ${brand}: تم تأكيد آخر جديد.`,
      "إذا لم تكن أنت من فعل ذلك، فتواصل معنا فورا.",
    ],
  }),
  contactRemoved: (kind, brand) => ({
    subject: `لم يعد ${contactNames[kind]} مستخدما لدى ${brand}`,
    paragraphs: [
      kind === "email"
        ? `كان لديك حسابان لدى ${brand}. دمجناهما في حساب واحد له عنوان بريد إلكتروني آخر: لم يعد بإمكانك تسجيل الدخول بهذا العنوان.`
        : `كان لديك حسابان لدى ${brand}. دمجناهما في حساب واحد له رقم هاتف آخر: لم يعد بإمكانك تسجيل الدخول بهذا الرقم.`,
      "إذا كان في ذلك خطأ، فتواصل معنا فورا.",
    ],
  }),
  accountsMerged: (brand, ways) => ({
    subject: `تم دمج حسابيك لدى ${brand} في حساب واحد`,
    paragraphs: [
      `كان لديك حسابان لدى ${brand}. دمجناهما في حساب واحد: فيه رحلات الحسابين وأماكنهما ورسائلهما. تسجل الدخول باستخدام ${ways}.`,
      "إذا كان في ذلك خطأ، فتواصل معنا فورا.",
    ],
  }),
  companyInvitation: (company, brand, url) => ({
    subject: `اركب مع ${brand} على حساب ${company}`,
    paragraphs: [
      `تتيح لك ${company} حجز رحلات مع ${brand} تصدر فاتورتها للشركة: لا تدفع شيئا في السيارة.`,
      `سجل الدخول ببيانات الاتصال هذه واختر ${company} في الخطوة الأخيرة من حجزك: ${url}`,
      "إذا لم تكن تتوقع هذه الرسالة، فتجاهلها.",
    ],
  }),
  identityLinked: (provider, brand) => ({
    subject: `يمكنك الآن تسجيل الدخول إلى ${brand} باستخدام ${provider}`,
    paragraphs: [
      `تم ربط حساب ${provider} بحسابك لدى ${brand}: كل من سجل الدخول إليه يمكنه تسجيل الدخول هنا.`,
      `إذا لم تكن أنت من فعل ذلك، فسجل الدخول برمز، وألغ ربط ${provider} في «الحساب»، «الأمان»، وأنه الجلسات التي لا تعرفها.`,
    ],
  }),
  identityUnlinked: (provider, brand) => ({
    subject: `لم يعد تسجيل الدخول إلى ${brand} باستخدام ${provider} ممكنا`,
    paragraphs: [
      `تم إلغاء ربط حساب ${provider} بحسابك لدى ${brand}. تسجل الدخول برمز، أو بحساب آخر مربوط.`,
      "إذا لم تكن أنت من فعل ذلك، فسجل الدخول، وأنه الجلسات التي لا تعرفها، وأخبرنا.",
    ],
  }),
  itemFound: (what, number) => ({
    subject: `عثرنا على ما فقدته: ${what}`,
    paragraphs: [`خبر سار: نعتقد أننا عثرنا على ما أبلغت عن فقدانه (البلاغ ${number}): ${what}.`],
  }),
  itemReturn: {
    collect: "يمكنك استلامه من مكتبنا. يرجى إحضار ما يثبت هويتك.",
    deliver: "سنتواصل معك لإيصاله إليك.",
    post: "سنتواصل معك لإرساله إليك بالبريد.",
  },
  // The mark keeps the digits of a phone number in order from left to right.
  callUs: (phone) => `يمكنك الاتصال بنا على \u200e${phone}.`,
  contactReceived: (number, brand) => ({
    subject: `رسالتك إلى ${brand} (رقم ${number})`,
    paragraphs: [
      "شكرا لتواصلك معنا. وصلتنا رسالتك وسنرد عليها في أقرب وقت.",
      "إذا لم تكن أنت من كتبها، فلا يلزمك فعل شيء.",
    ],
  }),
  lostReportReceived: (number, brand) => ({
    subject: `بلاغك عن المفقودات إلى ${brand} (رقم ${number})`,
    paragraphs: [
      "شكرا لإبلاغنا. نبحث عما فقدته، وسنكتب إليك حالما نعثر عليه.",
      "لإضافة أي معلومة، يكفي الرد على هذه الرسالة. إذا لم تكن أنت من كتب البلاغ، فلا يلزمك فعل شيء.",
    ],
  }),
  quotedMessageIntro: "كتبت:",

  tripRows: {
    pickup: "الانطلاق",
    from: "من",
    to: "إلى",
    fare: "السعر",
    total: "الإجمالي",
    booking: "الحجز",
    driver: "السائق",
    vehicle: "المركبة",
    plate: "رقم اللوحة",
  },
  seeTrip: "عرض الرحلة",
  seeReceipt: "عرض الرحلة والحصول على الإيصال",
  tipOnline: "إكرامية للسائق بالبطاقة أو بالمحفظة الجوالة",
  whenYouCall: "عند اتصالك",
  onRequest: "عند الطلب",
  smsTimeAndRoute: (time, pickup, dropoff) => `${time}، من ${pickup} إلى ${dropoff}.`,
  returnTrip: (number, time, fare) =>
    time === null
      ? `رحلة عودتك محجوزة معها بالحجز ${number}: أخبرنا عندما تكون جاهزا. سعرها: ${fare}.`
      : `رحلة عودتك محجوزة معها بالحجز ${number}: ${time}. سعرها: ${fare}.`,
  received: (number) => ({
    subject: `استلمنا حجزك ${number}`,
    paragraphs: ["شكرا لحجزك. سنخبرك حالما يتم تأكيده."],
  }),
  priceRequested: (number) => ({
    subject: `استلمنا طلبك ${number}`,
    paragraphs: ["شكرا لطلبك. سنبلغك بالسعر قبل الاتفاق على أي شيء."],
  }),
  priced: (number, fare) => ({
    subject: `سعر رحلتك ${number}`,
    paragraphs: [
      `عثرنا على المكان. سعر رحلتك ${fare}.`,
      "لا يلزمك فعل شيء للاحتفاظ بها. الإلغاء بلا رسوم حتى نؤكد الحجز.",
    ],
  }),
  confirmed: (number) => ({
    subject: `حجزك ${number} مؤكد`,
    paragraphs: ["حجزك مؤكد. سنخبرك باسم سائقك عند تعيينه."],
  }),
  confirmedFor: (number, passenger) => ({
    subject: `حجزك ${number} مؤكد`,
    paragraphs: [
      `حجزك للراكب ${passenger} مؤكد. سنخبر الراكب باسم السائق ونرسل إليه رابطا لمتابعة السيارة.`,
    ],
  }),
  passenger: {
    confirmed: (number, bookedBy) => ({
      subject: `تم حجز رحلتك ${number}`,
      paragraphs: [`هذه الرحلة محجوزة لك من ${bookedBy}. سنخبرك باسم سائقك عند تعيينه.`],
    }),
    changed: (number) => ({
      subject: `تم تغيير رحلتك ${number}`,
      paragraphs: ["تم تغيير رحلتك. هذه تفاصيلها الآن."],
    }),
    reminder: (number, time) => ({
      subject: `رحلتك ${number}: ${time}`,
      paragraphs: ["تذكير برحلتك."],
    }),
    cancelled: (number) => ({
      subject: `تم إلغاء رحلتك ${number}`,
      paragraphs: ["تم إلغاء رحلتك. إذا كانت لديك أسئلة، فاسأل الشخص الذي حجزها."],
    }),
  },
  pickupMovedForFlight: (number, flight) => ({
    subject: `حجزك ${number} له موعد جديد`,
    paragraphs: [
      `رحلتك الجوية ${flight} تصل في وقت آخر، لذلك غيّرنا موعد اصطحابك. هذه تفاصيله الآن.`,
    ],
  }),
  changed: (number) => ({
    subject: `تم تغيير حجزك ${number}`,
    paragraphs: ["تم تغيير حجزك كما طلبت. هذه تفاصيله الآن."],
  }),
  split: (number, other) => ({
    subject: `حجزك ${number} أصبح حجزين: ${number} و${other}`,
    paragraphs: [
      `قسمنا حجزك ${number} إلى حجزين: ${number} و${other}. لكليهما الوقت نفسه والطريق نفسه. هذه تفاصيلهما الآن.`,
    ],
  }),
  splitBooking: (number, passengers, fare) =>
    `الحجز ${number}: ${passengersOf(passengers)}${fare && `، ${fare}`}.`,
  reminder: (number, time) => ({
    subject: `رحلتك ${number}: ${time}`,
    paragraphs: ["تذكير برحلتك. هل تغير شيء؟ يمكنك تعديله في صفحة الرحلة."],
  }),
  driverNamedLater: "سنخبرك باسم سائقك حالما يتم تعيينه.",
  assigned: (number, { firstName, vehicle, plate }) => ({
    subject: `سائقك للحجز ${number}`,
    paragraphs: [`سائقك هو ${firstName}. المركبة: ${vehicle}، رقم اللوحة ${plate}.`],
  }),
  onTheWay: ({ firstName, vehicle, plate }) => ({
    subject: "سائقك في الطريق إليك",
    paragraphs: [`${firstName} في الطريق إليك. المركبة: ${vehicle}، رقم اللوحة ${plate}.`],
  }),
  boardingCode: (code) => `قل هذا الرمز لسائقك عند الركوب: ${code}.`,
  arrived: ({ firstName, vehicle, plate }) => ({
    subject: "وصل سائقك",
    paragraphs: [`وصل ${firstName} وهو في انتظارك: ${vehicle}، رقم اللوحة ${plate}.`],
  }),
  cancelled: (number, by) => ({
    subject: `تم إلغاء حجزك ${number}`,
    paragraphs: [by === "rider" ? "تم إلغاء حجزك كما طلبت." : "نأسف، اضطررنا إلى إلغاء حجزك."],
  }),
  cancellationCosts: (fee) => (fee ? `رسوم الإلغاء: ${fee}.` : "الإلغاء بلا رسوم."),
  missed: (number, total) => ({
    subject: `إيصالك للحجز ${number}`,
    paragraphs: ["نأسف لأننا لم نلتق: انتظر سائقك ولم يجدك.", `الرسوم: ${total}.`],
  }),
  receipt: (number, brand, total) => ({
    subject: `إيصالك للحجز ${number}`,
    paragraphs: [
      `شكرا لركوبك مع ${brand}. سعر رحلتك ${total}.`,
      "كيف كانت؟ يمكنك تقييمها وإضافة إكرامية في صفحة الرحلة.",
    ],
  }),
  corrected: (number, total, before) => ({
    subject: `تم تصحيح سعر الحجز ${number}`,
    paragraphs: [
      `صححنا سعر رحلتك: أصبح ${total} بدلا من ${before}.`,
      "الإيصال أدناه هو المعتمد. إذا وجدت أي خطأ، فيكفي الرد علينا.",
    ],
  }),
  dispatch: "مركز العمليات",
  newTripMessage: (from, number) => `رسالة من ${from} بشأن الرحلة ${number}`,
  readAndAnswer: "القراءة والرد",
  hidden: {
    trip: "هناك جديد عن رحلتك. افتح للمزيد.",
    receipt: "إيصالك جاهز. افتح للمزيد.",
  },

  order: orderMessages,
  calendar: {
    tripTitle: (pickup, dropoff) => `من ${pickup} إلى ${dropoff}`,
    hireTitle: (pickup, hours) => `${pickup}، ${hoursOf(hours)}`,
    pickup: (time) => `الانطلاق: ${time}`,
    from: (place) => `من: ${place}`,
    via: (place) => `عبر: ${place}`,
    to: (place) => `إلى: ${place}`,
    driver: ({ firstName, vehicle, plate }) => `السائق: ${firstName}، ${vehicle}، ${plate}`,
    booking: (number) => `الحجز: ${number}`,
  },
  receiptFile: {
    fileTitle: (brand, number) => `${brand}: إيصال ${number}`,
    title: "إيصال",
    number: (number) => `رقم ${number}`,
    yourTrip: "رحلتك",
    yourBooking: "حجزك",
    price: "السعر",
    total: "الإجمالي",
    toPay: "المبلغ المستحق",
    payment: "الدفع",
    issued: "تاريخ الإصدار",
    thanks: (brand) => `شكرا لركوبك مع ${brand}.`,
    pickup: "الانطلاق",
    from: "من",
    viaStop: "عبر",
    to: "إلى",
    hiredFor: "المدة",
    hours: hoursOf,
    passenger: "الراكب",
    booked: "تاريخ الحجز",
    car: "السيارة",
    driver: "السائق",
    flight: "رحلة الطيران",
    ended: "النتيجة",
    cancelledLate: "ألغيت متأخرا",
    passengerNotMet: "لم يحضر الراكب",
    paid: {
      cash: "نقدا في السيارة.",
      card: "بالبطاقة في السيارة.",
      account: "على فاتورة الحساب.",
    },
    paidInFull: "مدفوع بالكامل.",
    stillDue: (amount) => `المتبقي للدفع: ${amount}.`,
    billedTo: (company) => `الفاتورة على ${company}، لا دفع في السيارة.`,
  },
} satisfies MessageWords;
