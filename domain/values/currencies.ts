/** Minor-unit exponents of ISO 4217 that differ from 2; every exponent in the product comes from here. */
const EXPONENTS: Readonly<Record<string, number>> = {
  BHD: 3,
  BIF: 0,
  CLF: 4,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  UYI: 0,
  UYW: 4,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
};

export type CurrencyCode = string;

/** Decimals of a currency's minor unit (KES 2, JPY 0, KWD 3), by ISO 4217. §2 Arithmetic. */
export function exponentOf(currency: CurrencyCode): number {
  return EXPONENTS[currency] ?? 2;
}
