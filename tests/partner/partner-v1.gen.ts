export interface paths {
    "/backend/partner/v1/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Prices of a trip and its return trip for every class that fits, valid for 15 minutes */
        post: operations["postBackendPartnerV1Quotes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backend/partner/v1/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The bookings that the key reaches, the newest first */
        get: operations["getBackendPartnerV1Bookings"];
        put?: never;
        /** Books a quote with its return trip for a passenger. Needs an Idempotency-Key */
        post: operations["postBackendPartnerV1Bookings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backend/partner/v1/bookings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One booking with its state, driver and price */
        get: operations["getBackendPartnerV1BookingsById"];
        /** Changes a booking by a change quote, or its passenger, flight or note */
        put: operations["putBackendPartnerV1BookingsById"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backend/partner/v1/bookings/{id}/change-quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The price of a booking with another time, route or number of passengers */
        post: operations["postBackendPartnerV1BookingsByIdChangeQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backend/partner/v1/bookings/{id}/cancellation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What cancelling now would cost */
        get: operations["getBackendPartnerV1BookingsByIdCancellation"];
        put?: never;
        /** Cancels a booking */
        post: operations["postBackendPartnerV1BookingsByIdCancellation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backend/partner/v1/bookings/{id}/tracking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where the car is and when it arrives */
        get: operations["getBackendPartnerV1BookingsByIdTracking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backend/partner/v1/bookings/{id}/receipt.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The receipt of a finished trip that costs something */
        get: operations["getBackendPartnerV1BookingsByIdReceiptPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backend/partner/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The endpoints that the program has added */
        get: operations["getBackendPartnerV1Webhooks"];
        put?: never;
        /** Adds an endpoint that is called when something happens; the answer has its secret */
        post: operations["postBackendPartnerV1Webhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backend/partner/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes an endpoint that the program has added */
        delete: operations["deleteBackendPartnerV1WebhooksById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Failure: {
            message: string;
            code: string;
            fields?: {
                [key: string]: string;
            };
            phone?: string;
            meanwhile?: {
                /** Format: date-time */
                at: string;
                by: string;
                changes: {
                    field: string;
                    text?: string;
                }[];
                states?: {
                    from: string;
                    to: string;
                };
            }[];
            requestId?: string;
        };
        FareLine: {
            /** @constant */
            kind: "flat";
            params: {
                name: string;
                otherWay: boolean;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "base";
            params: Record<string, never>;
            amountMinor: number;
        } | {
            /** @constant */
            kind: "distance";
            params: {
                tenths: number;
                /** @enum {string} */
                unit: "km" | "mi";
                perDistanceMinor: number;
                fromTenths: number;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "minutes";
            params: {
                minutes: number;
                perMinuteMinor: number;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "stops";
            params: {
                stops: number;
                perStopMinor: number;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "minimum";
            params: {
                minimumMinor: number;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "hourly";
            params: {
                hours: number;
                bookedHours: number | null;
                perHourMinor: number;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "extra_distance";
            params: {
                tenths: number;
                /** @enum {string} */
                unit: "km" | "mi";
                perDistanceMinor: number;
                includedTenths: number;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "deadhead";
            params: {
                tenths: number;
                /** @enum {string} */
                unit: "km" | "mi";
                perDistanceMinor: number;
                fromTenths: number;
                garage: string;
                back: boolean;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "night";
            params: {
                name: string;
                percent: number | null;
                from: string;
                to: string;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "weekday";
            params: {
                name: string;
                percent: number | null;
                days: number[];
                from: string | null;
                to: string | null;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "holiday";
            params: {
                name: string;
                percent: number | null;
                holiday: string;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "airport";
            params: {
                name: string;
                percent: number | null;
                /** @enum {string} */
                at: "pickup" | "dropoff";
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "zone";
            params: {
                name: string;
                percent: number | null;
                /** @enum {string} */
                at: "pickup" | "dropoff";
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "lead_time";
            params: {
                name: string;
                percent: number | null;
                underMinutes: number;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "extra";
            params: {
                name: string;
                quantity: number;
                eachMinor: number;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "company_discount";
            params: {
                percent: number;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "promotion";
            params: {
                name: string;
                percent: number | null;
                code: string;
                floorMinor: number | null;
                mostMinor: number | null;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "tax";
            params: {
                name: string;
                percent: number;
                /** @enum {string} */
                of: "fare" | "wait";
                within: ("price" | "line") | null;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "gratuity";
            params: {
                percent: number;
                beforeTax: boolean;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "wait";
            params: {
                minutes: number;
                perMinuteMinor: number;
                freeMinutes: number;
                /** @enum {string} */
                from: "landing" | "pickup" | "arrival";
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "tip";
            params: {
                /** @enum {string} */
                payment: "cash" | "card" | "account" | "online";
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "expense";
            params: {
                /** @enum {string} */
                expense: "toll" | "parking" | "other";
                name: string;
                expenseId: string;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "cancellation";
            params: {
                onTheWay: boolean;
                underMinutes: number | null;
                percent: number | null;
                capped: boolean;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "no_show";
            params: {
                percent: number | null;
                capped: boolean;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "agreed_price";
            params: Record<string, never>;
            amountMinor: number;
        } | {
            /** @constant */
            kind: "correction";
            params: {
                invoiceNumber: number | null;
            };
            amountMinor: number;
        } | {
            /** @constant */
            kind: "credited";
            params: Record<string, never>;
            amountMinor: number;
        } | {
            /** @constant */
            kind: "agreed";
            params: Record<string, never>;
            amountMinor: number;
        } | {
            /** @constant */
            kind: "other";
            params: {
                name: string;
                detail: string;
            };
            amountMinor: number;
        };
        /**
         * @description An https address, and the types of events that it is called for; null for all.
         * @example {
         *       "url": "https://hotel.example.com/rides",
         *       "types": [
         *         "reservation.cancelled"
         *       ]
         *     }
         */
        PartnerAddWebhook: {
            url: string;
            /** @default  */
            description?: string;
            /** @default null */
            types?: ("reservation.created" | "reservation.confirmed" | "reservation.declined" | "reservation.changed" | "reservation.price_changed" | "reservation.assigned" | "reservation.unassigned" | "reservation.en_route" | "reservation.arrived" | "reservation.started" | "reservation.completed" | "reservation.settled" | "reservation.reopened" | "reservation.cancelled" | "reservation.no_show" | "offer.sent" | "offer.declined" | "offer.expired" | "offer.withdrawn" | "payment.recorded" | "payment.failed" | "rider.created" | "rider.merged" | "rider.erased" | "application.created" | "application.changed" | "application.approved" | "application.rejected")[] | null;
        };
        /**
         * @description Books a quote. `payment` is cash where nothing is said; `account` with `billTo` bills a company, and a company’s key always bills its own. `agreedBeforeMinor` is the amount before the trip that the quote named.
         * @example {
         *       "quote": "…",
         *       "vehicleClassId": "sedan",
         *       "passenger": {
         *         "name": "Aline Uwase",
         *         "phone": "+250788123456"
         *       },
         *       "flightNumber": "WB 203",
         *       "note": "Has two large suitcases"
         *     }
         */
        PartnerBook: {
            quote: string;
            vehicleClassId: string;
            flightNumber?: string;
            details?: {
                greetingSign?: string;
                care?: {
                    attendants: number;
                    companions: number;
                    appointmentTime: string | null;
                    doorNote: string;
                };
                roadside?: {
                    vehicle: string;
                    plate: string;
                    /** @enum {string} */
                    trouble: "flat_tyre" | "battery" | "no_fuel" | "engine" | "accident" | "locked_out" | "stuck" | "other";
                    words: string;
                };
                interpreter?: {
                    languages: string;
                    /** @enum {string} */
                    meeting: "rides_along" | "meets_there";
                };
            };
            note?: string;
            /** @enum {string} */
            payment?: "cash" | "card" | "account";
            terms?: number;
            agreedBeforeMinor?: number;
            returnTrip?: {
                quote: string;
                flightNumber?: string;
            };
            /**
             * @description Who rides, with a phone number as it is dialled at home or with its country code. They are told of the trip and can sign in with the number.
             * @example {
             *       "name": "Aline Uwase",
             *       "phone": "+250788123456",
             *       "email": "aline@example.com"
             *     }
             */
            passenger: {
                name: string;
                phone: string;
                email?: string;
                /** @enum {string} */
                language?: "en" | "fr" | "es" | "rw" | "de" | "pt" | "ar" | "sw";
            };
            billTo?: {
                companyId?: string;
                /** @default null */
                costCentreId?: string | null;
                /** @default  */
                reference?: string;
            };
        };
        /**
         * @description `version` is that of the booking as it was last read.
         * @example {
         *       "version": 2,
         *       "reason": "The guest has left"
         *     }
         */
        PartnerCancel: {
            version: number;
            reason?: string;
            /** @default [] */
            vehicles?: {
                id: string;
                version: number;
                otherLegVersion?: number;
            }[];
        };
        /**
         * @description What cancelling now would cost, in minor units of the currency.
         * @example {
         *       "allowed": true,
         *       "isLateCancellation": true,
         *       "feeMinor": 2500,
         *       "currency": "USD"
         *     }
         */
        PartnerCancellation: {
            allowed: boolean;
            isLateCancellation: boolean;
            feeMinor: number;
            currency: string;
            /** @default [] */
            vehicles?: {
                id: string;
                version: number;
                number: number;
                vehicleClass: {
                    name: string;
                };
                feeMinor: number;
                otherLeg: {
                    version: number;
                    feeMinor: number;
                } | null;
            }[];
        };
        /**
         * @description Agrees to a change quote, or changes what costs nothing, or both.
         * @example {
         *       "version": 1,
         *       "quote": "…",
         *       "note": "Please ring the bell"
         *     }
         */
        PartnerChange: {
            version: number;
            quote?: string;
            flightNumber?: string;
            greetingSign?: string;
            note?: string;
            passenger?: {
                name?: string;
                phone?: string;
                email?: string;
                /** @enum {string} */
                language?: "en" | "fr" | "es" | "rw" | "de" | "pt" | "ar" | "sw";
            };
        };
        PartnerChangeQuote: {
            quote: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            pickupAt: string;
            currency: string;
            classes: {
                id: string;
                name: string;
                fareMinor: number;
            }[];
            extras: {
                id: string;
                name: string;
                description: string;
                amountMinor: number;
                maxQuantity: number;
                vehicleClassIds: string[];
            }[];
            fareMinor: number;
            lines: components["schemas"]["FareLine"][];
            fareBeforeMinor: number;
            distanceMeters: number;
            durationSeconds: number;
            estimate: boolean;
        };
        /**
         * @description The fields to change. Fields that are left out stay as they are.
         * @example {
         *       "version": 1,
         *       "pickupLocal": "2026-12-01T11:00"
         *     }
         */
        PartnerChangeTrip: {
            version: number;
            pickup?: {
                name: string;
                detail: string;
                latitude: number | null;
                longitude: number | null;
            };
            dropoff?: {
                name: string;
                detail: string;
                latitude: number | null;
                longitude: number | null;
            };
            stops?: {
                name: string;
                detail: string;
                latitude: number | null;
                longitude: number | null;
            }[];
            pickupLocal?: string;
            /** @enum {string} */
            repeatedHour?: "earlier" | "later";
            passengers?: number;
            luggage?: number;
            extras?: {
                id: string;
                quantity: number;
            }[];
            vehicleClassId?: string;
        };
        /** @description Prices by vehicle class. Send `quote` and a `vehicleClass.id` back to book. Where `terms` is a number, the passenger must accept that version of the terms. */
        PartnerQuote: {
            quote: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            pickupAt: string;
            timeZone: string;
            currency: string;
            onRequest: boolean;
            distanceMeters: number;
            durationSeconds: number;
            estimate: boolean;
            options: {
                vehicleClass: {
                    id: string;
                    name: string;
                    description: string;
                    passengers: number;
                    luggage: number;
                    /** @enum {string} */
                    illustration: "sedan" | "suv" | "van" | "accessible_van";
                };
                vehicles?: {
                    vehicleClass: {
                        id: string;
                        name: string;
                        description: string;
                        passengers: number;
                        luggage: number;
                        /** @enum {string} */
                        illustration: "sedan" | "suv" | "van" | "accessible_van";
                    };
                    passengers: number;
                    luggage: number;
                    fareMinor: number;
                }[];
                fareMinor: number;
                lines: components["schemas"]["FareLine"][];
                promotion: ("unknown" | "not_started" | "expired" | "used_up" | "used_by_rider" | "wrong_service" | "wrong_class" | "at_minimum") | null;
                before?: {
                    /** @enum {string} */
                    take: "hold" | "deposit" | "all";
                    amountMinor: number;
                    requestAt: string | null;
                };
            }[];
            unfit: {
                vehicleClass: {
                    id: string;
                    name: string;
                    description: string;
                    passengers: number;
                    luggage: number;
                    /** @enum {string} */
                    illustration: "sedan" | "suv" | "van" | "accessible_van";
                };
                /** @enum {string} */
                lacks: "passengers" | "luggage" | "mobility" | "service" | "extras";
            }[];
            promotion: {
                code: string;
                name: string;
                refusal: ("unknown" | "not_started" | "expired" | "used_up" | "used_by_rider" | "wrong_service" | "wrong_class" | "at_minimum") | null;
            } | null;
            extras: {
                id: string;
                name: string;
                description: string;
                amountMinor: number;
                maxQuantity: number;
                vehicleClassIds: string[];
            }[];
            freeCancellationMinutes: number | null;
            gratuity: {
                automaticPercent: number | null;
                choices: number[];
            };
            returnTrip: {
                quote: string;
                /** Format: date-time */
                expiresAt: string;
                /** Format: date-time */
                pickupAt: string;
                timeZone: string;
                currency: string;
                onRequest: boolean;
                distanceMeters: number;
                durationSeconds: number;
                estimate: boolean;
                options: {
                    vehicleClass: {
                        id: string;
                        name: string;
                        description: string;
                        passengers: number;
                        luggage: number;
                        /** @enum {string} */
                        illustration: "sedan" | "suv" | "van" | "accessible_van";
                    };
                    vehicles?: {
                        vehicleClass: {
                            id: string;
                            name: string;
                            description: string;
                            passengers: number;
                            luggage: number;
                            /** @enum {string} */
                            illustration: "sedan" | "suv" | "van" | "accessible_van";
                        };
                        passengers: number;
                        luggage: number;
                        fareMinor: number;
                    }[];
                    fareMinor: number;
                    lines: components["schemas"]["FareLine"][];
                    promotion: ("unknown" | "not_started" | "expired" | "used_up" | "used_by_rider" | "wrong_service" | "wrong_class" | "at_minimum") | null;
                    before?: {
                        /** @enum {string} */
                        take: "hold" | "deposit" | "all";
                        amountMinor: number;
                        requestAt: string | null;
                    };
                }[];
                unfit: {
                    vehicleClass: {
                        id: string;
                        name: string;
                        description: string;
                        passengers: number;
                        luggage: number;
                        /** @enum {string} */
                        illustration: "sedan" | "suv" | "van" | "accessible_van";
                    };
                    /** @enum {string} */
                    lacks: "passengers" | "luggage" | "mobility" | "service" | "extras";
                }[];
                promotion: {
                    code: string;
                    name: string;
                    refusal: ("unknown" | "not_started" | "expired" | "used_up" | "used_by_rider" | "wrong_service" | "wrong_class" | "at_minimum") | null;
                } | null;
                extras: {
                    id: string;
                    name: string;
                    description: string;
                    amountMinor: number;
                    maxQuantity: number;
                    vehicleClassIds: string[];
                }[];
                freeCancellationMinutes: number | null;
                gratuity: {
                    automaticPercent: number | null;
                    choices: number[];
                };
            } | null;
            /** @default null */
            terms?: number | null;
        };
        /**
         * @description `pickupLocal` is the time at the operator, or `asap`. `companyId` asks for the prices of the company that will be billed; a company’s key always gets its own.
         * @example {
         *       "serviceType": "airport_pickup",
         *       "pickup": {
         *         "name": "Kigali International Airport",
         *         "detail": "KN 5 Rd, Kanombe, Kigali",
         *         "latitude": -1.9686,
         *         "longitude": 30.1395
         *       },
         *       "dropoff": {
         *         "name": "Kigali Marriott Hotel",
         *         "detail": "KN 3 Ave, Kigali",
         *         "latitude": -1.9532,
         *         "longitude": 30.0616
         *       },
         *       "pickupLocal": "2026-12-01T09:30",
         *       "passengers": 2,
         *       "luggage": 1
         *     }
         */
        PartnerQuoteRequest: {
            /** @enum {string} */
            serviceType: "point_to_point" | "hourly" | "airport_pickup" | "airport_dropoff" | "home_care" | "roadside_assistance" | "interpreter";
            pickup: {
                name: string;
                detail: string;
                latitude: number | null;
                longitude: number | null;
            };
            dropoff: {
                name: string;
                detail: string;
                latitude: number | null;
                longitude: number | null;
            };
            pickupLocal: string;
            /** @enum {string} */
            repeatedHour?: "earlier" | "later";
            passengers: number;
            luggage: number;
            /**
             * @default ambulatory
             * @enum {string}
             */
            mobility?: "ambulatory" | "wheelchair" | "oversized_wheelchair" | "can_transfer" | "scooter" | "stretcher";
            hours?: number;
            /** @default [] */
            stops?: {
                name: string;
                detail: string;
                latitude: number | null;
                longitude: number | null;
            }[];
            /** @default [] */
            extras?: {
                id: string;
                quantity: number;
            }[];
            promotionCode?: string;
            companyId?: string;
            gratuityPercent?: number;
            way?: number;
            returnTrip?: {
                pickupLocal: string;
                /** @enum {string} */
                repeatedHour?: "earlier" | "later";
                /**
                 * @default reversed
                 * @enum {string}
                 */
                stops?: "reversed" | "none";
                /** @default null */
                appointmentTime?: string | null;
            };
        };
        PartnerReservation: {
            id: string;
            number: number;
            /** @enum {string} */
            state: "quote" | "pending" | "confirmed" | "offered" | "assigned" | "en_route" | "on_location" | "passenger_on_board" | "completed" | "settled" | "cancelled" | "no_show" | "rejected";
            version: number;
            /** @enum {string} */
            serviceType: "point_to_point" | "hourly" | "airport_pickup" | "airport_dropoff" | "home_care" | "roadside_assistance" | "interpreter";
            /** Format: date-time */
            pickupAt: string;
            pickup: {
                name: string;
                detail: string;
                latitude: number | null;
                longitude: number | null;
            };
            dropoff: {
                name: string;
                detail: string;
                latitude: number | null;
                longitude: number | null;
            };
            stops: {
                name: string;
                detail: string;
                latitude: number | null;
                longitude: number | null;
            }[];
            vehicleClass: {
                id: string;
                name: string;
            };
            fareMinor: number;
            currency: string;
            onRequest: boolean;
            willCall: boolean;
            order?: {
                id: string;
                position: number;
                count: number;
            };
            passenger: {
                name: string;
                phone: string | null;
                email: string | null;
            };
            driver: {
                firstName: string;
                lastName: string;
                phone: string | null;
            } | null;
            vehicle: {
                plate: string;
                make: string;
                model: string;
                color: string;
            } | null;
            otherLeg: {
                number: number;
                /** @enum {string} */
                leads: "there" | "back";
                id: string;
                /** @enum {string} */
                state: "quote" | "pending" | "confirmed" | "offered" | "assigned" | "en_route" | "on_location" | "passenger_on_board" | "completed" | "settled" | "cancelled" | "no_show" | "rejected";
                /** Format: date-time */
                pickupAt: string;
                willCall: boolean;
            } | null;
            pickupLocal: string;
            timeZone: string;
            passengers: number;
            luggage: number;
            /** @enum {string} */
            mobility: "ambulatory" | "wheelchair" | "oversized_wheelchair" | "can_transfer" | "scooter" | "stretcher";
            flightNumber: string | null;
            details: {
                greetingSign?: string;
                care?: {
                    attendants: number;
                    companions: number;
                    appointmentTime: string | null;
                    doorNote: string;
                };
                roadside?: {
                    vehicle: string;
                    plate: string;
                    /** @enum {string} */
                    trouble: "flat_tyre" | "battery" | "no_fuel" | "engine" | "accident" | "locked_out" | "stuck" | "other";
                    words: string;
                };
                interpreter?: {
                    languages: string;
                    /** @enum {string} */
                    meeting: "rides_along" | "meets_there";
                };
            };
            hours: number | null;
            note: string;
            extras: {
                id: string;
                name: string;
                quantity: number;
            }[];
            promotionCode: string | null;
            distanceMeters: number;
            durationSeconds: number;
            estimate: boolean;
            lines: components["schemas"]["FareLine"][];
            /** @enum {string} */
            payment: "cash" | "card" | "account";
            billing: {
                company: {
                    id: string;
                    name: string;
                };
                costCentre: {
                    id: string;
                    name: string;
                } | null;
                reference: string;
                invoiced: boolean;
            } | null;
            prepayment?: {
                /** @enum {string} */
                take: "hold" | "deposit" | "all";
                amountMinor: number;
                requestAt: string | null;
                /** @enum {string} */
                state: "later" | "waiting" | "held" | "paid" | "lapsed" | "closed";
                heldMinor: number;
                togetherMinor: number;
                payBy: string | null;
            };
            paidMinor: number;
            dueMinor: number;
            isLateCancellation: boolean;
            cancellationFeeMinor: number | null;
            feeLines: components["schemas"]["FareLine"][];
            timeline: {
                /** Format: date-time */
                at: string;
                from: ("quote" | "pending" | "confirmed" | "offered" | "assigned" | "en_route" | "on_location" | "passenger_on_board" | "completed" | "settled" | "cancelled" | "no_show" | "rejected") | null;
                /** @enum {string} */
                to: "quote" | "pending" | "confirmed" | "offered" | "assigned" | "en_route" | "on_location" | "passenger_on_board" | "completed" | "settled" | "cancelled" | "no_show" | "rejected";
            }[];
            /** Format: date-time */
            createdAt: string;
        };
        PartnerRow: {
            id: string;
            number: number;
            /** @enum {string} */
            state: "quote" | "pending" | "confirmed" | "offered" | "assigned" | "en_route" | "on_location" | "passenger_on_board" | "completed" | "settled" | "cancelled" | "no_show" | "rejected";
            version: number;
            /** @enum {string} */
            serviceType: "point_to_point" | "hourly" | "airport_pickup" | "airport_dropoff" | "home_care" | "roadside_assistance" | "interpreter";
            /** Format: date-time */
            pickupAt: string;
            pickup: {
                name: string;
                detail: string;
                latitude: number | null;
                longitude: number | null;
            };
            dropoff: {
                name: string;
                detail: string;
                latitude: number | null;
                longitude: number | null;
            };
            stops: {
                name: string;
                detail: string;
                latitude: number | null;
                longitude: number | null;
            }[];
            vehicleClass: {
                id: string;
                name: string;
            };
            fareMinor: number;
            currency: string;
            onRequest: boolean;
            willCall: boolean;
            order?: {
                id: string;
                position: number;
                count: number;
            };
            passenger: {
                name: string;
                phone: string | null;
            };
        };
        /** @description Where the car is and when it arrives; `position` only while the trip is under way. */
        PartnerTracking: {
            /** @enum {string} */
            state: "quote" | "pending" | "confirmed" | "offered" | "assigned" | "en_route" | "on_location" | "passenger_on_board" | "completed" | "settled" | "cancelled" | "no_show" | "rejected";
            /** Format: date-time */
            pickupAt: string;
            driver: {
                firstName: string;
            } | null;
            vehicle: {
                make: string;
                model: string;
                color: string;
                plate: string;
            } | null;
            position: {
                latitude: number;
                longitude: number;
                accuracyMeters: number;
                headingDegrees: number | null;
                speedMps: number | null;
                /** Format: date-time */
                recordedAt: string;
            } | null;
            arrival: {
                /** Format: date-time */
                at: string;
                minutes: number;
                estimate: boolean;
            } | null;
            stop: {
                n: number;
                count: number;
                isThere: boolean;
            } | null;
            /** Format: date-time */
            now: string;
        };
        PartnerWebhookSecret: {
            id: string;
            secret: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    postBackendPartnerV1Quotes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartnerQuoteRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerQuote"];
                };
            };
            /** @description request.invalid, trip.past */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.unauthenticated, key.refused */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description key.company, key.scope, key.address */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description trip.outside_pickup, trip.outside_dropoff, trip.time_gap, trip.time_ambiguous, trip.no_vehicle, business.not_open, booking.closed, service.not_offered, trip.too_soon, trip.no_return_trip, trip.return_too_early, trip.extra */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.too_many */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description server.error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getBackendPartnerV1Bookings: {
        parameters: {
            query?: {
                state?: ("quote" | "pending" | "confirmed" | "offered" | "assigned" | "en_route" | "on_location" | "passenger_on_board" | "completed" | "settled" | "cancelled" | "no_show" | "rejected") | ("quote" | "pending" | "confirmed" | "offered" | "assigned" | "en_route" | "on_location" | "passenger_on_board" | "completed" | "settled" | "cancelled" | "no_show" | "rejected")[];
                from?: string & (unknown & unknown);
                to?: string & (unknown & unknown);
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bookings: components["schemas"]["PartnerRow"][];
                        /** @description Of the next page; null at the end. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description request.invalid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.unauthenticated, key.refused */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description key.scope, key.address */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.too_many */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description server.error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postBackendPartnerV1Bookings: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for a repeated request, which then counts once. Kept for 24 hours. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartnerBook"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        booking: components["schemas"]["PartnerReservation"];
                    };
                };
            };
            /** @description request.invalid, quote.refused */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.unauthenticated, key.refused */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description rider.blocked, key.company, key.scope, key.address */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description quote.expired, terms.stale */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description business.not_open, booking.closed, promotion.used_up, promotion.used_by_rider, company.not_member, company.suspended, company.cost_centre, company.reference_missing, company.reference_pattern, company.member_limit, company.limit_reached, idempotency.reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.too_many */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description server.error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getBackendPartnerV1BookingsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        booking: components["schemas"]["PartnerReservation"];
                    };
                };
            };
            /** @description request.invalid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.unauthenticated, key.refused */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description key.scope, key.address */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.too_many */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description server.error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    putBackendPartnerV1BookingsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartnerChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        booking: components["schemas"]["PartnerReservation"];
                    };
                };
            };
            /** @description request.invalid, quote.refused */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.unauthenticated, key.refused */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description key.scope, key.address */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description reservation.stale, reservation.not_changeable, reservation.change_too_late, quote.expired */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description promotion.used_up, company.member_limit, company.limit_reached */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.too_many */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description server.error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postBackendPartnerV1BookingsByIdChangeQuote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartnerChangeTrip"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerChangeQuote"];
                };
            };
            /** @description request.invalid, trip.past */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.unauthenticated, key.refused */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description key.scope, key.address */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description reservation.stale, reservation.not_changeable, reservation.change_too_late */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description trip.outside_pickup, trip.outside_dropoff, trip.time_gap, trip.time_ambiguous, trip.no_vehicle, trip.same_place, trip.place_unknown */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.too_many */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description server.error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getBackendPartnerV1BookingsByIdCancellation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerCancellation"];
                };
            };
            /** @description request.invalid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.unauthenticated, key.refused */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description key.scope, key.address */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.too_many */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description server.error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postBackendPartnerV1BookingsByIdCancellation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartnerCancel"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        booking: components["schemas"]["PartnerReservation"];
                    };
                };
            };
            /** @description request.invalid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.unauthenticated, key.refused */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description key.scope, key.address */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description reservation.stale, reservation.not_cancellable */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.too_many */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description server.error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getBackendPartnerV1BookingsByIdTracking: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerTracking"];
                };
            };
            /** @description request.invalid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.unauthenticated, key.refused */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description key.scope, key.address */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.too_many */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description server.error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getBackendPartnerV1BookingsByIdReceiptPdf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description application/pdf */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description request.invalid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.unauthenticated, key.refused */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description key.scope, key.address */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description reservation.no_receipt */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.too_many */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description server.error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getBackendPartnerV1Webhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: {
                            id: string;
                            url: string;
                            description: string;
                            types: string[] | null;
                            isOn: boolean;
                            offReason: ("owner" | "failing" | "gone") | null;
                            /** Format: date-time */
                            createdAt: string;
                        }[];
                    };
                };
            };
            /** @description request.invalid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.unauthenticated, key.refused */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description key.company, key.scope, key.address */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.too_many */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description server.error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postBackendPartnerV1Webhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartnerAddWebhook"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerWebhookSecret"];
                };
            };
            /** @description request.invalid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.unauthenticated, key.refused */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description key.company, key.scope, key.address */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description webhook.too_many */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.too_many */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description server.error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteBackendPartnerV1WebhooksById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: {
                            id: string;
                            url: string;
                            description: string;
                            types: string[] | null;
                            isOn: boolean;
                            offReason: ("owner" | "failing" | "gone") | null;
                            /** Format: date-time */
                            createdAt: string;
                        }[];
                    };
                };
            };
            /** @description request.invalid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.unauthenticated, key.refused */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description key.company, key.scope, key.address */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description request.too_many */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description server.error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
}
