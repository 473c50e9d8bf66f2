// `features` of an order: options beyond an ordinary payment.

/** Features with an effect. */
export const FEATURES = [
  'AUTO_PAYMENT',
  'VERIFY',
  'FORCE_TDS',
  'FORCE_SSL',
  'FORCE_FULL_TDS',
  'FORCE_CREATE_BINDING',
] as const
export type Feature = (typeof FEATURES)[number]

/** Features of the gateway family without an effect in a sandbox, accepted for compatibility. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'ACS_IN_IFRAME',
  'BINDING_NOT_NEEDED',
  'FIXED_BINDING',
  'FORCE_GENERATE_ORDERNUMBER',
  'FORCE_NO_CVC',
  'FORCE_PAYMENT_WAY',
  'FRAUD_FORCE_SSL',
  'FRAUD_FORCE_TDS',
  'ORDER_NUMBER_EXPLICIT_INDICATION',
  'PARTIAL_AUTHORIZATION',
  'PAYMENT_WAY_FORCE_SSL',
  'PAYMENT_WAY_FORCE_TDS',
  'PAY_BY_CLIENT',
  'RECURRENT_PAYMENT',
  'REVERSE_AFTER_RECURRENT_INITIALIZE',
  'SKIP_PAYER_EMAIL_NOTIFY',
  'SKIP_UNSUCCESSFUL_PAYMENT_CALLBACK',
  'SKIP_VERIFY',
])

/** Pairs of features that exclude each other. */
const CONFLICTS: readonly (readonly [Feature, Feature])[] = [
  ['AUTO_PAYMENT', 'FORCE_TDS'],
  ['AUTO_PAYMENT', 'FORCE_SSL'],
  ['AUTO_PAYMENT', 'FORCE_FULL_TDS'],
  ['FORCE_SSL', 'FORCE_TDS'],
  ['FORCE_SSL', 'FORCE_FULL_TDS'],
]

const isFeature = (text: string): text is Feature => FEATURES.some((feature) => feature === text)

type FeaturesFault = 'features-unknown' | 'features-conflict'

/** The features of a request. Unknown features and contradictions are refused. */
export function parseFeatures(
  given: readonly string[],
): { readonly features: readonly Feature[] } | { readonly fault: FeaturesFault } {
  if (given.some((text) => !isFeature(text) && !WITHOUT_EFFECT.has(text)))
    return { fault: 'features-unknown' }
  const features = FEATURES.filter((feature) => given.includes(feature))
  const conflicts = CONFLICTS.some((pair) => pair.every((feature) => features.includes(feature)))
  return conflicts ? { fault: 'features-conflict' } : { features }
}
