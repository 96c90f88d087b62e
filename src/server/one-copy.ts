/** Rooms of the sources whose modules the server itself loads. */
const ofServer = /^#(?:server|shared|i18n|routing)\//

/**
 * Built pages import the server's modules instead of bringing copies: two of each took memory, and what one of them
 * remembered the other did not know. Node resolves the address from `dist/server` as from the sources (package.json, `imports`).
 */
export function oneCopyOfModules() {
  return {
    name: 'one-copy-of-modules',
    enforce: 'pre' as const,
    apply: 'build' as const,
    applyToEnvironment: ({ name }: { name: string }) => name !== 'client',
    resolveId: (id: string) => (ofServer.test(id) ? { id, external: true } : undefined),
  }
}
