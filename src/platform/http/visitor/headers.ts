import { permissionsPolicy } from '#platform/rules/web/permissions-policy.ts'

/** Headers of every answer (OWASP secure headers); the content security policy of pages comes with the page. */
export function securityHeaders(siteUrl: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': permissionsPolicy(),
    ...(siteUrl.startsWith('https://')
      ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }
      : {}),
  }
}

/** For answers that hold no page: nothing in them may run, load or be framed. */
export const bareContentPolicy = "default-src 'none'; frame-ancestors 'none'"
