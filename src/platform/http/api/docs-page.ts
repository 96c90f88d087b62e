import type { OpenApiDocument } from './openapi.ts'

/**
 * The API reference as plain HTML. Ready-made viewers load megabytes of script from another host, which our
 * content security policy (rightly) refuses and an offline machine cannot reach.
 */
export function docsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      path,
      method,
      ...operation,
    })),
  )
  const sections = operations.map(
    ({ path, method, summary, tags = [], security, parameters = [], requestBody, responses }) => `<section>
<h2><code>${escapeHtml(method.toUpperCase())} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(summary ?? '')} <small>${escapeHtml(tags.join(', '))}${security ? ', needs a session' : ''}</small></p>
${parameters.length > 0 ? `<ul>${parameters.map((p) => `<li><code>${escapeHtml(p.name)}</code> in ${escapeHtml(p.in)}${p.required ? ', required' : ''}</li>`).join('')}</ul>` : ''}
${requestBody ? details('Body', requestBody) : ''}${details('Answer', responses['2XX'])}
</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, follow"><title>Aularium API</title></head><body><main>
<h1>Aularium API</h1><p>Machine-readable: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).</p>
${sections.join('\n')}</main></body></html>`
}

interface Operation {
  summary?: string
  tags?: string[]
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: unknown
  responses: Record<string, unknown>
}

function details(title: string, value: unknown): string {
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
