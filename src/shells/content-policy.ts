import { hash } from 'node:crypto'

export interface PolicyParts {
  /** Contents of the style elements a page carries. */
  styles?: readonly string[]
  /** Another origin forms may lead to. */
  formOrigin?: string
  /** Origins of a party whose fields stand on the page: its scripts, its frames and what these scripts call. */
  guests?: GuestOrigins | undefined
}

export interface GuestOrigins {
  scripts: readonly string[]
  frames: readonly string[]
  calls: readonly string[]
}

/** The content security policy of a page (OWASP): scripts are files of our own, styles too or known by their hash. */
export function contentPolicy({ styles = [], formOrigin, guests }: PolicyParts = {}): string {
  const hashes = styles.map((css) => ` 'sha256-${hash('sha256', css, 'base64')}'`)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...(guests?.scripts ?? [])].join(' '),
    `style-src 'self'${hashes.join('')}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${formOrigin === undefined ? '' : ` ${formOrigin}`}`,
    "frame-ancestors 'none'",
    ...(guests
      ? [`frame-src ${guests.frames.join(' ')}`, `connect-src 'self' ${guests.calls.join(' ')}`]
      : []),
  ].join('; ')
}
