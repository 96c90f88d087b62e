import type { ViteUserConfig } from 'astro'

type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>

/**
 * One sheet of styles for all pages. The server's build has the styles of every page and island in its own; that of the
 * browser would have those of islands once more, and every page would load both.
 */
export function oneSheet(): Plugin {
  const ofPages = new Set<string>()
  return {
    name: 'one-sheet',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr' || name === 'client',
    load(id) {
      if (!id.endsWith('.css')) return
      if (this.environment.name === 'ssr') {
        ofPages.add(id)
        return
      }
      if (!ofPages.has(id))
        this.error(`${id}: only a script imports it; import it in the component it is for, too`)
      return ''
    },
  }
}
