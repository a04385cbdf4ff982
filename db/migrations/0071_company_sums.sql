CREATE TABLE `company_sums` (
	`company_id` text NOT NULL,
	`currency` text NOT NULL,
	`trips` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`open_trips` integer NOT NULL,
	`open_minor` integer NOT NULL,
	`ready_trips` integer NOT NULL,
	`ready_minor` integer NOT NULL,
	PRIMARY KEY(`company_id`, `currency`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
