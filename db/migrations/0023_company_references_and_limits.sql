ALTER TABLE `companies` ADD `reference_pattern` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `company_members` ADD `monthly_limit_minor` integer;