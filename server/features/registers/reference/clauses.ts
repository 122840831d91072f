type Reference = readonly [code: string, title: string, summary: string];

/**
 * References that the London market publishes under these codes, and common local ones (RI…). The text is our own short
 * summary, to identify it by; a firm that uses a clause enters the published wording that it holds.
 */
export const LONDON_CLAUSES: readonly Reference[] = [
  [
    'LMA3030',
    'Terrorism insurance physical loss or damage wording',
    'Cover for physical loss or damage caused by an act of terrorism or sabotage, on the terms of its own wording.',
  ],
  [
    'LMA3100',
    'Sanction limitation and exclusion clause',
    'No cover, claim or benefit where giving it would expose the insurer to sanctions.',
  ],
  [
    'LMA3333',
    '(Re)insurers liability clause',
    'Each insurer is liable severally for its own proportion and for nobody else’s; how proportions are read from the slip.',
  ],
  [
    'LMA5018',
    'Microorganism exclusion (absolute)',
    'Excludes loss connected with mould, fungus, spores and other microorganisms, whatever the cause.',
  ],
  [
    'LMA5019',
    'Asbestos endorsement',
    'Limits cover for asbestos to its removal after physical damage by a listed peril.',
  ],
  [
    'LMA5020',
    'Service of suit clause (U.S.A.)',
    'Insurers submit to a court of competent jurisdiction in the United States and name who accepts service.',
  ],
  ['LMA5021', 'Applicable law (U.S.A.)', 'The insurance is governed by the law of the state that is named.'],
  ['LMA5028', 'Service of suit clause (Canada)', 'Names the attorney in Canada on whom proceedings may be served.'],
  [
    'LMA5062',
    'Fraudulent claim clause',
    'A fraudulent claim is not payable, and what follows for the contract from the fraudulent act on.',
  ],
  [
    'LMA5130',
    'Application of sublimits endorsement',
    'Sublimits apply as part of the limit of liability and not in addition to it.',
  ],
  [
    'LMA5389',
    'U.S. Terrorism Risk Insurance Act, new and renewal business endorsement',
    'Cover for certified acts under the Act, with the premium that is shown for it.',
  ],
  [
    'LMA5390',
    'U.S. Terrorism Risk Insurance Act, not purchased clause',
    'Records that cover for certified acts was offered and declined.',
  ],
  [
    'LMA5393',
    'Communicable disease endorsement',
    'Property: excludes loss from a communicable disease, keeping physical damage by listed perils.',
  ],
  [
    'LMA5396',
    'Communicable disease exclusion',
    'Liability: excludes liability arising from the transmission of a communicable disease.',
  ],
  [
    'LMA5400',
    'Property cyber and data endorsement',
    'Excludes cyber loss, keeping fire and explosion that follow a cyber incident, and limits data to its media.',
  ],
  ['LMA5401', 'Property cyber and data exclusion', 'Excludes cyber loss and loss of data entirely.'],
  [
    'LMA5402',
    'Marine cyber exclusion',
    'Marine: excludes loss caused by or arising from the use or failure of computer systems.',
  ],
  [
    'LMA5403',
    'Marine cyber endorsement',
    'Marine: excludes malicious use of computer systems and keeps what is not malicious.',
  ],
  [
    'LMA5503',
    'Communicable disease exclusion, treaty',
    'Property treaty: excludes loss from a communicable disease, with listed perils kept.',
  ],
  [
    'LMA5564',
    'War, cyber war and cyber operation exclusion no. 1',
    'Excludes war and every cyber operation by a state.',
  ],
  [
    'LMA5565',
    'War, cyber war and cyber operation exclusion no. 2',
    'Excludes war and major cyber operations; others within stated limits.',
  ],
  [
    'LMA5566',
    'War, cyber war and cyber operation exclusion no. 3',
    'Excludes war and major cyber operations; others covered in full.',
  ],
  ['LMA5567', 'War, cyber war and cyber operation exclusion no. 4', 'As no. 3, with cover kept for bystanding assets.'],
  [
    'LSW1001',
    'Several liability notice',
    'The obligations of subscribing insurers are several and limited to their subscriptions.',
  ],
  [
    'LSW3001',
    'Premium payment clause',
    'Premium is due within the days stated; after notice the contract may be cancelled for non-payment.',
  ],
  [
    'LSW555D',
    'Aviation hull war and allied perils policy',
    'War, hijacking and allied perils for the hulls on the schedule.',
  ],
  [
    'NMA464',
    'War and civil war exclusion clause',
    'Excludes loss by war, invasion, civil war, revolution and confiscation.',
  ],
  [
    'NMA1191',
    'Radioactive contamination exclusion, physical damage',
    'Direct physical damage business: excludes nuclear reaction, radiation and contamination.',
  ],
  [
    'NMA1256',
    'Nuclear incident exclusion, liability (broad)',
    'Direct liability business in the United States: the broad nuclear exclusion.',
  ],
  [
    'NMA1257',
    'Nuclear incident exclusion, liability (limited)',
    'Direct liability business in the United States: the limited nuclear exclusion.',
  ],
  ['NMA1331', 'Cancellation clause', 'How either side may cancel, the notice needed and the premium that is returned.'],
  [
    'NMA1477',
    'Radioactive contamination exclusion, liability',
    'Direct liability business: excludes liability from radiation and nuclear contamination.',
  ],
  [
    'NMA1685',
    'Seepage, pollution and contamination exclusion no. 3',
    'Excludes pollution but what is sudden, unintended and unexpected, and the cost of cleaning up.',
  ],
  [
    'NMA1975A',
    'Nuclear energy risks exclusion (reinsurance)',
    'Reinsurance outside the United States and Canada: excludes nuclear energy risks.',
  ],
  ['NMA1998', 'Service of suit clause (U.S.A.)', 'An older form of submission to courts in the United States.'],
  [
    'NMA2340',
    'Seepage, pollution and contamination exclusion',
    'United States and Canada: land, water and air exclusion, and debris removal within a limit.',
  ],
  [
    'NMA2737',
    'Claims co-operation clause',
    'The reinsured tells of losses promptly and settles them with the reinsurers’ agreement.',
  ],
  ['NMA2738', 'Claims control clause', 'Reinsurers have the sole control of adjusting and settling claims.'],
  ['NMA2802', 'Electronic date recognition exclusion', 'Excludes loss by the failure of a system to recognise a date.'],
  [
    'NMA2914',
    'Electronic data endorsement A',
    'Data is not property; loss of data is excluded but where listed perils damage its media.',
  ],
  ['NMA2915', 'Electronic data endorsement B', 'As endorsement A, in the narrower form.'],
  ['NMA2918', 'War and terrorism exclusion endorsement', 'Excludes war and terrorism, direct business.'],
  ['NMA2919', 'War and terrorism exclusion endorsement (reinsurance)', 'Excludes war and terrorism, reinsurance.'],
  ['NMA2920', 'Terrorism exclusion endorsement', 'Excludes terrorism, direct business.'],
  ['NMA2921', 'Terrorism exclusion endorsement (reinsurance)', 'Excludes terrorism, reinsurance.'],
  [
    'NMA2962',
    'Biological or chemical materials exclusion',
    'Excludes the malicious use of biological or chemical materials.',
  ],
  [
    'IUA01-081',
    'Cyber loss absolute exclusion clause',
    'Excludes every loss connected with computer systems and data.',
  ],
  [
    'IUA01-082',
    'Cyber loss limited exclusion clause',
    'Excludes cyber acts, keeping what is neither malicious nor an act of a person.',
  ],
  [
    'CL280',
    'Institute time clauses, hulls',
    'Hull and machinery for a period, on the named perils of the 1983 clauses.',
  ],
  [
    'CL281',
    'Institute war and strikes clauses, hulls, time',
    'War and strikes for hulls for a period, with notice of cancellation.',
  ],
  [
    'CL370',
    'Institute radioactive, chemical, biological and electromagnetic weapons exclusion',
    'Paramount: excludes radiation and the named weapons.',
  ],
  [
    'CL380',
    'Institute cyber attack exclusion clause',
    'Excludes loss by the use of computers as a means of inflicting harm.',
  ],
  ['CL382', 'Institute cargo clauses (A)', 'Cargo against all risks of loss or damage, with the listed exclusions.'],
  ['CL383', 'Institute cargo clauses (B)', 'Cargo against the wider list of named perils.'],
  ['CL384', 'Institute cargo clauses (C)', 'Cargo against the shorter list of major casualties.'],
  ['CL385', 'Institute war clauses (cargo)', 'War perils for cargo while waterborne.'],
  ['CL386', 'Institute strikes clauses (cargo)', 'Strikes, riots, civil commotion and terrorism for cargo.'],
  ['CL387', 'Institute cargo clauses (air)', 'Cargo by air against all risks, with the listed exclusions.'],
  [
    'JC2009/056',
    'Termination of transit clause (terrorism)',
    'Cover for terrorism ends with the ordinary course of transit.',
  ],
  [
    'JC2010/014',
    'Sanction limitation and exclusion clause (cargo)',
    'Cargo: no cover where giving it would expose the insurer to sanctions.',
  ],
  [
    'JC2020-011',
    'Communicable disease exclusion (cargo)',
    'Cargo: excludes loss from a communicable disease or the fear of it.',
  ],
  [
    'AVN38B',
    'Nuclear risks exclusion clause',
    'Aviation: excludes nuclear risks but for carriage under the rules of the air.',
  ],
  [
    'AVN46B',
    'Noise, pollution and other perils exclusion clause',
    'Aviation: excludes noise, pollution and electrical interference but in an emergency.',
  ],
  [
    'AVN48B',
    'War, hi-jacking and other perils exclusion clause',
    'Aviation: excludes war, hijacking, strikes and malicious acts.',
  ],
  [
    'AVN52E',
    'Extended coverage endorsement (aviation liabilities)',
    'Writes back liability for parts of what AVN48B excludes, within limits.',
  ],
  [
    'AVN67B',
    'Airline finance/lease contract endorsement',
    'Protects the interests of lenders and lessors named in the contract.',
  ],
  ['AVN111', 'Sanctions and embargo clause', 'Aviation: no cover where giving it would breach sanctions or embargo.'],
];

export const LOCAL_CLAUSES: readonly Reference[] = [
  [
    'RI01',
    'Full reinsurance clause',
    'The reinsurance follows the terms, conditions and settlements of the original policy, within its own limits.',
  ],
  [
    'RI02',
    'Follow the settlements',
    'Reinsurers follow settlements made in good faith that fall within the original policy and the reinsurance.',
  ],
  [
    'RI03',
    'Claims co-operation',
    'The reinsured tells of losses promptly and settles them in co-operation with the leading reinsurer.',
  ],
  ['RI04', 'Simultaneous payment', 'Reinsurers pay their share of a loss at the same time as the reinsured pays it.'],
  [
    'RI05',
    'Premium payment warranty',
    'Premium is paid to the broker within the days stated, failing which cover ends from inception or as agreed.',
  ],
  [
    'RI06',
    'Cancellation, 30 days',
    'Either side may cancel by thirty days’ written notice, with premium in proportion.',
  ],
  ['RI07', 'Arbitration', 'Disputes go to arbitrators at the place that is named, before any court.'],
  [
    'RI08',
    'Errors and omissions',
    'An unintended error or omission does not relieve either side, and is put right when found.',
  ],
  [
    'RI09',
    'Intermediary',
    'Communications and payments pass through the broker; who bears the risk of payments on the way.',
  ],
  ['RI10', 'Reinstatement value', 'Loss is settled at the cost of reinstating the property as new.'],
  ['RI11', '72 hours', 'Loss by a natural peril within 72 hours is one event.'],
  ['RI12', 'Average', 'Where the sum insured is less than the value at risk, loss is borne in proportion.'],
  [
    'RI13',
    'Automatic reinstatement of sum insured',
    'After a loss the sum insured is restored, against premium in proportion to the time left.',
  ],
];
