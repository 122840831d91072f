/** By whose right a receipt is made and decided: cash that is used in another branch is root's, who alone works in both. M16. */
const OF_ONE_BRANCH = { create: 'receipts.create', decide: 'receipts.decide' } as const;
const BETWEEN_BRANCHES = { create: 'receipts.pass_on', decide: 'receipts.pass_on' } as const;

/** All rights that receipts need by where their cash comes from. */
export const RECEIPT_RIGHTS = {
  create: [OF_ONE_BRANCH.create, BETWEEN_BRANCHES.create],
  decide: [OF_ONE_BRANCH.decide, BETWEEN_BRANCHES.decide],
} as const;

/** The rights of one receipt: whether its cash comes from a receipt of another branch. */
export const rightsOfReceipt = (isPassedOn: boolean) => (isPassedOn ? BETWEEN_BRANCHES : OF_ONE_BRANCH);
