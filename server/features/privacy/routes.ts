import * as contract from '../../../domain/privacy/contract.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { erasePerson, exportPerson, previewErasure } from './actions.ts';
import { findPeople } from './find.ts';

/** Personal data of one person: the calls under /privacy. */
export function privacyRoutes(): Route[] {
  return [
    serve(contract.findPersons, findPeople),
    serve(contract.exportPerson, exportPerson),
    serve(contract.previewErasure, previewErasure),
    serve(contract.erasePerson, erasePerson),
  ];
}
