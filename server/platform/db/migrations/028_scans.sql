-- What a malware scanner found in an attached file. A file waits until it was looked at; what came before there was a
-- scanner was not.
alter table attachments add column scan text not null default 'NONE'
  check (scan in ('NONE', 'WAITING', 'CLEAN', 'INFECTED'));
alter table attachments add column scanned_at timestamptz;
create index attachments_waiting on attachments (id) where scan = 'WAITING' and removed_at is null;
