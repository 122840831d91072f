-- Which policies renew others is found without reading all: production behind a row of renewals was looked for among every policy where they are few.
create index policies_renewing on policies (branch_id, id) where renewed_from_id is not null;
