import { worldOf } from '#routing/worlds.ts'
import { idSchema, worldSchema } from '#shared/contract/world.ts'
import type { Deps, Visitor } from '../../context.ts'
import { findMail, newestMails } from './queries.ts'
import { escapeHtml } from './render.ts'

export interface OutboxAnswer {
  status: number
  html: string
  headers: Record<string, string>
}

export interface OutboxCaller {
  visitor: Visitor
  /** The address of the connection itself, never of a forwarding header. */
  socketIp: string
}

const listLength = 200
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

const headers: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
}

/**
 * The operator's view of the mails an installation without SMTP keeps: `/outbox`, `/outbox/{id}` and the bare mail
 * `/outbox/{id}/html` for its sandboxed frame. Undefined (the door says 404) for everybody but admins and, on a site
 * whose own address is this very machine, whoever sits at it; mails hold links that open accounts.
 */
export async function serveOutbox(
  deps: Pick<Deps, 'db' | 'env' | 'mail'>,
  pathname: string,
  caller: OutboxCaller,
): Promise<OutboxAnswer | undefined> {
  if (deps.mail.name !== 'outbox' || !mayRead(deps, caller)) return undefined
  if (pathname === '/outbox' || pathname === '/outbox/') return await listPage(deps)
  const [, id, part] = /^\/outbox\/(\d{1,15})(\/html)?$/.exec(pathname) ?? []
  const mailId = idSchema.safeParse(id)
  const mail = mailId.success ? await findMail(deps.db, mailId.data) : undefined
  if (mail === undefined) return undefined
  if (part !== undefined) return { status: 200, html: mail.html, headers }
  const body = `
<p><a href="/outbox">All mails</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<dl>
<dt>To</dt><dd>${escapeHtml(mail.recipient)}</dd>
<dt>Template</dt><dd>${escapeHtml(mail.template)} (${escapeHtml(mail.world)})</dd>
<dt>Written</dt><dd>${mail.created_at.toISOString()}</dd>
<dt>State</dt><dd>${mail.status}, tried ${mail.attempts} times</dd>
</dl>
<h2>HTML</h2>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/outbox/${mail.id}/html" title="${escapeHtml(mail.subject)}"></iframe>
<h2>Text</h2>
<pre lang="${langOf(mail.world)}">${linked(mail.text)}</pre>`
  return page(mail.subject, body)
}

function mayRead(deps: Pick<Deps, 'env'>, { visitor, socketIp }: OutboxCaller): boolean {
  if (visitor.kind === 'member' && visitor.role === 'admin') return true
  return loopback.has(socketIp) && localHosts.has(new URL(deps.env.siteUrl).hostname)
}

async function listPage(deps: Pick<Deps, 'db'>): Promise<OutboxAnswer> {
  const mails = await newestMails(deps.db, listLength)
  const rows = mails.map(
    (mail) =>
      `<tr><td>${mail.created_at.toISOString()}</td><td>${escapeHtml(mail.world)}</td><td>${escapeHtml(mail.recipient)}</td>` +
      `<td><a href="/outbox/${mail.id}">${escapeHtml(mail.subject)}</a></td><td>${mail.status}</td></tr>`,
  )
  const table = `<table><thead><tr><th scope="col">Written</th><th scope="col">World</th><th scope="col">To</th>
<th scope="col">Subject</th><th scope="col">State</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
  return page('Outbox', `<h1>Outbox</h1>${rows.length > 0 ? table : '<p>No mail has been written yet.</p>'}`)
}

function page(title: string, body: string): OutboxAnswer {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 70rem; padding: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid; padding: .4rem; text-align: start; overflow-wrap: anywhere; }
iframe { background: #fff; border: 1px solid; height: 40rem; width: 100%; }
pre { overflow-wrap: anywhere; white-space: pre-wrap; }
dt { font-weight: 700; }
</style></head><body>${body}</body></html>
`
  return { status: 200, html, headers }
}

function langOf(world: string): string {
  const known = worldSchema.safeParse(world)
  return known.success ? worldOf(known.data).lang : 'en'
}

/** Escaped text whose web addresses can be followed. */
function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<>"]+/g, (address) => `<a href="${address}">${address}</a>`)
}
