import { z } from 'zod'

export const analyticsVariables = {
  ANALYTICS: z.enum(['log', 'matomo', 'ga4']).default('log'),
  ANALYTICS_URL: z.url().optional(),
  ANALYTICS_SITE: z.string().optional(),
  ANALYTICS_SECRET: z.string().optional(),
}

/** The service that gets counted events, beside the own database. */
export type AnalyticsKeys =
  | { kind: 'matomo'; url: string; site: string }
  | { kind: 'ga4'; url: string; site: string; secret: string }

type Values = z.output<z.ZodObject<typeof analyticsVariables>>

/** Undefined: nobody else is told. @throws Error when a part of what is needed is missing */
export function analyticsKeys(values: Values): AnalyticsKeys | undefined {
  const { ANALYTICS: kind, ANALYTICS_URL: url, ANALYTICS_SITE: site, ANALYTICS_SECRET: secret } = values
  if (kind === 'log') return undefined
  if (site === undefined) throw new Error(`ANALYTICS=${kind} needs ANALYTICS_SITE`)
  if (kind === 'matomo') {
    if (url === undefined) throw new Error('ANALYTICS=matomo needs ANALYTICS_URL')
    return { kind, url, site }
  }
  if (secret === undefined) throw new Error('ANALYTICS=ga4 needs ANALYTICS_SECRET')
  return { kind, url: url ?? 'https://www.google-analytics.com', site, secret }
}
