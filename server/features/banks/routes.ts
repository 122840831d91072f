import * as contract from '../../../domain/banks/contract.ts';
import * as payments from '../../../domain/banks/payment-contract.ts';
import * as matching from '../../../domain/banks/match-contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type PrepareCtx, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { assertMayHere } from '../decisions.ts';
import { statementAccounts } from './accounts.ts';
import { readStatements, takeBack } from './actions.ts';
import { approveReceipts, confirmLines, unmatch } from './matching.ts';
import { approveFile, fileOf, makeFile, payable, paymentFile, paymentFiles, withdrawFile } from './payment-files.ts';
import { previewOf } from './preview.ts';
import { matches, openLinesWithProposals } from './proposals.ts';
import { bankLines, bankStatements, statementRecord } from './statements.ts';
import { receiptsOfLine } from './together.ts';
import { readUpload, type StatementUpload } from './work-out.ts';

/** A caller who may read no statements here is refused before the file is read. */
async function reading(ctx: PrepareCtx, { query, body }: { query: { name: string }; body: Uint8Array }) {
  assertMayHere(ctx, 'bank_statements.create');
  return readUpload(query.name, body);
}

/** What the banks say of our own accounts: the calls under /bankstatement, /bankmatch for what their lines are, /paymentfile for orders to them. */
export function bankRoutes(services: Services & Exporting): Route[] {
  return [
    serveListing(contract.listBankStatements, bankStatements, services),
    serve(contract.listStatementAccounts, (ctx) => statementAccounts(ctx)),
    serveListing(contract.listBankLines, bankLines, services),
    serve(contract.getBankStatement, (ctx, { params }) => statementRecord(ctx, params.id)),
    serve(
      contract.previewBankStatement,
      (ctx, { query }, upload) => previewOf(ctx, query, upload as StatementUpload),
      reading,
    ),
    serve(
      contract.readBankStatement,
      (ctx, input, upload) => readStatements(ctx, input, upload as StatementUpload),
      reading,
    ),
    serve(contract.takeBackStatement, takeBack),
    serveListing(matching.listOpenLines, openLinesWithProposals, services),
    serve(matching.listReceiptsOfLine, receiptsOfLine),
    serveListing(matching.listMatches, matches, services),
    serve(matching.confirmMatches, confirmLines),
    serve(matching.approveMatched, approveReceipts),
    serve(matching.undoMatch, unmatch),
    serveListing(payments.listPaymentFiles, paymentFiles, services),
    serve(payments.findPayable, payable),
    serve(payments.getPaymentFile, (ctx, { params }) => paymentFile(ctx, params.id)),
    serve(payments.makePaymentFile, makeFile),
    serve(payments.approvePaymentFile, approveFile),
    serve(payments.withdrawPaymentFile, withdrawFile),
    serve(payments.downloadPaymentFile, fileOf),
  ];
}
