import type { Endpoint } from '../../../domain/endpoint.ts';
import type { Columns } from '../../../domain/tables/table.ts';
import { serveListing, type Exporting, type Listing } from '../../platform/exports/serve.ts';
import type { Route } from '../../platform/http/mount.ts';

type Report<E extends Endpoint, C extends Columns> = Listing<E, C> & { endpoint: E };

/** A report that is shown whole: the call that shows it, and all of its rows. */
export const report = <E extends Endpoint, C extends Columns>(definition: Report<E, C>): Report<E, C> => definition;

/** Serves a report: on a screen, and as CSV, XLSX and PDF. §6, §7. */
export const serveReport = <E extends Endpoint, C extends Columns>(of: Report<E, C>, exporting: Exporting): Route =>
  serveListing(of.endpoint, of, exporting);
