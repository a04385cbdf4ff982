ALTER TABLE `companies` ADD `contacts` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `reservations` ADD `passenger_email` text;--> statement-breakpoint
ALTER TABLE `reservations` ADD `passenger_language` text;--> statement-breakpoint
ALTER TABLE `reservations` ADD `driver_news_to` text DEFAULT 'rider' NOT NULL;