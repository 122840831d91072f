import * as aggregates from '../../../domain/registers/aggregates.ts';
import { coverType } from '../../../domain/registers/classes.ts';
import { clause } from '../../../domain/registers/clauses.ts';
import * as registers from '../../../domain/registers/contract.ts';
import { currency } from '../../../domain/registers/currencies.ts';
import * as partyCalls from '../../../domain/registers/parties.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import * as classActions from './class-actions.ts';
import { oneCoverType } from './class-record.ts';
import * as clauses from './clauses.ts';
import * as coverTypes from './cover-types.ts';
import * as currencies from './currencies.ts';
import * as lookups from './lookups.ts';
import { similarParties } from './near-names.ts';
import * as parties from './parties.ts';
import * as banks from './party-banks.ts';
import { mergeParties, mergePreview } from './party-merge.ts';
import { partyRecord } from './party-record.ts';
import { partyEffects, partyUses } from './party-uses.ts';
import { PARTY_REGISTERS, type PartyRegister } from './party-values.ts';
import * as rates from './rates.ts';
import { importRates, previewRates } from './rates-import.ts';

function partyRoutes(exporting: Exporting, endpoints: partyCalls.PartyEndpoints, register: PartyRegister): Route[] {
  return [
    serveListing(endpoints.items, parties.partiesOf(register), exporting),
    serve(endpoints.findAll, (ctx, { query }) => parties.findParties(ctx, register, query)),
    serve(endpoints.save, (ctx, input) => parties.saveParty(ctx, register, input)),
    serve(endpoints.edit, (ctx, input) => parties.editParty(ctx, register, input)),
    serve(endpoints.update, (ctx, input) => parties.updateParty(ctx, register, input)),
    serve(endpoints.similar, (ctx, input) => similarParties(ctx, register, input)),
    serve(endpoints.one, (ctx, { params }) => partyRecord(ctx, register, params.id)),
    serve(endpoints.uses, (ctx, input) => partyUses(ctx, register, input)),
    serve(endpoints.effects, (ctx, input) => partyEffects(ctx, register, input)),
    serve(endpoints.proposeAccount, (ctx, input) => banks.proposeAccount(ctx, register, input)),
    serve(endpoints.decideAccount, (ctx, input) => banks.decideAccount(ctx, register, input)),
    serve(endpoints.withdrawAccount, (ctx, input) => banks.withdrawAccount(ctx, register, input)),
    serve(endpoints.mergePreview, (ctx, input) => mergePreview(ctx, register, input)),
    serve(endpoints.merge, (ctx, input) => mergeParties(ctx, register, input)),
  ];
}

export function registerRoutes(exporting: Exporting): Route[] {
  return [
    ...partyRoutes(exporting, partyCalls.reinsured, PARTY_REGISTERS.reinsured),
    ...partyRoutes(exporting, partyCalls.insured, PARTY_REGISTERS.insured),
    ...partyRoutes(exporting, partyCalls.securities, PARTY_REGISTERS.securities),
    ...partyRoutes(exporting, partyCalls.securitiesLondon, PARTY_REGISTERS.securitiesLondon),
    serveListing(coverType.items, coverTypes.coverTypes, exporting),
    serve(coverType.findAll, (ctx, { query }) => coverTypes.findClasses(ctx.db, query)),
    serve(coverType.one, (ctx, { params }) => oneCoverType(ctx, params.id)),
    serve(coverType.saveClass, (ctx, input) => classActions.saveClass(ctx, input)),
    serve(coverType.save, (ctx, input) => classActions.saveSubclass(ctx, input)),
    serve(coverType.edit, (ctx, input) => classActions.editCoverType(ctx, input)),
    serve(coverType.update, (ctx, input) => classActions.updateCoverType(ctx, input)),
    serveListing(clause.items, clauses.clauses, exporting),
    serve(clause.findAll, (ctx, { query }) => clauses.findClauses(ctx.db, query)),
    serve(clause.one, (ctx, { params }) => clauses.oneClause(ctx, params.id)),
    serve(clause.save, (ctx, { body }) => clauses.saveClause(ctx, body)),
    serve(clause.edit, (ctx, { body }) => clauses.editClause(ctx, body)),
    serve(clause.update, (ctx, input) => clauses.updateClause(ctx, input)),
    serveListing(currency.items, currencies.currencies, exporting),
    serve(currency.findAll, (ctx, { query }) => currencies.findCurrencies(ctx, query)),
    serve(currency.one, (ctx, { params }) => currencies.oneCurrency(ctx, params.id)),
    serve(currency.save, (ctx, { body }) => currencies.saveCurrency(ctx, body)),
    serve(currency.edit, (ctx, { body }) => currencies.editCurrency(ctx, body)),
    serve(currency.setLimit, currencies.setWriteOffLimit),
    serve(currency.activateDisable, (ctx, input) => currencies.activateOrDisable(ctx, input)),
    serveListing(currency.rates, rates.ratesOf, exporting),
    serve(currency.saveRate, (ctx, { body }) => rates.saveRate(ctx, body)),
    serve(currency.deleteRate, (ctx, { query }) => rates.deleteRate(ctx, query)),
    serve(currency.previewRates, (ctx, { body }) => previewRates(ctx, body)),
    serve(currency.importRates, (ctx, { body }) => importRates(ctx, body)),
    serve(registers.countries, (ctx) => lookups.allCountries(ctx.db)),
    serve(registers.branches, (ctx) => lookups.allBranches(ctx.db)),
    serve(registers.taxes, (ctx) => lookups.allTaxes(ctx.db)),
    serve(registers.ledgerAccounts, (ctx) => lookups.allLedgerAccounts(ctx.db)),
    serve(aggregates.findAllRoles, (ctx) => lookups.allRoles(ctx.db)),
    serve(aggregates.rolesPermissionsBranches, (ctx) => lookups.rolesPermissionsBranches(ctx)),
    serve(aggregates.accountingInfo, (ctx) => lookups.accountingInfo(ctx)),
    serve(aggregates.underwritingInfo, (ctx) => lookups.underwritingInfo(ctx)),
    serve(aggregates.claimInfo, (ctx, { query }) => lookups.claimInfo(ctx, query)),
  ];
}
