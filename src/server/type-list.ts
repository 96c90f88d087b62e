import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { camelCase } from '#shared/rules/camel-case.ts'

/** Folders of types of task, and the list that the dev server and the build write of them. */
export const typeFolders = 'src/shared/interactive/types'
export const typeListFile = 'src/shared/interactive/type-list.ts'

/**
 * The module that names every type of task there is: `traffic-light/traffic-light.ts` exports `trafficLight`. Node and Vite both
 * read it as it is, and neither has a way of its own to import a folder.
 */
export function typeListOf(folders: readonly string[]): string {
  const names = folders.toSorted().map((folder) => ({ folder, name: camelCase(folder) }))
  return `${[
    '/** Written by src/server/type-list.ts from the folders of types: change those, not this. */',
    "import type { AnyElementType } from './element-type.ts'",
    ...names.map(({ folder, name }) => `import { ${name} } from './types/${folder}/${folder}.ts'`),
    '',
    'export const typeList: readonly AnyElementType[] = [',
    ...names.map(({ name }) => `  ${name},`),
    ']',
  ].join('\n')}\n`
}

/** Writes the list where the folders are others than it says. */
export function writeTypeList(project = '.'): void {
  const folders = readdirSync(join(project, typeFolders), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const [file, list] = [join(project, typeListFile), typeListOf(folders)]
  if (readFileSync(file, 'utf8') !== list) writeFileSync(file, list)
}

if (process.argv[1] === import.meta.filename) writeTypeList()
