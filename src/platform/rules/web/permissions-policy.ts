/** Powers of a page beyond those every page has: none asks for a camera or a place. */
interface Powers {
  microphone?: true
  /** Origins of the party that is paid. */
  payment?: readonly string[]
}

/** The header Permissions-Policy of an answer. */
export function permissionsPolicy({ microphone, payment }: Powers = {}): string {
  const paid = payment ? `self ${payment.map((origin) => `"${origin}"`).join(' ')}` : ''
  return `camera=(), microphone=(${microphone ? 'self' : ''}), geolocation=(), payment=(${paid}), usb=()`
}
