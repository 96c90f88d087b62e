const file = '/astro/dist/core/encryption.js'
const original = 'async function generateCspDigest('

/**
 * A Vite plugin for the build of the pages: Astro hashes the scripts and styles of a page for its content security policy
 * at every request, each in a turn of the thread pool, though they never change after the build. This keeps the digests.
 * @throws Error when Astro's function is no longer where it was, so that an update does not undo it unnoticed
 */
export function keptDigests(): { name: string; transform(code: string, id: string): string | undefined } {
  return {
    name: 'kept-digests',
    transform(code, id) {
      if (!id.split('?', 1)[0]?.replaceAll('\\', '/').endsWith(file)) return undefined
      if (!code.includes(original)) throw new Error(`${file} has no generateCspDigest any more`)
      return code.replace(original, `${keeper}\nasync function freshCspDigest(`)
    },
  }
}

/** Runs inside Astro's module. Only what the build wrote is hashed there; the limit is for what nobody thought of. */
const keeper = `
const keptDigests = new Map()
function generateCspDigest(data, algorithm) {
  const key = algorithm + data
  const known = keptDigests.get(key)
  if (known) return known
  const digest = freshCspDigest(data, algorithm)
  if (keptDigests.size < 500) keptDigests.set(key, digest)
  return digest
}`
