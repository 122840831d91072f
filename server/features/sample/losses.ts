/** What happened to whom: the words of the sample firm's claims. */
export const LOSSES = [
  [
    'Fire in the second warehouse: stock and roof',
    'Electrical fault in a distribution board',
    'Warehouse 2, Athi River',
  ],
  ['Burst main flooded the packing hall', 'Corroded pipe joint', 'Packing hall, Thika'],
  ['Transformer failed and stopped two lines', 'Winding insulation', 'Main substation, Eldoret'],
  ['Theft of copper cable from the yard', 'Forced entry over the east wall', 'Yard, Mombasa Road'],
  ['Collision of two reach stackers', 'Operator misjudged the turn', 'Berth 14, Mombasa'],
  ['Roof of the cold store collapsed', 'Ponding after heavy rain', 'Cold store, Naivasha'],
  ['Boiler explosion in the dye house', 'Safety valve seized', 'Dye house, Thika'],
  ['Fire in the tea withering shed', 'Overheated fan bearing', 'Factory, Kericho'],
  ['Lightning struck the control room', 'Lightning', 'Control room, Olkaria'],
  ['Turbine blade failure', 'Fatigue of a blade root', 'Unit 3, Kindaruma'],
  ['Cargo wetted in the hold', 'Hatch cover seal worn', 'At sea off Dar es Salaam'],
  ['Crane boom dropped on a plinth', 'Hoist brake slipped', 'Site of the second phase, Naivasha'],
  ['Smoke damage to the showroom', 'Fire next door', 'Showroom, Westlands'],
  ['Silo wall split', 'Overfilled after a sensor failed', 'Silo 7, Nakuru'],
] as const;

export const ADJUSTERS = ['Upesi Loss Adjusters', 'Kilima Adjusting Services', 'Harbour & Lane International'] as const;

/** One event that hit many policies at once. */
export const CATASTROPHE = {
  name: 'Floods of the lower Tana',
  country: 'KE',
  description: 'Four days of rain upstream and the opening of two spillways.',
  claim: 'Flood water entered the premises and stood for three days',
  cause: 'Flood',
  places: ['Garissa', 'Hola', 'Garsen', 'Kipini', 'Minjila', 'Bura', 'Tarasaa', 'Witu'],
} as const;
