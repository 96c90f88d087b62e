import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { buildWorld } from './build-world.ts'
import { materialsSchema, postsSchema, setsSchema, worldSchema } from './schema.ts'
import type { DemoWorld } from './types.ts'
import type { World } from './world-codes.ts'

/**
 * The demo catalogue of a world: authors, buyers, materials and posts, always the same.
 * @throws what is wrong in its YAML files, with the place
 */
export function demoWorld(world: World): DemoWorld {
  const sets = setsSchema.parse(read('sets'))
  return buildWorld({
    world,
    ...worldSchema.parse(read(`${world}/world`)),
    ...materialsSchema(sets).parse(read(`${world}/materials`)),
    posts: postsSchema.parse(read(`${world}/posts`)),
  })
}

function read(name: string): unknown {
  return parse(readFileSync(new URL(`./${name}.yaml`, import.meta.url), 'utf8'))
}

export { renderSheet } from './sheets/render-sheet.ts'
