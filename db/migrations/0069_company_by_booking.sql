CREATE INDEX `reservations_company_created` ON `reservations` (`company_id`,`created_at`,`id`) WHERE company_id IS NOT NULL;
