import { hash } from 'node:crypto'

export interface PolicyParts {
  /** Contents of the style elements a page carries. */
  styles?: readonly string[]
  /** Another origin forms may lead to. */
  formOrigin?: string
}

/** The content security policy of a page (OWASP): scripts are files of our own, styles too or known by their hash. */
export function contentPolicy({ styles = [], formOrigin }: PolicyParts = {}): string {
  const hashes = styles.map((css) => ` 'sha256-${hash('sha256', css, 'base64')}'`)
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${hashes.join('')}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${formOrigin === undefined ? '' : ` ${formOrigin}`}`,
    "frame-ancestors 'none'",
  ].join('; ')
}
