import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * For `node --import`: the server's modules as the build left them, without types (strip-sources.ts), so that neither the
 * remover of types nor its WebAssembly is loaded. Lines and columns are those of the sources; a module that is not there is
 * read from its source.
 */
const project = new URL('../../', import.meta.url)
const built = new URL('dist/sources/', project)

registerHooks({
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
