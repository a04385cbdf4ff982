CREATE TABLE `admin_invites` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`kind` text NOT NULL,
	`admin_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_invites_token` ON `admin_invites` (`token_hash`);--> statement-breakpoint
CREATE TABLE `admin_recovery_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_recovery_codes_code` ON `admin_recovery_codes` (`admin_id`,`code_hash`);--> statement-breakpoint
CREATE TABLE `admins` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`has_one_name` integer DEFAULT false NOT NULL,
	`role` text NOT NULL,
	`totp_secret` text,
	`totp_last_step` integer,
	`totp_offered` text,
	`totp_offered_at` integer,
	`totp_since` integer,
	`deactivated_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admins_email` ON `admins` (`email`);--> statement-breakpoint
CREATE TABLE `code_guesses` (
	`id` text PRIMARY KEY NOT NULL,
	`audience` text NOT NULL,
	`identifier` text NOT NULL,
	`known_device` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `code_guesses_identifier` ON `code_guesses` (`audience`,`identifier`,`known_device`,`created_at`);--> statement-breakpoint
CREATE INDEX `code_guesses_all` ON `code_guesses` (`known_device`,`created_at`);--> statement-breakpoint
CREATE TABLE `code_sends` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`channel` text NOT NULL,
	`address` text NOT NULL,
	`prefix` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `code_sends_identifier` ON `code_sends` (`identifier`,`created_at`);--> statement-breakpoint
CREATE INDEX `code_sends_address` ON `code_sends` (`address`,`created_at`);--> statement-breakpoint
CREATE INDEX `code_sends_prefix` ON `code_sends` (`prefix`,`created_at`);--> statement-breakpoint
CREATE INDEX `code_sends_channel` ON `code_sends` (`channel`,`created_at`);--> statement-breakpoint
CREATE TABLE `codes` (
	`id` text PRIMARY KEY NOT NULL,
	`audience` text NOT NULL,
	`purpose` text NOT NULL,
	`account_id` text,
	`identifier` text NOT NULL,
	`browser_hash` text NOT NULL,
	`code_hash` text,
	`link_hash` text,
	`known_device` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `codes_identifier` ON `codes` (`audience`,`identifier`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `codes_link` ON `codes` (`link_hash`);--> statement-breakpoint
CREATE INDEX `codes_account` ON `codes` (`account_id`);--> statement-breakpoint
CREATE INDEX `codes_created` ON `codes` (`created_at`);--> statement-breakpoint
CREATE TABLE `devices` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`audience` text NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `devices_token` ON `devices` (`token_hash`,`audience`,`account_id`);--> statement-breakpoint
CREATE INDEX `devices_account` ON `devices` (`audience`,`account_id`);--> statement-breakpoint
CREATE TABLE `login_failures` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL,
	`audit` text DEFAULT 'never' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_failures_email` ON `login_failures` (`email`,`device`,`created_at`);--> statement-breakpoint
CREATE INDEX `login_failures_due` ON `login_failures` (`created_at`) WHERE "login_failures"."audit" = 'due';--> statement-breakpoint
CREATE TABLE `provider_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`state_hash` text NOT NULL,
	`provider` text NOT NULL,
	`browser_hash` text NOT NULL,
	`rider_id` text,
	`session_id` text,
	`answer` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `provider_attempts_state` ON `provider_attempts` (`state_hash`);--> statement-breakpoint
CREATE INDEX `provider_attempts_expiry` ON `provider_attempts` (`expires_at`);--> statement-breakpoint
CREATE INDEX `provider_attempts_rider` ON `provider_attempts` (`rider_id`);--> statement-breakpoint
CREATE TABLE `rider_blocks` (
	`rider_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`by_name` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `rider_identities` (
	`id` text PRIMARY KEY NOT NULL,
	`rider_id` text NOT NULL,
	`provider` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`email` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rider_identities_subject` ON `rider_identities` (`issuer`,`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `rider_identities_rider` ON `rider_identities` (`rider_id`,`issuer`);--> statement-breakpoint
CREATE TABLE `rider_merges` (
	`folded_id` text PRIMARY KEY NOT NULL,
	`kept_id` text NOT NULL,
	`name` text NOT NULL,
	`by_name` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`kept_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rider_merges_kept` ON `rider_merges` (`kept_id`);--> statement-breakpoint
CREATE TABLE `rider_sign_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`rider_id` text NOT NULL,
	`method` text NOT NULL,
	`user_agent` text NOT NULL,
	`created_at` integer NOT NULL,
	`country` text,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rider_sign_ins_rider` ON `rider_sign_ins` (`rider_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `rider_sign_ins_created` ON `rider_sign_ins` (`created_at`);--> statement-breakpoint
CREATE TABLE `riders` (
	`id` text PRIMARY KEY NOT NULL,
	`first_name` text,
	`last_name` text,
	`has_one_name` integer DEFAULT false NOT NULL,
	`email` text,
	`phone` text,
	`pending_email` text,
	`pending_phone` text,
	`picture_file_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`dispatch_note` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `riders_email` ON `riders` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `riders_phone` ON `riders` (`phone`);--> statement-breakpoint
CREATE INDEX `riders_created` ON `riders` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`audience` text NOT NULL,
	`account_id` text NOT NULL,
	`user_agent` text NOT NULL,
	`address` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`locked_at` integer,
	`failed_unlocks` integer DEFAULT 0 NOT NULL,
	`confirmed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_account` ON `sessions` (`audience`,`account_id`,`last_seen_at`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sessions_addresses` ON `sessions` (`created_at`) WHERE address <> '';--> statement-breakpoint
CREATE TABLE `audit_head` (
	`id` integer PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`hash` text NOT NULL,
	`signature` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`number` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text,
	`summary` text NOT NULL,
	`detail` text NOT NULL,
	`previous` text NOT NULL,
	`hash` text NOT NULL,
	`address` text
);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_kind`,`subject_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_address` ON `audit_log` (`at`) WHERE "audit_log"."address" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `auto_dispatch` (
	`id` integer PRIMARY KEY NOT NULL,
	`on` integer NOT NULL,
	`rules` text NOT NULL,
	`quiet_from` text,
	`quiet_until` text,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `auto_dispatch_runs` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`did` text NOT NULL,
	`why` text NOT NULL,
	`alerted_at` integer,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `auto_dispatch_runs_at` ON `auto_dispatch_runs` (`at`);--> statement-breakpoint
CREATE TABLE `companies` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`billing_address` text NOT NULL,
	`billing_email` text NOT NULL,
	`tax_number` text NOT NULL,
	`payment_term_days` integer NOT NULL,
	`credit_limit_minor` integer,
	`currency` text NOT NULL,
	`requires_cost_centre` integer NOT NULL,
	`requires_reference` integer NOT NULL,
	`approves_members` integer NOT NULL,
	`state` text NOT NULL,
	`note` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `companies_name` ON `companies` ("name" COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `companies_list` ON `companies` (`name`,`id`);--> statement-breakpoint
CREATE TABLE `company_events` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`act` text NOT NULL,
	`detail` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `company_events_company` ON `company_events` (`company_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `company_events_actor` ON `company_events` (`actor_id`);--> statement-breakpoint
CREATE TABLE `company_members` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`rider_id` text,
	`identifier` text NOT NULL,
	`role` text NOT NULL,
	`approved_at` integer,
	`invited_at` integer NOT NULL,
	`joined_at` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `company_members_identifier` ON `company_members` (`company_id`,`identifier`);--> statement-breakpoint
CREATE UNIQUE INDEX `company_members_company_rider` ON `company_members` (`company_id`,`rider_id`);--> statement-breakpoint
CREATE INDEX `company_members_rider` ON `company_members` (`rider_id`);--> statement-breakpoint
CREATE INDEX `company_members_contact` ON `company_members` (`identifier`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `cost_centres` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cost_centres_name` ON `cost_centres` (`company_id`,"name" COLLATE NOCASE);--> statement-breakpoint
CREATE TABLE `contact_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message_id` text NOT NULL,
	`kind` text NOT NULL,
	`admin_id` text,
	`by_name` text NOT NULL,
	`body` text NOT NULL,
	`mail_id` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_entries_message` ON `contact_entries` (`message_id`,`id`);--> statement-breakpoint
CREATE TABLE `contact_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`version` integer NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`phone` text,
	`topic` text NOT NULL,
	`language` text NOT NULL,
	`rider_id` text,
	`signed_in` integer NOT NULL,
	`reservation_id` text,
	`assignee_id` text,
	`read_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_messages_number` ON `contact_messages` (`number`);--> statement-breakpoint
CREATE INDEX `contact_messages_state` ON `contact_messages` (`state`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `contact_messages_assignee` ON `contact_messages` (`assignee_id`,`state`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `contact_messages_unread` ON `contact_messages` (`created_at`) WHERE state = 'open' and read_at is null;--> statement-breakpoint
CREATE INDEX `contact_messages_rider` ON `contact_messages` (`rider_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `contact_messages_reservation` ON `contact_messages` (`reservation_id`);--> statement-breakpoint
CREATE INDEX `contact_messages_email` ON `contact_messages` (`email`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_messages_phone` ON `contact_messages` (`phone`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_messages_updated` ON `contact_messages` (`updated_at`);--> statement-breakpoint
CREATE TABLE `contact_templates` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `content_items` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`state` text NOT NULL,
	`position` integer NOT NULL,
	`published_at` integer,
	`removed_at` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `content_items_key` ON `content_items` (`kind`,`key`);--> statement-breakpoint
CREATE INDEX `content_items_position` ON `content_items` (`kind`,`position`,`id`);--> statement-breakpoint
CREATE INDEX `content_items_published` ON `content_items` (`kind`,`published_at`,`id`);--> statement-breakpoint
CREATE TABLE `content_picture_files` (
	`name` text PRIMARY KEY NOT NULL,
	`picture_id` text NOT NULL,
	`file_id` text NOT NULL,
	`content_type` text NOT NULL,
	FOREIGN KEY (`picture_id`) REFERENCES `content_pictures`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `content_pictures` (
	`id` text PRIMARY KEY NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`sizes` text NOT NULL,
	`by_name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `content_pictures_created` ON `content_pictures` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `content_versions` (
	`item_id` text NOT NULL,
	`version` integer NOT NULL,
	`value` text NOT NULL,
	`state` text NOT NULL,
	`published_at` integer,
	`removed` integer NOT NULL,
	`did` text NOT NULL,
	`admin_id` text,
	`by_name` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `content_items`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `content_versions_version` ON `content_versions` (`item_id`,`version`);--> statement-breakpoint
CREATE TABLE `assignments` (
	`id` text PRIMARY KEY NOT NULL,
	`reservation_id` text NOT NULL,
	`driver_id` text NOT NULL,
	`vehicle_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`overridden` text,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `assignments_driver` ON `assignments` (`driver_id`,`active`,`starts_at`);--> statement-breakpoint
CREATE INDEX `assignments_vehicle` ON `assignments` (`vehicle_id`,`active`,`starts_at`);--> statement-breakpoint
CREATE INDEX `assignments_reservation` ON `assignments` (`reservation_id`,`active`);--> statement-breakpoint
CREATE TABLE `boardings` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`only_with_code` integer DEFAULT false NOT NULL,
	`wrong_codes` integer DEFAULT 0 NOT NULL,
	`asked_at` integer,
	`asked_reason` text DEFAULT '' NOT NULL,
	`confirmed_at` integer,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `offers` (
	`id` text PRIMARY KEY NOT NULL,
	`reservation_id` text NOT NULL,
	`driver_id` text NOT NULL,
	`vehicle_id` text NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`because` text,
	`refusals` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`answered_at` integer,
	`position` integer DEFAULT 0 NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL,
	`since_version` integer DEFAULT 1 NOT NULL,
	`seen_at` integer,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `offers_open` ON `offers` (`state`,`expires_at`);--> statement-breakpoint
CREATE INDEX `offers_driver` ON `offers` (`driver_id`,`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `offers_reservation` ON `offers` (`reservation_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `step_reminders` (
	`reservation_id` text NOT NULL,
	`driver_id` text NOT NULL,
	`step` text NOT NULL,
	`reminded_at` integer NOT NULL,
	PRIMARY KEY(`reservation_id`, `driver_id`, `step`),
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `document_reminders` (
	`document_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`days_before` integer NOT NULL,
	`told_at` integer NOT NULL,
	PRIMARY KEY(`document_id`, `expires_at`, `days_before`),
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`driver_id` text,
	`vehicle_id` text,
	`kind` text NOT NULL,
	`number` text DEFAULT '' NOT NULL,
	`issued_at` integer,
	`expires_at` integer,
	`file_id` text,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`sent_by_id` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text DEFAULT '' NOT NULL,
	`replaced_by_id` text,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sent_by_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "documents_owner" CHECK((driver_id IS NULL) <> (vehicle_id IS NULL))
);
--> statement-breakpoint
CREATE INDEX `documents_driver` ON `documents` (`driver_id`,`kind`,`state`);--> statement-breakpoint
CREATE INDEX `documents_vehicle` ON `documents` (`vehicle_id`,`kind`,`state`);--> statement-breakpoint
CREATE UNIQUE INDEX `documents_driver_in_force` ON `documents` (`driver_id`,`kind`) WHERE state = 'valid' AND replaced_by_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_vehicle_in_force` ON `documents` (`vehicle_id`,`kind`) WHERE state = 'valid' AND replaced_by_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_driver_waiting` ON `documents` (`driver_id`,`kind`) WHERE state = 'pending_review';--> statement-breakpoint
CREATE UNIQUE INDEX `documents_vehicle_waiting` ON `documents` (`vehicle_id`,`kind`) WHERE state = 'pending_review';--> statement-breakpoint
CREATE INDEX `documents_expiry` ON `documents` (`expires_at`) WHERE state = 'valid' AND replaced_by_id IS NULL;--> statement-breakpoint
CREATE INDEX `documents_waiting` ON `documents` (`created_at`,`id`) WHERE state = 'pending_review';--> statement-breakpoint
CREATE INDEX `documents_file` ON `documents` (`file_id`);--> statement-breakpoint
CREATE TABLE `driver_application_events` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`act` text NOT NULL,
	`words` text NOT NULL,
	`detail` text NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `driver_applications`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `driver_application_events_application` ON `driver_application_events` (`application_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `driver_application_files` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text,
	`ticket_hash` text,
	`field` text NOT NULL,
	`name` text NOT NULL,
	`content_hash` text NOT NULL,
	`address` text NOT NULL,
	`created_at` integer NOT NULL,
	`state` text DEFAULT 'given' NOT NULL,
	`valid_until` text,
	`reason` text,
	FOREIGN KEY (`id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`application_id`) REFERENCES `driver_applications`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `driver_application_files_field` ON `driver_application_files` (`application_id`,`field`);--> statement-breakpoint
CREATE UNIQUE INDEX `driver_application_files_ticket` ON `driver_application_files` (`ticket_hash`,`field`);--> statement-breakpoint
CREATE INDEX `driver_application_files_address` ON `driver_application_files` (`address`,`created_at`);--> statement-breakpoint
CREATE INDEX `driver_application_files_from` ON `driver_application_files` (`created_at`) WHERE address <> '';--> statement-breakpoint
CREATE INDEX `driver_application_files_waiting` ON `driver_application_files` (`created_at`) WHERE application_id IS NULL;--> statement-breakpoint
CREATE TABLE `driver_application_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `driver_applications`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `driver_application_links_application` ON `driver_application_links` (`application_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `driver_application_links_expiry` ON `driver_application_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `driver_applications` (
	`id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`has_one_name` integer DEFAULT false NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`answers` text NOT NULL,
	`missing` text NOT NULL,
	`certified` integer NOT NULL,
	`address` text NOT NULL,
	`created_at` integer NOT NULL,
	`ticket_hash` text,
	`version` integer DEFAULT 1 NOT NULL,
	`changed_at` integer,
	`request` text,
	`requested_at` integer,
	`decided_at` integer,
	`reason` text,
	`driver_id` text,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `driver_applications_status` ON `driver_applications` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `driver_applications_created` ON `driver_applications` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `driver_applications_address` ON `driver_applications` (`address`,`created_at`);--> statement-breakpoint
CREATE INDEX `driver_applications_email` ON `driver_applications` (`email`,`created_at`);--> statement-breakpoint
CREATE INDEX `driver_applications_phone` ON `driver_applications` (`phone`,`created_at`);--> statement-breakpoint
CREATE INDEX `driver_applications_driver` ON `driver_applications` (`driver_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `driver_applications_ticket` ON `driver_applications` (`ticket_hash`);--> statement-breakpoint
CREATE INDEX `driver_applications_from` ON `driver_applications` (`created_at`) WHERE address <> '';--> statement-breakpoint
CREATE TABLE `driver_availability_changes` (
	`driver_id` text NOT NULL,
	`section` text NOT NULL,
	`version` integer NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`facts` text NOT NULL,
	PRIMARY KEY(`driver_id`, `section`, `version`),
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `driver_days_off` (
	`id` text PRIMARY KEY NOT NULL,
	`driver_id` text NOT NULL,
	`from_day` text NOT NULL,
	`until_day` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `driver_days_off_driver` ON `driver_days_off` (`driver_id`,`until_day`);--> statement-breakpoint
CREATE INDEX `driver_days_off_until` ON `driver_days_off` (`until_day`,`from_day`);--> statement-breakpoint
CREATE TABLE `driver_hours` (
	`driver_id` text NOT NULL,
	`weekday` integer NOT NULL,
	`from_minute` integer NOT NULL,
	`until_minute` integer NOT NULL,
	PRIMARY KEY(`driver_id`, `weekday`, `from_minute`),
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `driver_preferences` (
	`driver_id` text PRIMARY KEY NOT NULL,
	`service_types` text NOT NULL,
	`zone_ids` text NOT NULL,
	`mobility` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `drivers` (
	`id` text PRIMARY KEY NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`has_one_name` integer DEFAULT false NOT NULL,
	`email` text,
	`phone` text,
	`state` text NOT NULL,
	`suspended_at` integer,
	`suspended_by` text DEFAULT '' NOT NULL,
	`suspension_reason` text DEFAULT '' NOT NULL,
	`vehicle_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drivers_email` ON `drivers` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `drivers_phone` ON `drivers` (`phone`);--> statement-breakpoint
CREATE INDEX `drivers_vehicle` ON `drivers` (`vehicle_id`);--> statement-breakpoint
CREATE TABLE `fee_draft` (
	`id` integer PRIMARY KEY NOT NULL,
	`schedule` text,
	`version` integer NOT NULL,
	`based_on_id` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`updated_by_name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `fee_schedules` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`schedule` text NOT NULL,
	`reason` text NOT NULL,
	`published_by` text,
	`published_by_name` text NOT NULL,
	`published_at` integer NOT NULL,
	`withdrawn_at` integer,
	`withdrawn_by` text,
	`withdrawn_by_name` text,
	`withdrawal_reason` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `fee_schedules_number` ON `fee_schedules` (`number`);--> statement-breakpoint
CREATE INDEX `fee_schedules_start` ON `fee_schedules` (`starts_at`,`number`);--> statement-breakpoint
CREATE TABLE `promotion_uses` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`promotion_id` text NOT NULL,
	`code` text NOT NULL,
	`rider_id` text,
	`at` integer NOT NULL,
	`released_at` integer
);
--> statement-breakpoint
CREATE INDEX `promotion_uses_promotion` ON `promotion_uses` (`promotion_id`,`released_at`);--> statement-breakpoint
CREATE INDEX `promotion_uses_rider` ON `promotion_uses` (`rider_id`,`promotion_id`,`released_at`);--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`purpose` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `files_owner` ON `files` (`owner_kind`,`owner_id`);--> statement-breakpoint
CREATE TABLE `incident_events` (
	`id` text PRIMARY KEY NOT NULL,
	`incident_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`act` text NOT NULL,
	`words` text NOT NULL,
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `incident_events_incident` ON `incident_events` (`incident_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `incident_photos` (
	`id` text PRIMARY KEY NOT NULL,
	`incident_id` text NOT NULL,
	`send_key` text NOT NULL,
	`file_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `incident_photos_key` ON `incident_photos` (`incident_id`,`send_key`);--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`version` integer NOT NULL,
	`driver_id` text NOT NULL,
	`reservation_id` text,
	`vehicle_id` text,
	`send_key` text NOT NULL,
	`kind` text NOT NULL,
	`hurt` integer NOT NULL,
	`what` text NOT NULL,
	`happened_at` integer NOT NULL,
	`place` text NOT NULL,
	`latitude` real,
	`longitude` real,
	`accuracy_meters` real,
	`police_number` text NOT NULL,
	`assigned_id` text,
	`assigned_name` text DEFAULT '' NOT NULL,
	`outcome` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_number` ON `incidents` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_key` ON `incidents` (`driver_id`,`send_key`);--> statement-breakpoint
CREATE INDEX `incidents_created` ON `incidents` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `incidents_state` ON `incidents` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `incidents_driver` ON `incidents` (`driver_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `incidents_reservation` ON `incidents` (`reservation_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `incidents_closed` ON `incidents` (`closed_at`);--> statement-breakpoint
CREATE TABLE `invoice_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`kind` text NOT NULL,
	`position` integer NOT NULL,
	`reservation_id` text NOT NULL,
	`reservation_number` integer NOT NULL,
	`pickup_local` text NOT NULL,
	`pickup_name` text NOT NULL,
	`dropoff_name` text NOT NULL,
	`ended` text NOT NULL,
	`cost_centre` text NOT NULL,
	`reference` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`fare_lines` text NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_lines_position` ON `invoice_lines` (`invoice_id`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_lines_once` ON `invoice_lines` (`reservation_id`) WHERE "invoice_lines"."kind" = 'invoice';--> statement-breakpoint
CREATE INDEX `invoice_lines_reservation` ON `invoice_lines` (`reservation_id`);--> statement-breakpoint
CREATE TABLE `invoice_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`paid_on` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`method` text NOT NULL,
	`reference` text NOT NULL,
	`reverses_id` text,
	`recorded_at` integer NOT NULL,
	`recorded_by` text NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `invoice_payments_invoice` ON `invoice_payments` (`invoice_id`,`recorded_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_payments_reverses` ON `invoice_payments` (`reverses_id`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`number` integer NOT NULL,
	`company_id` text NOT NULL,
	`credits_invoice_id` text,
	`parties` text NOT NULL,
	`currency` text NOT NULL,
	`total_minor` integer NOT NULL,
	`issued_on` text NOT NULL,
	`due_on` text NOT NULL,
	`time_zone` text NOT NULL,
	`reason` text NOT NULL,
	`issued_at` integer NOT NULL,
	`issued_by` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`kind`,`number`);--> statement-breakpoint
CREATE INDEX `invoices_company` ON `invoices` (`company_id`,`issued_at`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_credits` ON `invoices` (`credits_invoice_id`);--> statement-breakpoint
CREATE TABLE `maintenance_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`vehicle_id` text NOT NULL,
	`plan_id` text,
	`kind` text NOT NULL,
	`done_on` text NOT NULL,
	`odometer_meters` integer,
	`what` text NOT NULL,
	`cost_minor` integer,
	`currency` text,
	`place` text NOT NULL,
	`note` text NOT NULL,
	`file_id` text,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`struck_at` integer,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_id`) REFERENCES `maintenance_plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `maintenance_entries_vehicle` ON `maintenance_entries` (`vehicle_id`,`done_on`,`id`);--> statement-breakpoint
CREATE INDEX `maintenance_entries_file` ON `maintenance_entries` (`file_id`);--> statement-breakpoint
CREATE INDEX `maintenance_entries_plan` ON `maintenance_entries` (`plan_id`,`done_on`,`id`);--> statement-breakpoint
CREATE TABLE `maintenance_plans` (
	`id` text PRIMARY KEY NOT NULL,
	`vehicle_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`every_months` integer,
	`every_meters` integer,
	`from_day` text,
	`from_meters` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `maintenance_plans_vehicle` ON `maintenance_plans` (`vehicle_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `odometer_readings` (
	`id` text PRIMARY KEY NOT NULL,
	`vehicle_id` text NOT NULL,
	`meters` integer NOT NULL,
	`read_at` integer NOT NULL,
	`source` text NOT NULL,
	`reason` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`entry_id` text,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`entry_id`) REFERENCES `maintenance_entries`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `odometer_readings_vehicle` ON `odometer_readings` (`vehicle_id`,`read_at`,`id`);--> statement-breakpoint
CREATE INDEX `odometer_readings_entry` ON `odometer_readings` (`entry_id`);--> statement-breakpoint
CREATE TABLE `trip_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reservation_id` text NOT NULL,
	`sender` text NOT NULL,
	`sender_id` text NOT NULL,
	`sender_name` text NOT NULL,
	`recipient` text NOT NULL,
	`driver_id` text NOT NULL,
	`body` text NOT NULL,
	`send_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `trip_messages_reservation` ON `trip_messages` (`reservation_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `trip_messages_key` ON `trip_messages` (`reservation_id`,`sender`,`sender_id`,`send_key`);--> statement-breakpoint
CREATE INDEX `trip_messages_created` ON `trip_messages` (`created_at`);--> statement-breakpoint
CREATE TABLE `trip_threads` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`rider_read_id` integer DEFAULT 0 NOT NULL,
	`driver_read_id` integer DEFAULT 0 NOT NULL,
	`dispatch_read_id` integer DEFAULT 0 NOT NULL,
	`rider_unread` integer DEFAULT 0 NOT NULL,
	`driver_unread` integer DEFAULT 0 NOT NULL,
	`dispatch_unread` integer DEFAULT 0 NOT NULL,
	`rider_tell_at` integer,
	`driver_tell_at` integer,
	`rider_told_at` integer,
	`driver_told_at` integer,
	`closed_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `trip_threads_dispatch` ON `trip_threads` (`updated_at`) WHERE dispatch_unread > 0;--> statement-breakpoint
CREATE INDEX `trip_threads_updated` ON `trip_threads` (`updated_at`);--> statement-breakpoint
CREATE INDEX `trip_threads_rider_tell` ON `trip_threads` (`rider_tell_at`) WHERE rider_tell_at is not null;--> statement-breakpoint
CREATE INDEX `trip_threads_driver_tell` ON `trip_threads` (`driver_tell_at`) WHERE driver_tell_at is not null;--> statement-breakpoint
CREATE TABLE `no_shows` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`driver_id` text NOT NULL,
	`declared_at` integer NOT NULL,
	`latitude` real,
	`longitude` real,
	`accuracy_meters` real,
	`distance_meters` integer,
	`called` integer NOT NULL,
	`messages` integer NOT NULL,
	`photo_file_id` text,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `no_shows_declared` ON `no_shows` (`declared_at`);--> statement-breakpoint
CREATE TABLE `message_texts` (
	`language` text NOT NULL,
	`id` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`sms` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`language`, `id`)
);
--> statement-breakpoint
CREATE TABLE `notification_choices` (
	`rider_id` text NOT NULL,
	`topic` text NOT NULL,
	`channel` text NOT NULL,
	`wanted` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`rider_id`, `topic`, `channel`),
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`audience` text NOT NULL,
	`account_id` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`href` text,
	`reservation_id` text,
	`is_welcome` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`read_at` integer
);
--> statement-breakpoint
CREATE INDEX `notifications_reservation` ON `notifications` (`reservation_id`) WHERE reservation_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_account` ON `notifications` (`audience`,`account_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`audience`,`account_id`,`read_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`body` text,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`expires_at` integer,
	`retry_until` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`rider_id` text,
	`reservation_id` text
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_created` ON `outbox` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_rider` ON `outbox` (`rider_id`);--> statement-breakpoint
CREATE INDEX `outbox_reservation` ON `outbox` (`reservation_id`) WHERE reservation_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox` (`recipient`);--> statement-breakpoint
CREATE INDEX `outbox_failed` ON `outbox` (`created_at`,`id`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `outbox_retry` ON `outbox` (`retry_until`) WHERE state = 'failed' and body is not null;--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`audience` text NOT NULL,
	`account_id` text NOT NULL,
	`service` text NOT NULL,
	`endpoint_hash` text NOT NULL,
	`sealed` text NOT NULL,
	`hide_details` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_account` ON `push_subscriptions` (`audience`,`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint_hash`,`audience`);--> statement-breakpoint
CREATE TABLE `quiet_hours` (
	`rider_id` text PRIMARY KEY NOT NULL,
	`from_minute` integer NOT NULL,
	`until_minute` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `rider_consents` (
	`id` text PRIMARY KEY NOT NULL,
	`rider_id` text NOT NULL,
	`kind` text NOT NULL,
	`given` integer NOT NULL,
	`text_version` integer NOT NULL,
	`given_at` integer NOT NULL,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rider_consents_rider` ON `rider_consents` (`rider_id`,`kind`,`given_at`,`id`);--> statement-breakpoint
CREATE TABLE `driver_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`driver_id` text NOT NULL,
	`kind` text NOT NULL,
	`currency` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`reason` text NOT NULL,
	`reservation_id` text,
	`paid_on` text,
	`method` text,
	`reference` text NOT NULL,
	`reverses_id` text,
	`recorded_at` integer NOT NULL,
	`recorded_by` text NOT NULL,
	`statement_id` text,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`statement_id`) REFERENCES `driver_statements`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `driver_entries_driver` ON `driver_entries` (`driver_id`,`recorded_at`,`id`);--> statement-breakpoint
CREATE INDEX `driver_entries_statement` ON `driver_entries` (`statement_id`,`recorded_at`,`id`);--> statement-breakpoint
CREATE INDEX `driver_entries_open` ON `driver_entries` (`driver_id`,`recorded_at`,`id`) WHERE statement_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `driver_entries_reverses` ON `driver_entries` (`reverses_id`);--> statement-breakpoint
CREATE INDEX `driver_entries_reservation` ON `driver_entries` (`reservation_id`);--> statement-breakpoint
CREATE TABLE `driver_statement_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`statement_id` text NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`reservation_id` text NOT NULL,
	`reservation_number` integer NOT NULL,
	`pickup_local` text NOT NULL,
	`ended` text NOT NULL,
	`payment` text NOT NULL,
	`terminal` text NOT NULL,
	`charged_minor` integer NOT NULL,
	`pay_minor` integer NOT NULL,
	`held_minor` integer NOT NULL,
	`pay_lines` text NOT NULL,
	FOREIGN KEY (`statement_id`) REFERENCES `driver_statements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `driver_statement_lines_position` ON `driver_statement_lines` (`statement_id`,`position`);--> statement-breakpoint
CREATE INDEX `driver_statement_lines_reservation` ON `driver_statement_lines` (`reservation_id`);--> statement-breakpoint
CREATE TABLE `driver_statements` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`driver_id` text NOT NULL,
	`currency` text NOT NULL,
	`monday` text NOT NULL,
	`time_zone` text NOT NULL,
	`parties` text NOT NULL,
	`opening_minor` integer NOT NULL,
	`pay_minor` integer NOT NULL,
	`held_minor` integer NOT NULL,
	`corrections_minor` integer NOT NULL,
	`adjustments_minor` integer NOT NULL,
	`payments_minor` integer NOT NULL,
	`closing_minor` integer NOT NULL,
	`closed_at` integer NOT NULL,
	`closed_by` text NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `driver_statements_number` ON `driver_statements` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `driver_statements_week` ON `driver_statements` (`driver_id`,`currency`,`monday`);--> statement-breakpoint
CREATE INDEX `driver_statements_driver` ON `driver_statements` (`driver_id`,`monday`,`id`);--> statement-breakpoint
CREATE INDEX `driver_statements_monday` ON `driver_statements` (`monday`,`id`);--> statement-breakpoint
CREATE TABLE `places` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`address` text NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`keywords` text DEFAULT '' NOT NULL,
	`iata` text,
	`active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`zone_id` text,
	`entrance_notes` text DEFAULT '' NOT NULL,
	`pickup_instructions` text DEFAULT '' NOT NULL,
	`updated_at` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`zone_id`) REFERENCES `zones`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `places_name` ON `places` (`name`,`id`);--> statement-breakpoint
CREATE INDEX `places_point` ON `places` (`latitude`,`longitude`);--> statement-breakpoint
CREATE TABLE `saved_places` (
	`id` text PRIMARY KEY NOT NULL,
	`rider_id` text NOT NULL,
	`label` text NOT NULL,
	`name` text NOT NULL,
	`detail` text NOT NULL,
	`kind` text NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_places_rider` ON `saved_places` (`rider_id`,`label`);--> statement-breakpoint
CREATE TABLE `privacy_acts` (
	`id` text PRIMARY KEY NOT NULL,
	`rider_id` text NOT NULL,
	`act` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `privacy_acts_rider` ON `privacy_acts` (`rider_id`,`act`,`at`);--> statement-breakpoint
CREATE TABLE `removals` (
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`removed` integer NOT NULL,
	PRIMARY KEY(`day`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `found_items` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`version` integer NOT NULL,
	`report_id` text,
	`reservation_id` text,
	`vehicle_id` text,
	`driver_id` text,
	`finder_name` text NOT NULL,
	`category` text NOT NULL,
	`what` text NOT NULL,
	`colour` text NOT NULL,
	`marks` text NOT NULL,
	`place` text NOT NULL,
	`photo_file_id` text,
	`found_at` integer NOT NULL,
	`storage` text NOT NULL,
	`keep_until` integer NOT NULL,
	`handed_to` text,
	`identified_by` text,
	`signature` text,
	`disposal` text,
	`disposal_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	`erased_at` integer,
	FOREIGN KEY (`report_id`) REFERENCES `lost_reports`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `found_items_number` ON `found_items` (`number`);--> statement-breakpoint
CREATE INDEX `found_items_found` ON `found_items` (`found_at`,`id`);--> statement-breakpoint
CREATE INDEX `found_items_state` ON `found_items` (`state`,`found_at`,`id`);--> statement-breakpoint
CREATE INDEX `found_items_due` ON `found_items` (`state`,`keep_until`,`id`);--> statement-breakpoint
CREATE INDEX `found_items_report` ON `found_items` (`report_id`);--> statement-breakpoint
CREATE INDEX `found_items_driver` ON `found_items` (`driver_id`,`found_at`,`id`);--> statement-breakpoint
CREATE INDEX `found_items_reservation` ON `found_items` (`reservation_id`);--> statement-breakpoint
CREATE INDEX `found_items_closed` ON `found_items` (`erased_at`,`closed_at`);--> statement-breakpoint
CREATE TABLE `lost_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`version` integer NOT NULL,
	`source` text NOT NULL,
	`rider_id` text,
	`reservation_id` text,
	`vehicle_id` text,
	`driver_id` text,
	`reporter_name` text NOT NULL,
	`contact` text NOT NULL,
	`category` text NOT NULL,
	`what` text NOT NULL,
	`colour` text NOT NULL,
	`marks` text NOT NULL,
	`place` text NOT NULL,
	`wish` text NOT NULL,
	`wish_note` text NOT NULL,
	`photo_file_id` text,
	`lost_at` integer NOT NULL,
	`searched_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	`erased_at` integer,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `lost_reports_number` ON `lost_reports` (`number`);--> statement-breakpoint
CREATE INDEX `lost_reports_created` ON `lost_reports` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `lost_reports_state` ON `lost_reports` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `lost_reports_lost` ON `lost_reports` (`state`,`lost_at`);--> statement-breakpoint
CREATE INDEX `lost_reports_rider` ON `lost_reports` (`rider_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `lost_reports_reservation` ON `lost_reports` (`reservation_id`);--> statement-breakpoint
CREATE INDEX `lost_reports_contact` ON `lost_reports` (`contact`);--> statement-breakpoint
CREATE INDEX `lost_reports_closed` ON `lost_reports` (`erased_at`,`closed_at`);--> statement-breakpoint
CREATE TABLE `property_events` (
	`id` text PRIMARY KEY NOT NULL,
	`subject_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`act` text NOT NULL,
	`words` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `property_events_subject` ON `property_events` (`subject_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `trip_ratings` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`driver_id` text,
	`stars` integer NOT NULL,
	`chips` text NOT NULL,
	`words` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`seen_at` integer,
	`seen_by` text,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `trip_ratings_driver` ON `trip_ratings` (`driver_id`,`updated_at`,`reservation_id`);--> statement-breakpoint
CREATE INDEX `trip_ratings_unseen` ON `trip_ratings` (`seen_at`,`stars`,`updated_at`);--> statement-breakpoint
CREATE TABLE `report_days` (
	`dimension` text NOT NULL,
	`day` text NOT NULL,
	`key` text NOT NULL,
	`currency` text NOT NULL,
	`driven` integer NOT NULL,
	`cancelled` integer NOT NULL,
	`late_cancelled` integer NOT NULL,
	`no_shows` integer NOT NULL,
	`arrived` integer NOT NULL,
	`on_time` integer NOT NULL,
	`driven_seconds` integer NOT NULL,
	`charged_minor` integer NOT NULL,
	`tax_minor` integer NOT NULL,
	`tips_minor` integer NOT NULL,
	`fees_minor` integer NOT NULL,
	PRIMARY KEY(`dimension`, `day`, `key`, `currency`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `report_months` (
	`dimension` text NOT NULL,
	`month` text NOT NULL,
	`key` text NOT NULL,
	`currency` text NOT NULL,
	`driven` integer NOT NULL,
	`cancelled` integer NOT NULL,
	`late_cancelled` integer NOT NULL,
	`no_shows` integer NOT NULL,
	`arrived` integer NOT NULL,
	`on_time` integer NOT NULL,
	`driven_seconds` integer NOT NULL,
	`charged_minor` integer NOT NULL,
	`tax_minor` integer NOT NULL,
	`tips_minor` integer NOT NULL,
	`fees_minor` integer NOT NULL,
	PRIMARY KEY(`dimension`, `month`, `key`, `currency`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`reservation_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idempotency_keys_key` ON `idempotency_keys` (`account_id`,`key`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `reservation_events` (
	`id` text PRIMARY KEY NOT NULL,
	`reservation_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`from_state` text,
	`to_state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`kind` text NOT NULL,
	`facts` text NOT NULL,
	`received_at` integer,
	`version` integer,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reservation_events_reservation` ON `reservation_events` (`reservation_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `reservations` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`late` integer DEFAULT false NOT NULL,
	`version` integer NOT NULL,
	`service_type` text NOT NULL,
	`source` text NOT NULL,
	`rider_id` text,
	`passenger_name` text NOT NULL,
	`passenger_phone` text,
	`passengers` integer NOT NULL,
	`luggage` integer NOT NULL,
	`mobility` text DEFAULT 'ambulatory' NOT NULL,
	`flight_number` text,
	`hours` real,
	`note` text DEFAULT '' NOT NULL,
	`pickup_at` integer NOT NULL,
	`pickup_local` text NOT NULL,
	`time_zone` text NOT NULL,
	`pickup_name` text NOT NULL,
	`pickup_detail` text NOT NULL,
	`pickup_latitude` real NOT NULL,
	`pickup_longitude` real NOT NULL,
	`dropoff_name` text NOT NULL,
	`dropoff_detail` text NOT NULL,
	`dropoff_latitude` real NOT NULL,
	`dropoff_longitude` real NOT NULL,
	`distance_meters` integer NOT NULL,
	`duration_seconds` integer NOT NULL,
	`estimate` integer NOT NULL,
	`vehicle_class_id` text NOT NULL,
	`driver_id` text,
	`vehicle_id` text,
	`fare_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`fare_lines` text NOT NULL,
	`fee_schedule_id` text NOT NULL,
	`stops` text DEFAULT '[]' NOT NULL,
	`extras` text DEFAULT '[]' NOT NULL,
	`promotion_code` text,
	`gratuity_percent` real,
	`deadhead_meters` integer DEFAULT 0 NOT NULL,
	`landed_at` integer,
	`wait_seconds` integer,
	`pay_lines` text,
	`pay_minor` integer,
	`fee_lines` text,
	`cancellation_fee_minor` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`route_geometry` text,
	`pickup_pinned` integer DEFAULT true NOT NULL,
	`dropoff_pinned` integer DEFAULT true NOT NULL,
	`details` text,
	`payment` text DEFAULT 'cash' NOT NULL,
	`return_of_id` text,
	`will_call` integer DEFAULT false NOT NULL,
	`erased_at` integer,
	`company_id` text,
	`cost_centre_id` text,
	`billing_reference` text DEFAULT '' NOT NULL,
	`invoice_id` text,
	`billed_minor` integer,
	`credited_minor` integer DEFAULT 0 NOT NULL,
	`settled_minor` integer,
	`standing_order_id` text,
	`occurrence_day` text,
	`reminded_of_pickup_at` integer,
	`stated_version` integer,
	`collected_minor` integer,
	`collected_due_minor` integer,
	`arrived_at` integer,
	`boarded_at` integer,
	`ended_at` integer,
	`early_start_for_pickup_at` integer,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_class_id`) REFERENCES `vehicle_classes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cost_centre_id`) REFERENCES `cost_centres`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`standing_order_id`) REFERENCES `standing_orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reservations_number` ON `reservations` (`number`);--> statement-breakpoint
CREATE INDEX `reservations_found` ON `reservations` (`number`,`pickup_at`,`created_at`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `reservations_pickup` ON `reservations` (`pickup_at`,`id`);--> statement-breakpoint
CREATE INDEX `reservations_created` ON `reservations` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reservations_state` ON `reservations` (`state`,`pickup_at`,`id`,`number`);--> statement-breakpoint
CREATE INDEX `reservations_state_created` ON `reservations` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reservations_service` ON `reservations` (`service_type`,`state`,`pickup_at`,`id`);--> statement-breakpoint
CREATE INDEX `reservations_rider` ON `reservations` (`rider_id`,`pickup_at`,`id`,`state`);--> statement-breakpoint
CREATE INDEX `reservations_driver` ON `reservations` (`driver_id`,`pickup_at`,`id`);--> statement-breakpoint
CREATE INDEX `reservations_vehicle` ON `reservations` (`vehicle_id`,`pickup_at`,`id`) WHERE vehicle_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `reservations_company` ON `reservations` (`company_id`,`pickup_at`,`id`,`currency`,`state`,`invoice_id`,`fare_minor`,`cancellation_fee_minor`) WHERE company_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `reservations_company_created` ON `reservations` (`company_id`,`created_at`,`id`) WHERE company_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `reservations_over_driver` ON `reservations` (`driver_id`,`state`,`pickup_at`,`id`,`created_at`) WHERE state IN ('completed', 'settled', 'cancelled', 'no_show');--> statement-breakpoint
CREATE INDEX `reservations_over_company` ON `reservations` (`company_id`,`state`,`pickup_at`,`id`,`created_at`) WHERE state IN ('completed', 'settled', 'cancelled', 'no_show');--> statement-breakpoint
CREATE INDEX `reservations_over_class` ON `reservations` (`vehicle_class_id`,`state`,`pickup_at`,`id`,`created_at`) WHERE state IN ('completed', 'settled', 'cancelled', 'no_show');--> statement-breakpoint
CREATE INDEX `reservations_over_source` ON `reservations` (`source`,`state`,`pickup_at`,`id`,`created_at`) WHERE state IN ('completed', 'settled', 'cancelled', 'no_show');--> statement-breakpoint
CREATE INDEX `reservations_uninvoiced` ON `reservations` (`company_id`,`pickup_at`,`id`,`currency`,`state`,`invoice_id`,`fare_minor`,`cancellation_fee_minor`) WHERE "reservations"."company_id" IS NOT NULL AND "reservations"."invoice_id" IS NULL;--> statement-breakpoint
CREATE INDEX `reservations_misbilled` ON `reservations` (`company_id`,`pickup_at`,`id`) WHERE billed_minor IS NOT NULL AND state IN ('completed', 'settled') AND (fare_minor > billed_minor OR fare_minor < billed_minor - credited_minor);--> statement-breakpoint
CREATE INDEX `reservations_unstated` ON `reservations` (`driver_id`,`pickup_at`,`id`) WHERE driver_id IS NOT NULL AND stated_version IS NOT version AND stated_version IS NOT -1;--> statement-breakpoint
CREATE UNIQUE INDEX `reservations_return` ON `reservations` (`return_of_id`) WHERE return_of_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `reservations_occurrence` ON `reservations` (`standing_order_id`,`occurrence_day`);--> statement-breakpoint
CREATE TABLE `settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`accent` text,
	`logo` text,
	`dark_logo` text,
	`town` text NOT NULL,
	`phone` text,
	`email` text,
	`address` text DEFAULT '' NOT NULL,
	`tax_number` text DEFAULT '' NOT NULL,
	`opening_hours` text,
	`booking_open` integer DEFAULT true NOT NULL,
	`booking_closed_text` text DEFAULT '' NOT NULL,
	`widget_sites` text DEFAULT '[]' NOT NULL,
	`time_zone` text NOT NULL,
	`currency` text NOT NULL,
	`country` text NOT NULL,
	`distance_unit` text NOT NULL,
	`estimate_speed_kmh` real NOT NULL,
	`offer_seconds` integer NOT NULL,
	`lead_minutes` integer DEFAULT 30 NOT NULL,
	`lead_minutes_by_service` text DEFAULT '{}' NOT NULL,
	`no_show_minutes_by_service` text DEFAULT '{}' NOT NULL,
	`set_off_minutes` integer DEFAULT 120 NOT NULL,
	`furthest_days` integer DEFAULT 365 NOT NULL,
	`boarding_codes` text DEFAULT 'offered' NOT NULL,
	`show_driver_phone` integer DEFAULT false NOT NULL,
	`show_rider_phone` integer DEFAULT false NOT NULL,
	`required_documents` text DEFAULT '["driving_licence","vehicle_insurance","vehicle_registration"]' NOT NULL,
	`second_factor_required` integer DEFAULT false NOT NULL,
	`service_area` text,
	`kept_days` text DEFAULT '{}' NOT NULL,
	`demo` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `staff_views` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` text NOT NULL,
	`name` text NOT NULL,
	`search` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `staff_views_admin` ON `staff_views` (`admin_id`,`position`,`id`);--> statement-breakpoint
CREATE TABLE `standing_order_exceptions` (
	`standing_order_id` text NOT NULL,
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`standing_order_id`, `day`),
	FOREIGN KEY (`standing_order_id`) REFERENCES `standing_orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `standing_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`rider_id` text,
	`passenger_name` text NOT NULL,
	`passenger_phone` text,
	`source_reservation_id` text NOT NULL,
	`weekdays` text NOT NULL,
	`every_weeks` integer NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text,
	`ends_after` integer,
	`pickup_time` text NOT NULL,
	`skip_holidays` integer NOT NULL,
	`template` text NOT NULL,
	`fee_schedule_id` text NOT NULL,
	`made_until` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `standing_orders_rider` ON `standing_orders` (`rider_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `standing_orders_created` ON `standing_orders` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `standing_orders_state` ON `standing_orders` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `standing_orders_due` ON `standing_orders` (`state`,`made_until`,`id`);--> statement-breakpoint
CREATE INDEX `standing_orders_phone` ON `standing_orders` (`passenger_phone`);--> statement-breakpoint
CREATE INDEX `standing_orders_source` ON `standing_orders` (`source_reservation_id`);--> statement-breakpoint
CREATE TABLE `alerts` (
	`kind` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`ended_at` integer,
	`mailed_at` integer,
	`told` integer NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `status_notes` (
	`name` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `driver_positions` (
	`driver_id` text PRIMARY KEY NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`accuracy_meters` real NOT NULL,
	`heading_degrees` real,
	`speed_mps` real,
	`recorded_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `driver_shift_days` (
	`day` text NOT NULL,
	`driver_id` text NOT NULL,
	`seconds` integer NOT NULL,
	PRIMARY KEY(`day`, `driver_id`),
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `driver_shift_months` (
	`month` text NOT NULL,
	`driver_id` text NOT NULL,
	`seconds` integer NOT NULL,
	PRIMARY KEY(`month`, `driver_id`),
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `driver_shifts` (
	`driver_id` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `shift_days` (
	`day` text PRIMARY KEY NOT NULL,
	`seconds` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `track_points` (
	`reservation_id` text NOT NULL,
	`recorded_at` integer NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`heading_degrees` real,
	PRIMARY KEY(`reservation_id`, `recorded_at`),
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `track_points_recorded` ON `track_points` (`recorded_at`);--> statement-breakpoint
CREATE TABLE `tracking_links` (
	`id` text PRIMARY KEY NOT NULL,
	`reservation_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`revoked_at` integer,
	`revoked_by` text,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tracking_links_token` ON `tracking_links` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `tracking_links_in_force` ON `tracking_links` (`reservation_id`) WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX `tracking_links_reservation` ON `tracking_links` (`reservation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `tracking_links_created` ON `tracking_links` (`created_at`);--> statement-breakpoint
CREATE TABLE `vehicle_classes` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`passengers` integer NOT NULL,
	`luggage` integer NOT NULL,
	`illustration` text NOT NULL,
	`mobility` text NOT NULL,
	`position` integer NOT NULL,
	`active` integer DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vehicle_outages` (
	`id` text PRIMARY KEY NOT NULL,
	`vehicle_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`reason` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`lifted_at` integer,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `vehicle_outages_vehicle` ON `vehicle_outages` (`vehicle_id`,`ends_at`,`id`);--> statement-breakpoint
CREATE TABLE `vehicles` (
	`id` text PRIMARY KEY NOT NULL,
	`class_id` text NOT NULL,
	`plate` text NOT NULL,
	`vin` text,
	`make` text NOT NULL,
	`model` text NOT NULL,
	`year` integer NOT NULL,
	`color` text NOT NULL,
	`passengers` integer NOT NULL,
	`luggage` integer NOT NULL,
	`mobility` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`class_id`) REFERENCES `vehicle_classes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vehicles_plate` ON `vehicles` (`plate`);--> statement-breakpoint
CREATE INDEX `vehicles_class` ON `vehicles` (`class_id`);--> statement-breakpoint
CREATE TABLE `zone_uses` (
	`zone_id` text NOT NULL,
	`used_by` text NOT NULL,
	`label` text NOT NULL,
	PRIMARY KEY(`zone_id`, `used_by`),
	FOREIGN KEY (`zone_id`) REFERENCES `zones`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `zone_uses_by` ON `zone_uses` (`used_by`);--> statement-breakpoint
CREATE TABLE `zones` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`color` integer NOT NULL,
	`priority` integer NOT NULL,
	`shape` text NOT NULL,
	`area_square_meters` real NOT NULL,
	`active` integer NOT NULL,
	`note` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `zones_name` ON `zones` ("name" COLLATE NOCASE);
--> statement-breakpoint
-- Boxes of the active zones' polygons, in degrees; `part` is the polygon's place in its zone's shape.
CREATE VIRTUAL TABLE zones_box USING rtree(id, west, east, south, north, +zone_id TEXT, +part INTEGER);
--> statement-breakpoint
-- Who is calling: riders by the words of their names and e-mail address, and by the end of their number.
-- Riders have no number of their own that could be the rowid: `rider` is searched for as a phrase.
CREATE VIRTUAL TABLE rider_search USING fts5(
  rider, names, email,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
--> statement-breakpoint
INSERT INTO rider_search(rider_search, rank) VALUES('secure-delete', 1);
--> statement-breakpoint
CREATE VIRTUAL TABLE audit_search USING fts5(
  actor_name, summary, content = 'audit_log', content_rowid = 'number',
  prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint
-- What dispatch looks for beside trips and riders: contact messages, incidents, lost and found property and
-- invoices, by the beginnings of their words. Each has its id as a phrase, as riders have.
CREATE VIRTUAL TABLE desk_search USING fts5(
  ref, kind UNINDEXED, texts,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4 5'
);
--> statement-breakpoint
INSERT INTO desk_search(desk_search, rank) VALUES('secure-delete', 1);
--> statement-breakpoint
CREATE VIRTUAL TABLE "reservation_search" USING fts5(
  number, passenger, phone, pickup, dropoff, driver, plate,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
--> statement-breakpoint
INSERT INTO reservation_search(reservation_search, rank) VALUES('secure-delete', 1);
--> statement-breakpoint
-- A caller says the last figures of their number.
CREATE INDEX riders_phone_end ON riders (substr(phone, -4));
--> statement-breakpoint
-- What the database refuses by itself, whatever the code does.

-- No driver and no vehicle in two places at once: [starts_at, ends_at) of active rows.
CREATE TRIGGER assignments_no_overlap_insert BEFORE INSERT ON assignments WHEN NEW.active = 1
BEGIN
  SELECT RAISE(ABORT, 'overlap.driver') WHERE EXISTS (
    SELECT 1 FROM assignments WHERE driver_id = NEW.driver_id AND active = 1
      AND starts_at < NEW.ends_at AND ends_at > NEW.starts_at);
  SELECT RAISE(ABORT, 'overlap.vehicle') WHERE EXISTS (
    SELECT 1 FROM assignments WHERE vehicle_id = NEW.vehicle_id AND active = 1
      AND starts_at < NEW.ends_at AND ends_at > NEW.starts_at);
  SELECT RAISE(ABORT, 'overlap.reservation') WHERE EXISTS (
    SELECT 1 FROM assignments WHERE reservation_id = NEW.reservation_id AND active = 1);
END;
--> statement-breakpoint
CREATE TRIGGER assignments_no_overlap_update BEFORE UPDATE ON assignments WHEN NEW.active = 1
BEGIN
  SELECT RAISE(ABORT, 'overlap.driver') WHERE EXISTS (
    SELECT 1 FROM assignments WHERE driver_id = NEW.driver_id AND active = 1 AND id <> NEW.id
      AND starts_at < NEW.ends_at AND ends_at > NEW.starts_at);
  SELECT RAISE(ABORT, 'overlap.vehicle') WHERE EXISTS (
    SELECT 1 FROM assignments WHERE vehicle_id = NEW.vehicle_id AND active = 1 AND id <> NEW.id
      AND starts_at < NEW.ends_at AND ends_at > NEW.starts_at);
  SELECT RAISE(ABORT, 'overlap.reservation') WHERE EXISTS (
    SELECT 1 FROM assignments WHERE reservation_id = NEW.reservation_id AND active = 1 AND id <> NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER assignments_forward_time_insert BEFORE INSERT ON assignments WHEN NEW.ends_at <= NEW.starts_at
BEGIN
  SELECT RAISE(ABORT, 'assignments: ends before it starts');
END;
--> statement-breakpoint
CREATE TRIGGER reservation_events_no_delete BEFORE DELETE ON reservation_events
BEGIN
  SELECT RAISE(ABORT, 'reservation_events is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER privacy_acts_no_update BEFORE UPDATE ON privacy_acts
BEGIN
  SELECT RAISE(ABORT, 'privacy_acts is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER privacy_acts_no_delete BEFORE DELETE ON privacy_acts
BEGIN
  SELECT RAISE(ABORT, 'privacy_acts is append-only');
END;
--> statement-breakpoint
-- What was billed stands: an invoice is corrected by a credit note, a payment by another entry.
CREATE TRIGGER invoices_no_update BEFORE UPDATE ON invoices
BEGIN
  SELECT RAISE(ABORT, 'invoices are issued once');
END;
--> statement-breakpoint
CREATE TRIGGER invoices_no_delete BEFORE DELETE ON invoices
BEGIN
  SELECT RAISE(ABORT, 'invoices are issued once');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_no_delete BEFORE DELETE ON invoice_lines
BEGIN
  SELECT RAISE(ABORT, 'invoices are issued once');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_payments_no_update BEFORE UPDATE ON invoice_payments
BEGIN
  SELECT RAISE(ABORT, 'invoice_payments is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_payments_no_delete BEFORE DELETE ON invoice_payments
BEGIN
  SELECT RAISE(ABORT, 'invoice_payments is append-only');
END;
--> statement-breakpoint
-- The log of lost and found is append-only but for one thing: once the person is taken out of a report
-- or an item, the words go from its log, and who reported it. What was done, and when, stays.
CREATE TRIGGER property_events_no_update BEFORE UPDATE ON property_events
WHEN NOT (
  NEW.id = OLD.id AND NEW.subject_id = OLD.subject_id AND NEW.at = OLD.at
  AND NEW.actor_kind = OLD.actor_kind AND NEW.act = OLD.act AND NEW.detail = OLD.detail
  AND (NEW.actor_id IS OLD.actor_id OR (OLD.actor_kind = 'rider' AND NEW.actor_id IS NULL))
  AND (NEW.actor_name = OLD.actor_name OR (OLD.actor_kind = 'rider' AND NEW.actor_name = 'Erased rider'))
  AND NEW.words = ''
  AND (
    EXISTS (SELECT 1 FROM lost_reports WHERE id = OLD.subject_id AND erased_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM found_items WHERE id = OLD.subject_id AND erased_at IS NOT NULL)
  )
)
BEGIN
  SELECT RAISE(ABORT, 'property_events is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER property_events_no_delete BEFORE DELETE ON property_events
BEGIN
  SELECT RAISE(ABORT, 'property_events is append-only');
END;
--> statement-breakpoint
-- A closed week stands: what was wrong with it is put right in a later one.
CREATE TRIGGER driver_statements_no_update BEFORE UPDATE ON driver_statements
BEGIN
  SELECT RAISE(ABORT, 'statements are closed once');
END;
--> statement-breakpoint
CREATE TRIGGER driver_statements_no_delete BEFORE DELETE ON driver_statements
BEGIN
  SELECT RAISE(ABORT, 'statements are closed once');
END;
--> statement-breakpoint
CREATE TRIGGER driver_statement_lines_no_delete BEFORE DELETE ON driver_statement_lines
BEGIN
  SELECT RAISE(ABORT, 'statements are closed once');
END;
--> statement-breakpoint
-- Once, a statement takes an entry up. Nothing else of it ever changes.
CREATE TRIGGER driver_entries_no_update BEFORE UPDATE ON driver_entries
WHEN OLD.statement_id IS NOT NULL OR NEW.statement_id IS NULL OR NEW.id <> OLD.id
  OR NEW.driver_id <> OLD.driver_id OR NEW.kind <> OLD.kind OR NEW.currency <> OLD.currency
  OR NEW.amount_minor <> OLD.amount_minor OR NEW.reason <> OLD.reason
  OR NEW.reservation_id IS NOT OLD.reservation_id OR NEW.paid_on IS NOT OLD.paid_on
  OR NEW.method IS NOT OLD.method OR NEW.reference <> OLD.reference
  OR NEW.reverses_id IS NOT OLD.reverses_id OR NEW.recorded_at <> OLD.recorded_at
  OR NEW.recorded_by <> OLD.recorded_by
BEGIN
  SELECT RAISE(ABORT, 'driver_entries is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER driver_entries_no_delete BEFORE DELETE ON driver_entries
BEGIN
  SELECT RAISE(ABORT, 'driver_entries is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER rider_search_insert AFTER INSERT ON riders
BEGIN
  INSERT INTO rider_search (rider, names, email)
  VALUES (NEW.id, coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, ''), coalesce(NEW.email, ''));
END;
--> statement-breakpoint
CREATE TRIGGER rider_search_delete AFTER DELETE ON riders
BEGIN
  DELETE FROM rider_search
  WHERE rowid IN (SELECT rowid FROM rider_search WHERE rider_search MATCH 'rider : "' || OLD.id || '"');
END;
--> statement-breakpoint
-- The audit log is append-only but for one thing: an address goes when its time has come.
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
WHEN NOT (
  NEW.number = OLD.number AND NEW.at = OLD.at AND NEW.actor_kind = OLD.actor_kind
  AND NEW.actor_id IS OLD.actor_id AND NEW.actor_name = OLD.actor_name
  AND NEW.action = OLD.action AND NEW.subject_kind = OLD.subject_kind
  AND NEW.subject_id IS OLD.subject_id AND NEW.summary = OLD.summary AND NEW.detail = OLD.detail
  AND NEW.previous = OLD.previous AND NEW.hash = OLD.hash AND NEW.address IS NULL
)
BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;
--> statement-breakpoint
-- Its end only ever moves forward.
CREATE TRIGGER audit_head_forward BEFORE UPDATE ON audit_head
WHEN NEW.id <> OLD.id OR NEW.number <= OLD.number
BEGIN
  SELECT RAISE(ABORT, 'the audit log only grows');
END;
--> statement-breakpoint
CREATE TRIGGER audit_head_no_delete BEFORE DELETE ON audit_head
BEGIN
  SELECT RAISE(ABORT, 'the audit log only grows');
END;
--> statement-breakpoint
CREATE TRIGGER audit_search_insert AFTER INSERT ON audit_log
BEGIN
  INSERT INTO audit_search (rowid, actor_name, summary)
  VALUES (NEW.number, NEW.actor_name, NEW.summary);
END;
--> statement-breakpoint
-- What trips came to, by days: kept with every row that is written. A settled trip counts as it did before.
CREATE TRIGGER report_days_insert AFTER INSERT ON reservations WHEN NEW.state IN ('completed', 'settled', 'cancelled', 'no_show')
BEGIN
  INSERT INTO report_days (dimension, day, key, currency, driven, cancelled, late_cancelled, no_shows, arrived, on_time, driven_seconds, charged_minor, tax_minor, tips_minor, fees_minor)
  SELECT d.value ->> 0, m.day, d.value ->> 1, m.currency, m.driven, m.cancelled, m.late_cancelled, m.no_shows, m.arrived, m.on_time, m.driven_seconds, m.charged_minor, m.tax_minor, m.tips_minor, m.fees_minor
  FROM (SELECT substr(NEW.pickup_local, 1, 10) AS day, NEW.currency AS currency,
    json_array(json_array('all', ''), json_array('driver', coalesce(NEW.driver_id, '')),
      json_array('vehicle_class', NEW.vehicle_class_id), json_array('source', NEW.source),
      json_array('service_type', NEW.service_type), json_array('company', coalesce(NEW.company_id, '')))
      AS dims,
    NEW.state IN ('completed', 'settled') AS driven, NEW.state = 'cancelled' AS cancelled,
    NEW.state = 'cancelled' AND NEW.late = 1 AS late_cancelled, NEW.state = 'no_show' AS no_shows,
    NEW.state <> 'cancelled' AND NEW.arrived_at IS NOT NULL AS arrived,
    NEW.state <> 'cancelled' AND coalesce(NEW.arrived_at <= NEW.pickup_at + 300000, 0) AS on_time,
    CASE WHEN NEW.state IN ('completed', 'settled') THEN max(0, coalesce((NEW.ended_at - NEW.boarded_at) / 1000, 0)) ELSE 0 END
      AS driven_seconds,
    CASE WHEN NEW.state IN ('completed', 'settled') THEN NEW.fare_minor ELSE coalesce(NEW.cancellation_fee_minor, 0) END AS charged_minor, coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN NEW.state IN ('completed', 'settled') THEN NEW.fare_lines
    WHEN coalesce(NEW.cancellation_fee_minor, 0) > 0 THEN coalesce(NEW.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('tax')), 0) AS tax_minor,
    coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN NEW.state IN ('completed', 'settled') THEN NEW.fare_lines
    WHEN coalesce(NEW.cancellation_fee_minor, 0) > 0 THEN coalesce(NEW.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('gratuity', 'tip')), 0) AS tips_minor,
    CASE WHEN NEW.state IN ('completed', 'settled') THEN 0 ELSE CASE WHEN NEW.state IN ('completed', 'settled') THEN NEW.fare_minor ELSE coalesce(NEW.cancellation_fee_minor, 0) END END AS fees_minor
    WHERE NEW.state IN ('completed', 'settled', 'cancelled', 'no_show') LIMIT 1) m
  CROSS JOIN json_each(m.dims) d WHERE true
  ON CONFLICT (dimension, day, key, currency) DO UPDATE SET
    driven = driven + excluded.driven, cancelled = cancelled + excluded.cancelled, late_cancelled = late_cancelled + excluded.late_cancelled, no_shows = no_shows + excluded.no_shows, arrived = arrived + excluded.arrived, on_time = on_time + excluded.on_time, driven_seconds = driven_seconds + excluded.driven_seconds, charged_minor = charged_minor + excluded.charged_minor, tax_minor = tax_minor + excluded.tax_minor, tips_minor = tips_minor + excluded.tips_minor, fees_minor = fees_minor + excluded.fees_minor;
END;
--> statement-breakpoint
CREATE TRIGGER report_days_delete AFTER DELETE ON reservations WHEN OLD.state IN ('completed', 'settled', 'cancelled', 'no_show')
BEGIN
  INSERT INTO report_days (dimension, day, key, currency, driven, cancelled, late_cancelled, no_shows, arrived, on_time, driven_seconds, charged_minor, tax_minor, tips_minor, fees_minor)
  SELECT d.value ->> 0, m.day, d.value ->> 1, m.currency, -m.driven, -m.cancelled, -m.late_cancelled, -m.no_shows, -m.arrived, -m.on_time, -m.driven_seconds, -m.charged_minor, -m.tax_minor, -m.tips_minor, -m.fees_minor
  FROM (SELECT substr(OLD.pickup_local, 1, 10) AS day, OLD.currency AS currency,
    json_array(json_array('all', ''), json_array('driver', coalesce(OLD.driver_id, '')),
      json_array('vehicle_class', OLD.vehicle_class_id), json_array('source', OLD.source),
      json_array('service_type', OLD.service_type), json_array('company', coalesce(OLD.company_id, '')))
      AS dims,
    OLD.state IN ('completed', 'settled') AS driven, OLD.state = 'cancelled' AS cancelled,
    OLD.state = 'cancelled' AND OLD.late = 1 AS late_cancelled, OLD.state = 'no_show' AS no_shows,
    OLD.state <> 'cancelled' AND OLD.arrived_at IS NOT NULL AS arrived,
    OLD.state <> 'cancelled' AND coalesce(OLD.arrived_at <= OLD.pickup_at + 300000, 0) AS on_time,
    CASE WHEN OLD.state IN ('completed', 'settled') THEN max(0, coalesce((OLD.ended_at - OLD.boarded_at) / 1000, 0)) ELSE 0 END
      AS driven_seconds,
    CASE WHEN OLD.state IN ('completed', 'settled') THEN OLD.fare_minor ELSE coalesce(OLD.cancellation_fee_minor, 0) END AS charged_minor, coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN OLD.state IN ('completed', 'settled') THEN OLD.fare_lines
    WHEN coalesce(OLD.cancellation_fee_minor, 0) > 0 THEN coalesce(OLD.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('tax')), 0) AS tax_minor,
    coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN OLD.state IN ('completed', 'settled') THEN OLD.fare_lines
    WHEN coalesce(OLD.cancellation_fee_minor, 0) > 0 THEN coalesce(OLD.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('gratuity', 'tip')), 0) AS tips_minor,
    CASE WHEN OLD.state IN ('completed', 'settled') THEN 0 ELSE CASE WHEN OLD.state IN ('completed', 'settled') THEN OLD.fare_minor ELSE coalesce(OLD.cancellation_fee_minor, 0) END END AS fees_minor
    WHERE OLD.state IN ('completed', 'settled', 'cancelled', 'no_show') LIMIT 1) m
  CROSS JOIN json_each(m.dims) d WHERE true
  ON CONFLICT (dimension, day, key, currency) DO UPDATE SET
    driven = driven + excluded.driven, cancelled = cancelled + excluded.cancelled, late_cancelled = late_cancelled + excluded.late_cancelled, no_shows = no_shows + excluded.no_shows, arrived = arrived + excluded.arrived, on_time = on_time + excluded.on_time, driven_seconds = driven_seconds + excluded.driven_seconds, charged_minor = charged_minor + excluded.charged_minor, tax_minor = tax_minor + excluded.tax_minor, tips_minor = tips_minor + excluded.tips_minor, fees_minor = fees_minor + excluded.fees_minor;
END;
--> statement-breakpoint
CREATE TRIGGER report_days_update AFTER UPDATE OF state, late, pickup_at, pickup_local, currency, driver_id, vehicle_class_id, source, service_type,
  company_id, fare_minor, fare_lines, fee_lines, cancellation_fee_minor, arrived_at, boarded_at, ended_at ON reservations
WHEN (OLD.state IN ('completed', 'settled', 'cancelled', 'no_show') OR NEW.state IN ('completed', 'settled', 'cancelled', 'no_show'))
  AND (replace(OLD.state, 'settled', 'completed') <> replace(NEW.state, 'settled', 'completed')
    OR OLD.late IS NOT NEW.late OR OLD.pickup_at IS NOT NEW.pickup_at OR OLD.pickup_local IS NOT NEW.pickup_local OR OLD.currency IS NOT NEW.currency OR OLD.driver_id IS NOT NEW.driver_id OR OLD.vehicle_class_id IS NOT NEW.vehicle_class_id OR OLD.source IS NOT NEW.source OR OLD.service_type IS NOT NEW.service_type OR OLD.company_id IS NOT NEW.company_id OR OLD.fare_minor IS NOT NEW.fare_minor OR OLD.fare_lines IS NOT NEW.fare_lines OR OLD.fee_lines IS NOT NEW.fee_lines OR OLD.cancellation_fee_minor IS NOT NEW.cancellation_fee_minor OR OLD.arrived_at IS NOT NEW.arrived_at OR OLD.boarded_at IS NOT NEW.boarded_at OR OLD.ended_at IS NOT NEW.ended_at)
BEGIN
  INSERT INTO report_days (dimension, day, key, currency, driven, cancelled, late_cancelled, no_shows, arrived, on_time, driven_seconds, charged_minor, tax_minor, tips_minor, fees_minor)
  SELECT d.value ->> 0, m.day, d.value ->> 1, m.currency, -m.driven, -m.cancelled, -m.late_cancelled, -m.no_shows, -m.arrived, -m.on_time, -m.driven_seconds, -m.charged_minor, -m.tax_minor, -m.tips_minor, -m.fees_minor
  FROM (SELECT substr(OLD.pickup_local, 1, 10) AS day, OLD.currency AS currency,
    json_array(json_array('all', ''), json_array('driver', coalesce(OLD.driver_id, '')),
      json_array('vehicle_class', OLD.vehicle_class_id), json_array('source', OLD.source),
      json_array('service_type', OLD.service_type), json_array('company', coalesce(OLD.company_id, '')))
      AS dims,
    OLD.state IN ('completed', 'settled') AS driven, OLD.state = 'cancelled' AS cancelled,
    OLD.state = 'cancelled' AND OLD.late = 1 AS late_cancelled, OLD.state = 'no_show' AS no_shows,
    OLD.state <> 'cancelled' AND OLD.arrived_at IS NOT NULL AS arrived,
    OLD.state <> 'cancelled' AND coalesce(OLD.arrived_at <= OLD.pickup_at + 300000, 0) AS on_time,
    CASE WHEN OLD.state IN ('completed', 'settled') THEN max(0, coalesce((OLD.ended_at - OLD.boarded_at) / 1000, 0)) ELSE 0 END
      AS driven_seconds,
    CASE WHEN OLD.state IN ('completed', 'settled') THEN OLD.fare_minor ELSE coalesce(OLD.cancellation_fee_minor, 0) END AS charged_minor, coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN OLD.state IN ('completed', 'settled') THEN OLD.fare_lines
    WHEN coalesce(OLD.cancellation_fee_minor, 0) > 0 THEN coalesce(OLD.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('tax')), 0) AS tax_minor,
    coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN OLD.state IN ('completed', 'settled') THEN OLD.fare_lines
    WHEN coalesce(OLD.cancellation_fee_minor, 0) > 0 THEN coalesce(OLD.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('gratuity', 'tip')), 0) AS tips_minor,
    CASE WHEN OLD.state IN ('completed', 'settled') THEN 0 ELSE CASE WHEN OLD.state IN ('completed', 'settled') THEN OLD.fare_minor ELSE coalesce(OLD.cancellation_fee_minor, 0) END END AS fees_minor
    WHERE OLD.state IN ('completed', 'settled', 'cancelled', 'no_show') LIMIT 1) m
  CROSS JOIN json_each(m.dims) d WHERE true
  ON CONFLICT (dimension, day, key, currency) DO UPDATE SET
    driven = driven + excluded.driven, cancelled = cancelled + excluded.cancelled, late_cancelled = late_cancelled + excluded.late_cancelled, no_shows = no_shows + excluded.no_shows, arrived = arrived + excluded.arrived, on_time = on_time + excluded.on_time, driven_seconds = driven_seconds + excluded.driven_seconds, charged_minor = charged_minor + excluded.charged_minor, tax_minor = tax_minor + excluded.tax_minor, tips_minor = tips_minor + excluded.tips_minor, fees_minor = fees_minor + excluded.fees_minor;
  INSERT INTO report_days (dimension, day, key, currency, driven, cancelled, late_cancelled, no_shows, arrived, on_time, driven_seconds, charged_minor, tax_minor, tips_minor, fees_minor)
  SELECT d.value ->> 0, m.day, d.value ->> 1, m.currency, m.driven, m.cancelled, m.late_cancelled, m.no_shows, m.arrived, m.on_time, m.driven_seconds, m.charged_minor, m.tax_minor, m.tips_minor, m.fees_minor
  FROM (SELECT substr(NEW.pickup_local, 1, 10) AS day, NEW.currency AS currency,
    json_array(json_array('all', ''), json_array('driver', coalesce(NEW.driver_id, '')),
      json_array('vehicle_class', NEW.vehicle_class_id), json_array('source', NEW.source),
      json_array('service_type', NEW.service_type), json_array('company', coalesce(NEW.company_id, '')))
      AS dims,
    NEW.state IN ('completed', 'settled') AS driven, NEW.state = 'cancelled' AS cancelled,
    NEW.state = 'cancelled' AND NEW.late = 1 AS late_cancelled, NEW.state = 'no_show' AS no_shows,
    NEW.state <> 'cancelled' AND NEW.arrived_at IS NOT NULL AS arrived,
    NEW.state <> 'cancelled' AND coalesce(NEW.arrived_at <= NEW.pickup_at + 300000, 0) AS on_time,
    CASE WHEN NEW.state IN ('completed', 'settled') THEN max(0, coalesce((NEW.ended_at - NEW.boarded_at) / 1000, 0)) ELSE 0 END
      AS driven_seconds,
    CASE WHEN NEW.state IN ('completed', 'settled') THEN NEW.fare_minor ELSE coalesce(NEW.cancellation_fee_minor, 0) END AS charged_minor, coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN NEW.state IN ('completed', 'settled') THEN NEW.fare_lines
    WHEN coalesce(NEW.cancellation_fee_minor, 0) > 0 THEN coalesce(NEW.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('tax')), 0) AS tax_minor,
    coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN NEW.state IN ('completed', 'settled') THEN NEW.fare_lines
    WHEN coalesce(NEW.cancellation_fee_minor, 0) > 0 THEN coalesce(NEW.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('gratuity', 'tip')), 0) AS tips_minor,
    CASE WHEN NEW.state IN ('completed', 'settled') THEN 0 ELSE CASE WHEN NEW.state IN ('completed', 'settled') THEN NEW.fare_minor ELSE coalesce(NEW.cancellation_fee_minor, 0) END END AS fees_minor
    WHERE NEW.state IN ('completed', 'settled', 'cancelled', 'no_show') LIMIT 1) m
  CROSS JOIN json_each(m.dims) d WHERE true
  ON CONFLICT (dimension, day, key, currency) DO UPDATE SET
    driven = driven + excluded.driven, cancelled = cancelled + excluded.cancelled, late_cancelled = late_cancelled + excluded.late_cancelled, no_shows = no_shows + excluded.no_shows, arrived = arrived + excluded.arrived, on_time = on_time + excluded.on_time, driven_seconds = driven_seconds + excluded.driven_seconds, charged_minor = charged_minor + excluded.charged_minor, tax_minor = tax_minor + excluded.tax_minor, tips_minor = tips_minor + excluded.tips_minor, fees_minor = fees_minor + excluded.fees_minor;
END;
--> statement-breakpoint
-- No vehicle is given to a trip that reaches into a time in which it is out of service.
CREATE TRIGGER assignments_no_outage_insert BEFORE INSERT ON assignments WHEN NEW.active = 1
BEGIN
  SELECT RAISE(ABORT, 'outage.vehicle') WHERE EXISTS (
    SELECT 1 FROM vehicle_outages WHERE vehicle_id = NEW.vehicle_id AND lifted_at IS NULL
      AND ends_at > NEW.starts_at AND starts_at < NEW.ends_at);
END;
--> statement-breakpoint
CREATE TRIGGER assignments_no_outage_update
BEFORE UPDATE OF vehicle_id, starts_at, ends_at, active ON assignments WHEN NEW.active = 1
BEGIN
  SELECT RAISE(ABORT, 'outage.vehicle') WHERE EXISTS (
    SELECT 1 FROM vehicle_outages WHERE vehicle_id = NEW.vehicle_id AND lifted_at IS NULL
      AND ends_at > NEW.starts_at AND starts_at < NEW.ends_at);
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_outages_forward_insert BEFORE INSERT ON vehicle_outages
WHEN NEW.ends_at <= NEW.starts_at
BEGIN
  SELECT RAISE(ABORT, 'vehicle_outages: ends before it starts');
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_outages_forward_update BEFORE UPDATE ON vehicle_outages
WHEN NEW.ends_at <= NEW.starts_at
BEGIN
  SELECT RAISE(ABORT, 'vehicle_outages: ends before it starts');
END;
--> statement-breakpoint
CREATE TRIGGER rider_search_update AFTER UPDATE OF first_name, last_name, email ON riders
BEGIN
  UPDATE rider_search SET names = coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, '')
      || coalesce((SELECT ' ' || group_concat(name, ' ') FROM rider_merges WHERE kept_id = NEW.id), ''),
    email = coalesce(NEW.email, '')
  WHERE rowid IN (SELECT rowid FROM rider_search WHERE rider_search MATCH 'rider : "' || NEW.id || '"');
END;
--> statement-breakpoint
-- The name is written again as it is: that updates the search.
CREATE TRIGGER rider_merges_found AFTER INSERT ON rider_merges
BEGIN
  UPDATE riders SET first_name = first_name WHERE id = NEW.kept_id;
END;
--> statement-breakpoint
CREATE TRIGGER rider_merges_moved AFTER UPDATE OF kept_id ON rider_merges
BEGIN
  UPDATE riders SET first_name = first_name WHERE id = NEW.kept_id;
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_contact_messages_insert AFTER INSERT ON contact_messages
BEGIN
  INSERT INTO desk_search (ref, kind, texts) VALUES (NEW.id, 'contact', NEW.name || ' ' || coalesce(NEW.email, '') || ' ' || coalesce(NEW.phone, ''));
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_contact_messages_update AFTER UPDATE OF name, email, phone ON contact_messages
BEGIN
  UPDATE desk_search SET texts = NEW.name || ' ' || coalesce(NEW.email, '') || ' ' || coalesce(NEW.phone, '')
  WHERE rowid IN (SELECT rowid FROM desk_search WHERE desk_search MATCH 'ref : "' || NEW.id || '"');
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_contact_messages_delete AFTER DELETE ON contact_messages
BEGIN
  DELETE FROM desk_search
  WHERE rowid IN (SELECT rowid FROM desk_search WHERE desk_search MATCH 'ref : "' || OLD.id || '"');
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_incidents_insert AFTER INSERT ON incidents
BEGIN
  INSERT INTO desk_search (ref, kind, texts) VALUES (NEW.id, 'incident', NEW.what || ' ' || NEW.place || ' ' || NEW.police_number);
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_incidents_update AFTER UPDATE OF what, place, police_number ON incidents
BEGIN
  UPDATE desk_search SET texts = NEW.what || ' ' || NEW.place || ' ' || NEW.police_number
  WHERE rowid IN (SELECT rowid FROM desk_search WHERE desk_search MATCH 'ref : "' || NEW.id || '"');
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_incidents_delete AFTER DELETE ON incidents
BEGIN
  DELETE FROM desk_search
  WHERE rowid IN (SELECT rowid FROM desk_search WHERE desk_search MATCH 'ref : "' || OLD.id || '"');
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_lost_reports_insert AFTER INSERT ON lost_reports
BEGIN
  INSERT INTO desk_search (ref, kind, texts) VALUES (NEW.id, 'lost_report', NEW.what || ' ' || NEW.colour || ' ' || NEW.marks || ' ' || NEW.reporter_name || ' ' || NEW.contact);
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_lost_reports_update AFTER UPDATE OF what, colour, marks, reporter_name, contact ON lost_reports
BEGIN
  UPDATE desk_search SET texts = NEW.what || ' ' || NEW.colour || ' ' || NEW.marks || ' ' || NEW.reporter_name || ' ' || NEW.contact
  WHERE rowid IN (SELECT rowid FROM desk_search WHERE desk_search MATCH 'ref : "' || NEW.id || '"');
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_lost_reports_delete AFTER DELETE ON lost_reports
BEGIN
  DELETE FROM desk_search
  WHERE rowid IN (SELECT rowid FROM desk_search WHERE desk_search MATCH 'ref : "' || OLD.id || '"');
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_found_items_insert AFTER INSERT ON found_items
BEGIN
  INSERT INTO desk_search (ref, kind, texts) VALUES (NEW.id, 'found_item', NEW.what || ' ' || NEW.colour || ' ' || NEW.marks || ' ' || NEW.storage || ' ' || coalesce(NEW.handed_to, ''));
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_found_items_update AFTER UPDATE OF what, colour, marks, storage, handed_to ON found_items
BEGIN
  UPDATE desk_search SET texts = NEW.what || ' ' || NEW.colour || ' ' || NEW.marks || ' ' || NEW.storage || ' ' || coalesce(NEW.handed_to, '')
  WHERE rowid IN (SELECT rowid FROM desk_search WHERE desk_search MATCH 'ref : "' || NEW.id || '"');
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_found_items_delete AFTER DELETE ON found_items
BEGIN
  DELETE FROM desk_search
  WHERE rowid IN (SELECT rowid FROM desk_search WHERE desk_search MATCH 'ref : "' || OLD.id || '"');
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_invoices_insert AFTER INSERT ON invoices
BEGIN
  INSERT INTO desk_search (ref, kind, texts) VALUES (NEW.id, 'invoice', json_extract(NEW.parties, '$.to.name'));
END;
--> statement-breakpoint
CREATE TRIGGER report_months_insert AFTER INSERT ON report_days
BEGIN
  INSERT INTO report_months (dimension, month, key, currency, driven, cancelled, late_cancelled, no_shows, arrived, on_time, driven_seconds, charged_minor, tax_minor, tips_minor, fees_minor)
  VALUES (NEW.dimension, substr(NEW.day, 1, 7), NEW.key, NEW.currency,
    NEW.driven, NEW.cancelled, NEW.late_cancelled,
    NEW.no_shows, NEW.arrived, NEW.on_time,
    NEW.driven_seconds, NEW.charged_minor, NEW.tax_minor,
    NEW.tips_minor, NEW.fees_minor)
  ON CONFLICT (dimension, month, key, currency) DO UPDATE SET
    driven = driven + excluded.driven, cancelled = cancelled + excluded.cancelled, late_cancelled = late_cancelled + excluded.late_cancelled,
    no_shows = no_shows + excluded.no_shows, arrived = arrived + excluded.arrived, on_time = on_time + excluded.on_time,
    driven_seconds = driven_seconds + excluded.driven_seconds, charged_minor = charged_minor + excluded.charged_minor, tax_minor = tax_minor + excluded.tax_minor,
    tips_minor = tips_minor + excluded.tips_minor, fees_minor = fees_minor + excluded.fees_minor;
END;
--> statement-breakpoint
CREATE TRIGGER report_months_update AFTER UPDATE ON report_days
BEGIN
  UPDATE report_months SET
    driven = driven + NEW.driven - OLD.driven, cancelled = cancelled + NEW.cancelled - OLD.cancelled, late_cancelled = late_cancelled + NEW.late_cancelled - OLD.late_cancelled,
    no_shows = no_shows + NEW.no_shows - OLD.no_shows, arrived = arrived + NEW.arrived - OLD.arrived, on_time = on_time + NEW.on_time - OLD.on_time,
    driven_seconds = driven_seconds + NEW.driven_seconds - OLD.driven_seconds, charged_minor = charged_minor + NEW.charged_minor - OLD.charged_minor, tax_minor = tax_minor + NEW.tax_minor - OLD.tax_minor,
    tips_minor = tips_minor + NEW.tips_minor - OLD.tips_minor, fees_minor = fees_minor + NEW.fees_minor - OLD.fees_minor
  WHERE dimension = NEW.dimension AND month = substr(NEW.day, 1, 7) AND key = NEW.key AND currency = NEW.currency;
END;
--> statement-breakpoint
CREATE TRIGGER report_months_delete AFTER DELETE ON report_days
BEGIN
  UPDATE report_months SET
    driven = driven - OLD.driven, cancelled = cancelled - OLD.cancelled, late_cancelled = late_cancelled - OLD.late_cancelled,
    no_shows = no_shows - OLD.no_shows, arrived = arrived - OLD.arrived, on_time = on_time - OLD.on_time,
    driven_seconds = driven_seconds - OLD.driven_seconds, charged_minor = charged_minor - OLD.charged_minor, tax_minor = tax_minor - OLD.tax_minor,
    tips_minor = tips_minor - OLD.tips_minor, fees_minor = fees_minor - OLD.fees_minor
  WHERE dimension = OLD.dimension AND month = substr(OLD.day, 1, 7) AND key = OLD.key AND currency = OLD.currency;
END;
--> statement-breakpoint
CREATE TRIGGER driver_shift_sums_insert AFTER INSERT ON driver_shift_days
BEGIN
  INSERT INTO shift_days (day, seconds) VALUES (NEW.day, NEW.seconds)
  ON CONFLICT (day) DO UPDATE SET seconds = seconds + excluded.seconds;
  INSERT INTO driver_shift_months (month, driver_id, seconds) VALUES (substr(NEW.day, 1, 7), NEW.driver_id, NEW.seconds)
  ON CONFLICT (month, driver_id) DO UPDATE SET seconds = seconds + excluded.seconds;
END;
--> statement-breakpoint
CREATE TRIGGER driver_shift_sums_update AFTER UPDATE OF seconds ON driver_shift_days
BEGIN
  UPDATE shift_days SET seconds = seconds + NEW.seconds - OLD.seconds WHERE day = NEW.day;
  UPDATE driver_shift_months SET seconds = seconds + NEW.seconds - OLD.seconds
  WHERE month = substr(NEW.day, 1, 7) AND driver_id = NEW.driver_id;
END;
--> statement-breakpoint
CREATE TRIGGER driver_shift_sums_delete AFTER DELETE ON driver_shift_days
BEGIN
  UPDATE shift_days SET seconds = seconds - OLD.seconds WHERE day = OLD.day;
  UPDATE driver_shift_months SET seconds = seconds - OLD.seconds
  WHERE month = substr(OLD.day, 1, 7) AND driver_id = OLD.driver_id;
END;
--> statement-breakpoint
CREATE TRIGGER reservation_search_insert AFTER INSERT ON reservations
BEGIN
  INSERT INTO reservation_search (rowid, number, passenger, phone, pickup, dropoff, driver, plate)
  VALUES (((NEW.pickup_at / 60000) << 26) | NEW.number, NEW.number, NEW.passenger_name,
    coalesce(NEW.passenger_phone, ''), NEW.pickup_name, NEW.dropoff_name,
    coalesce((SELECT first_name || ' ' || last_name FROM drivers WHERE id = NEW.driver_id), ''),
    coalesce((SELECT plate FROM vehicles WHERE id = NEW.vehicle_id), ''));
END;
--> statement-breakpoint
CREATE TRIGGER reservation_search_update
AFTER UPDATE OF passenger_name, passenger_phone, pickup_name, dropoff_name, driver_id, vehicle_id ON reservations
WHEN NEW.pickup_at = OLD.pickup_at
BEGIN
  UPDATE reservation_search SET passenger = NEW.passenger_name, phone = coalesce(NEW.passenger_phone, ''),
    pickup = NEW.pickup_name, dropoff = NEW.dropoff_name,
    driver = coalesce((SELECT first_name || ' ' || last_name FROM drivers WHERE id = NEW.driver_id), ''),
    plate = coalesce((SELECT plate FROM vehicles WHERE id = NEW.vehicle_id), '')
  WHERE rowid = ((NEW.pickup_at / 60000) << 26) | NEW.number;
END;
--> statement-breakpoint
-- What is picked up at another time stands at another place.
CREATE TRIGGER reservation_search_move AFTER UPDATE OF pickup_at ON reservations
WHEN NEW.pickup_at <> OLD.pickup_at
BEGIN
  DELETE FROM reservation_search WHERE rowid = ((OLD.pickup_at / 60000) << 26) | OLD.number;
  INSERT INTO reservation_search (rowid, number, passenger, phone, pickup, dropoff, driver, plate)
  VALUES (((NEW.pickup_at / 60000) << 26) | NEW.number, NEW.number, NEW.passenger_name,
    coalesce(NEW.passenger_phone, ''), NEW.pickup_name, NEW.dropoff_name,
    coalesce((SELECT first_name || ' ' || last_name FROM drivers WHERE id = NEW.driver_id), ''),
    coalesce((SELECT plate FROM vehicles WHERE id = NEW.vehicle_id), ''));
END;
--> statement-breakpoint
CREATE TRIGGER company_sums_insert AFTER INSERT ON reservations WHEN NEW.company_id IS NOT NULL
BEGIN
  INSERT INTO company_sums (company_id, currency, trips, amount_minor, open_trips, open_minor, ready_trips, ready_minor)
  SELECT company_id, currency, 1, cost, is_open, is_open * cost, is_ready, is_ready * cost
  FROM (SELECT NEW.company_id AS company_id, NEW.currency AS currency,
    CASE WHEN NEW.state IN ('cancelled', 'no_show', 'rejected') THEN coalesce(NEW.cancellation_fee_minor, 0) ELSE NEW.fare_minor END AS cost,
    NEW.invoice_id IS NULL AND NOT (NEW.state IN ('cancelled', 'no_show', 'rejected') AND coalesce(NEW.cancellation_fee_minor, 0) = 0) AS is_open,
    NEW.invoice_id IS NULL AND (NEW.state = 'settled'
      OR (NEW.state IN ('cancelled', 'no_show') AND coalesce(NEW.cancellation_fee_minor, 0) > 0)) AS is_ready)
  WHERE company_id IS NOT NULL
  ON CONFLICT (company_id, currency) DO UPDATE SET trips = trips + excluded.trips,
    amount_minor = amount_minor + excluded.amount_minor, open_trips = open_trips + excluded.open_trips,
    open_minor = open_minor + excluded.open_minor, ready_trips = ready_trips + excluded.ready_trips,
    ready_minor = ready_minor + excluded.ready_minor;
END;
--> statement-breakpoint
CREATE TRIGGER company_sums_delete AFTER DELETE ON reservations WHEN OLD.company_id IS NOT NULL
BEGIN
  INSERT INTO company_sums (company_id, currency, trips, amount_minor, open_trips, open_minor, ready_trips, ready_minor)
  SELECT company_id, currency, -1, -cost, -is_open, -is_open * cost, -is_ready, -is_ready * cost
  FROM (SELECT OLD.company_id AS company_id, OLD.currency AS currency,
    CASE WHEN OLD.state IN ('cancelled', 'no_show', 'rejected') THEN coalesce(OLD.cancellation_fee_minor, 0) ELSE OLD.fare_minor END AS cost,
    OLD.invoice_id IS NULL AND NOT (OLD.state IN ('cancelled', 'no_show', 'rejected') AND coalesce(OLD.cancellation_fee_minor, 0) = 0) AS is_open,
    OLD.invoice_id IS NULL AND (OLD.state = 'settled'
      OR (OLD.state IN ('cancelled', 'no_show') AND coalesce(OLD.cancellation_fee_minor, 0) > 0)) AS is_ready)
  WHERE company_id IS NOT NULL
  ON CONFLICT (company_id, currency) DO UPDATE SET trips = trips + excluded.trips,
    amount_minor = amount_minor + excluded.amount_minor, open_trips = open_trips + excluded.open_trips,
    open_minor = open_minor + excluded.open_minor, ready_trips = ready_trips + excluded.ready_trips,
    ready_minor = ready_minor + excluded.ready_minor;
END;
--> statement-breakpoint
CREATE TRIGGER company_sums_update AFTER UPDATE OF company_id, invoice_id, currency, state, fare_minor, cancellation_fee_minor
ON reservations WHEN OLD.company_id IS NOT NULL OR NEW.company_id IS NOT NULL
BEGIN
  INSERT INTO company_sums (company_id, currency, trips, amount_minor, open_trips, open_minor, ready_trips, ready_minor)
  SELECT company_id, currency, -1, -cost, -is_open, -is_open * cost, -is_ready, -is_ready * cost
  FROM (SELECT OLD.company_id AS company_id, OLD.currency AS currency,
    CASE WHEN OLD.state IN ('cancelled', 'no_show', 'rejected') THEN coalesce(OLD.cancellation_fee_minor, 0) ELSE OLD.fare_minor END AS cost,
    OLD.invoice_id IS NULL AND NOT (OLD.state IN ('cancelled', 'no_show', 'rejected') AND coalesce(OLD.cancellation_fee_minor, 0) = 0) AS is_open,
    OLD.invoice_id IS NULL AND (OLD.state = 'settled'
      OR (OLD.state IN ('cancelled', 'no_show') AND coalesce(OLD.cancellation_fee_minor, 0) > 0)) AS is_ready)
  WHERE company_id IS NOT NULL
  ON CONFLICT (company_id, currency) DO UPDATE SET trips = trips + excluded.trips,
    amount_minor = amount_minor + excluded.amount_minor, open_trips = open_trips + excluded.open_trips,
    open_minor = open_minor + excluded.open_minor, ready_trips = ready_trips + excluded.ready_trips,
    ready_minor = ready_minor + excluded.ready_minor;
  INSERT INTO company_sums (company_id, currency, trips, amount_minor, open_trips, open_minor, ready_trips, ready_minor)
  SELECT company_id, currency, 1, cost, is_open, is_open * cost, is_ready, is_ready * cost
  FROM (SELECT NEW.company_id AS company_id, NEW.currency AS currency,
    CASE WHEN NEW.state IN ('cancelled', 'no_show', 'rejected') THEN coalesce(NEW.cancellation_fee_minor, 0) ELSE NEW.fare_minor END AS cost,
    NEW.invoice_id IS NULL AND NOT (NEW.state IN ('cancelled', 'no_show', 'rejected') AND coalesce(NEW.cancellation_fee_minor, 0) = 0) AS is_open,
    NEW.invoice_id IS NULL AND (NEW.state = 'settled'
      OR (NEW.state IN ('cancelled', 'no_show') AND coalesce(NEW.cancellation_fee_minor, 0) > 0)) AS is_ready)
  WHERE company_id IS NOT NULL
  ON CONFLICT (company_id, currency) DO UPDATE SET trips = trips + excluded.trips,
    amount_minor = amount_minor + excluded.amount_minor, open_trips = open_trips + excluded.open_trips,
    open_minor = open_minor + excluded.open_minor, ready_trips = ready_trips + excluded.ready_trips,
    ready_minor = ready_minor + excluded.ready_minor;
END;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_no_update BEFORE UPDATE ON invoice_lines
BEGIN
  SELECT RAISE(ABORT, 'invoices are issued once');
END;
--> statement-breakpoint
CREATE TRIGGER driver_statement_lines_no_update BEFORE UPDATE ON driver_statement_lines
BEGIN
  SELECT RAISE(ABORT, 'statements are closed once');
END;
--> statement-breakpoint
CREATE TRIGGER reservation_events_no_update BEFORE UPDATE ON reservation_events
WHEN NOT (
  NEW.id = OLD.id AND NEW.reservation_id = OLD.reservation_id AND NEW.at = OLD.at AND NEW.kind = OLD.kind
  AND NEW.actor_kind = OLD.actor_kind AND NEW.from_state IS OLD.from_state AND NEW.to_state = OLD.to_state
  AND (NEW.actor_id IS OLD.actor_id OR (OLD.actor_kind = 'rider' AND NEW.actor_id IS NULL))
  AND (NEW.actor_name = OLD.actor_name OR (OLD.actor_kind = 'rider' AND NEW.actor_name = 'Erased rider'))
  AND NEW.reason = ''
  AND EXISTS (SELECT 1 FROM reservations WHERE id = OLD.reservation_id AND rider_id IS NULL AND erased_at IS NOT NULL)
)
BEGIN
  SELECT RAISE(ABORT, 'reservation_events is append-only');
END;
