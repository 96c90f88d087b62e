import { rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { leanModules } from './lean-modules.ts'

/**
 * Packages of hundreds of small modules, each of which takes 5 to 8 kB beside its text. Only what is written as ES modules,
 * and reads no files of its own; who imports one of them by another name than these would get a second copy.
 */
export const bundled = [
  'kysely',
  'zod',
  'zod/v4',
  'zod/v4/core',
  '@hono/zod-openapi',
  '@conform-to/zod/v4/future',
  'hono',
  '@hono/node-server',
  '@hono/node-server/utils/response',
  'pg-boss',
  'nodemailer',
  'jose',
  'openid-client',
  'file-type',
  'mdast-util-to-hast',
  'hast-util-to-html',
] as const

/** What a bundle imports instead of bringing it: shared with the rest of the server. */
const outside = ['pg', 'react']

/**
 * Writes the packages into `target`, one file each and what they share once, and beside them the list of what stands for which
 * file (for `built-sources.mjs`).
 */
export async function bundlePackages(
  names: readonly string[],
  target: string,
  project: string,
): Promise<void> {
  const build = await rolldown({
    input: Object.fromEntries(names.map((name) => [name.replaceAll('/', '_'), name])),
    cwd: project,
    platform: 'node',
    external: outside,
    // As Node itself finds them, so that the list names the files Node would have read.
    resolve: { conditionNames: ['node', 'module-sync', 'import', 'default'], mainFields: ['main'] },
    plugins: [englishAlone],
  })
  rmSync(target, { recursive: true, force: true })
  const { output } = await build.write({
    dir: target,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: 'shared-[name].mjs',
    // Names stay: errors and logs tell them.
    minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  })
  await build.close()
  leanModules(target)
  const files = output.flatMap((chunk) =>
    chunk.type === 'chunk' && chunk.isEntry && chunk.facadeModuleId
      ? [[relative(project, chunk.facadeModuleId), chunk.fileName]]
      : [],
  )
  writeFileSync(join(target, 'list.json'), JSON.stringify(Object.fromEntries(files)))
}

/** Zod's words in 50 languages; ours come from `locales`, and what a schema says itself is read by programmers. */
const englishAlone = {
  name: 'english-alone',
  load: {
    filter: { id: /\/zod\/v4\/locales\/index\.js$/ },
    handler: () => "export { default as en } from './en.js'",
  },
}
