-- Which policies were cancelled, and from when, is read from an index alone: each report of what is earned read all endorsements for it, four times over.
create index endorsements_cancelling on endorsements (branch_id, endorsement_type, posted_on) include (policy_id, effective_date)
  where status = 'APPROVED' and endorsement_type in ('CANCEL_PRORATA', 'CANCEL_SHORT', 'CANCEL_FLAT');
