// Made by build/phone-countries.ts of libphonenumber's metadata. Not to be edited.
export const countryTable = `AF;Afghanistan;Asia;93;.. ... ....;0;;0;
AX;Åland Islands;Europe;358;.. .......;1;18;0;
AL;Albania;Europe;355;.. ... ....;0;;0;
DZ;Algeria;Africa;213;... .. .. ..;0;;0;
AS;American Samoa;Oceania;1;... ... ....;3;684;1;
AD;Andorra;Europe;376;... ...;0;;0;
AO;Angola;Africa;244;... ... ...;0;;0;
AI;Anguilla;Caribbean;1;... ... ....;2;264;1;
AG;Antigua & Barbuda;Caribbean;1;... ... ....;1;268;1;
AR;Argentina;South America;54;. .. .... ....;0;;0;
AM;Armenia;Asia;374;.. ......;0;;0;
AW;Aruba;Caribbean;297;... ....;0;;0;
AC;Ascension Island;Africa;247;.....;0;;0;
AU;Australia;Oceania;61;... ... ...;0;;0;
AT;Austria;Europe;43;... ......;0;;0;
AZ;Azerbaijan;Asia;994;.. ... .. ..;0;;0;
BS;Bahamas;Caribbean;1;... ... ....;6;242;1;
BH;Bahrain;Middle East;973;.... ....;0;;0;
BD;Bangladesh;Asia;880;.... ......;0;;0;
BB;Barbados;Caribbean;1;... ... ....;4;246;1;
BY;Belarus;Europe;375;.. ... .. ..;0;;80;
BE;Belgium;Europe;32;... .. .. ..;0;;0;
BZ;Belize;Central America;501;... ....;0;;0;
BJ;Benin;Africa;229;.. .. .. .. ..;0;;;
BM;Bermuda;North America;1;... ... ....;5;441;1;
BT;Bhutan;Asia;975;.. .. .. ..;0;;0;
BO;Bolivia;South America;591;........;0;;0;
BA;Bosnia & Herzegovina;Europe;387;.. ... ...;0;;0;Herzegovina
BW;Botswana;Africa;267;.. ... ...;0;;0;
BR;Brazil;South America;55;.. ..... ....;0;;0;
IO;British Indian Ocean Territory;Asia;246;... ....;0;;0;
VG;British Virgin Islands;Caribbean;1;... ... ....;23;284;1;
BN;Brunei;Asia;673;... ....;0;;0;
BG;Bulgaria;Europe;359;.. ... ...;0;;0;
BF;Burkina Faso;Africa;226;.. .. .. ..;0;;0;
BI;Burundi;Africa;257;.. .. .. ..;0;;0;
KH;Cambodia;Asia;855;.. ... ...;0;;0;
CM;Cameroon;Africa;237;. .. .. .. ..;0;;0;
CA;Canada;North America;1;... ... ....;7;204 226 236 249 250 257 263 273 289 306 343 354 365 367 368 382 403 416 418 428 431 437 438 450 468 474 506 514 519 548 579 581 584 587 600 604 613 622 633 639 647 672 683 705 709 742 753 778 780 782 807 819 825 867 873 879 902 905 942;1;
CV;Cape Verde;Africa;238;... .. ..;0;;0;Cabo Verde
BQ;Caribbean Netherlands;Caribbean;599;... ....;1;3 4 7;0;Bonaire
KY;Cayman Islands;Caribbean;1;... ... ....;14;345;1;
CF;Central African Republic;Africa;236;.. .. .. ..;0;;0;CAR
TD;Chad;Africa;235;.. .. .. ..;0;;0;
CL;Chile;South America;56;. .... ....;0;;0;
CN;China;Asia;86;... .... ....;0;;0;
CX;Christmas Island;Oceania;61;... ... ...;2;89164;0;
CC;Cocos (Keeling) Islands;Oceania;61;... ... ...;1;89162;0;
CO;Colombia;South America;57;... .......;0;;0;
KM;Comoros;Africa;269;... .. ..;0;;0;
CG;Congo (Brazzaville);Africa;242;.. ... ....;0;;;Republic
CD;Congo (Kinshasa);Africa;243;... ... ...;0;;0;DRC Democratic Republic
CK;Cook Islands;Oceania;682;.. ...;0;;0;
CR;Costa Rica;Central America;506;.... ....;0;;0;
CI;Côte d’Ivoire;Africa;225;.. .. .. ....;0;;;Ivory Coast
HR;Croatia;Europe;385;.. ... ....;0;;0;
CU;Cuba;Caribbean;53;. .......;0;;0;
CW;Curaçao;Caribbean;599;. ... ....;0;;0;
CY;Cyprus;Europe/Middle East;357;.. ......;0;;0;
CZ;Czechia;Europe;420;... ... ...;0;;0;Czech Republic
DK;Denmark;Europe;45;.. .. .. ..;0;;0;
DJ;Djibouti;Africa;253;.. .. .. ..;0;;0;
DM;Dominica;Caribbean;1;... ... ....;8;767;1;
DO;Dominican Republic;Caribbean;1;... ... ....;9;809 829 849;1;
EC;Ecuador;South America;593;.. ... ....;0;;0;
EG;Egypt;Africa/Middle East;20;.. ........;0;;0;
SV;El Salvador;Central America;503;.... ....;0;;0;
GQ;Equatorial Guinea;Africa;240;... ... ...;0;;0;
ER;Eritrea;Africa;291;. ... ...;0;;0;
EE;Estonia;Europe;372;.... ....;0;;0;
SZ;Eswatini;Africa;268;.... ....;0;;0;Swaziland
ET;Ethiopia;Africa;251;.. ... ....;0;;0;
FK;Falkland Islands;South America;500;.....;0;;0;Malvinas
FO;Faroe Islands;Europe;298;.. .. ..;0;;0;
FJ;Fiji;Oceania;679;... ....;0;;0;
FI;Finland;Europe;358;.. .......;0;;0;
FR;France;Europe;33;. .. .. .. ..;0;;0;
GF;French Guiana;South America;594;... .. .. ..;0;;0;
PF;French Polynesia;Oceania;689;.. .. .. ..;0;;0;
GA;Gabon;Africa;241;.. .. .. ..;0;;;
GM;Gambia;Africa;220;... ....;0;;0;
GE;Georgia;Asia;995;... .. .. ..;0;;0;
DE;Germany;Europe;49;.... .......;0;;0;Deutschland
GH;Ghana;Africa;233;.. ... ....;0;;0;
GI;Gibraltar;Europe;350;........;0;;0;
GR;Greece;Europe;30;... ... ....;0;;0;
GL;Greenland;North America;299;.. .. ..;0;;0;
GD;Grenada;Caribbean;1;... ... ....;10;473;1;
GP;Guadeloupe;Caribbean;590;... .. .. ..;0;;0;
GU;Guam;Oceania;1;... ... ....;11;671;1;
GT;Guatemala;Central America;502;.... ....;0;;0;
GG;Guernsey;Europe;44;.... ......;1;1481 7781 7839 79111 79117;0;
GN;Guinea;Africa;224;... .. .. ..;0;;0;
GW;Guinea-Bissau;Africa;245;... ... ...;0;;0;
GY;Guyana;South America;592;... ....;0;;0;
HT;Haiti;Caribbean;509;.. .. ....;0;;0;
HN;Honduras;Central America;504;.... ....;0;;0;
HK;Hong Kong;Asia;852;.... ....;0;;0;
HU;Hungary;Europe;36;.. ... ....;0;;06;
IS;Iceland;Europe;354;... ....;0;;0;
IN;India;Asia;91;..... .....;0;;0;
ID;Indonesia;Asia;62;... ... ...;0;;0;
IR;Iran;Middle East;98;... ... ....;0;;0;
IQ;Iraq;Middle East;964;... ... ....;0;;0;
IE;Ireland;Europe;353;.. ... ....;0;;0;Eire
IM;Isle of Man;Europe;44;.... ......;2;1624 74576 7524 7624 7924;0;
IL;Israel;Middle East;972;.. ... ....;0;;0;
IT;Italy;Europe;39;... ... ....;0;;;
JM;Jamaica;Caribbean;1;... ... ....;12;658 876;1;
JP;Japan;Asia;81;.. .... ....;0;;0;
JE;Jersey;Europe;44;.... ......;3;1534 7509 77003 77007 77008 7797 7829 7937;0;
JO;Jordan;Middle East;962;. .... ....;0;;0;
KZ;Kazakhstan;Asia;7;... ... ....;1;7;8;
KE;Kenya;Africa;254;... ......;0;;0;
KI;Kiribati;Oceania;686;........;0;;0;
XK;Kosovo;Europe;383;.. ... ...;0;;0;
KW;Kuwait;Middle East;965;... .....;0;;0;
KG;Kyrgyzstan;Asia;996;... ... ...;0;;0;
LA;Laos;Asia;856;.. .. ... ...;0;;0;Lao
LV;Latvia;Europe;371;.. ... ...;0;;0;
LB;Lebanon;Middle East;961;.. ... ...;0;;0;
LS;Lesotho;Africa;266;.... ....;0;;0;
LR;Liberia;Africa;231;.. ... ....;0;;0;
LY;Libya;Africa;218;.. .......;0;;0;
LI;Liechtenstein;Europe;423;... ... ...;0;;0;
LT;Lithuania;Europe;370;... .....;0;;0;
LU;Luxembourg;Europe;352;... ... ...;0;;0;
MO;Macao;Asia;853;.... ....;0;;0;
MG;Madagascar;Africa;261;.. .. ... ..;0;;0;
MW;Malawi;Africa;265;... .. .. ..;0;;0;
MY;Malaysia;Asia;60;.. ... ....;0;;0;
MV;Maldives;Asia;960;... ....;0;;0;
ML;Mali;Africa;223;.. .. .. ..;0;;0;
MT;Malta;Europe;356;.... ....;0;;0;
MH;Marshall Islands;Oceania;692;... ....;0;;0;
MQ;Martinique;Caribbean;596;... .. .. ..;0;;0;
MR;Mauritania;Africa;222;.. .. .. ..;0;;0;
MU;Mauritius;Africa;230;.... ....;0;;0;
YT;Mayotte;Africa;262;... .. .. ..;1;2689 269 63 7093 9398 9478 9769;0;
MX;Mexico;North America;52;... ... ....;0;;0;
FM;Micronesia;Oceania;691;... ....;0;;0;
MD;Moldova;Europe;373;... .. ...;0;;0;
MC;Monaco;Europe;377;. .. .. .. ..;0;;0;
MN;Mongolia;Asia;976;.... ....;0;;0;
ME;Montenegro;Europe;382;.. ... ...;0;;0;
MS;Montserrat;Caribbean;1;... ... ....;17;664;1;
MA;Morocco;Africa;212;. .. .. .. ..;0;;0;
MZ;Mozambique;Africa;258;.. ... ....;0;;0;
MM;Myanmar;Asia;95;. ... ....;0;;0;Burma
NA;Namibia;Africa;264;.. ... ....;0;;0;
NR;Nauru;Oceania;674;... ....;0;;0;
NP;Nepal;Asia;977;... .......;0;;0;
NL;Netherlands;Europe;31;. ........;0;;0;Holland
NC;New Caledonia;Oceania;687;.. .. ..;0;;0;
NZ;New Zealand;Oceania;64;.. ... ....;0;;0;
NI;Nicaragua;Central America;505;.... ....;0;;0;
NE;Niger;Africa;227;.. .. .. ..;0;;0;
NG;Nigeria;Africa;234;... ... ....;0;;0;
NU;Niue;Oceania;683;... ....;0;;0;
NF;Norfolk Island;Oceania;672;. .....;0;;0;
KP;North Korea;Asia;850;... ... ....;0;;0;DPRK
MK;North Macedonia;Europe;389;.. ... ...;0;;0;Macedonia
MP;Northern Mariana Islands;Oceania;1;... ... ....;16;670;1;
NO;Norway;Europe;47;.. .. .. ..;0;;0;
OM;Oman;Middle East;968;.... ....;0;;0;
PK;Pakistan;Asia;92;... .......;0;;0;
PW;Palau;Oceania;680;... ....;0;;0;
PS;Palestine;Middle East;970;... ... ...;0;;0;
PA;Panama;Central America;507;.... ....;0;;0;
PG;Papua New Guinea;Oceania;675;.... ....;0;;0;
PY;Paraguay;South America;595;... ......;0;;0;
PE;Peru;South America;51;... ... ...;0;;0;
PH;Philippines;Asia;63;... ... ....;0;;0;
PL;Poland;Europe;48;... ... ...;0;;0;
PT;Portugal;Europe;351;... ... ...;0;;0;
PR;Puerto Rico;Caribbean;1;... ... ....;18;787 939;1;
QA;Qatar;Middle East;974;.... ....;0;;0;
RE;Réunion;Africa;262;... .. .. ..;0;;0;
RO;Romania;Europe;40;... ... ...;0;;0;
RU;Russia;Europe/Asia;7;... ... .. ..;0;;8;Russian Federation
RW;Rwanda;Africa;250;... ... ...;0;;0;
WS;Samoa;Oceania;685;.. .....;0;;0;
SM;San Marino;Europe;378;.. .. .. ..;0;;;
ST;São Tomé & Príncipe;Africa;239;... ....;0;;0;
SA;Saudi Arabia;Middle East;966;.. ... ....;0;;0;KSA
SN;Senegal;Africa;221;.. ... .. ..;0;;0;
RS;Serbia;Europe;381;.. .......;0;;0;
SC;Seychelles;Africa;248;. ... ...;0;;0;
SL;Sierra Leone;Africa;232;.. ......;0;;0;
SG;Singapore;Asia;65;.... ....;0;;0;
SX;Sint Maarten;Caribbean;1;... ... ....;19;721;1;
SK;Slovakia;Europe;421;... ... ...;0;;0;
SI;Slovenia;Europe;386;.. ... ...;0;;0;
SB;Solomon Islands;Oceania;677;.. .....;0;;0;
SO;Somalia;Africa;252;. .......;0;;0;
ZA;South Africa;Africa;27;.. ... ....;0;;0;RSA
KR;South Korea;Asia;82;.. .... ....;0;;0;Republic of Korea
SS;South Sudan;Africa;211;... ... ...;0;;0;
ES;Spain;Europe;34;... .. .. ..;0;;0;España
LK;Sri Lanka;Asia;94;.. ... ....;0;;0;
BL;St. Barthélemy;Caribbean;590;... .. .. ..;1;59027 59029 59051 59052 59087;0;
SH;St. Helena;Africa;290;.....;0;;0;
KN;St. Kitts & Nevis;Caribbean;1;... ... ....;13;869;1;
LC;St. Lucia;Caribbean;1;... ... ....;15;758;1;
MF;St. Martin;Caribbean;590;... .. .. ..;2;59000 59007 59009 59013 59030 59043 59050 59056 59058 59077 59079;0;
PM;St. Pierre & Miquelon;North America;508;.. .. ..;0;;0;
VC;St. Vincent & Grenadines;Caribbean;1;... ... ....;22;784;1;
SD;Sudan;Africa;249;.. ... ....;0;;0;
SR;Suriname;South America;597;... ....;0;;0;
SJ;Svalbard & Jan Mayen;Europe;47;.. .. .. ..;1;79;0;
SE;Sweden;Europe;46;.. ... .. ..;0;;0;
CH;Switzerland;Europe;41;.. ... .. ..;0;;0;Swiss
SY;Syria;Middle East;963;... ... ...;0;;0;
TW;Taiwan;Asia;886;... ... ...;0;;0;
TJ;Tajikistan;Asia;992;.. ... ....;0;;0;
TZ;Tanzania;Africa;255;... ... ...;0;;0;
TH;Thailand;Asia;66;.. ... ....;0;;0;
TL;Timor-Leste;Asia;670;.... ....;0;;0;East Timor
TG;Togo;Africa;228;.. .. .. ..;0;;0;
TK;Tokelau;Oceania;690;....;0;;0;
TO;Tonga;Oceania;676;... ....;0;;0;
TT;Trinidad & Tobago;Caribbean;1;... ... ....;21;868;1;
TA;Tristan da Cunha;Africa;290;....;1;8;0;
TN;Tunisia;Africa;216;.. ... ...;0;;0;
TR;Türkiye;Middle East/Europe;90;... ... .. ..;0;;0;Turkey
TM;Turkmenistan;Asia;993;.. ......;0;;8;
TC;Turks & Caicos Islands;Caribbean;1;... ... ....;20;649;1;
TV;Tuvalu;Oceania;688;.. ....;0;;0;
VI;U.S. Virgin Islands;Caribbean;1;... ... ....;24;340;1;
UG;Uganda;Africa;256;... ......;0;;0;
UA;Ukraine;Europe;380;.. ... ....;0;;0;
AE;United Arab Emirates;Middle East;971;.. ... ....;0;;0;UAE Emirates Dubai
GB;United Kingdom;Europe;44;.... ......;0;;0;UK Britain England Scotland Wales
US;United States;North America;1;... ... ....;0;;1;USA America
UY;Uruguay;South America;598;.. ... ...;0;;0;
UZ;Uzbekistan;Asia;998;.. ... .. ..;0;;0;
VU;Vanuatu;Oceania;678;... ....;0;;0;
VA;Vatican City;Europe;39;... ... ....;1;06698;;Holy See
VE;Venezuela;South America;58;... .......;0;;0;
VN;Vietnam;Asia;84;... ... ...;0;;0;
WF;Wallis & Futuna;Oceania;681;.. .. ..;0;;0;
EH;Western Sahara;Africa;212;. .. .. .. ..;1;5288 5289;0;
YE;Yemen;Middle East;967;... ... ...;0;;0;
ZM;Zambia;Africa;260;.. .......;0;;0;
ZW;Zimbabwe;Africa;263;.. ... ....;0;;0;`;
