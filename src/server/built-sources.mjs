import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * For `node --import`: the server's modules as the build left them, without types (strip-sources.ts), so that neither the
 * remover of types nor its WebAssembly is loaded. Lines and columns are those of the sources; a module that is not there is
 * read from its source. Packages that the build made one file of each (bundle-packages.ts) are read from there.
 */
const project = new URL('../../', import.meta.url)
const built = new URL('dist/sources/', project)

const packages = new URL('dist/packages/', project)
/** @type {Record<string, string>} */
const bundles = JSON.parse(read(new URL('list.json', packages)) ?? '{}')

registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context)
    if (!context.conditions.includes('import') || !found.url.startsWith(project.href)) return found
    const bundle = bundles[found.url.slice(project.href.length)]
    return bundle === undefined ? found : { url: new URL(bundle, packages).href, format: 'module' }
  },
  load(url, context, nextLoad) {
    if (!url.startsWith(project.href) || !url.endsWith('.ts')) return nextLoad(url, context)
    const source = read(new URL(url.slice(project.href.length), built))
    return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true }
  },
})

/**
 * @param {URL} file
 * @returns {string | undefined} without what is not there
 */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}
