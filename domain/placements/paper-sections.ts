/** What the notes of a slip say of its sections: each note's figures by section, which add up to the note. §2, §7. */
import {
  addParts,
  notedSections,
  ofSecurity,
  splitBySection,
  type NotedSection,
  type SectionPart,
} from '../slips/section-split.ts';
import { sectionsWith, type Placement, type PlacedEndorsement } from './placement.ts';

type Noted = Pick<Placement, 'entered' | 'original' | 'endorsements'>;

/**
 * The sections as the original (null) or an approved endorsement moves them: after those that were approved before it. None
 * of a placement without sections, or whose sections have no premium of their own.
 */
export function sectionsOnNote(
  { entered, original, endorsements }: Noted,
  endorsement: PlacedEndorsement | null,
): NotedSection[] {
  const bySection = entered.slip?.bySection ?? [];
  if (bySection.length === 0) return [];
  if (endorsement === null) return notedSections(bySection, null);
  const place = endorsements.indexOf(endorsement);
  const upTo = (count: number) =>
    sectionsWith(bySection, { sumInsured: original.sumInsured, approved: endorsements.slice(0, count) });
  return notedSections(upTo(place + 1), upTo(place));
}

/** A security's figures by section with all endorsements that count: what its notes say by section, added. */
export function securityBySection(placement: Noted, securityId: number): SectionPart[] {
  const counting = placement.endorsements.filter((one) => one.counts);
  const notes = [null, ...counting].map((one) => {
    const { lines } = (one ?? placement.original).figures;
    const line = lines.find((own) => own.securityId === securityId);
    return line === undefined ? [] : splitBySection(ofSecurity(line), sectionsOnNote(placement, one));
  });
  return addParts(notes);
}
