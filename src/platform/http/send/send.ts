import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CookieChange } from '#platform/context/cookies.ts'
import { type FormAnswer, scriptedFormHeader } from '#platform/rules/web/scripted-form.ts'
import type { Front } from '../access/handler.ts'
import { bareContentPolicy, securityHeaders } from '../visitor/headers.ts'

/** The last resort, and the answer to requests that are not worth a page. */
export function sendText(
  front: Pick<Front, 'deps'>,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, {
    ...securityHeaders(front.deps.env.siteUrl),
    'Content-Security-Policy': bareContentPolicy,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(text)
}

/** Redirects; a form's script gets the target as JSON. */
export function redirect(
  front: Pick<Front, 'deps'>,
  response: ServerResponse,
  location: string,
  status: number,
  cookies: CookieChange[] = [],
): void {
  const setCookies = cookies.map(front.deps.cookies.setHeader)
  if (status === 303 && isScriptedForm(response.req)) {
    answerScript(front, response, 200, { redirect: encodeLocation(location) }, setCookies)
    return
  }
  response.writeHead(status, {
    ...securityHeaders(front.deps.env.siteUrl),
    Location: encodeLocation(location),
    'Cache-Control': status === 301 ? 'public, max-age=86400' : 'no-store',
    'Set-Cookie': setCookies,
  })
  response.end()
}

/** Whether a form was sent by its page's script, which follows the redirect itself. */
export function isScriptedForm({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && headers[scriptedFormHeader] !== undefined
}

/** The answer for a form's script in place of a redirect. */
export function answerScript(
  front: Pick<Front, 'deps'>,
  response: ServerResponse,
  status: number,
  answer: FormAnswer,
  setCookies: string[] = [],
): void {
  const body = JSON.stringify(answer)
  response.writeHead(status, {
    ...securityHeaders(front.deps.env.siteUrl),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Set-Cookie': setCookies,
  })
  response.end(body)
}

/** A page built from a string: no script may ever run in it, its styles are its own. */
export function sendHtml(
  front: Pick<Front, 'deps'>,
  response: ServerResponse,
  status: number,
  html: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    ...securityHeaders(front.deps.env.siteUrl),
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; form-action 'self'; frame-ancestors 'self'",
    'X-Frame-Options': 'SAMEORIGIN',
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': 'no-store',
    'Content-Type': 'text/html; charset=utf-8',
    ...headers,
  })
  response.end(html)
}

/** A Location outside ASCII is a 500 in Node; what is encoded already stays as it is. */
function encodeLocation(location: string): string {
  return encodeURI(location).replaceAll('%25', '%')
}
