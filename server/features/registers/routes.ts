import * as aggregates from '../../../domain/registers/aggregates.ts';
import * as registers from '../../../domain/registers/contract.ts';
import * as partyCalls from '../../../domain/registers/parties.ts';
import { serveExportable } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import * as clauses from './clauses.ts';
import * as coverTypes from './cover-types.ts';
import * as currencies from './currencies.ts';
import * as lookups from './lookups.ts';
import * as parties from './parties.ts';

type Pooled = Pick<Services, 'pool'>;

function partyRoutes({ pool }: Pooled, endpoints: partyCalls.PartyEndpoints, register: parties.PartyRegister): Route[] {
  return [
    serveExportable(endpoints.items, (ctx, { query }) => parties.listParties(ctx, register, query), {
      pool,
      table: (ctx, { query }) => parties.partyExport(ctx, register, query),
    }),
    serve(endpoints.findAll, (ctx, { query }) => parties.findParties(ctx, register, query)),
    serve(endpoints.save, (ctx, input) => parties.saveParty(ctx, register, input)),
    serve(endpoints.edit, (ctx, input) => parties.editParty(ctx, register, input)),
    serve(endpoints.update, (ctx, input) => parties.updateParty(ctx, register, input)),
  ];
}

export function registerRoutes(services: Pooled): Route[] {
  const { pool } = services;
  const { coverType, clause, currency } = registers;
  return [
    ...partyRoutes(services, partyCalls.reinsured, { kind: 'REINSURED', market: null, what: 'A reinsured' }),
    ...partyRoutes(services, partyCalls.insured, { kind: 'INSURED', market: null, what: 'An insured' }),
    ...partyRoutes(services, partyCalls.securities, { kind: 'SECURITY', market: 'LOCAL', what: 'A security' }),
    ...partyRoutes(services, partyCalls.securitiesLondon, {
      kind: 'SECURITY',
      market: 'LONDON',
      what: 'A London security',
    }),
    serveExportable(coverType.items, (ctx, { query }) => coverTypes.listCoverTypes(ctx, query), {
      pool,
      table: (ctx, { query }) => coverTypes.coverTypeExport(ctx, query),
    }),
    serve(coverType.findAll, (ctx, { query }) => coverTypes.findClasses(ctx.db, query)),
    serve(coverType.saveClass, (ctx, { query }) => coverTypes.saveClass(ctx, query)),
    serve(coverType.save, (ctx, { query }) => coverTypes.saveSubclass(ctx, query)),
    serve(coverType.edit, (ctx, input) => coverTypes.editCoverType(ctx, input)),
    serve(coverType.update, (ctx, input) => coverTypes.updateCoverType(ctx, input)),
    serveExportable(clause.items, (ctx, { query }) => clauses.listClauses(ctx, query), {
      pool,
      table: (ctx, { query }) => clauses.clauseExport(ctx, query),
    }),
    serve(clause.findAll, (ctx, { query }) => clauses.findClauses(ctx.db, query)),
    serve(clause.one, (ctx, { params }) => clauses.oneClause(ctx, params.id)),
    serve(clause.save, (ctx, { body }) => clauses.saveClause(ctx, body)),
    serve(clause.edit, (ctx, { body }) => clauses.editClause(ctx, body)),
    serve(clause.update, (ctx, input) => clauses.updateClause(ctx, input)),
    serveExportable(currency.items, (ctx, { query }) => currencies.listCurrencies(ctx, query), {
      pool,
      table: (ctx, { query }) => currencies.currencyExport(ctx, query),
    }),
    serve(currency.findAll, (ctx, { query }) => currencies.findCurrencies(ctx, query)),
    serve(currency.save, (ctx, { body }) => currencies.saveCurrency(ctx, body)),
    serve(currency.activateDisable, (ctx, input) => currencies.activateOrDisable(ctx, input)),
    serve(currency.rates, (ctx, { query }) => currencies.listRates(ctx, query)),
    serve(currency.saveRate, (ctx, { body }) => currencies.saveRate(ctx, body)),
    serve(registers.countries, (ctx) => lookups.allCountries(ctx.db)),
    serve(registers.branches, (ctx) => lookups.allBranches(ctx.db)),
    serve(registers.taxes, (ctx) => lookups.allTaxes(ctx.db)),
    serve(registers.ledgerAccounts, (ctx) => lookups.allLedgerAccounts(ctx.db)),
    serve(aggregates.findAllRoles, async () => lookups.allRoles()),
    serve(aggregates.rolesPermissionsBranches, (ctx) => lookups.rolesPermissionsBranches(ctx)),
    serve(aggregates.accountingInfo, (ctx) => lookups.accountingInfo(ctx)),
    serve(aggregates.underwritingInfo, (ctx) => lookups.underwritingInfo(ctx)),
    serve(aggregates.claimInfo, (ctx, { query }) => lookups.claimInfo(ctx, query)),
  ];
}
