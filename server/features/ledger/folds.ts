/** What folds the changes that acts append into the sums that are kept, each so many at a time. 041, 047, 050. */
export const FOLDS = [
  'fold_open_changes',
  'fold_production_changes',
  'fold_party_changes',
  'fold_released',
  'fold_owed',
  'fold_client_acts',
  'fold_release_changes',
  'fold_claim_stages',
  'fold_expiry_changes',
] as const;
