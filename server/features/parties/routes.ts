import * as contract from '../../../domain/parties/contract.ts';
import { serveListing, type Exporting } from '../../platform/exports/serve.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { clientList, reinsurerList } from './list.ts';
import { noteOf, notesOf, papersOf } from './notes.ts';
import { partyOf, positionOf, premiumOf } from './party.ts';

/** Parties as pages: each part by its own call, in the branches and as far as the caller may see it. */
export function partyPageRoutes(exporting: Exporting): Route[] {
  return [
    serveListing(contract.listClients, clientList, exporting),
    serveListing(contract.listReinsurers, reinsurerList, exporting),
    serve(contract.oneParty, partyOf),
    serve(contract.partyPosition, positionOf),
    serve(contract.partyPremium, premiumOf),
    serve(contract.partyNotes, notesOf),
    serve(contract.partyPapers, papersOf),
    serve(contract.oneNote, noteOf),
  ];
}
