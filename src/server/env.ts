import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

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
  STAGING: flag.default(false),
  INDEXNOW_KEY: z
    .string()
    .regex(/^[a-zA-Z0-9-]{8,128}$/, '8 to 128 letters, digits and dashes')
    .optional(),
  INDEXNOW_URL: z.url().default('https://api.indexnow.org/indexnow'),
  WARM_UP_PAGES: z.coerce.number().int().min(0).max(5000).default(200),
  IMAGE_CACHE_MB: z.coerce.number().int().min(0).max(1_000_000).default(2048),
  METRICS_TOKEN: z.string().min(16).optional(),
  PAGE_CACHE_MB: z.coerce.number().int().min(0).max(4096).default(64),
  IMAGE_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  PAYMENTS: z.enum(['sandbox']).default('sandbox'),
  ALLOW_SANDBOX_PAYMENTS: flag.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//)
    .optional(),
  RATING_MAIL_DAYS: z.coerce.number().int().min(0).max(90).default(7),
  MAIL_FROM: z.string().default('Aularium <no-reply@aularium.example>'),
})

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
  /** A copy of the site for trying things: search engines are told to stay away. */
  staging: boolean
  /** Announces changed pages to search engines; undefined = nobody is told. */
  indexNow: { key: string; endpoint: string } | undefined
  /** Public pages that are made again after a start, the most visited first; 0 = none. */
  warmUpPages: number
  /** What made images and share images may take of the disk, each; 0 = nothing is kept. */
  imageCacheBytes: number
  metricsToken: string | undefined
  pageCacheBytes: number
  imageConcurrency: number
  rateLimits: boolean
  payments: 'sandbox'
  allowSandboxPayments: boolean
  smtpUrl: string | undefined
  mailFrom: string
  /** Days after a payment until the buyer is asked to rate; 0: never. */
  ratingMailDays: number
}

/**
 * Reads and checks every variable; on any mistake throws one Error that lists them all.
 * Without DATABASE_URL the product is self-contained: embedded database, demo catalogue, own secret.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(filled)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The environment is not valid:\n${lines.join('\n')}`)
  }
  const values = parsed.data
  const embedded = values.DATABASE_URL === undefined
  const problems: string[] = []
  if (!embedded && values.SECRET === undefined) problems.push('  SECRET: required together with DATABASE_URL')
  const siteUrl = (values.SITE_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '')
  const isLocalSite = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(siteUrl).hostname)
  const allowSandbox = values.ALLOW_SANDBOX_PAYMENTS ?? isLocalSite
  if (!allowSandbox) {
    problems.push(
      '  PAYMENTS: the sandbox moves no money and does not start on a public SITE_URL; set ALLOW_SANDBOX_PAYMENTS=true on a staging site',
    )
  }
  if (problems.length > 0) throw new Error(`The environment is not valid:\n${problems.join('\n')}`)
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
    demo: values.DEMO ?? embedded,
    secret: values.SECRET ?? ownSecret(dataDir),
    worker: values.WORKER,
    logLevel: values.LOG_LEVEL,
    staging: values.STAGING,
    // A copy for trying things must not send crawlers anywhere.
    indexNow:
      values.INDEXNOW_KEY === undefined || values.STAGING
        ? undefined
        : { key: values.INDEXNOW_KEY, endpoint: values.INDEXNOW_URL },
    warmUpPages: values.WARM_UP_PAGES,
    imageCacheBytes: values.IMAGE_CACHE_MB * 1024 * 1024,
    metricsToken: values.METRICS_TOKEN,
    pageCacheBytes: values.PAGE_CACHE_MB * 1024 * 1024,
    imageConcurrency: values.IMAGE_CONCURRENCY,
    rateLimits: values.RATE_LIMITS === 'on',
    payments: values.PAYMENTS,
    allowSandboxPayments: allowSandbox,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    ratingMailDays: values.RATING_MAIL_DAYS,
  }
}

/** A separate key per purpose, so that a signature of one kind is never valid as another. */
export function purposeKey(secret: string, purpose: string): Buffer {
  return createHash('sha256').update(`${purpose}\0${secret}`).digest()
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
