import { type MotifName, motifNames } from '#shop/selling/materials/server/covers/motif.ts'
import { motifsFor } from '#shop/selling/materials/server/covers/topics.ts'
import type { DemoMaterial, DemoWorld } from '../types.ts'

/** What a cover shows beside its title; `author` says whose hand draws it. */
export interface CoverPlan {
  author: number
  motif: MotifName
  parts: readonly MotifName[]
}

/** The object of each cover: no author shows one twice, so that no two neighbours are alike. */
export function planCovers(
  { materials }: Pick<DemoWorld, 'materials'>,
  numberOf: (authorKey: string) => number,
): ReadonlyMap<string, CoverPlan> {
  const taken = new Set<string>()
  const motifOf = ({ key, title, subject, authorKey }: DemoMaterial): MotifName => {
    const { all: fitting } = motifsFor({ title: `${key} ${title}`, subject })
    const isFree = (name: string) => !taken.has(`${authorKey} ${name}`)
    const motif = [...fitting, ...motifNames].find(isFree) ?? fitting[0] ?? 'stars'
    taken.add(`${authorKey} ${motif}`)
    return motif
  }
  const motifs = new Map(materials.map((material) => [material.key, motifOf(material)]))
  return new Map(
    materials.map(({ key, authorKey, bundleOf = [] }) => [
      key,
      {
        author: numberOf(authorKey),
        motif: motifs.get(key) ?? 'stars',
        parts: bundleOf.flatMap((part) => motifs.get(part) ?? []),
      },
    ]),
  )
}
