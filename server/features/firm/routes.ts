import * as accountCalls from '../../../domain/firm/ledger-accounts.ts';
import * as bankCalls from '../../../domain/firm/bank-accounts.ts';
import * as branchCalls from '../../../domain/firm/branches.ts';
import * as numberingCalls from '../../../domain/firm/numbering.ts';
import * as firmCalls from '../../../domain/firm/settings.ts';
import * as taxCalls from '../../../domain/firm/taxes.ts';
import * as termsCalls from '../../../domain/firm/terms.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import * as bankAccounts from './bank-accounts.ts';
import * as branches from './branches.ts';
import * as ledgerAccounts from './ledger-accounts.ts';
import { letterheadFile, printLetterhead } from './letterhead.ts';
import * as logo from './logo.ts';
import { testMail } from './mail.ts';
import * as numbering from './numbering.ts';
import * as settings from './settings.ts';
import * as taxes from './taxes.ts';
import * as terms from './terms.ts';

function settingRoutes(services: Services): Route[] {
  const print = printLetterhead(services);
  return [
    serve(firmCalls.getFirm, (ctx) => settings.firmRecord(ctx)),
    serve(firmCalls.saveIdentity, (ctx, input) => settings.keepIdentity(ctx, input)),
    serve(firmCalls.saveBooks, (ctx, input) => settings.keepBooks(ctx, input)),
    serve(firmCalls.booksEffects, (ctx, { body }) => settings.previewBooks(ctx, body)),
    serve(firmCalls.saveUnderwriting, (ctx, input) => settings.keepUnderwriting(ctx, input)),
    serve(firmCalls.saveReminders, (ctx, input) => settings.keepReminders(ctx, input)),
    serve(firmCalls.saveSessions, (ctx, input) => settings.keepSessions(ctx, input)),
    serve(firmCalls.saveRetention, (ctx, input) => settings.keepRetention(ctx, input)),
    serve(firmCalls.saveMailSettings, (ctx, input) => settings.keepMailSettings(ctx, input)),
    serve(firmCalls.sendTestMail, (ctx) => testMail(ctx, services)),
    serve(firmCalls.uploadLogo, (ctx, _input, prepared) => logo.keepLogo(ctx, prepared), logo.checkLogo(services)),
    serve(firmCalls.getLogo, (ctx) => logo.logoFile(ctx)),
    serve(firmCalls.removeLogo, (ctx) => logo.dropLogo(ctx)),
    serve(firmCalls.getLetterhead, (_ctx, _input, prepared) => letterheadFile(prepared), print),
    serve(firmCalls.previewLetterhead, (_ctx, _input, prepared) => letterheadFile(prepared), print),
  ];
}

function listRoutes(exporting: Exporting): Route[] {
  return [
    serveListing(branchCalls.branchItems, branches.branches, exporting),
    serve(branchCalls.saveBranch, (ctx, input) => branches.addBranch(ctx, input)),
    serve(branchCalls.editBranch, (ctx, input) => branches.changeBranch(ctx, input)),
    serve(branchCalls.updateBranch, (ctx, input) => branches.turnBranch(ctx, input)),
    serve(branchCalls.branchHolds, (ctx, { params }) => branches.holdsOf(ctx, params.id)),
    serveListing(bankCalls.bankAccounts, bankAccounts.bankAccounts, exporting),
    serve(bankCalls.saveBankAccount, (ctx, input) => bankAccounts.addBankAccount(ctx, input)),
    serve(bankCalls.editBankAccount, (ctx, input) => bankAccounts.changeBankAccount(ctx, input)),
    serve(bankCalls.updateBankAccount, (ctx, input) => bankAccounts.turnBankAccount(ctx, input)),
    serveListing(accountCalls.accountItems, ledgerAccounts.accounts, exporting),
    serve(accountCalls.saveAccount, (ctx, input) => ledgerAccounts.addAccount(ctx, input)),
    serve(accountCalls.editAccount, (ctx, input) => ledgerAccounts.changeAccount(ctx, input)),
    serveListing(accountCalls.subAccounts, ledgerAccounts.subAccounts, exporting),
  ];
}

/** The firm's settings and what belongs to the firm alone. */
export function firmRoutes(services: Services & Exporting): Route[] {
  return [
    ...settingRoutes(services),
    ...listRoutes(services),
    serve(numberingCalls.formats, (ctx) => numbering.listFormats(ctx)),
    serve(numberingCalls.saveFormat, (ctx, input) => numbering.keepFormat(ctx, input)),
    serve(termsCalls.termsItems, (ctx) => terms.listTerms(ctx)),
    serve(termsCalls.saveTerms, (ctx, input) => terms.addTerms(ctx, input)),
    serve(termsCalls.editTerms, (ctx, input) => terms.changeTerms(ctx, input)),
    serve(termsCalls.orderTerms, (ctx, input) => terms.reorderTerms(ctx, input)),
    serve(taxCalls.taxItems, (ctx) => taxes.listTaxes(ctx)),
    serve(taxCalls.saveTax, (ctx, input) => taxes.addTax(ctx, input)),
    serve(taxCalls.editTax, (ctx, input) => taxes.renameTax(ctx, input)),
    serve(taxCalls.saveTaxRate, (ctx, input) => taxes.addRate(ctx, input)),
    serve(taxCalls.editTaxRate, (ctx, input) => taxes.changeRate(ctx, input)),
    serve(taxCalls.endTaxRate, (ctx, input) => taxes.endRate(ctx, input)),
    serve(taxCalls.taxEffects, (ctx, input) => taxes.previewRate(ctx, input)),
  ];
}
