import { hash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Registrations } from '#platform/rules/money/sale-tax.ts'
import { type AnalyticsKeys, analyticsKeys, analyticsVariables } from './env-analytics.ts'
import { type Company, companyOf, companyVariables, registrationsOf } from './env-company.ts'
import { type SocialKeys, socialKeys, socialVariables } from './env-social.ts'
import { type StripeKeys, stripeKeys, stripeVariables } from './env-stripe.ts'

export type { Company } from './env-company.ts'
export type { SocialKeys } from './env-social.ts'
export type { PaymentFields, StripeKeys } from './env-stripe.ts'

/** Where clamd listens: a port of a machine, or a socket of this one. */
export type ClamdAddress = { host: string; port: number } | { path: string }

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')
const optionalUrl = z.url().optional()
const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(4321),
  HOST: z.string().default('127.0.0.1'),
  SITE_URL: z.url().optional(),
  ALLOWED_HOSTS: z.string().default(''),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: optionalUrl,
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(12),
  DEMO: flag.optional(),
  SECRET: z.string().min(32).optional(),
  WORKER: z.enum(['internal', 'external']).default('internal'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['json', 'lines']).optional(),
  STAGING: flag.default(false),
  INDEXNOW_KEY: z
    .string()
    .regex(/^[a-zA-Z0-9-]{8,128}$/, '8 to 128 letters, digits and dashes')
    .optional(),
  INDEXNOW_URL: z.url().default('https://api.indexnow.org/indexnow'),
  ...analyticsVariables,
  IMAGE_CACHE_MB: z.coerce.number().int().min(0).max(1_000_000).default(2048),
  SHARE_FONT: z.string().optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  OPERATOR_ON_LOOPBACK: flag.optional(),
  PAGE_CACHE_MB: z.coerce.number().int().min(0).max(4096).default(16),
  IMAGE_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  RATE_LIMIT_FACTOR: z.coerce.number().int().min(1).max(1_000_000).default(1),
  KIT_PAGE: flag.default(false),
  PAYMENTS: z.enum(['sandbox', 'stripe']).default('sandbox'),
  ALLOW_SANDBOX_PAYMENTS: flag.optional(),
  ...stripeVariables,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//)
    .optional(),
  LISTING_REVIEW: flag.optional(),
  PAYOUT_FOUR_EYES: flag.default(true),
  RATING_MAIL_DAYS: z.coerce.number().int().min(0).max(90).default(7),
  ...socialVariables,
  VIES_URL: optionalUrl,
  ECB_RATES_URL: optionalUrl,
  CLAMD_URL: z.string().optional(),
  LIBREOFFICE: z.string().startsWith('/').optional(),
  ...companyVariables,
  MAIL_FROM: z.string().default('Aularium <no-reply@aularium.example>'),
})

/**
 * What can be set, for the check of `.env.example`.
 * @public
 */
export const variableNames: readonly string[] = Object.keys(schema.shape)

/** The whole configuration, read once. Sizes in bytes, secrets derived, never logged. */
export interface Env {
  mode: 'development' | 'production' | 'test'
  port: number
  host: string
  siteUrl: string
  /** Host names (with port where not the default) that requests may name besides loopback. */
  allowedHosts: ReadonlySet<string>
  trustedProxies: number
  dataDir: string
  databaseUrl: string | undefined
  databasePool: number
  /** Seed the demo catalogue into an empty database. */
  demo: boolean
  secret: string
  worker: 'internal' | 'external'
  logLevel: string
  /** JSON for programs, or readable lines for people. */
  logFormat: 'json' | 'lines'
  /** A copy of the site for trying things: search engines are told to stay away. */
  staging: boolean
  /** Announces changed pages to search engines; undefined = nobody is told. */
  indexNow: { key: string; endpoint: string } | undefined
  /** Told what happens on the site; undefined = nobody is. */
  analytics: AnalyticsKeys | undefined
  /** What made images and share images may take of the disk, each; 0 = nothing is cached. */
  imageCacheBytes: number
  /** File of a further font for share images. */
  shareFont: string | undefined
  metricsToken: string | undefined
  /** Who asks from this machine, for a host that is this machine, is the operator. */
  operatorOnLoopback: boolean
  pageCacheBytes: number
  imageConcurrency: number
  rateLimits: boolean
  /** How many times the usual allowances; for load tests. */
  rateLimitFactor: number
  /** Shows /kit, the page of the design system: for development and tests. */
  kitPage: boolean
  /** Undefined: the sandbox takes the payments. */
  stripe: StripeKeys | undefined
  allowSandboxPayments: boolean
  smtpUrl: string | undefined
  mailFrom: string
  company: Company
  /** By its clock documents have their day, month, quarter and year. */
  booksTimeZone: string
  /** Where outside the union we may charge tax, and where we sell without. */
  registrations: Registrations
  /** The account payouts leave from. */
  payoutAccount: { iban: string; bic: string | null }
  /** LibreOffice's `soffice`; undefined: Office files are not drawn page by page. */
  officeProgram: string | undefined
  /** A virus scanner; undefined = none. */
  clamd: ClamdAddress | undefined
  /** The register of VAT numbers; undefined = nobody is asked. */
  viesUrl: string | undefined
  /** The central bank's file of reference rates; undefined = rates are entered by hand. */
  ecbRatesUrl: string | undefined
  /** New authors' listings wait for the desk. */
  listingReview: boolean
  /** A payout needs two people: who approves it neither made the draft nor sends it. */
  payoutFourEyes: boolean
  /** Days after a payment until the buyer is asked to rate; 0: never. */
  ratingMailDays: number
  social: SocialKeys
}

/**
 * Reads and checks every variable; on any mistake throws one Error that lists them all.
 * Without DATABASE_URL the product is self-contained: embedded database, own secret, and, unless money is real, the demo catalogue.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const { values, wrong } = readFields(filled)
  const embedded = values.DATABASE_URL === undefined
  const siteUrl = (values.SITE_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '')
  const isLocalSite = isLoopback(new URL(siteUrl).hostname)
  const allowSandbox = values.ALLOW_SANDBOX_PAYMENTS ?? isLocalSite
  const stripe = values.PAYMENTS === 'stripe' ? stripeKeys(values) : undefined
  const clamd = clamdOf(values.CLAMD_URL)
  const isDemo = values.DEMO ?? (embedded && values.PAYMENTS === 'sandbox')
  const rules: [isBroken: boolean, names: string, text: string][] = [
    [!embedded && values.SECRET === undefined, 'SECRET', 'required together with DATABASE_URL'],
    [
      values.PAYMENTS === 'stripe' && stripe === undefined,
      'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET',
      'required with PAYMENTS=stripe',
    ],
    [
      values.PAYMENTS === 'sandbox' && !allowSandbox,
      'PAYMENTS',
      'the sandbox moves no money and does not start on a public SITE_URL; set ALLOW_SANDBOX_PAYMENTS=true on a staging site',
    ],
    // Everybody knows the passwords of the demo, its admin's too.
    [isDemo && isLive(stripe), 'DEMO', 'not beside live keys of Stripe'],
    [clamd === 'invalid', 'CLAMD_URL', 'tcp://host:port or unix:/path'],
  ]
  const broken = rules.filter(
    ([isBroken, names]) => isBroken && !names.split(', ').some((name) => name in wrong),
  )
  const mistakes = [...Object.entries(wrong), ...broken.map(([, names, text]) => [names, text] as const)]
  if (mistakes.length > 0 || clamd === 'invalid') {
    const lines = mistakes.map(([names, text]) => `  ${names}: ${text}`)
    throw new Error(`The environment is not valid:\n${lines.join('\n')}`)
  }
  const dataDir = resolve(values.DATA_DIR)
  return {
    mode: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    siteUrl,
    allowedHosts: new Set(
      [new URL(siteUrl).host, ...values.ALLOWED_HOSTS.split(',')]
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    ),
    trustedProxies: values.TRUSTED_PROXIES,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    demo: isDemo,
    secret: values.SECRET ?? ownSecret(dataDir),
    worker: values.WORKER,
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT ?? (isDemo || process.stdout.isTTY ? 'lines' : 'json'),
    staging: values.STAGING,
    // A copy for trying things must not send crawlers anywhere.
    indexNow:
      values.INDEXNOW_KEY === undefined || values.STAGING
        ? undefined
        : { key: values.INDEXNOW_KEY, endpoint: values.INDEXNOW_URL },
    analytics: analyticsKeys(values),
    imageCacheBytes: values.IMAGE_CACHE_MB * 1024 * 1024,
    shareFont: values.SHARE_FONT || undefined,
    metricsToken: values.METRICS_TOKEN,
    operatorOnLoopback: values.OPERATOR_ON_LOOPBACK ?? isLocalSite,
    pageCacheBytes: values.PAGE_CACHE_MB * 1024 * 1024,
    imageConcurrency: values.IMAGE_CONCURRENCY,
    rateLimits: values.RATE_LIMITS === 'on',
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    kitPage: values.KIT_PAGE,
    stripe,
    allowSandboxPayments: allowSandbox,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    viesUrl: values.VIES_URL,
    ecbRatesUrl: values.ECB_RATES_URL,
    clamd,
    officeProgram: values.LIBREOFFICE,
    ...companyOf(values),
    booksTimeZone: values.BOOKS_TIME_ZONE,
    registrations: registrationsOf(values, { isDemo }),
    // A demonstration has no moderators.
    listingReview: values.LISTING_REVIEW ?? !isDemo,
    payoutFourEyes: values.PAYOUT_FOUR_EYES,
    ratingMailDays: values.RATING_MAIL_DAYS,
    social: socialKeys(values),
  }
}

type Values = z.output<typeof schema>

/** The variables, without those that are wrong by themselves: so that what is wrong between others is found in the same start. */
function readFields(filled: Record<string, string | undefined>): {
  values: Values
  wrong: Record<string, string>
} {
  const parsed = schema.safeParse(filled)
  if (parsed.success) return { values: parsed.data, wrong: {} }
  const wrong = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]))
  const rest = Object.fromEntries(Object.entries(filled).filter(([name]) => !(name in wrong)))
  return { values: schema.parse(rest), wrong }
}

function isLive(stripe: StripeKeys | undefined): boolean {
  return /^(sk|rk)_live_/.test(stripe?.secretKey ?? '')
}

function clamdOf(text: string | undefined): ClamdAddress | 'invalid' | undefined {
  if (text === undefined) return undefined
  const [, host, port] = /^tcp:\/\/([^:/]+):(\d{1,5})$/.exec(text) ?? []
  if (host !== undefined) return { host, port: Number(port) }
  const [, path] = /^unix:(\/.+)$/.exec(text) ?? []
  return path === undefined ? 'invalid' : { path }
}

function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** A separate key per purpose, so that a signature of one kind is never valid as another. */
export function purposeKey(secret: string, purpose: string): Buffer {
  return hash('sha256', `${purpose}\0${secret}`, 'buffer')
}

function ownSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'secret')
  try {
    // 'wx': of two starts at once only one writes, the other reads.
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
