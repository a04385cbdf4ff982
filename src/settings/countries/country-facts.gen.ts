// Made by build/country-facts.ts of CLDR and GeoNames. Not to be edited.
export const factsTable = `AC;SHP;km;;
AD;EUR;km;;Europe/Andorra
AE;AED;km;ar;Asia/Dubai
AF;AFN;km;;Asia/Kabul
AG;XCD;km;en;America/Antigua
AI;XCD;km;en;America/Anguilla
AL;ALL;km;;Europe/Tirane
AM;AMD;km;;Asia/Yerevan
AO;AOA;km;pt;Africa/Luanda
AR;ARS;km;es;America/Argentina/Cordoba America/Argentina/Buenos_Aires America/Argentina/Salta America/Argentina/Tucuman America/Argentina/Catamarca America/Argentina/Jujuy America/Argentina/San_Juan America/Argentina/San_Luis America/Argentina/Mendoza America/Argentina/La_Rioja America/Argentina/Rio_Gallegos America/Argentina/Ushuaia
AS;USD;km;en;Pacific/Pago_Pago
AT;EUR;km;de;Europe/Vienna
AU;AUD;km;en;Australia/Sydney Australia/Melbourne Australia/Brisbane Australia/Perth Australia/Adelaide Australia/Hobart Australia/Darwin Australia/Broken_Hill
AW;AWG;km;;America/Aruba
AX;EUR;km;;Europe/Mariehamn
AZ;AZN;km;;Asia/Baku
BA;BAM;km;;Europe/Sarajevo
BB;BBD;km;en;America/Barbados
BD;BDT;km;;Asia/Dhaka
BE;EUR;km;fr de;Europe/Brussels
BF;XOF;km;fr;Africa/Ouagadougou
BG;EUR;km;;Europe/Sofia
BH;BHD;km;ar;Asia/Bahrain
BI;BIF;km;fr en;Africa/Bujumbura
BJ;XOF;km;fr;Africa/Porto-Novo
BL;EUR;km;fr;America/St_Barthelemy
BM;BMD;km;en;Atlantic/Bermuda
BN;BND;km;;Asia/Brunei
BO;BOB;km;es;America/La_Paz
BQ;USD;km;;America/Kralendijk
BR;BRL;km;pt;America/Sao_Paulo America/Fortaleza America/Bahia America/Recife America/Belem America/Maceio America/Manaus America/Campo_Grande America/Cuiaba America/Porto_Velho America/Rio_Branco America/Santarem America/Araguaina America/Boa_Vista America/Eirunepe
BS;BSD;km;en;America/Nassau
BT;BTN;km;;Asia/Thimphu
BW;BWP;km;en;Africa/Gaborone
BY;BYN;km;;Europe/Minsk
BZ;BZD;km;en;America/Belize
CA;CAD;km;en fr;America/Toronto America/Vancouver America/Edmonton America/Winnipeg America/Halifax America/Regina America/Moncton America/St_Johns America/Glace_Bay America/Dawson_Creek America/Yellowknife America/Whitehorse America/Swift_Current America/Goose_Bay America/Iqaluit America/Creston America/Rankin_Inlet America/Cambridge_Bay America/Blanc-Sablon America/Fort_Nelson America/Inuvik America/Atikokan America/Detroit America/Dawson
CC;AUD;km;en;Indian/Cocos
CD;CDF;km;fr;Africa/Kinshasa Africa/Lubumbashi
CF;XAF;km;fr;Africa/Bangui
CG;XAF;km;fr;Africa/Brazzaville
CH;CHF;km;de fr;Europe/Zurich
CI;XOF;km;fr;Africa/Abidjan
CK;NZD;km;en;Pacific/Rarotonga
CL;CLP;km;es;America/Santiago America/Punta_Arenas Pacific/Easter
CM;XAF;km;fr en;Africa/Douala
CN;CNY;km;;Asia/Shanghai Asia/Urumqi Asia/Yakutsk
CO;COP;km;es;America/Bogota
CR;CRC;km;es;America/Costa_Rica
CU;CUP;km;es;America/Havana
CV;CVE;km;pt;Atlantic/Cape_Verde
CW;XCG;km;;America/Curacao
CX;AUD;km;en;Indian/Christmas
CY;EUR;km;;Asia/Nicosia Asia/Famagusta Europe/Athens
CZ;CZK;km;;Europe/Prague
DE;EUR;km;de;Europe/Berlin Europe/Busingen
DJ;DJF;km;fr ar;Africa/Djibouti
DK;DKK;km;;Europe/Copenhagen
DM;XCD;km;en;America/Dominica
DO;DOP;km;es;America/Santo_Domingo
DZ;DZD;km;ar fr;Africa/Algiers
EC;USD;km;es;America/Guayaquil Pacific/Galapagos
EE;EUR;km;;Europe/Tallinn
EG;EGP;km;ar;Africa/Cairo
EH;MAD;km;ar;Africa/El_Aaiun
ER;ERN;km;en ar;Africa/Asmara
ES;EUR;km;es;Europe/Madrid Atlantic/Canary Africa/Ceuta
ET;ETB;km;;Africa/Addis_Ababa
FI;EUR;km;;Europe/Helsinki
FJ;FJD;km;en;Pacific/Fiji
FK;FKP;km;en;Atlantic/Stanley
FM;USD;km;en;Pacific/Chuuk Pacific/Pohnpei Pacific/Kosrae
FO;DKK;km;;Atlantic/Faroe
FR;EUR;km;fr;Europe/Paris
GA;XAF;km;fr;Africa/Libreville
GB;GBP;mi;en;Europe/London
GD;XCD;km;en;America/Grenada
GE;GEL;km;;Asia/Tbilisi
GF;EUR;km;fr;America/Cayenne
GG;GBP;km;en;Europe/Guernsey
GH;GHS;km;en;Africa/Accra
GI;GIP;km;en;Europe/Gibraltar
GL;DKK;km;;America/Nuuk America/Thule
GM;GMD;km;en;Africa/Banjul
GN;GNF;km;fr;Africa/Conakry
GP;EUR;km;fr;America/Guadeloupe
GQ;XAF;km;es fr pt;Africa/Malabo
GR;EUR;km;;Europe/Athens
GT;GTQ;km;es;America/Guatemala
GU;USD;km;en;Pacific/Guam
GW;XOF;km;pt;Africa/Bissau
GY;GYD;km;en;America/Guyana
HK;HKD;km;en;Asia/Hong_Kong
HN;HNL;km;es;America/Tegucigalpa
HR;EUR;km;;Europe/Zagreb
HT;HTG;km;fr;America/Port-au-Prince
HU;HUF;km;;Europe/Budapest
ID;IDR;km;;Asia/Jakarta Asia/Makassar Asia/Jayapura Asia/Pontianak
IE;EUR;km;en;Europe/Dublin
IL;ILS;km;ar;Asia/Jerusalem
IM;GBP;km;en;Europe/Isle_of_Man
IN;INR;km;en;Asia/Kolkata
IO;USD;km;en;
IQ;IQD;km;ar;Asia/Baghdad
IR;IRR;km;;Asia/Tehran
IS;ISK;km;;Atlantic/Reykjavik
IT;EUR;km;;Europe/Rome
JE;GBP;km;en;Europe/Jersey
JM;JMD;km;en;America/Jamaica
JO;JOD;km;ar;Asia/Amman
JP;JPY;km;;Asia/Tokyo
KE;KES;km;sw en;Africa/Nairobi
KG;KGS;km;;Asia/Bishkek
KH;KHR;km;;Asia/Phnom_Penh
KI;AUD;km;en;Pacific/Tarawa Pacific/Kiritimati
KM;KMF;km;ar fr;Indian/Comoro
KN;XCD;km;en;America/St_Kitts
KP;KPW;km;;Asia/Pyongyang
KR;KRW;km;;Asia/Seoul
KW;KWD;km;ar;Asia/Kuwait
KY;KYD;km;en;America/Cayman
KZ;KZT;km;;Asia/Almaty Asia/Aqtobe Asia/Qostanay Asia/Qyzylorda Asia/Atyrau Asia/Oral Asia/Aqtau
LA;LAK;km;;Asia/Vientiane
LB;LBP;km;ar;Asia/Beirut
LC;XCD;km;en;America/St_Lucia
LI;CHF;km;de;Europe/Vaduz
LK;LKR;km;;Asia/Colombo
LR;LRD;km;en;Africa/Monrovia
LS;ZAR;km;en;Africa/Maseru
LT;EUR;km;;Europe/Vilnius
LU;EUR;km;fr de;Europe/Luxembourg
LV;EUR;km;;Europe/Riga
LY;LYD;km;ar;Africa/Tripoli
MA;MAD;km;ar fr;Africa/Casablanca
MC;EUR;km;fr;Europe/Monaco
MD;MDL;km;;Europe/Chisinau
ME;EUR;km;;Europe/Podgorica
MF;EUR;km;fr;America/Marigot
MG;MGA;km;fr en;Indian/Antananarivo
MH;USD;km;en;Pacific/Majuro Pacific/Kwajalein
MK;MKD;km;;Europe/Skopje
ML;XOF;km;fr;Africa/Bamako
MM;MMK;km;;Asia/Yangon
MN;MNT;km;;Asia/Ulaanbaatar Asia/Hovd Asia/Choibalsan
MO;MOP;km;pt;Asia/Macau
MP;USD;km;en;Pacific/Saipan
MQ;EUR;km;fr;America/Martinique
MR;MRU;km;ar;Africa/Nouakchott
MS;XCD;km;en;America/Montserrat
MT;EUR;km;en;Europe/Malta
MU;MUR;km;fr en;Indian/Mauritius
MV;MVR;km;;Indian/Maldives
MW;MWK;km;en;Africa/Blantyre
MX;MXN;km;es;America/Mexico_City America/Monterrey America/Mazatlan America/Tijuana America/Merida America/Hermosillo America/Chihuahua America/Matamoros America/Ciudad_Juarez America/Cancun America/Bahia_Banderas America/Ojinaga
MY;MYR;km;;Asia/Kuala_Lumpur Asia/Kuching
MZ;MZN;km;pt;Africa/Maputo
NA;NAD;km;en;Africa/Windhoek
NC;XPF;km;fr;Pacific/Noumea
NE;XOF;km;fr;Africa/Niamey
NF;AUD;km;en;Pacific/Norfolk
NG;NGN;km;en;Africa/Lagos
NI;NIO;km;es;America/Managua
NL;EUR;km;;Europe/Amsterdam
NO;NOK;km;;Europe/Oslo
NP;NPR;km;;Asia/Kathmandu
NR;AUD;km;en;Pacific/Nauru
NU;NZD;km;en;Pacific/Niue
NZ;NZD;km;en;Pacific/Auckland Pacific/Chatham
OM;OMR;km;ar;Asia/Muscat Asia/Dubai
PA;PAB;km;es;America/Panama
PE;PEN;km;es;America/Lima
PF;XPF;km;fr;Pacific/Tahiti Pacific/Marquesas Pacific/Gambier
PG;PGK;km;en;Pacific/Port_Moresby Pacific/Bougainville
PH;PHP;km;en;Asia/Manila
PK;PKR;km;en;Asia/Karachi
PL;PLN;km;;Europe/Warsaw
PM;EUR;km;fr;America/Miquelon
PR;USD;km;es en;America/Puerto_Rico
PS;ILS;km;ar;Asia/Hebron Asia/Gaza
PT;EUR;km;pt;Europe/Lisbon Atlantic/Madeira Atlantic/Azores
PW;USD;km;en;Pacific/Palau
PY;PYG;km;es;America/Asuncion
QA;QAR;km;ar;Asia/Qatar
RE;EUR;km;fr;Indian/Reunion
RO;RON;km;;Europe/Bucharest
RS;RSD;km;;Europe/Belgrade
RU;RUB;km;;Europe/Moscow Asia/Yekaterinburg Europe/Samara Asia/Vladivostok Asia/Krasnoyarsk Asia/Irkutsk Asia/Novokuznetsk Asia/Novosibirsk Europe/Volgograd Asia/Barnaul Europe/Saratov Asia/Omsk Asia/Yakutsk Europe/Kirov Europe/Ulyanovsk Asia/Tomsk Europe/Kaliningrad Asia/Chita Europe/Astrakhan Asia/Sakhalin Asia/Kamchatka Asia/Magadan Asia/Anadyr Asia/Tokyo
RW;RWF;km;rw en fr;Africa/Kigali
SA;SAR;km;ar;Asia/Riyadh
SB;SBD;km;en;Pacific/Guadalcanal
SC;SCR;km;fr en;Indian/Mahe
SD;SDG;km;ar en;Africa/Khartoum
SE;SEK;km;;Europe/Stockholm
SG;SGD;km;en;Asia/Singapore
SH;SHP;km;en;Atlantic/St_Helena
SI;EUR;km;;Europe/Ljubljana
SJ;NOK;km;;Arctic/Longyearbyen
SK;EUR;km;;Europe/Bratislava
SL;SLE;km;en;Africa/Freetown
SM;EUR;km;;Europe/San_Marino
SN;XOF;km;fr;Africa/Dakar
SO;SOS;km;ar;Africa/Mogadishu Africa/Addis_Ababa
SR;SRD;km;;America/Paramaribo
SS;SSP;km;en;Africa/Juba
ST;STN;km;pt;Africa/Sao_Tome
SV;USD;km;es;America/El_Salvador
SX;XCG;km;en;America/Lower_Princes
SY;SYP;km;ar;Asia/Damascus Europe/Istanbul
SZ;SZL;km;en;Africa/Mbabane
TA;GBP;km;;
TC;USD;km;en;America/Grand_Turk
TD;XAF;km;ar fr;Africa/Ndjamena
TG;XOF;km;fr;Africa/Lome
TH;THB;km;;Asia/Bangkok
TJ;TJS;km;;Asia/Dushanbe
TK;NZD;km;en;Pacific/Fakaofo
TL;USD;km;pt;Asia/Dili
TM;TMT;km;;Asia/Ashgabat
TN;TND;km;ar fr;Africa/Tunis
TO;TOP;km;en;Pacific/Tongatapu
TR;TRY;km;;Europe/Istanbul
TT;TTD;km;en;America/Port_of_Spain
TV;AUD;km;en;Pacific/Funafuti
TW;TWD;km;;Asia/Taipei
TZ;TZS;km;sw en;Africa/Dar_es_Salaam
UA;UAH;km;;Europe/Kyiv Europe/Simferopol
UG;UGX;km;sw en;Africa/Kampala
US;USD;mi;en;America/New_York America/Chicago America/Los_Angeles America/Denver America/Phoenix America/Detroit America/Indiana/Indianapolis Pacific/Honolulu America/Boise America/Kentucky/Louisville America/Anchorage America/Indiana/Vincennes America/Menominee America/Juneau America/North_Dakota/New_Salem America/Sitka America/Nome America/Indiana/Tell_City America/Indiana/Knox America/North_Dakota/Beulah America/Kentucky/Monticello America/Indiana/Winamac America/Indiana/Petersburg America/Indiana/Marengo America/Indiana/Vevay America/Metlakatla America/Yakutat America/North_Dakota/Center
UY;UYU;km;es;America/Montevideo
UZ;UZS;km;;Asia/Tashkent Asia/Samarkand Asia/Bishkek
VA;EUR;km;;Europe/Vatican
VC;XCD;km;en;America/St_Vincent
VE;VES;km;es;America/Caracas
VG;USD;km;en;America/Tortola
VI;USD;km;en;America/St_Thomas
VN;VND;km;;Asia/Ho_Chi_Minh Asia/Bangkok Asia/Shanghai
VU;VUV;km;en fr;Pacific/Efate
WF;XPF;km;fr;Pacific/Wallis
WS;WST;km;en;Pacific/Apia
XK;EUR;km;;Europe/Belgrade
YE;YER;km;ar;Asia/Aden
YT;EUR;km;fr;Indian/Mayotte
ZA;ZAR;km;en;Africa/Johannesburg
ZM;ZMW;km;en;Africa/Lusaka
ZW;ZWG;km;en;Africa/Harare`;
