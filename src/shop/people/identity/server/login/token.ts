import { createHmac, timingSafeEqual } from 'node:crypto'
import { purposeKey } from '#platform/env/env.ts'
import { hashToken } from '#platform/env/secrets.ts'

const tokenForm = /^[\w-]{43}$/
const scriptTokenForm = /^([\w-]{43})\.([0-9a-z]{1,8})\.([\w-]{43})$/

/** Whether a text can be one of our tokens; others never reach the database. */
export function isToken(text: string): boolean {
  return tokenForm.test(text)
}

/**
 * What the scripts of a browser may hold of its session: a bearer token `<session>.<expiry>.<signature>` that is worth
 * something for minutes and only as long as the session lives. The cookie's own secret never reaches a script.
 */
export function scriptToken(secret: string, sessionHash: Buffer, seconds: number): string {
  const expires = Math.floor(Date.now() / 1000) + seconds
  const claim = `${sessionHash.toString('base64url')}.${expires.toString(36)}`
  return `${claim}.${sign(secret, claim)}`
}

/** Whether a text looks like the token of a script: whose it is says `sessionOfToken`. */
export function isScriptToken(text: string): boolean {
  return scriptTokenForm.test(text)
}

/** The hash of the session a token stands for, whichever kind it is; undefined when it can be none. */
export function sessionOfToken(secret: string, token: string): Buffer | undefined {
  if (isToken(token)) return hashToken(token)
  const [, session = '', expires = '', signature = ''] = scriptTokenForm.exec(token) ?? []
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(secret, `${session}.${expires}`))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return Number.parseInt(expires, 36) * 1000 > Date.now() ? Buffer.from(session, 'base64url') : undefined
}

function sign(secret: string, claim: string): string {
  return createHmac('sha256', purposeKey(secret, 'script token')).update(claim).digest('base64url')
}
