import type { Deps } from '#platform/context/context.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { idSchema, worldSchema } from '#platform/rules/contract/world.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { findMail, newestMails } from './queries.ts'

export interface OutboxAnswer {
  status: number
  html: string
}

const listLength = 200

/**
 * The mails an installation without SMTP keeps: `/outbox`, `/outbox/{id}` and the bare mail `/outbox/{id}/html` for
 * its sandboxed frame. Mails hold links that open accounts: handlers.ts lets only the operator come here.
 * Undefined when there is no such page, and always when mails go out by SMTP.
 */
export async function serveOutbox(
  deps: Pick<Deps, 'db' | 'mail'>,
  pathname: string,
): Promise<OutboxAnswer | undefined> {
  if (deps.mail.name !== 'outbox') return undefined
  if (pathname === '/outbox' || pathname === '/outbox/') return await listPage(deps)
  const [, id, part] = /^\/outbox\/(\d{1,15})(\/html)?$/.exec(pathname) ?? []
  const mailId = idSchema.safeParse(id)
  const mail = mailId.success ? await findMail(deps.db, mailId.data) : undefined
  if (mail === undefined) return undefined
  if (part !== undefined) return { status: 200, html: mail.html }
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
  return { status: 200, html }
}

function langOf(world: string): string {
  const known = worldSchema.safeParse(world)
  return known.success ? worldOf(known.data).lang : 'en'
}

/** Escaped text whose web addresses can be followed. */
function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<>"]+/g, (address) => `<a href="${address}">${address}</a>`)
}
