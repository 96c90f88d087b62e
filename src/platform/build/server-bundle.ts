import { fileURLToPath } from 'node:url'
import type { ViteUserConfig } from 'astro'

type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>

/** Programs of `dist/server`, by the name of their file. */
const programs = {
  main: '../start/main.ts',
  worker: '../start/worker.ts',
  migrate: '../start/migrate.ts',
}

const project = fileURLToPath(new URL('../../../', import.meta.url))
const sources = `${project}src/`
/** Of a module itself, or of one it starts on a thread or in a process: `new URL('./paper-thread.ts', import.meta.url)`. */
const address = /new URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url\s*\)|\bimport\.meta\.url\b/g

/**
 * Builds the server's programs and Astro's pages as one graph, each module once. Modules that are started apart become files of
 * their own; what a module reads beside itself (SQL, templates, data) is read from `src`, which is deployed with `dist`.
 */
export function serverBundle(): Plugin {
  return {
    name: 'server-bundle',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      for (const [name, path] of Object.entries(programs)) {
        const id = fileURLToPath(new URL(path, import.meta.url))
        this.emitFile({ type: 'chunk', id, fileName: `${name}.mjs` })
      }
    },
    async transform(code, id) {
      if (!id.startsWith(sources) || !code.includes('import.meta.')) return
      // They would be those of the bundle, and "am I the program" would be true of every module in it.
      if (/import\.meta\.(?:filename|dirname|main)\b/.test(code)) this.error(`${id}: use import.meta.url`)
      let built = ''
      let end = 0
      for (const { 0: text, 1: path, index } of code.matchAll(address)) {
        built += code.slice(end, index)
        end = index + text.length
        if (path === undefined) {
          built += addressOf(id.slice(project.length))
          continue
        }
        const started = await this.resolve(path, id)
        if (!started) this.error(`${id}: there is no ${path}`)
        const fileName = `${started.id.slice(sources.length, -'.ts'.length)}.mjs`
        this.emitFile({ type: 'chunk', id: started.id, fileName })
        built += `new URL(${addressOf(`dist/server/${fileName}`)})`
      }
      return end === 0 ? undefined : { code: built + code.slice(end), map: null }
    },
  }
}

/** An expression: the address of a file of the project, wherever the project lies when it runs. */
function addressOf(path: string): string {
  return `import.meta.url.replace(/dist\\/server\\/.*$/, ${JSON.stringify(path)})`
}
