-- Mails that have not left are few among those that have: the upkeep finds them by themselves.
create index document_sendings_queued on document_sendings (id) where status = 'QUEUED';
create index renewal_notices_queued on renewal_notices (id) where status = 'QUEUED';
create index claim_mails_queued on claim_mails (id) where status = 'QUEUED';
create index view_sendings_queued on view_sendings (id) where status = 'QUEUED';
