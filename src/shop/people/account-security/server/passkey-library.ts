import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Most of its modules, each after what it needs. One that is no longer part of it is loaded with the rest. */
const parts = [
  'reflect-metadata',
  '@peculiar/asn1-schema',
  '@peculiar/asn1-x509',
  '@peculiar/asn1-ecc',
  '@peculiar/asn1-rsa',
  '@peculiar/x509',
]

/**
 * What reads keys and certificates, a hundred modules: loaded with the first passkey, not with the process, and part by part,
 * because all of them in one turn would hold up everybody else for 100 ms.
 */
export async function webauthn(): Promise<typeof import('@simplewebauthn/server')> {
  const { resolve } = createRequire(import.meta.url)
  const load = createRequire(resolve('@simplewebauthn/server'))
  for (const part of parts) {
    try {
      load(part)
    } catch {}
    await nextTurn()
  }
  return await import('@simplewebauthn/server')
}
