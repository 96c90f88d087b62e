import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import taxonomy from '#platform/db/taxonomy.json' with { type: 'json' }
import { liveWorlds } from '#platform/routing/worlds.ts'

test.each(liveWorlds().map(({ world }) => world))(
  '%s has words for each kind of material and school',
  (world) => {
    const { hub } = JSON.parse(readFileSync(`locales/${world}/landing.json`, 'utf8'))
    const { material_types, school_types } = taxonomy.worlds[world]
    const schools = school_types.filter(({ kind, active }) => active && kind !== 'all')
    expect(Object.keys(hub.materialTypes)).toEqual(expect.arrayContaining(material_types.map(({ id }) => id)))
    expect(Object.keys(hub.schoolTypes)).toEqual(expect.arrayContaining(schools.map(({ id }) => id)))
  },
)
