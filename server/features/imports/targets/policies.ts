import { POLICIES_TARGET } from '../../../../domain/imports/bordereau.ts';
import { policyBody } from '../../../../domain/placements/contract.ts';
import { localPart } from '../../placements/actions.ts';
import { checkPolicy } from '../../placements/input.ts';
import { readBordereauRow } from './bordereau-row.ts';
import { answered, bordereauImporter, inFile, warningsOf } from './bordereau-target.ts';

/** Local policies of a bordereau, a row each. */
export const POLICY_IMPORTER = bordereauImporter({
  target: POLICIES_TARGET,
  read: ([values = {}], register) => {
    const row = readBordereauRow(values, register);
    return { row, sent: row.sent, faults: [[]] };
  },
  check: (ctx, sent, look) =>
    answered(policyBody, sent, async (input) => {
      const checked = await checkPolicy(ctx, input, { market: 'LOCAL', reference: '', faults: [], look });
      const draft = { input, checked, part: localPart(input) };
      return { draft, warnings: warningsOf(draft) };
    }),
  inFile,
});
