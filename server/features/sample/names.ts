/** Names that sound like the market's and are nobody's. */
export const REINSUREDS = [
  ['Savannah Insurance Company', 'Nairobi'], ['Great Rift General Insurance', 'Nakuru'], ['Mara Assurance', 'Nairobi'], ['Pwani Mutual Insurance', 'Mombasa'],
  ['Kilima General Assurance', 'Arusha'], ['Victoria Lakes Insurance', 'Kisumu'], ['Pearl Crest Insurance', 'Kampala'], ['Thousand Hills Assurance', 'Kigali'],
  ['Zanj Coast Insurance', 'Dar es Salaam'], ['Highlands Insurance Company', 'Eldoret'], ['Blue Nile Insurance', 'Addis Ababa'], ['Copperline Insurance', 'Lusaka'],
  ['Amani General Insurance', 'Nairobi'], ['Tana River Assurance', 'Garissa'], ['Uhuru Commercial Insurance', 'Nairobi'], ['Simba Marine and General', 'Mombasa'],
] as const;

export const INSUREDS = [
  'Kisumu Sugar Works', 'Lakeside Breweries', 'Athi Plains Cement', 'Mombasa Grain Terminal', 'Usambara Tea Growers', 'Rift Valley Dairies', 'Acacia Data Centres',
  'Turkwel Hydropower', 'Naivasha Flower Farms', 'Tembo Airlines', 'Zanzibar Ferries', 'Coastline Petroleum Depots', 'Nyali Beach Hotels', 'Ruiru Textile Mills',
  'Olkaria Geothermal', 'Kampala City Mall', 'Entebbe Cold Stores', 'Serengeti Lodges', 'Thika Steel Rolling Mills', 'Voi Railway Freight', 'Limuru Hospital Trust',
  'Bamburi Quarries', 'Eldoret Timber Products', 'Magadi Soda Works', 'Garissa Solar Park', 'Kigali Convention Towers', 'Arusha Coffee Exporters', 'Lamu Port Logistics',
  'Nanyuki Ranching Company', 'Mwea Rice Millers', 'Kericho Packaging', 'Embakasi Inland Container Depot', 'Westlands Office Park', 'Machakos Fresh Produce',
] as const;

/** Name, town, country, resident, market. */
export const SECURITIES = [
  ['East Continent Reinsurance', 'Nairobi', 'KE', true, 'LOCAL'], ['Zamani Reinsurance', 'Nairobi', 'KE', true, 'LOCAL'], ['Ziwa Reinsurance Company', 'Nairobi', 'KE', true, 'LOCAL'],
  ['Mashariki Re', 'Nairobi', 'KE', true, 'LOCAL'], ['Union of Africa Reinsurance', 'Lagos', 'NG', false, 'LOCAL'], ['Atlas Reinsurance', 'Casablanca', 'MA', false, 'LOCAL'],
  ['Indian Ocean Re', 'Port Louis', 'MU', false, 'LOCAL'], ['Cape Meridian Reinsurance', 'Johannesburg', 'ZA', false, 'LOCAL'], ['Gulf Pearl Reinsurance', 'Dubai', 'AE', false, 'LOCAL'],
  ['Alpine Rück', 'Zürich', 'CH', false, 'LOCAL'], ['Isar Reinsurance', 'München', 'DE', false, 'LOCAL'], ['Seine Réassurance', 'Paris', 'FR', false, 'LOCAL'],
  ['Harbour Street Syndicate 1812', 'London', 'GB', false, 'LONDON'], ['Lime Grove Syndicate 2043', 'London', 'GB', false, 'LONDON'],
  ['Aldgate Reinsurance', 'London', 'GB', false, 'LONDON'], ['Tower Bridge Specialty', 'London', 'GB', false, 'LONDON'],
] as const;

export const PEOPLE: Readonly<Record<string, string>> = {
  'manager.nbo': 'Wanjiru Kamau', 'underwriter.nbo': 'Brian Otieno', 'claims.nbo': 'Achieng Odhiambo', 'accountant.nbo': 'Njeri Mwangi', 'cashier.nbo': 'Kiprono Cheruiyot',
  'manager.lon': 'Eleanor Whitfield', 'underwriter.lon': 'Sam Okello', 'claims.lon': 'Priya Raman', 'accountant.lon': 'Tomasz Nowak', 'cashier.lon': 'Grace Adeyemi',
  root: 'Mercy Haji', auditor: 'Daniel Auditor',
};
