import { partyHref } from '../../../paths.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { DayText, MoneyText, RateText } from '../../../ui/marks/Figures.tsx';
import { FactGrid, type Fact } from '../FactGrid.tsx';
import type { PartyRecord, PartyRegister } from './party-registers.ts';

type Props = { register: PartyRegister; party: PartyRecord };

function ratingFacts(register: PartyRegister, party: PartyRecord): Fact[] {
  return [
    { label: 'Rating', value: party.rating },
    { label: 'Agency', value: party.rating_agency },
    { label: 'Rated on', value: party.rated_on === null ? '' : <DayText value={party.rated_on} /> },
    {
      label: 'Largest line',
      value:
        party.line_limit === null ? (
          'No limit'
        ) : (
          <>
            <RateText value={party.line_limit} /> of the whole
          </>
        ),
    },
    {
      label: 'Limit in all',
      value:
        party.exposure_limit === null || party.exposure_currency === null ? (
          'No limit'
        ) : (
          <MoneyText withCurrency value={party.exposure_limit} currency={party.exposure_currency} />
        ),
    },
    { label: register.key === 'london' ? 'Syndicate or company number' : 'Licence number', value: party.market_number },
  ];
}

/** Who a party is. */
export function PartyOverview({ register, party }: Props) {
  return (
    <div className="grid gap-4">
      <Card title="Identity">
        <FactGrid
          facts={[
            { label: 'Name', value: party.name },
            { label: 'Short name', value: party.short_name },
            { label: 'Address', value: party.address },
            { label: 'Country', value: party.countryName },
            { label: 'Residence', value: party.resident ? 'Resident' : 'Non-resident' },
            { label: 'Registration number', value: party.registration_number },
            { label: 'Tax number', value: party.tax_number },
            { label: 'Email for documents', value: party.email },
          ]}
        />
      </Card>
      {register.isSecurity && (
        <Card title="Security">
          <FactGrid facts={ratingFacts(register, party)} />
        </Card>
      )}
      {party.merged_from.length > 0 && (
        <Card title="Merged into it">
          <ul className="grid gap-1">
            {party.merged_from.map((one) => (
              <li key={one.id}>
                <AppLink href={partyHref(one.id)} className="text-link hover:underline" dir="auto">
                  {one.name}
                </AppLink>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}
